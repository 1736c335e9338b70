"""The page of third-party licences, which the server and browsers use."""

from __future__ import annotations

from functools import cache
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

FIRST: Final = "## On the server"
BEYOND: Final = "## Checks of our scripts"


@require_safe
def licences_page(request: HttpRequest) -> HttpResponse:
    return render(request, "games/licences.html", {"licences": licences_in_use()})


@cache
def licences_in_use() -> SafeString:
    """The sections of ``docs/licences.md`` about what runs here; it is ours, and has no HTML."""
    text = (settings.BASE_DIR / "docs" / "licences.md").read_text("utf-8")
    in_use = FIRST + text.partition(FIRST)[2].partition(BEYOND)[0]
    html = str(MarkdownIt("commonmark", {"html": False}).enable("table").render(in_use))
    html = html.replace("<table>", '<div class="table-wrap" tabindex="0"><table class="table">')
    return mark_safe(html.replace("</table>", "</table></div>"))

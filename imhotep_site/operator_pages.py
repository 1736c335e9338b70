"""Imprint and privacy page of the site's operator.

``IMPRINT`` and ``PRIVACY`` name a Markdown file, which is shown here, or an address elsewhere. Raw
HTML in a file is shown as text.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.rulebook import READER
from imhotep_site.settings.addresses import is_web

HOUR: Final = 3600
TITLES: Final[dict[str, Promise]] = {"imprint": _("Imprint"), "privacy": _("Privacy")}


class Link(NamedTuple):
    """A link in the foot of every page."""

    title: Promise
    address: str


def links() -> Iterator[Link]:
    """To the pages that the operator has given."""
    for name, title in TITLES.items():
        if source := settings.OPERATOR_PAGES[name]:
            yield Link(title, source if is_web(source) else reverse(name))


@require_safe
@cache_control(max_age=HOUR)
def page(request: HttpRequest, name: str) -> HttpResponse:
    """The file as it is now: to change it, nothing has to be started again."""
    source: str = settings.OPERATOR_PAGES[name]
    if is_web(source):
        return redirect(source)
    try:
        text = Path(source).read_text("utf-8") if source else ""
    except (OSError, ValueError):
        text = ""
    if not text:
        raise Http404
    html = mark_safe(READER.render(text))  # its raw HTML is shown as text
    context = {"title": TITLES[name], "written": html}
    return render(request, "site/operator_page.html", context)

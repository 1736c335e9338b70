"""Pages about the site and about the log format."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.html import format_html_join
from django.views.decorators.http import require_safe

from engine import DEFAULT_EDITION
from engine.vocabulary import Module
from games.limits import DRY_RUN, UPLOAD


@require_safe
def about_page(request: HttpRequest) -> HttpResponse:
    return render(request, "games/about.html", {"edition": DEFAULT_EDITION})


@require_safe
def log_format(request: HttpRequest) -> HttpResponse:
    context = {
        "edition": DEFAULT_EDITION,
        "example": render_to_string("games/example.imh"),
        "modules": format_html_join(", ", "<code>{}</code>", ([word] for word in Module.words())),
        "limits": UPLOAD,
        "dry_run_limits": DRY_RUN,
    }
    return render(request, "games/log_format.html", context)

"""The site as an app of its visitor: what it is called, how it looks, what it says offline."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from web.site_name import site_name, site_name_short

DAY = 24 * 3600
OFFLINE = "site/offline.html"
SCRIPT = Path(settings.BASE_DIR) / "static/js/worker.js"
VERSION = 'const VERSION = "dev"'
ICON = 'icon: "/site-icon.png"'


@require_safe
@cache_control(max_age=DAY)
def manifest(request: HttpRequest) -> HttpResponse:
    """https://www.w3.org/TR/appmanifest/"""
    icons = [
        {"src": static(f"img/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (192, 512)
    ]
    masked = {"src": static("img/icon-masked.png"), "sizes": "512x512", "purpose": "maskable"}
    content = {
        "id": "/",
        "name": site_name(),
        "short_name": site_name_short(),
        "description": _("Games of the board game Imhotep: verified, replayed and rated."),
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "theme_color": "#8a4713",
        "background_color": "#fffcf3",
        "icons": [*icons, masked | {"type": "image/png"}],
        "shortcuts": [
            {"name": _("My games"), "url": reverse("my-tables")},
            {"name": _("Record a game"), "url": reverse("record")},
        ],
    }
    answer = JsonResponse(content)
    answer["Content-Type"] = "application/manifest+json"
    return answer


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. It is another one when it, or the page that it keeps, has changed."""
    return HttpResponse(_worker(), content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """Page that a browser shows without a network, if it kept it."""
    return render(request, OFFLINE)


@cache
def _worker() -> str:
    script = SCRIPT.read_text("utf-8")
    script = script.replace(ICON, f"icon: {json.dumps(static('img/icon-192.png'))}")
    version = sha256((script + render_to_string(OFFLINE)).encode()).hexdigest()[:12]
    return script.replace(VERSION, f'const VERSION = "{version}"')

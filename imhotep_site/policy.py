"""Policies for every request: the Content-Security-Policy (everything from this site, nothing
inline), caches, short heads, and paths without NUL."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from web.api import BELOW

STRICT = {
    "default-src": "'self'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "worker-src": "'self'",
    "manifest-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}

DRAWING = {"default-src": "'none'", "script-src": "'none'", "style-src": "'unsafe-inline'"}
"""Policy of a drawing that carries its own style, and nothing else."""

KEPT_BY_NOBODY = "private, no-store"
STRANGERS = "public, max-age=60"

WITHOUT = ("text/css", "text/javascript", "font/")
"""Types of static files that no policy bears on: a browser obeys the one of the page that loads
them."""

NEEDLESS = ("Cross-Origin-Opener-Policy", "Referrer-Policy", "ETag", "Last-Modified")

PYTHON = {"script-src": "'self' 'wasm-unsafe-eval'"}
"""Policy of pages that run Python in the browser."""

RELAXED: dict[str, dict[str, str]] = {
    "record": PYTHON,
    "record-worker": PYTHON,
    # shown in the pages of others
    "game-embed": {"frame-ancestors": "*"},
    "game-picture": DRAWING,
    "rules-board": DRAWING,
}
"""By name of address: what differs there."""


def text(name: str = "") -> str:
    """The header's value for the address of that name."""
    rules = STRICT | RELAXED.get(name, {})
    return "; ".join(f"{rule} {sources}" for rule, sources in rules.items())


class ContentSecurityPolicy:
    """Middleware: writes the header on every answer that has none, and that a browser could show
    as a page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.resolver_match is None and _is_file(response):
            return response
        name = request.resolver_match.url_name if request.resolver_match else None
        response.headers.setdefault("Content-Security-Policy", text(name or ""))
        return response


class ShortHeads:
    """Middleware, around the one that adds such headers: a static file whose name says what is in
    it goes without those that are about documents, or about asking for it again. They would be a
    tenth of what a page sends for its scripts."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        is_part = _is_file(response) or response.headers.get("Content-Type", "").startswith(
            "image/"
        )
        if is_part and "immutable" in response.headers.get("Cache-Control", ""):
            for name in NEEDLESS:
                del response.headers[name]
        return response


class CachePolicy:
    """Middleware, around sessions, languages and form tokens: no cache keeps a page that knows a
    login, every cache keeps a stranger's page for a minute. Files that are the same for all say so
    themselves, and the API says it of every answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        policy = response.headers.get("Cache-Control", "")
        if policy and request.path_info.startswith(BELOW):
            return response
        if _knows_login(request):
            if "private" not in policy or _is_page(response):
                response.headers["Cache-Control"] = KEPT_BY_NOBODY
        elif not policy and response.status_code == 200 and request.method in ("GET", "HEAD"):
            response.headers["Cache-Control"] = KEPT_BY_NOBODY if response.cookies else STRANGERS
        return response


def _knows_login(request: HttpRequest) -> bool:
    """True if the session was read, and is of an account."""
    session = getattr(request, "session", None)
    return session is not None and session.accessed and SESSION_KEY in session


def _is_page(response: HttpResponseBase) -> bool:
    return response.headers.get("Content-Type", "").startswith("text/html")


class PathsWithoutNul:
    """Middleware: a NUL in a path reads as U+FFFD. No name here has either, and PostgreSQL takes no
    NUL in a question, so the answer is 404 and not 500."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        request.path_info = request.path_info.replace("\0", "\ufffd")
        return self.get_response(request)


def _is_file(response: HttpResponseBase) -> bool:
    return response.headers.get("Content-Type", "").startswith(WITHOUT)

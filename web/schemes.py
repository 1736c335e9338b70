"""The colour scheme that a visitor chose: the value of a cookie."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

SCHEME_COOKIE: Final = "scheme"
SCHEMES: Final = ("day", "night")


def chosen_scheme(request: HttpRequest | None) -> str:
    """``day`` or ``night``; empty: as the browser prefers."""
    scheme = request.COOKIES.get(SCHEME_COOKIE, "") if request else ""
    return scheme if scheme in SCHEMES else ""

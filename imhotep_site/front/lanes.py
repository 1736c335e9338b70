"""Which requests are expensive: by the name of their address.

A name that is not listed here is quick. Who adds a page that searches, lists, paints or judges
lists it.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import parse_qs

from django.urls import Resolver404, resolve

from games.limits import DRY_RUN, UPLOAD
from imhotep_site.front.asgi import Scope
from web.api.problem_types import NotFound

SMALL_BODY: Final = 256 << 10
"""Bytes: what a form or JSON may take at every known address."""
FORM: Final = 64 << 10
"""Bytes that a form adds to its files."""


class Lane(Enum):
    """Requests that share threads."""

    QUICK = "quick"
    HEAVY = "heavy"
    DRY_RUN = "dry run"


HEAVY: Final = frozenset(
    (
        *("games", "players", "player", "leaderboards", "leaderboard", "ledger", "uploads"),
        *("game-picture", "game-card", "game-embed", "game-offline", "upload"),
        *("what-if", "what-if-answer", "what-if-shares", "analysis", "analysis-data"),
        *("api-games", "api-games-export", "api-uploads", "api-players", "api-player"),
        *("api-player-games", "api-leaderboards", "api-leaderboard", "api-ledger"),
        *("api-submissions", "api-upload-raw", "api-schema"),
    )
)
DRY: Final = frozenset(("dry-run", "dry-run-replay"))
"""Logs are judged while a client waits."""

LARGE_BODIES: Final = {
    "upload": 0,  # as much as settings.LARGEST_BODY
    "dry-run": DRY_RUN.received + FORM,
    "dry-run-replay": DRY_RUN.received + FORM,
    "api-uploads": UPLOAD.received + FORM,
}
"""By name: the bytes of a body that are taken there."""


class Place(NamedTuple):
    """An address of the site. `name` may be empty."""

    name: str
    is_known: bool


def place_of(path: str) -> Place:
    """What stands at `path`: a page, or nothing."""
    return _place_of(path) if len(path) < 256 else Place("", is_known=False)


@lru_cache(maxsize=1024)
def _place_of(path: str) -> Place:
    try:
        match = resolve(path)
    except Resolver404:
        return Place("", is_known=False)
    is_known = getattr(match.func, "view_class", None) is not NotFound
    return Place(match.url_name or "", is_known)


def lane_of(scope: Scope) -> Lane:
    """Where the request of `scope` waits for its turn."""
    place = place_of(scope["path"])
    if place.name in DRY or (place.name == "api-uploads" and is_dry_run(scope)):
        return Lane.DRY_RUN
    if place.name in HEAVY or scope["path"].startswith("/admin/"):
        return Lane.HEAVY
    return Lane.QUICK


def is_dry_run(scope: Scope) -> bool:
    """True if the query asks the API for a dry run. What cannot be read is answered anyhow."""
    query = parse_qs(scope.get("query_string", b"").decode("latin1"))
    said = query.get("dry_run", [""])[-1].lower()
    return said not in ("", "0", "false", "no", "n", "off", "f")

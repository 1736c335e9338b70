"""Priority of a request by its address, and the bytes of a body that an address takes."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import parse_qs

from django.urls import Resolver404, resolve

from games.limits import DRY_RUN, UPLOAD
from imhotep_site.front.asgi import Scope
from web.api.problem_types import NotFound
from web.priorities import Priority, marked_priority

SMALL_BODY: Final = 256 << 10
"""Bytes: what a form or JSON may take at every known address."""
FORM: Final = 64 << 10
"""Bytes that a form adds to its files."""

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
    priority: Priority = Priority.QUICK


UNKNOWN_PLACE: Final = Place("", is_known=False)


def place_of(path: str) -> Place:
    """The page at `path`, or ``UNKNOWN_PLACE``."""
    return _place_of(path) if len(path) < 256 else UNKNOWN_PLACE


@lru_cache(maxsize=1024)
def _place_of(path: str) -> Place:
    try:
        match = resolve(path)
    except Resolver404:
        return UNKNOWN_PLACE
    is_routed = getattr(match.func, "view_class", None) is not NotFound
    return Place(match.url_name or "", is_routed, marked_priority(match.func))


def priority_of(scope: Scope) -> Priority:
    """The queue in which the request of `scope` waits for a thread."""
    place = place_of(scope["path"])
    if place.name == "api-uploads" and is_dry_run(scope):
        return Priority.DRY_RUN
    return Priority.HEAVY if scope["path"].startswith("/admin/") else place.priority


def is_dry_run(scope: Scope) -> bool:
    """True if the query asks the API for a dry run; an unreadable one is answered all the same."""
    query = parse_qs(scope.get("query_string", b"").decode("latin1"))
    value = query.get("dry_run", [""])[-1].lower()
    return value not in ("", "0", "false", "no", "n", "off", "f")

"""The order of rating: the day a game was played, then when it was accepted, then its id."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, NamedTuple

from django.db.models import F
from django.db.models.fields.tuple_lookups import (
    TupleGreaterThan,
    TupleGreaterThanOrEqual,
    TupleLessThan,
)


class Key(NamedTuple):
    """A game's place in the order of rating. It never changes."""

    played_on: date
    accepted_at: datetime
    id: str


GAME_KEY = ("played_on", "accepted_at", "id")
CHANGE_KEY = ("played_on", "accepted_at", "game_id")


def _columns(names: tuple[str, ...]) -> tuple[Any, ...]:
    return tuple(F(name) for name in names)


def games_from(key: Key) -> Any:
    """A condition on games: at `key` or after it. Compares rows, so that the index serves."""
    return TupleGreaterThanOrEqual(_columns(GAME_KEY), key)


def games_after(key: Key) -> Any:
    return TupleGreaterThan(_columns(GAME_KEY), key)


def changes_before(key: Key) -> Any:
    """A condition on changes of ratings: of games before `key`."""
    return TupleLessThan(_columns(CHANGE_KEY), key)

"""Which ratings would be others: found by rating the games anew in a transaction that is undone.

The fold itself does it, closed books, late entries and all, so that what is foretold is what
adopting brings. Nothing of it is kept; until it is undone, the ledger and the games that differ in
verdict or places are locked, as they are by a fold.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from django.db import transaction

from ratings.elo import INITIAL
from ratings.models import Rating
from ratings.services.fold import fold
from releases.models import Impact, ImpactDifference, Kind
from releases.services.carrying_out import rehearse

MATTERS: Final = (Kind.VERDICT, Kind.PLACES)
"""What ratings follow from."""


class Moved(NamedTuple):
    """A rating that would be another."""

    player_id: int
    pool: str
    before: int | None
    after: int | None
    size: int


def moved(impact: Impact) -> list[Moved]:
    """The present ratings that would be others, by the differences that an impact found; those that
    would change most first."""
    rows = ImpactDifference.objects.filter(impact=impact, kind__in=MATTERS).order_by("game_id")
    if not rows.exists():
        return []
    with transaction.atomic():
        fold()  # what is pending is no difference
        before = _ratings()
        rehearse(impact, rows)
        fold()
        after = _ratings()
        transaction.set_rollback(True)
    places = before.keys() | after.keys()
    found = [_moved(*place, before.get(place), after.get(place)) for place in places]
    differ = [one for one in found if one.before != one.after]
    return sorted(differ, key=lambda one: (-one.size, one.player_id, one.pool))


def _ratings() -> dict[tuple[int, str], int]:
    """By player and pool, of who has a rated game."""
    rows = Rating.objects.filter(games__gt=0).order_by()
    found = rows.values_list("player_id", "pool", "rating")
    return {(player, pool): rating for player, pool, rating in found}


def _moved(player: int, pool: str, before: int | None, after: int | None) -> Moved:
    was, would = (INITIAL if one is None else one for one in (before, after))
    return Moved(player, pool, before, after, abs(would - was))

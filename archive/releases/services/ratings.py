"""Forecast ratings of an impact: a fold in memory, of one snapshot of the database.

The entries and the walk are those of a fold, closed books, late entries and all, so that what is
foretold is what adopting brings. Nothing is written and nothing is locked: folds go on meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final, NamedTuple

from django.db.models import QuerySet

from archive.releases.models import DifferenceKind, Impact, ImpactDifference
from archive.releases.services.judging import VerdictValues
from games.judging import places_for_rating
from games.models import Game, Seat, Standing, Verdict
from games.standing import NEEDED, derive_standing, standing_inputs
from ratings.elo import INITIAL
from ratings.services import AssumedResult, forecast_ratings
from web.snapshot import read_snapshot

MATTERS: Final = (DifferenceKind.VERDICT, DifferenceKind.PLACES)
"""Kinds of differences that ratings follow from."""

BATCH: Final = 500


class Moved(NamedTuple):
    """A rating that would be another."""

    player_id: int
    pool: str
    before: int | None
    after: int | None
    size: int


def moved_ratings(impact: Impact) -> list[Moved]:
    """The present ratings that would be others, by the differences that an impact found; those that
    would change most first."""
    rows = ImpactDifference.objects.filter(impact=impact, kind__in=MATTERS).order_by("game_id")
    with read_snapshot():
        instead = dict(_instead(rows))
        if not instead:
            return []
        before, after = forecast_ratings({}), forecast_ratings(instead)
    places = before.keys() | after.keys()
    moves = [_moved(*place, before.get(place), after.get(place)) for place in places]
    differ = [move for move in moves if move.before != move.after]
    return sorted(differ, key=lambda move: (-move.size, move.player_id, move.pool))


def _instead(rows: QuerySet[ImpactDifference]) -> Iterator[tuple[str, AssumedResult]]:
    """Assumed results of games that count now or would count then."""
    rows_of_games = rows.values_list("game_id", "after").iterator(BATCH)
    while batch := dict(islice(rows_of_games, BATCH)):
        yield from _standing(batch)


def _standing(verdicts: dict[str, VerdictValues]) -> Iterator[tuple[str, AssumedResult]]:
    games = list(Game.objects.filter(pk__in=verdicts).only(*NEEDED))
    facts = standing_inputs(games)
    seats = dict[str, list[int | None]]()
    sitting = Seat.objects.filter(game__in=verdicts).order_by("game_id", "number")
    for pk, replaced_at in sitting.values_list("game_id", "replaced_at"):
        seats.setdefault(pk, []).append(replaced_at)
    for game in games:
        after = verdicts[game.pk]
        refuted = after["verdict"] == Verdict.REFUSED
        would = derive_standing(replace(facts[game.pk], refuted=refuted))
        if would == Standing.COUNTED:
            yield game.pk, AssumedResult(tuple(places_for_rating(after["places"], seats[game.pk])))
        elif game.standing == Standing.COUNTED:
            yield game.pk, AssumedResult(())


def _moved(player: int, pool: str, before: int | None, after: int | None) -> Moved:
    was, would = (INITIAL if rating is None else rating for rating in (before, after))
    return Moved(player, pool, before, after, abs(would - was))

"""Keep what finished games tell: with the verdict, and afterwards for games from before.

``gather_old`` may be broken off, and run by several at once: the row of a game says of which
version its facts are (``facts.VERSION``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import monotonic
from typing import Final

from django.db import connection, transaction

from engine import EngineError, read_log, verify
from engine.facts import VERSION
from games.facts.fact_rows import FactRow, fact_row
from games.models import Game, GameFacts, SeatFacts
from web.bulk_insert import insert_values

BATCH: Final = 200
"""Games that are gone over in one transaction."""


def store_facts(games: Iterable[tuple[str, FactRow]]) -> None:
    """Store the facts of new games, by id."""
    stored = list(games)
    insert_values(GameFacts, ("game_id", "values"), [(pk, facts.game) for pk, facts in stored])
    names = ("game_id", "number", "values", "tokens")
    insert_values(SeatFacts, names, (row for pk, facts in stored for row in _seats(pk, facts)))


def gather_old(limit: int = BATCH) -> int:
    """Make the facts of games that have none, or those of an earlier version, of `limit` at once.
    How many games it went over: 0 means that all are done."""
    with transaction.atomic():
        rows = Game.objects.select_for_update(no_key=True, skip_locked=_skips())
        games = list(rows.filter(facts_version__lt=VERSION).only("log").order_by("pk")[:limit])
        ids = [game.pk for game in games]
        GameFacts.objects.filter(game__in=ids).delete()
        SeatFacts.objects.filter(game__in=ids).delete()
        stored = list(_gathered(games))
        store_facts(stored)
        without = {*ids}.difference(pk for pk, _ in stored)
        insert_values(GameFacts, ("game_id", "values"), [(pk, []) for pk in without])
        Game.objects.filter(pk__in=ids).update(facts_version=VERSION)
    return len(games)


def gather_for(seconds: float) -> int:
    """``gather_old`` until all are done, or the time is over. Gives how many games it went over."""
    ends, done = monotonic() + seconds, 0
    while monotonic() < ends and (some := gather_old()):
        done += some
    return done


def is_gathering() -> bool:
    """True if games have no facts of this version yet, so that no search finds them. One query."""
    return Game.objects.filter(facts_version__lt=VERSION).exists()


# --- inside -------------------------------------------------------------------


def _gathered(games: Sequence[Game]) -> Iterable[tuple[str, FactRow]]:
    """Those that the current engine judges legal; the others get an empty row."""
    for game in games:
        try:
            played = verify(read_log(game.log.encode()), keep_events=True)
        except EngineError:
            continue
        yield game.pk, fact_row(played)


def _seats(pk: str, facts: FactRow) -> Iterable[tuple[object, ...]]:
    for number, (values, tokens) in enumerate(zip(facts.seats, facts.tokens, strict=True)):
        indexed = tokens if connection.vendor == "postgresql" else []
        yield pk, number, values, indexed


def _skips() -> bool:
    return connection.features.has_select_for_update_skip_locked

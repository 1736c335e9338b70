"""Games played here that were written faster than people play."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Final

from django.db.models import Count, Max, Min

from games.models import Seat, Standing
from games.moderation import Suspicion
from tables.models import TableEntry

ENTRIES: Final = 30
"""Entries of people in a game that is looked at."""

SECONDS: Final = 1.0
"""An entry of theirs takes so long, over the whole game, if people play."""


def fast_games(since: date) -> Iterator[Suspicion]:
    """Games that count and ended since then. Two queries."""
    entries = TableEntry.objects.filter(
        table__ended_at__date__gte=since,
        table__upload__submissions__game__standing=Standing.COUNTED,
        by__computer="",
    )
    tables = entries.values("table__upload__submissions__game").annotate(
        number=Count("pk"), first=Min("at"), last=Max("at")
    )
    fast: dict[str, float] = {}
    for row in tables.filter(number__gte=ENTRIES).order_by():
        seconds = (row["last"] - row["first"]).total_seconds() / row["number"]
        if seconds < SECONDS:
            fast[row["table__upload__submissions__game"]] = seconds
    seats = Seat.objects.filter(game__in=fast, player__account__computer="").order_by("number")
    people: dict[str, list[int]] = {}
    for game, player in seats.values_list("game_id", "player_id"):
        if player is not None:
            people.setdefault(game, []).append(player)
    for game, seconds in fast.items():
        players = people.get(game, [])
        yield Suspicion("pace", game, [game], {"players": players, "seconds": f"{seconds:.1f}"})

"""Rows of the page on why a rating changed: games, and runs of later corrections."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from itertools import groupby
from typing import NamedTuple

from games.models import Player, Seat
from ratings.elo import POINT
from ratings.models import RatingChange
from ratings.reasons import RatingEvent


class RatingHistoryRow(NamedTuple):
    """A row of the page: a rated game with its `change`, or corrections that no game comes between.
    `played_on`: the game's day. `points`: of the player; None if the seat is another player's now.
    """

    events: list[RatingEvent]
    change: RatingChange | None = None
    played_on: date | None = None
    points: int | None = None

    @property
    def moment(self) -> datetime:
        return self.events[0].at

    @property
    def before(self) -> int | None:
        return self.events[-1].before

    @property
    def after(self) -> int | None:
        return self.events[0].after

    @property
    def moved(self) -> int | None:
        """By how much; None where there was or is no rating."""
        if self.before is None or self.after is None:
            return None
        return self.after - self.before

    @property
    def seats(self) -> int:
        return len(self.change.pairs) + 1 if self.change else 0

    @property
    def place(self) -> int:
        """The place by which the game was rated."""
        return 1 + sum(not pair["score"] for pair in self.change.pairs) if self.change else 0

    @property
    def score(self) -> int:
        """Per cent of the opponents that finished behind; a shared place is half."""
        return self._mean("score")

    @property
    def expected(self) -> int:
        """Per cent, by the ratings before the game."""
        return self._mean("expected")

    def _mean(self, column: str) -> int:
        pairs = self.change.pairs if self.change else []
        total = sum(int(pair[column]) for pair in pairs)
        return round(100 * total / (POINT * (len(pairs) or 1)))


def event_rows(player: Player, events: Iterable[RatingEvent]) -> list[RatingHistoryRow]:
    """`events` of `player`, the latest first, with the points of each opponent as ``points``. One
    query."""
    listed = list(events)
    games = {event.change.game_id for event in listed if event.change}
    seats = Seat.objects.filter(game__in=games)
    days = dict[str, date]()
    points = dict[tuple[str, int | None], int]()
    for game, day, owner, number in seats.values_list(
        "game", "game__played_on", "player", "points"
    ):
        days[game], points[game, owner] = day, number
    rows = list[RatingHistoryRow]()
    for is_game, run in groupby(listed, lambda event: event.change is not None):
        if not is_game:
            rows.append(RatingHistoryRow(list(run)))
            continue
        for event in run:
            change = event.change
            assert change
            game = change.game_id
            for pair in change.pairs:
                pair["points"] = points.get((game, pair["opponent"]))
            played_on = days.get(game, change.played_on)
            rows.append(RatingHistoryRow([event], change, played_on, points.get((game, player.pk))))
    return rows

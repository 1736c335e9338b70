"""Results of an event: tables, byes, penalties, and all of them by entrant."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import Final, NamedTuple

from ratings.standings.points import DEFAULT_BYE, DEFAULT_POINTS, PointsLists, table_points


class TableResult(NamedTuple):
    """The result of one table: entrants in turn order, and the place of each from 1.

    `scores`: the points of the game, in the same order; empty where nobody wrote them down.
    """

    round: int
    entrants: tuple[int, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...] = ()


class Bye(NamedTuple):
    """A round in which an entrant had no table through no fault of theirs."""

    round: int
    entrant: int


class Penalty(NamedTuple):
    """Points that an arbiter takes away; a negative number gives them."""

    entrant: int
    points: Fraction


class Scoring(NamedTuple):
    """How an organiser counts. `best`: only so many of an entrant's results count; `seed`: the
    published text from which lots are drawn."""

    points: PointsLists = DEFAULT_POINTS
    bye: Fraction = DEFAULT_BYE
    tie_breaks: tuple[str, ...] = ("share", "wins", "opponents", "direct", "lot")
    best: int | None = None
    seed: str = ""


DEFAULT_SCORING: Final = Scoring()


class EntrantResult(NamedTuple):
    """A table as one entrant sat at it."""

    table: TableResult
    seat: int
    points: Fraction

    @property
    def place(self) -> int:
        return self.table.places[self.seat]

    @property
    def opponents(self) -> tuple[int, ...]:
        return self.table.entrants[: self.seat] + self.table.entrants[self.seat + 1 :]


class ResultBook:
    """All results of an event, by entrant. Raises ``ValueError`` if they contradict each other."""

    def __init__(
        self,
        entrants: Collection[int],
        results: Iterable[TableResult],
        byes: Iterable[Bye],
        penalties: Iterable[Penalty],
        scoring: Scoring,
    ) -> None:
        self.entrants: Final = tuple(dict.fromkeys(entrants))
        self.tables: Final[dict[int, list[EntrantResult]]] = {key: [] for key in self.entrants}
        self.byes: Final = Counter[int]()
        rounds: set[tuple[int, int]] = set()
        for table in results:
            points = table_points(table.places, scoring.points)
            if len(table.entrants) != len(points) or len(table.scores) not in (0, len(points)):
                raise ValueError("a table has an entrant and a score for each place")
            for seat, entrant in enumerate(table.entrants):
                self._enter(rounds, table.round, entrant)
                self.tables[entrant].append(EntrantResult(table, seat, points[seat]))
        for bye in byes:
            self._enter(rounds, bye.round, bye.entrant)
            self.byes[bye.entrant] += 1
        self.penalties: Final[dict[int, Fraction]] = defaultdict(Fraction)
        for penalty in penalties:
            if penalty.entrant not in self.tables:
                raise ValueError(f"{penalty.entrant} is no entrant")
            self.penalties[penalty.entrant] += penalty.points
        self.points: Final = {key: self._points(key, scoring) for key in self.entrants}

    def _enter(self, rounds: set[tuple[int, int]], number: int, entrant: int) -> None:
        if entrant not in self.tables:
            raise ValueError(f"{entrant} is no entrant")
        if (number, entrant) in rounds:
            raise ValueError(f"{entrant} has two results in round {number}")
        rounds.add((number, entrant))

    def _points(self, entrant: int, scoring: Scoring) -> Fraction:
        """Before penalties, which count for their entrant alone and not for its opponents."""
        results = [seat.points for seat in self.tables[entrant]]
        results += [scoring.bye] * self.byes[entrant]
        return sum(best_results(results, scoring.best), Fraction())

    def total(self, entrant: int) -> Fraction:
        return self.points[entrant] - self.penalties.get(entrant, Fraction())


def best_results(results: Iterable[Fraction], best: int | None) -> list[Fraction]:
    """The highest `best` results, from the highest; None: all. ``ValueError`` below one."""
    if best is not None and best < 1:
        raise ValueError("at least one result counts")
    return sorted(results, reverse=True)[:best]

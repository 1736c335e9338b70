"""Sums over seats, from which shares, means and spreads follow. They add up: those of all games are
those of some games and of the others. Nothing here reads the database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot, sqrt
from operator import add, sub
from typing import Final, NamedTuple

from engine.facts import FACTS, SEAT
from engine.vocabulary import Source
from insights.stats.significance import chance, significant, wilson

SOURCES: Final = tuple(Source)
MEASURED: Final = ("first-sail", "majorities")
DONE: Final = tuple(
    fact
    for fact in sorted(FACTS.values(), key=lambda fact: fact.number)
    if fact.of == SEAT and (fact.kind == "count" or fact.name in MEASURED)
)
"""The facts by which winners are compared with others: what a seat did."""

TWELVE: Final = 12
"""A first place is shared by at most four: its part is a whole number of twelfths."""

Pair = tuple[int, int]

SMALL_SAMPLE: Final = 100
"""Seats below which numbers are said to be of few games."""


class SeatOutcome(NamedTuple):
    """A seat of a rated game. `share` of the first place: 1, ½, ⅓ …, or 0. `sources`: points by
    source. `done`: the values of ``DONE``."""

    share: float
    points: int
    sources: Sequence[int]
    done: Sequence[int]

    def row(self) -> list[int]:
        """Addition of this seat to ``Sums.numbers``, without a game."""
        with_squares = _with_squares(self.done)
        none = [0] * len(with_squares)
        won = self.share > 0
        return [
            *(0, 1, round(TWELVE * self.share), int(won)),
            *(self.points, self.points * self.points),
            *_with_squares(self.sources),
            *(with_squares if won else none),
            *(none if won else with_squares),
        ]


_SOURCES: Final = 6
_WINNERS: Final = _SOURCES + 2 * len(SOURCES)
_LOSERS: Final = _WINNERS + 2 * len(DONE)
LENGTH: Final = _LOSERS + 2 * len(DONE)


class Sums:
    """Whole numbers that add up. `numbers`: games, seats, twelfths of first places, seats that won;
    points and their squares, in all and by source; what was done and its squares, by seats that won
    and by the others."""

    __slots__ = ("numbers",)

    def __init__(self, numbers: Sequence[int] | None = None) -> None:
        """Raises ``ValueError`` for rows of another length: those of another version."""
        self.numbers = [0] * LENGTH if numbers is None else list(numbers)
        if len(self.numbers) != LENGTH:
            raise ValueError("these are no sums")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sums) and self.numbers == other.numbers

    __hash__ = None  # type: ignore[assignment]

    def add(self, outcome: SeatOutcome) -> None:
        """Count one seat more."""
        self.add_row(outcome.row())

    def add_row(self, row: Iterable[int]) -> None:
        """Count seats of which the numbers are these."""
        self.numbers[:] = map(add, self.numbers, row)

    def take_row(self, row: Iterable[int]) -> None:
        """Count them no more."""
        self.numbers[:] = map(sub, self.numbers, row)

    def join(self, other: Sums) -> None:
        """Count the seats of `other` too."""
        self.add_row(other.numbers)

    @property
    def games(self) -> int:
        """Games that have such a seat."""
        return self.numbers[0]

    @property
    def seats(self) -> int:
        return self.numbers[1]

    @property
    def wins(self) -> float:
        """First places; one that is shared counts as its part."""
        return self.numbers[2] / TWELVE

    @property
    def won(self) -> int:
        """Seats that won, alone or with others."""
        return self.numbers[3]

    @property
    def winners(self) -> list[Pair]:
        """Sums and squares of seats that won, by ``DONE``."""
        return _pairs(self.numbers[_WINNERS:_LOSERS])

    @property
    def losers(self) -> list[Pair]:
        """Sums and squares of seats that did not win, by ``DONE``."""
        return _pairs(self.numbers[_LOSERS:])

    # --- what follows -------------------------------------------------------------

    @property
    def share(self) -> float:
        """The share of wins, from 0 to 1."""
        return self.wins / self.seats if self.seats else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of the share of wins: E. Wilson, *Probable inference, the law of
        succession, and statistical inference*, 1927. A shared first place counts as its part."""
        return wilson(self.wins, self.seats)

    @property
    def is_small(self) -> bool:
        return self.seats < SMALL_SAMPLE

    @property
    def mean(self) -> float:
        """Mean points of a seat."""
        return self.numbers[4] / self.seats if self.seats else 0.0

    @property
    def spread(self) -> float:
        """The standard deviation of the points."""
        return _deviation(self.numbers[4:6], self.seats)

    @property
    def mean_error(self) -> float:
        """Standard error of the mean points."""
        return self.spread / sqrt(self.seats) if self.seats else 0.0

    def of_source(self, source: Source) -> tuple[float, float]:
        """Mean and standard deviation of the points from `source`."""
        place = _SOURCES + 2 * SOURCES.index(source)
        sums = self.numbers[place : place + 2]
        return sums[0] / max(1, self.seats), _deviation(sums, self.seats)

    def habit_means(self) -> list[tuple[str, float | None, float | None]]:
        """Name of a habit, its mean of winners and of losers (``None`` of none), by ``DONE``."""
        lost = self.seats - self.won
        return [
            (fact.name, won[0] / self.won if self.won else None, losers[0] / lost if lost else None)
            for fact, won, losers in zip(DONE, self.winners, self.losers, strict=True)
        ]

    def winners_habits(self) -> list[WinnersHabit]:
        """Habits in which winners differ from others, the largest difference first."""
        lost = self.seats - self.won
        if not self.won or not lost:
            return []
        habits = []
        for fact, won_sums, lost_sums in zip(DONE, self.winners, self.losers, strict=True):
            totals = [won_sums[0] + lost_sums[0], won_sums[1] + lost_sums[1]]
            spread = _deviation(totals, self.seats)
            if spread:
                winners_mean, losers_mean = won_sums[0] / self.won, lost_sums[0] / lost
                error = hypot(
                    _deviation(won_sums, self.won) / sqrt(self.won),
                    _deviation(lost_sums, lost) / sqrt(lost),
                )
                difference = winners_mean - losers_mean
                habits.append(
                    WinnersHabit(
                        *(fact.name, winners_mean, losers_mean),
                        *(difference / spread, error / spread, False),
                    )
                )
        if not self.is_small:
            flags = significant([chance(habit.deviations, habit.error**2) for habit in habits])
            habits = [habit._replace(tells=flag) for habit, flag in zip(habits, flags, strict=True)]
        return sorted(habits, key=lambda habit: (-abs(habit.deviations), habit.name))


class WinnersHabit(NamedTuple):
    """Mean frequency of a habit of winners and of losers; `deviations`: the difference in standard
    deviations (J. Cohen's *d*, over all seats), `error`: its standard error (B. L. Welch, *The
    significance of the difference between two means*, 1938). `tells`: the difference is
    significant among all habits; in a small sample none is."""

    name: str
    winners: float
    losers: float
    deviations: float
    error: float
    tells: bool


def total_sums(parts: Iterable[Sums]) -> Sums:
    """The sums of all."""
    sums = Sums()
    for part in parts:
        sums.join(part)
    return sums


# --- inside -------------------------------------------------------------------


def _with_squares(values: Sequence[int]) -> list[int]:
    return [number for value in values for number in (value, value * value)]


def _pairs(numbers: Sequence[int]) -> list[Pair]:
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _deviation(sums: Sequence[int], seats: int) -> float:
    if not seats:
        return 0.0
    mean = sums[0] / seats
    return sqrt(max(0.0, sums[1] / seats - mean * mean))

"""Sums over seats, from which shares, means and spreads follow. They add up: those of all games are
those of some games and of the others. Nothing here reads the database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from operator import add, sub
from typing import Final, NamedTuple

from engine.vocabulary import Source
from insights.stats.contrasts import (
    DONE,
    SMALL_SAMPLE,
    TWELVE,
    HabitContrast,
    HabitGroup,
    RatedScore,
    contrast_habits,
    deviation,
    pairs_of,
    score_row,
    with_squares,
)
from insights.stats.significance import wilson

SOURCES: Final = tuple(Source)


class SeatOutcome(NamedTuple):
    """A seat of a rated game. `share` of the first place: 1, ½, ⅓ …, or 0. `sources`: points by
    source. `done`: the values of ``DONE``. `rounds`: points after each round but the last."""

    share: float
    points: int
    sources: Sequence[int]
    done: Sequence[int]
    rounds: Sequence[int | None] = ()

    @property
    def twelfths(self) -> int:
        return round(TWELVE * self.share)

    def row(self, expected: int | None = None, surplus: int | None = None) -> list[int]:
        """Addition of this seat to ``Sums.numbers``, without a game; what its rating lets expect,
        and how much more it had: as for ``score_row``."""
        habits = with_squares(self.done)
        none = [0] * len(habits)
        won = self.share > 0
        return [
            *(0, 1, self.twelfths, int(won)),
            *(self.points, self.points * self.points),
            *with_squares(self.sources),
            *(habits if won else none),
            *(none if won else habits),
            *score_row(expected, surplus),
        ]


_SOURCES: Final = 6
_WINNERS: Final = _SOURCES + 2 * len(SOURCES)
_LOSERS: Final = _WINNERS + 2 * len(DONE)
_SCORES: Final = _LOSERS + 2 * len(DONE)
LENGTH: Final = _SCORES + 4
CELL: Final = 8
"""Numbers of a player's cell."""


def player_cell(row: Sequence[int]) -> list[int]:
    """The cell of a seat, from its addition to ``Sums.numbers``: games, twelfths of first places,
    points and their squares; the numbers of ``score_row``."""
    return [*row[1:3], *row[4:6], *row[_SCORES:]]


class Sums:
    """Whole numbers that add up. `numbers`: games, seats, twelfths of first places, seats that won;
    points and their squares, in all and by source; what was done and its squares, by seats that won
    and by the others; seats that ratings let expect a score of, with the sums of that score, of the
    surplus and of its square."""

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
    def winners(self) -> list[tuple[int, int]]:
        """Sums and squares of seats that won, by ``DONE``."""
        return pairs_of(self.numbers[_WINNERS:_LOSERS])

    @property
    def losers(self) -> list[tuple[int, int]]:
        """Sums and squares of seats that did not win, by ``DONE``."""
        return pairs_of(self.numbers[_LOSERS:_SCORES])

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
        return deviation(self.numbers[4:6], self.seats)

    @property
    def mean_error(self) -> float:
        """Standard error of the mean points."""
        return self.spread / sqrt(self.seats) if self.seats else 0.0

    def of_source(self, source: Source) -> tuple[float, float]:
        """Mean and standard deviation of the points from `source`."""
        place = _SOURCES + 2 * SOURCES.index(source)
        sums = self.numbers[place : place + 2]
        return sums[0] / max(1, self.seats), deviation(sums, self.seats)

    def habit_means(self) -> list[tuple[str, float | None, float | None]]:
        """Name of a habit, its mean of winners and of losers (``None`` of none), by ``DONE``."""
        lost = self.seats - self.won
        return [
            (fact.name, won[0] / self.won if self.won else None, losers[0] / lost if lost else None)
            for fact, won, losers in zip(DONE, self.winners, self.losers, strict=True)
        ]

    def winners_habits(self) -> list[HabitContrast]:
        """Habits in which winners differ from others, the largest difference first."""
        return contrast_habits(
            HabitGroup(self.won, self.winners), HabitGroup(self.seats - self.won, self.losers)
        )

    def rated_score(self, players: int) -> RatedScore:
        """The score against what ratings let expect, in games with so many players."""
        return RatedScore.read(self.numbers[_SCORES:], players)


def total_sums(parts: Iterable[Sums]) -> Sums:
    """The sums of all."""
    sums = Sums()
    for part in parts:
        sums.join(part)
    return sums

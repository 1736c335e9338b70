"""Sums by which players are compared within a game, by round, and by rating; and what follows from
them. Like all sums they add up. Nothing here reads the database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from math import hypot, sqrt
from operator import add
from typing import Final, NamedTuple

from engine.facts import FACTS, SEAT
from insights.stats.significance import chance, significant, wilson

MEASURED: Final = ("first-sail", "majorities")
DONE: Final = tuple(
    fact
    for fact in sorted(FACTS.values(), key=lambda fact: fact.number)
    if fact.of == SEAT and (fact.kind == "count" or fact.name in MEASURED)
)
"""The facts by which winners are compared with others: what a seat did."""

TWELVE: Final = 12
"""A first place is shared by at most four: its part is a whole number of twelfths."""

SMALL_SAMPLE: Final = 100
"""Seats below which numbers are said to be of few games."""

THOUSAND: Final = 1000

Pair = Sequence[int]
"""The sum of numbers, and that of their squares."""


class RatedScore(NamedTuple):
    """Scores of `seats` whose ratings let expect a score. A score is the share of opponents that a
    seat finishes ahead of, a tie counting half; with one opponent it is the share of wins.
    `surplus`: the mean score less the mean expected one; `error`: the standard error of that."""

    seats: int
    expected: float
    surplus: float
    error: float

    @property
    def score(self) -> float:
        return self.expected + self.surplus

    @property
    def is_small(self) -> bool:
        return self.seats < SMALL_SAMPLE

    @property
    def chance(self) -> float:
        """Probability of such a surplus if ratings were right."""
        return chance(self.surplus, self.error**2)

    @classmethod
    def read(cls, numbers: Sequence[float], players: int) -> RatedScore:
        """Read the sums of ``score_row`` over seats of games with so many players."""
        seats, expected, surplus, squares = numbers
        if not seats:
            return cls(0, 0.0, 0.0, 0.0)
        unit = THOUSAND * (players - 1) * seats
        return cls(
            int(seats),
            expected / unit,
            surplus / unit,
            deviation((surplus, squares), seats) * sqrt(seats) / unit,
        )


def score_row(expected: int | None, surplus: int | None) -> list[int]:
    """Addition of a seat; `expected` and `surplus`: of all its opponents together, in thousandths;
    ``None`` where the ledger expects nothing."""
    if expected is None or surplus is None:
        return [0, 0, 0, 0]
    return [1, expected, surplus, surplus * surplus]


class HabitContrast(NamedTuple):
    """Mean frequency of a habit in two groups of seats. `deviations`: the difference in standard
    deviations (J. Cohen's *d*, over both), `error`: its standard error (B. L. Welch, *The
    significance of the difference between two means*, 1938). `tells`: the difference is
    significant among all habits; in a small sample none is."""

    name: str
    mean: float
    other_mean: float
    deviations: float
    error: float
    tells: bool


class HabitGroup(NamedTuple):
    """So many seats, with the sums of their habits, by ``DONE``."""

    seats: int
    habits: Sequence[Pair]


def contrast_habits(group: HabitGroup, other: HabitGroup) -> list[HabitContrast]:
    """Habits in which two groups differ, the largest difference first."""
    if not group.seats or not other.seats:
        return []
    seats = group.seats + other.seats
    contrasts = []
    for fact, sums, other_sums in zip(DONE, group.habits, other.habits, strict=True):
        spread = deviation([*map(add, sums, other_sums)], seats)
        if spread:
            mean, other_mean = sums[0] / group.seats, other_sums[0] / other.seats
            error = hypot(
                deviation(sums, group.seats) / sqrt(group.seats),
                deviation(other_sums, other.seats) / sqrt(other.seats),
            )
            difference = (mean - other_mean) / spread
            contrasts.append(
                HabitContrast(fact.name, mean, other_mean, difference, error / spread, False)
            )
    if seats >= SMALL_SAMPLE:
        flags = significant([chance(habit.deviations, habit.error**2) for habit in contrasts])
        contrasts = [
            habit._replace(tells=flag) for habit, flag in zip(contrasts, flags, strict=True)
        ]
    return sorted(contrasts, key=lambda habit: (-abs(habit.deviations), habit.name))


# --- within a game ------------------------------------------------------------


class LeaderResult(NamedTuple):
    """Results of the seats that had more of something than each other seat of their game. `games`:
    all; `seats`: those in which one seat did; `wins`: their first places, a shared one as its
    part."""

    games: int
    seats: int
    wins: float
    score: RatedScore

    @property
    def share(self) -> float:
        return self.wins / self.seats if self.seats else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.wins, self.seats)

    @property
    def is_small(self) -> bool:
        return self.seats < SMALL_SAMPLE

    def chance(self, even: float) -> float:
        """Probability of such a share of wins if it were `even`."""
        return chance(self.wins - self.seats * even, self.seats * even * (1 - even))

    @classmethod
    def read(cls, numbers: Sequence[int], players: int) -> LeaderResult:
        """Read the sums of ``leader_row`` over games with so many players."""
        games, seats, twelfths, *score = numbers
        return cls(games, seats, twelfths / TWELVE, RatedScore.read(score, players))


def leader_row(
    values: Sequence[int], twelfths: Sequence[int], scores: Sequence[Sequence[int]]
) -> list[int]:
    """Addition of a game. `values`: by seat, of what is compared; `twelfths` of the first place;
    `scores`: the rows of ``score_row``."""
    highest = max(values)
    if values.count(highest) > 1:
        return [1, 0, 0, 0, 0, 0, 0]
    leader = values.index(highest)
    return [1, 1, twelfths[leader], *scores[leader]]


# --- by rating ----------------------------------------------------------------


class SkillThirds(NamedTuple):
    """Habits of seats in the lower, middle and upper third by their rating before the game. The
    lower third is below `low`, the upper one at `high` or above."""

    low: int
    high: int
    groups: tuple[HabitGroup, HabitGroup, HabitGroup]

    @property
    def contrasts(self) -> list[HabitContrast]:
        """The upper third in contrast to the lower one."""
        lower, _, upper = self.groups
        return contrast_habits(upper, lower)

    def middle_means(self) -> dict[str, float]:
        """Mean of each habit in the middle third, by name."""
        _, middle, _ = self.groups
        return {
            fact.name: sums[0] / max(1, middle.seats)
            for fact, sums in zip(DONE, middle.habits, strict=True)
        }


def skill_row(done: Sequence[int]) -> list[int]:
    """Addition of a seat, without a game; `done`: the values of ``DONE``."""
    return [0, 1, *with_squares(done)]


def skill_thirds(bins: Mapping[int, Sequence[int]], step: int) -> SkillThirds | None:
    """Thirds of all seats, cut between two bins of ratings, each `step` wide; ``None`` where a
    third is a small sample. `bins`: the sums of ``skill_row`` by the lower end of the bin."""
    ends = sorted(bins)
    seats = list(accumulate(bins[end][1] for end in ends))
    if not ends:
        return None
    low, high = (_nearest(seats, part * seats[-1] / 3) for part in (1, 2))
    parts = ends[: low + 1], ends[low + 1 : high + 1], ends[high + 1 :]
    lower, middle, upper = (_group(bins[end] for end in part) for part in parts)
    if min(lower.seats, middle.seats, upper.seats) < SMALL_SAMPLE:
        return None
    return SkillThirds(ends[low] + step, ends[high] + step, (lower, middle, upper))


# --- arithmetic ---------------------------------------------------------------


def with_squares(values: Sequence[int]) -> list[int]:
    """Each value, and its square behind it."""
    return [number for value in values for number in (value, value * value)]


def pairs_of(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Sums with the sums of squares behind them, two by two."""
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def deviation(sums: Sequence[float], seats: float) -> float:
    """Standard deviation over so many seats."""
    if not seats:
        return 0.0
    mean = sums[0] / seats
    return sqrt(max(0.0, sums[1] / seats - mean * mean))


# --- inside -------------------------------------------------------------------


def _nearest(seats: Sequence[int], target: float) -> int:
    return min(range(len(seats)), key=lambda index: abs(seats[index] - target))


def _group(rows: Iterable[Sequence[int]]) -> HabitGroup:
    sums = [0] * (2 + 2 * len(DONE))
    for row in rows:
        sums[:] = map(add, sums, row)
    return HabitGroup(sums[1], pairs_of(sums[2:]))

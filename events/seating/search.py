"""Search for a round's tables: a cost for any two at one table, and exchanges that lower it.

Costs are whole numbers, and the threshold below which an exchange is accepted falls step by step
(threshold accepting: Dueck and Scheuer 1990). So a seed gives the same tables on every machine.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final, Literal, NamedTuple

from events.seating.draws import SeatingDraws
from ratings.standings import SeatedRound, SeatingHistory, pair_of

Priority = Literal["opponents", "points"]
"""``opponents``: fewest repeated opponents, then near points. ``points``: near points; opponents
who have met cost as much as `REPEAT_GAP`."""

SPREAD: Final = 1000
"""Units between the most and the fewest points of a round's entrants."""

REPEAT_GAP: Final = 250
REPEAT_COST: Final[Mapping[Priority, int]] = {
    "opponents": 100 * SPREAD**2,
    "points": REPEAT_GAP**2,
}
"""Cost of two who have met once; it grows with the square of the number of meetings."""

SEPARATE_MEETINGS: Final = 4
"""Two of one team or household cost as if they had met so often."""

DESCENTS: Final = 8
"""Searches of a round, each from other tables."""

STEPS: Final = 40_000
"""Exchanges that are tried in all descents together."""

LADDER: Final = 40
"""Thresholds of a descent; each is two thirds of the one before."""

LOOK_AHEAD_ENTRANTS: Final = 31
"""With more entrants there are enough new opponents, and no need to look ahead."""

LOOK_AHEAD_ROUNDS: Final = 2
LOOK_AHEAD_STEPS: Final = 6_000

Tables = list[list[int]]


class SeatingTerms(NamedTuple):
    """How an organiser wants tables.

    `largest` and `smallest` are sizes: with 3 as the smallest, of five entrants one has a bye.
    `spread_small`: small tables go round, even where that costs more repeated opponents.
    """

    priority: Priority = "opponents"
    largest: int = 4
    smallest: int = 2
    spread_small: bool = True


DEFAULT_TERMS: Final = SeatingTerms()


class TableSearch:
    """The search for tables of one round. Entrants are their places in `entrants`."""

    def __init__(
        self,
        entrants: Sequence[int],
        sizes: Sequence[int],
        history: SeatingHistory,
        terms: SeatingTerms,
        points: Mapping[int, Fraction],
        separate: Collection[tuple[int, int]],
    ) -> None:
        self.entrants: Final = entrants
        self.sizes: Final = sizes
        self.history: Final = history
        self.terms: Final = terms
        self.separate: Final = separate
        self.heights: Final = _heights([points.get(key, Fraction()) for key in entrants])
        self.costs: Final = self._pair_costs()
        kinds = sorted(set(sizes))[:-1] if terms.spread_small else []
        self.small: Final = [
            [history.small_tables(key, size) for size in kinds] for key in entrants
        ]
        self.free: Final = [[left == right for left in self.small] for right in self.small]
        """Two may change tables of different sizes if they sat at as many small ones."""

    def _pair_costs(self) -> list[list[int]]:
        separate = {pair_of(*pair) for pair in self.separate}
        repeat_cost = REPEAT_COST[self.terms.priority]
        costs = [[0] * len(self.entrants) for _ in self.entrants]
        for i, j in combinations(range(len(self.entrants)), 2):
            pair = pair_of(self.entrants[i], self.entrants[j])
            meetings = self.history.meetings[pair] + SEPARATE_MEETINGS * (pair in separate)
            halves = 2 * meetings * meetings + (pair in self.history.last_meetings)
            gap = self.heights[i] - self.heights[j]
            costs[i][j] = costs[j][i] = gap * gap + repeat_cost * halves // 2
        return costs

    def find_tables(self, draws: SeatingDraws) -> Tables:
        """The cheapest tables; among those with as few repeats, the ones that leave most room for
        the next rounds."""
        trials = sorted(self.descend(draws, STEPS // DESCENTS) for _ in range(DESCENTS))
        cost, tables = trials[0]
        unit = REPEAT_COST["opponents"]
        if self.terms.priority == "opponents" and len(self.entrants) <= LOOK_AHEAD_ENTRANTS:
            equals = [trial for price, trial in trials if price // unit == cost // unit]
            choices = {frozenset(map(frozenset, trial)): trial for trial in equals}
            tables = min(choices.values(), key=lambda trial: self._later_repeats(trial, draws))
        return [[self.entrants[place] for place in table] for table in tables]

    def _later_repeats(self, tables: Tables, draws: SeatingDraws) -> int:
        """Cost of repeats in the next rounds, if this one has these tables."""
        history, total = self.history.copy(), 0
        for _ in range(LOOK_AHEAD_ROUNDS):
            seated = tuple(tuple(self.entrants[place] for place in table) for table in tables)
            history.add(SeatedRound(seated))
            later = TableSearch(self.entrants, self.sizes, history, self.terms, {}, self.separate)
            cost, tables = later.descend(draws, LOOK_AHEAD_STEPS)
            total += cost // REPEAT_COST["opponents"]
        return total

    def first_tables(self, draws: SeatingDraws) -> Tables:
        """Tables to begin with: small ones for entrants who had the fewest, others by points."""
        waiting, tables = draws.shuffled(range(len(self.entrants))), []
        for kind, size in enumerate(sorted(set(self.sizes))):
            if waiting and kind < len(self.small[0]):
                waiting.sort(key=lambda place: self.small[place][kind])
            seats = size * self.sizes.count(size)
            group = sorted(waiting[:seats], key=lambda place: -self.heights[place])
            waiting = waiting[seats:]
            tables += [group[start : start + size] for start in range(0, seats, size)]
        return tables

    def descend(self, draws: SeatingDraws, steps: int) -> tuple[int, Tables]:
        """The cheapest tables of one descent, after their cost."""
        tables, below, costs, free = self.first_tables(draws), draws.below, self.costs, self.free
        total, count = self.cost_of(tables), len(tables)
        cheapest = total, [list(table) for table in tables]
        threshold = 2 * REPEAT_COST[self.terms.priority]
        for step in range(steps if count > 1 else 0):
            if not cheapest[0]:
                break
            if step % (steps // LADDER) == steps // LADDER - 1:
                threshold = threshold * 2 // 3
            first = below(count)
            left, right = tables[first], tables[(first + 1 + below(count - 1)) % count]
            i, j = below(len(left)), below(len(right))
            leaving, coming = left[i], right[j]
            if not free[leaving][coming]:
                continue
            of_leaving, of_coming = costs[leaving], costs[coming]
            change = -2 * of_leaving[coming]
            for place in left:
                change += of_coming[place] - of_leaving[place]
            for place in right:
                change += of_leaving[place] - of_coming[place]
            if change <= threshold:
                left[i], right[j] = coming, leaving
                total += change
                if total < cheapest[0]:
                    cheapest = total, [list(table) for table in tables]
        return cheapest

    def cost_of(self, tables: Tables) -> int:
        pairs = (pair for table in tables for pair in combinations(table, 2))
        return sum(self.costs[first][second] for first, second in pairs)


def _heights(points: Sequence[Fraction]) -> list[int]:
    """Points in units of which `SPREAD` lie between the fewest and the most."""
    if not points or min(points) == max(points):
        return [0] * len(points)
    fewest, width = min(points), max(points) - min(points)
    return [int((number - fewest) * SPREAD / width) for number in points]

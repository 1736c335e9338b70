"""Seatings: what rounds so far did to entrants, and the faults of a round's seating."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from itertools import combinations
from typing import Final, NamedTuple

from ratings.standings.points import SIZES


class SeatedRound(NamedTuple):
    """A round's tables, each in turn order, and the entrants with a bye."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


def pair_of(first: int, second: int) -> tuple[int, int]:
    return (first, second) if first < second else (second, first)


class SeatingHistory:
    """The rounds so far, by entrant: opponents met, starting positions, small tables, byes.

    `largest`: the size of a full table of the event; smaller ones are short.
    """

    def __init__(self, rounds: Iterable[SeatedRound] = (), largest: int = SIZES[-1]) -> None:
        self.largest: Final = largest
        self.meetings: Final = Counter[tuple[int, int]]()
        self.positions: Final[dict[int, list[int]]] = {}
        self.sizes: Final[dict[int, Counter[int]]] = {}
        self.byes: Final = Counter[int]()
        self.last_meetings: frozenset[tuple[int, int]] = frozenset()
        for seated in rounds:
            self.add(seated)

    def add(self, seated: SeatedRound) -> None:
        pairs = [
            pair_of(first, second)
            for table in seated.tables
            for first, second in combinations(table, 2)
        ]
        self.meetings.update(pairs)
        self.last_meetings = frozenset(pairs)
        for table in seated.tables:
            for position, entrant in enumerate(table):
                self.positions.setdefault(entrant, self.positions_of(entrant))[position] += 1
                self.sizes.setdefault(entrant, Counter())[len(table)] += 1
        self.byes.update(seated.byes)

    def copy(self) -> SeatingHistory:
        """A history of its own with the same counts."""
        history = SeatingHistory((), self.largest)
        history.meetings.update(self.meetings)
        history.last_meetings = self.last_meetings
        history.positions.update((key, list(counts)) for key, counts in self.positions.items())
        history.sizes.update((key, sizes.copy()) for key, sizes in self.sizes.items())
        history.byes.update(self.byes)
        return history

    def positions_of(self, entrant: int) -> list[int]:
        """How often an entrant was first, second, third, fourth in turn order."""
        return self.positions.get(entrant) or [0] * SIZES[-1]

    def small_tables(self, entrant: int, size: int) -> int:
        """How often an entrant sat at a table of so many or fewer."""
        sizes = self.sizes.get(entrant, Counter())
        return sum(times for number, times in sizes.items() if number <= size)

    def position_difference(self, entrant: int) -> int:
        """The starting position taken most often less that taken least, of the positions that the
        entrant's tables had."""
        counts = self.positions_of(entrant)[: max(self.sizes.get(entrant, SIZES))]
        return max(counts) - min(counts)

    @property
    def repeats(self) -> int:
        """Meetings beyond the first, of all pairs."""
        return sum(times - 1 for times in self.meetings.values())


class SeatingProblem(NamedTuple):
    """A fault of a seating. `kind` is one of ``SEATING_ERRORS`` or ``SEATING_WARNINGS``; `number`:
    the size of a table, or how often two had met before, or a difference."""

    kind: str
    entrants: tuple[int, ...]
    number: int = 0


SEATING_ERRORS: Final = ("size", "unknown", "twice", "missing")
"""A seating with one of these is refused: a table of a size that nobody can play at, an entrant who
is not in the round, or sits twice, or not at all."""

SEATING_WARNINGS: Final = ("repeat", "position", "small", "bye")
"""An arbiter may want these: opponents who meet again; a starting position taken three times more
than another one; a small table or bye for an entrant who had more of them than another one who is
spared."""

POSITION_LIMIT: Final = 2


def check_seating(
    seated: SeatedRound, present: Collection[int], history: SeatingHistory
) -> list[SeatingProblem]:
    """Faults of a round's seating: errors first. `present`: all who play this round; `history`: of
    the rounds before."""
    problems = [
        SeatingProblem("size", table, len(table))
        for table in seated.tables
        if len(table) not in SIZES or len(table) > history.largest
    ]
    counts = Counter([key for table in seated.tables for key in table] + list(seated.byes))
    problems += [SeatingProblem("unknown", (key,)) for key in counts if key not in present]
    problems += [SeatingProblem("twice", (key,), n) for key, n in counts.items() if n > 1]
    problems += [SeatingProblem("missing", (key,)) for key in present if key not in counts]
    if problems:
        return problems
    for table in seated.tables:
        for pair in combinations(table, 2):
            if times := history.meetings[pair_of(*pair)]:
                problems.append(SeatingProblem("repeat", pair, times))
    problems += _positions_out_of_balance(seated, history)
    for size in range(SIZES[0], history.largest):
        problems += _unfairly_short(seated, history, size)
    spared = [history.byes[key] for table in seated.tables for key in table]
    problems += [
        SeatingProblem("bye", (key,), history.byes[key] + 1)
        for key in seated.byes
        if spared and history.byes[key] > min(spared)
    ]
    return problems


def _positions_out_of_balance(
    seated: SeatedRound, history: SeatingHistory
) -> Iterable[SeatingProblem]:
    for table in seated.tables:
        for position, key in enumerate(table):
            size = max((*history.sizes.get(key, ()), len(table)))
            counts = history.positions_of(key)[:size]
            fewest = min(counts[:position] + counts[position + 1 :])
            if counts[position] + 1 - fewest > POSITION_LIMIT:
                yield SeatingProblem("position", (key,), counts[position] + 1 - fewest)


def _unfairly_short(
    seated: SeatedRound, history: SeatingHistory, size: int
) -> Iterable[SeatingProblem]:
    """Entrants at tables of `size` or fewer who sat at more of them than one who is spared."""
    times = {key: history.small_tables(key, size) for table in seated.tables for key in table}
    spared = [times[key] for table in seated.tables if len(table) > size for key in table]
    for table in seated.tables:
        for key in table:
            if spared and len(table) == size and times[key] > min(spared):
                yield SeatingProblem("small", (key,), len(table))

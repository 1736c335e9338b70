"""Standings of duplicate events: each seat of a deal against the same seat at the other tables."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from ratings.standings.ranking import StandingsRow
from ratings.standings.results import Bye, Penalty

HALF: Final = Fraction(1, 2)
"""A bye, and a seat without another table to compare with, count as an average."""


class DuplicateTable(NamedTuple):
    """A table that finished its game of a deal: entrants and points in turn order. `replaced`:
    turns of players whom a computer player replaced, or who resigned: a lead cannot be frozen."""

    deal: int
    entrants: tuple[int, ...]
    scores: tuple[int, ...]
    replaced: tuple[int, ...] = ()


def leads(table: DuplicateTable) -> list[int | None]:
    """By turn: the points more, or fewer, than the best opponent; None for a replaced player.

    >>> leads(DuplicateTable(1, (1, 2, 3), (30, 41, 22), replaced=(2,)))
    [-11, 11, None]
    """
    numbers: list[int | None] = []
    for turn, score in enumerate(table.scores):
        best = max(table.scores[:turn] + table.scores[turn + 1 :])
        numbers.append(None if turn in table.replaced else score - best)
    return numbers


def seat_fractions(field: Sequence[DuplicateTable]) -> list[tuple[Fraction, ...]]:
    """Tables of one deal: by table and turn the part of the possible matchpoints.

    A seat has two points for each table at which the same seat has a smaller lead, one for each
    with the same; a replaced player is behind all others. Raises ``ValueError`` for tables of
    different sizes, or with fewer than two seats.

    >>> tables = [DuplicateTable(1, (n, n + 1), scores) for n, scores in
    ...     ((1, (40, 30)), (3, (38, 36)), (5, (35, 33)))]
    >>> [[str(part) for part in seats] for seats in seat_fractions(tables)]
    [['1', '0'], ['1/4', '3/4'], ['1/4', '3/4']]
    """
    sizes = {len(table.entrants) for table in field}
    if sizes and (len(sizes) > 1 or min(sizes) < 2):
        raise ValueError("tables of a deal have the same number of seats")
    if any(len(table.scores) != len(table.entrants) for table in field):
        raise ValueError("a table has the points of each seat")
    if len(field) < 2:
        return [(HALF,) * len(table.entrants) for table in field]
    columns = zip(*map(leads, field), strict=True)
    by_turn = [_matchpoints(column) for column in columns]
    return [tuple(turn[number] for turn in by_turn) for number in range(len(field))]


def rank_duplicate(
    entrants: Collection[int],
    tables: Iterable[DuplicateTable],
    *,
    byes: Iterable[Bye] = (),
    penalties: Iterable[Penalty] = (),
) -> list[StandingsRow]:
    """Standings of a duplicate event, from the first: by the sum of the parts of all deals. Who
    have the same share the rank.

    A table that did not finish is not among `tables`, and the field is the others. Raises
    ``ValueError`` if an entrant is unknown, or has two results in a deal.
    """
    totals = dict.fromkeys(entrants, Fraction())
    results, wins, played = Counter[int](), Counter[int](), set[tuple[int, int]]()
    by_deal: dict[int, list[DuplicateTable]] = defaultdict(list)
    for table in tables:
        by_deal[table.deal].append(table)
    parts = [
        (deal, entrant, part, lead)
        for deal, field in by_deal.items()
        for table, row in zip(field, seat_fractions(field), strict=True)
        for entrant, part, lead in zip(table.entrants, row, leads(table), strict=True)
    ]
    parts += [(bye.round, bye.entrant, HALF, None) for bye in byes]
    for deal, entrant, part, lead in parts:
        if entrant not in totals:
            raise ValueError(f"{entrant} is no entrant")
        if (deal, entrant) in played:
            raise ValueError(f"{entrant} has two results in deal {deal}")
        played.add((deal, entrant))
        totals[entrant] += part
        results[entrant] += 1
        wins[entrant] += lead is not None and lead >= 0
    for penalty in penalties:
        if penalty.entrant not in totals:
            raise ValueError(f"{penalty.entrant} is no entrant")
        totals[penalty.entrant] -= penalty.points
    ordered = sorted(totals, key=lambda key: (-totals[key], key))
    return [
        StandingsRow(
            1 + sum(points > totals[key] for points in totals.values()),
            key,
            totals[key],
            (),
            results[key],
            wins[key],
        )
        for key in ordered
    ]


# --- inside -------------------------------------------------------------------


def _matchpoints(column: Sequence[int | None]) -> list[Fraction]:
    """Of each table: its part, from the leads of the same seat at all tables."""
    ranked = [(lead is not None, lead or 0) for lead in column]
    possible = 2 * (len(ranked) - 1)
    return [
        Fraction(sum(2 * (lead > other) + (lead == other) for other in ranked) - 1, possible)
        for lead in ranked
    ]

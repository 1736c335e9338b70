"""Knock-out at tables of three and four: the best of each table go on, until one table is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final

from events.seating.draws import SeatingDraws
from events.seating.search import DEFAULT_TERMS, SeatingTerms
from events.seating.sizes import table_sizes
from events.seating.turn_order import order_table
from ratings.standings import SeatedRound, SeatingHistory, TableResult, deal_seeds, pair_of

THROUGH: Final = (1, 2)
"""How many of a table may go on."""


def knockout_sizes(
    entrants: int, through: int = 2, terms: SeatingTerms = DEFAULT_TERMS
) -> list[tuple[int, ...]]:
    """Sizes of each round's tables up to the final, the last one.

    >>> knockout_sizes(11)
    [(4, 4, 3), (3, 3), (4,)]
    >>> knockout_sizes(16, through=1)
    [(4, 4, 4, 4), (4,)]
    """
    if through not in THROUGH or entrants < 2:
        raise ValueError("of two entrants or more, one or two of a table go on")
    sizes, byes = _sizes_of(entrants, terms)
    rounds = [sizes]
    while len(sizes) > 1 or byes:
        going_on = byes + sum(min(through, size - 1) for size in sizes)
        sizes, byes = _sizes_of(going_on, terms)
        rounds.append(sizes)
    return rounds


def _sizes_of(entrants: int, terms: SeatingTerms) -> tuple[tuple[int, ...], int]:
    """Sizes of a round's tables, and byes. So few that none fits sit at a table of two."""
    return table_sizes(entrants, terms.largest, min(terms.smallest, max(2, entrants)))


def seat_knockout(
    seeds: Sequence[int],
    rounds: Sequence[SeatedRound],
    seed: str,
    *,
    terms: SeatingTerms = DEFAULT_TERMS,
    separate: Collection[tuple[int, int]] = (),
) -> SeatedRound:
    """The tables of a knock-out round, for entrants from the best seed; four play the final.

    Seeds are dealt in a snake, and small tables go to the best. Opponents of earlier rounds and
    pairs who are to be kept `separate` meet only where no other entrant of about their strength can
    take the place. Whom no table takes, from the best seed, has a bye.
    """
    sizes, byes = _sizes_of(len(seeds), terms)
    history, draws = SeatingHistory(rounds, terms.largest), SeatingDraws(seed, len(rounds) + 1)
    meetings = history.meetings + Counter(pair_of(*pair) for pair in separate)
    tables = deal_seeds(seeds[byes:], len(sizes), meetings)
    ordered = tuple(order_table(table, history, draws) for table in tables)
    return SeatedRound(ordered, tuple(seeds[:byes]))


def next_seeds(
    seeds: Sequence[int], results: Collection[TableResult], through: int = 2
) -> list[int]:
    """Entrants of the next round, the best seed first: by their place, then by their former seed.

    `through` of each table go on, but never all; those who share a place go on by their seed.
    """
    numbers = {entrant: number for number, entrant in enumerate(seeds)}
    qualified: list[tuple[int, int, int]] = []
    for table in results:
        ranked = sorted(
            (place, numbers[entrant], entrant)
            for entrant, place in zip(table.entrants, table.places, strict=True)
        )
        qualified += ranked[: min(through, len(ranked) - 1)]
    return [entrant for _, _, entrant in sorted(qualified)]

"""The seating of a round, and of all rounds of a closed group."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from events.seating.designs import group_design
from events.seating.draws import SeatingDraws
from events.seating.search import DEFAULT_TERMS, SeatingTerms, TableSearch
from events.seating.sizes import table_sizes
from events.seating.turn_order import order_table
from ratings.standings import SeatedRound, SeatingHistory


def seat_round(
    present: Collection[int],
    rounds: Sequence[SeatedRound],
    seed: str,
    *,
    points: Mapping[int, Fraction] | None = None,
    terms: SeatingTerms = DEFAULT_TERMS,
    fixed_tables: Sequence[tuple[int, ...]] = (),
    fixed_byes: Sequence[int] = (),
    separate: Collection[tuple[int, int]] = (),
) -> SeatedRound:
    """The next round's tables, each in turn order, and byes.

    `present`: entrants who play it, late ones too; `rounds`: those before, from the first;
    `points`: of the standings; `fixed_tables` and `fixed_byes`: the arbiter's, which stay;
    `separate`: pairs who should not meet, as of one team. Byes go to entrants with the fewest byes,
    then the fewest points. Equal arguments give equal seatings, in whatever order `present` is.
    Raises ``ValueError`` if a fixed table has an entrant who is not present, or twice.
    """
    history, draws = SeatingHistory(rounds, terms.largest), SeatingDraws(seed, len(rounds) + 1)
    fixed = [key for table in fixed_tables for key in table] + list(fixed_byes)
    if len(set(fixed)) < len(fixed) or not set(fixed) <= set(present):
        raise ValueError("a fixed table has an entrant twice, or one who is not present")
    points = points or {}
    entrants = draws.shuffled(sorted(set(present) - set(fixed)))
    entrants.sort(key=lambda key: (history.byes[key], points.get(key, Fraction())))
    sizes, byes = table_sizes(len(entrants), terms.largest, terms.smallest)
    search = TableSearch(entrants[byes:], sizes, history, terms, points, separate)
    tables = search.find_tables(draws) if sizes else []
    tables.sort(key=lambda table: sorted(-points.get(key, Fraction()) for key in table))
    ordered = (order_table(table, history, draws) for table in tables)
    return SeatedRound((*fixed_tables, *ordered), (*fixed_byes, *entrants[:byes]))


def seat_group(
    entrants: Collection[int],
    count: int,
    seed: str,
    *,
    terms: SeatingTerms = DEFAULT_TERMS,
    separate: Collection[tuple[int, int]] = (),
) -> list[SeatedRound]:
    """`count` rounds of a closed group, all at once: by the known design for so many entrants, else
    round by round, without points.

    A design needs full tables of the size of its own, and nobody to keep separate.
    """
    groups = group_design(len(set(entrants)), count, terms.largest)
    rounds: list[SeatedRound] = []
    if groups is None or separate:
        for _ in range(count):
            rounds.append(seat_round(entrants, rounds, seed, terms=terms, separate=separate))
        return rounds
    letters = SeatingDraws(seed, 0).shuffled(sorted(set(entrants)))
    for tables in groups:
        history, draws = SeatingHistory(rounds, terms.largest), SeatingDraws(seed, len(rounds) + 1)
        seats = [[letters[place] for place in table] for table in tables]
        rounds.append(SeatedRound(tuple(order_table(table, history, draws) for table in seats)))
    return rounds

"""Pairing of events for two: by the FIDE (Dutch) system where py4swiss runs, else by the search.

There are no builds of py4swiss for some machines (Linux on ARM).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from importlib import metadata, util
from typing import Final

from events.seating.draws import SeatingDraws
from events.seating.rounds import seat_round
from events.seating.search import SeatingTerms
from ratings.standings import SeatedRound, TableResult

PAIR_TERMS: Final = SeatingTerms(largest=2)

PAIRING_PROGRAM: Final = (
    f"py4swiss {metadata.version('py4swiss')}" if util.find_spec("py4swiss") else "search"
)
"""The program that pairs on this machine, for the record of a round."""

WIN: Final = {1: Fraction(1), 0: Fraction(1, 2), -1: Fraction()}


def pair_round(
    present: Collection[int],
    rounds: Sequence[SeatedRound],
    results: Collection[TableResult],
    seed: str,
    *,
    count: int,
    separate: Collection[tuple[int, int]] = (),
    program: str = PAIRING_PROGRAM,
) -> SeatedRound:
    """The next round of an event for two: pairs, of each the first has the first turn, and a bye
    where one entrant is left.

    `results`: of all tables so far; `count`: rounds of the event. A shared place is half a win.
    The initial order is drawn from `seed`; late entrants, who have higher numbers, leave that of
    the others as it was. Raises ``ValueError`` if all who are left have met.
    """
    if program == "search":
        points = _points(results)
        return seat_round(present, rounds, seed, points=points, terms=PAIR_TERMS, separate=separate)
    from events.seating.fide import fide_pairs

    entrants = {key for seated in rounds for table in seated.tables for key in table}
    entrants.update(key for seated in rounds for key in seated.byes)
    order = SeatingDraws(seed, 0).shuffled(sorted(entrants.union(present)))
    return fide_pairs(order, present, rounds, results, max(count, len(rounds) + 1), separate)


def _points(results: Collection[TableResult]) -> dict[int, Fraction]:
    points: dict[int, Fraction] = {}
    for table in results:
        for seat, entrant in enumerate(table.entrants):
            ahead = table.places[1 - seat] - table.places[seat]
            points[entrant] = points.get(entrant, Fraction()) + WIN[ahead]
    return points

"""Standings of events with a final, and of knock-outs; entrants with too few results."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from ratings.standings.ranking import StandingsRow
from ratings.standings.seatings import SeatedRound

Placings = Mapping[tuple[int, int], int]
"""The place of an entrant at the table of a round, by round and entrant."""


def rank_with_final(
    rows: Sequence[StandingsRow], finalists: Collection[int], places: Mapping[int, int]
) -> list[StandingsRow]:
    """Standings after a final table: its entrants first, by their place there, then by `rows`, the
    standings before it. The others keep their order.

    `places`: of the final; empty while it is played.
    """

    def key(row: StandingsRow) -> tuple[int, ...]:
        is_out = row.entrant not in finalists
        return is_out, 0 if is_out else places.get(row.entrant, 0), row.rank

    return _ranked(rows, key)


def rank_knockout(
    rows: Sequence[StandingsRow], rounds: Sequence[SeatedRound], places: Placings
) -> list[StandingsRow]:
    """Standings of a knock-out: by the last round that an entrant reached, then by the place at its
    table there, then by `rows`, the standings by points. So the final comes first.

    An entrant whose table plays is before those who have a place in that round.
    """
    reached: dict[int, int] = {}
    for number, seated in enumerate(rounds, 1):
        reached.update((key, number) for table in seated.tables for key in table)
        reached.update((key, number) for key in seated.byes)

    def key(row: StandingsRow) -> tuple[int, ...]:
        number = reached.get(row.entrant, 0)
        return -number, places.get((number, row.entrant), 0), row.rank

    return _ranked(rows, key)


def listed_rows(rows: Sequence[StandingsRow], least: int) -> list[StandingsRow]:
    """`rows` without entrants who have fewer than `least` results; the others move up."""
    return _ranked([row for row in rows if row.results >= least], lambda row: (row.rank,))


def _ranked(
    rows: Sequence[StandingsRow], key: Callable[[StandingsRow], tuple[int, ...]]
) -> list[StandingsRow]:
    """By `key`, with shared ranks for equal ones."""
    ordered = sorted(rows, key=lambda row: (key(row), row.entrant))
    ranked: list[StandingsRow] = []
    for number, row in enumerate(ordered, 1):
        is_tied = bool(ranked) and key(ordered[number - 2]) == key(row)
        ranked.append(row._replace(rank=ranked[-1].rank if is_tied else number))
    return ranked

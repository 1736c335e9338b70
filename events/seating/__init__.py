"""Seating of events: opponents at each table, and their turn order.

Pure: no Django, no clock, no chance but draws from a published seed, so that anybody can repeat it.
``ratings.standings`` has the history of a seating and its check; ``docs/decisions/events.md`` has
the measurements.

>>> first = seat_round(range(1, 17), [], "club night 7")
>>> [len(table) for table in first.tables]
[4, 4, 4, 4]
>>> second = seat_round(range(1, 17), [first], "club night 7")
>>> check_seating(second, range(1, 17), SeatingHistory([first]))
[]
"""

from __future__ import annotations

from events.seating.designs import GROUPS, group_design, seat_at_once
from events.seating.knockout import knockout_sizes, next_seeds, seat_knockout
from events.seating.pairs import PAIRING_PROGRAM, pair_round
from events.seating.rounds import seat_group, seat_round
from events.seating.search import Priority, SeatingTerms
from events.seating.sizes import table_sizes
from ratings.standings import SeatedRound, SeatingHistory, check_seating, deal_seeds

__all__ = [
    "GROUPS",
    "PAIRING_PROGRAM",
    "Priority",
    "SeatedRound",
    "SeatingHistory",
    "SeatingTerms",
    "check_seating",
    "deal_seeds",
    "group_design",
    "knockout_sizes",
    "next_seeds",
    "pair_round",
    "seat_at_once",
    "seat_group",
    "seat_knockout",
    "seat_round",
    "table_sizes",
]

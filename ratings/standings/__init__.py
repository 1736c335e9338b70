"""Standings of events for two to four at a table, and the check of a seating, in exact fractions.

Pure: the site and ``audit`` compute the same from the same results. An entrant is a number. Points
are fractions, never floats, so a shared place divides without a rest. ``docs/decisions/events.md``
has the choices and their sources.

>>> scoring = Scoring(tie_breaks=("wins", "direct"))
>>> results = [TableResult(1, (7, 8, 9, 10), (1, 2, 2, 4)), TableResult(2, (7, 8, 9), (3, 1, 2))]
>>> rows = rank_entrants([7, 8, 9, 10], results, scoring)
>>> [(row.rank, row.entrant, format_points(row.points)) for row in rows]
[(1, 8, '7.5'), (2, 7, '6'), (3, 9, '5'), (4, 10, '1')]
"""

from __future__ import annotations

from ratings.standings.divisions import (
    DIVISION_MOVES,
    DivisionEnd,
    DivisionPlace,
    next_divisions,
)
from ratings.standings.duplicate import (
    HALF,
    DuplicateTable,
    leads,
    rank_duplicate,
    seat_fractions,
)
from ratings.standings.points import (
    DEFAULT_BYE,
    DEFAULT_POINTS,
    SIZES,
    PointsLists,
    format_points,
    parse_point_number,
    parse_points,
    places_by_score,
    table_points,
)
from ratings.standings.ranking import (
    StandingsMove,
    StandingsRow,
    TeamRow,
    rank_entrants,
    rank_teams,
    standings_as_json,
    standings_moves,
)
from ratings.standings.results import (
    DEFAULT_SCORING,
    Bye,
    Penalty,
    ResultBook,
    Scoring,
    TableResult,
    best_results,
)
from ratings.standings.seatings import (
    SEATING_ERRORS,
    SEATING_WARNINGS,
    SeatedRound,
    SeatingHistory,
    SeatingProblem,
    check_seating,
    pair_of,
)
from ratings.standings.seeds import deal_seeds
from ratings.standings.series import (
    SERIES_TIE_BREAK_NAMES,
    EventFinish,
    SeriesRow,
    guest_form,
    rank_series,
    series_moves,
)
from ratings.standings.stages import Placings, listed_rows, rank_knockout, rank_with_final
from ratings.standings.tie_breaks import TIE_BREAK_NAMES, direct_numbers, draw_lots

__all__ = [
    "DEFAULT_BYE",
    "DEFAULT_POINTS",
    "DEFAULT_SCORING",
    "DIVISION_MOVES",
    "HALF",
    "SEATING_ERRORS",
    "SEATING_WARNINGS",
    "SERIES_TIE_BREAK_NAMES",
    "SIZES",
    "TIE_BREAK_NAMES",
    "Bye",
    "DivisionEnd",
    "DivisionPlace",
    "DuplicateTable",
    "EventFinish",
    "Penalty",
    "Placings",
    "PointsLists",
    "ResultBook",
    "Scoring",
    "SeatedRound",
    "SeatingHistory",
    "SeatingProblem",
    "SeriesRow",
    "StandingsMove",
    "StandingsRow",
    "TableResult",
    "TeamRow",
    "best_results",
    "check_seating",
    "deal_seeds",
    "direct_numbers",
    "draw_lots",
    "format_points",
    "guest_form",
    "leads",
    "listed_rows",
    "next_divisions",
    "pair_of",
    "parse_point_number",
    "parse_points",
    "places_by_score",
    "rank_duplicate",
    "rank_entrants",
    "rank_knockout",
    "rank_series",
    "rank_teams",
    "rank_with_final",
    "seat_fractions",
    "series_moves",
    "standings_as_json",
    "standings_moves",
    "table_points",
]

"""A finished game, judged: shares of wins to be expected, better choices, turning points, luck.

>>> from engine import Setup, deal, write_text
>>> game = told(write_text(deal(Setup.of("black white"), seed=7, play="greedy")))
>>> one = judge_entry(game, 9, Budget(40, 80, 0.015))
>>> round(sum(one.before.by_seat), 6), one.loss >= 0
(1.0, True)

``docs/analysis.md`` says what the numbers mean.
"""

from engine.analysis.choices import TENFOLD, USUAL, Alternative, Budget
from engine.analysis.judged import Judged, Mark, Told, judge_entry, told
from engine.analysis.kept import (
    KeptAnalysis,
    KeptEntry,
    from_json,
    judged_from_json,
    judged_to_json,
    to_json,
)
from engine.analysis.shares import Shares, win_shares
from engine.analysis.whole import METHOD, Analysis, whole

__all__ = [
    "METHOD",
    "TENFOLD",
    "USUAL",
    "Alternative",
    "Analysis",
    "Budget",
    "Judged",
    "KeptAnalysis",
    "KeptEntry",
    "Mark",
    "Shares",
    "Told",
    "from_json",
    "judge_entry",
    "judged_from_json",
    "judged_to_json",
    "to_json",
    "told",
    "whole",
    "win_shares",
]

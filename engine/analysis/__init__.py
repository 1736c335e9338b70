"""A finished game, judged: shares of wins to be expected, better choices, turning points, luck.

>>> from engine import Setup, deal, write_text
>>> game = analysed_game(write_text(deal(Setup.of("black white"), seed=7, play="greedy")))
>>> judged = judge_entry(game, 9, PlayoutBudget(40, 80, 0.015))
>>> round(sum(judged.before.by_seat), 6), judged.loss >= 0
(1.0, True)

``docs/analysis.md`` says what the numbers mean.
"""

from engine.analysis.choices import TENFOLD, USUAL, Alternative, PlayoutBudget
from engine.analysis.judged import AnalysedGame, JudgedEntry, LossMark, analysed_game, judge_entry
from engine.analysis.serialization import (
    StoredAnalysis,
    StoredEntry,
    analysis_from_json,
    analysis_to_json,
    entry_analysis_from_json,
    entry_analysis_to_json,
)
from engine.analysis.shares import Shares, win_shares
from engine.analysis.whole import METHOD, Analysis, assemble_analysis

__all__ = [
    "METHOD",
    "TENFOLD",
    "USUAL",
    "Alternative",
    "AnalysedGame",
    "Analysis",
    "JudgedEntry",
    "LossMark",
    "PlayoutBudget",
    "Shares",
    "StoredAnalysis",
    "StoredEntry",
    "analysed_game",
    "analysis_from_json",
    "analysis_to_json",
    "assemble_analysis",
    "entry_analysis_from_json",
    "entry_analysis_to_json",
    "judge_entry",
    "win_shares",
]

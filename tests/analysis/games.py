"""Games to be judged: sides and modules of all kinds, for two, three and four."""

from __future__ import annotations

from functools import cache

from engine import Setup, deal, write_text
from engine.analysis import AnalysedGame, PlayoutBudget, analysed_game

HIDDEN = "new_dynasty_cards hidden_market_cards"

SETUPS = [
    ("black white", "AAAAA", ""),
    ("black white brown", "DCCBB", f"{HIDDEN} private_ships pharaohs_favors"),
    ("white gray", "CABCC", f"{HIDDEN} god_prophecies stonemasons_wager"),
    ("black white brown gray", "BDDCA", "god_prophecies stonemasons_wager wrath_of_the_pharaoh"),
]

PLAYOUTS = 6
NODES = 2_000
FEW = PlayoutBudget(24, 48, 0.015)
"""Enough to see that everything is there, and no more."""


@cache
def text_of(number: int) -> str:
    """The log of a game with the set-up of this number."""
    seats, sides, modules = SETUPS[number]
    return write_text(deal(Setup.of(seats, sides, modules), seed=number, play="greedy"))


@cache
def game_of(number: int) -> AnalysedGame:
    return analysed_game(text_of(number), PLAYOUTS, NODES)

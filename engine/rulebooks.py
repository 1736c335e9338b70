"""Rulebooks: the rulings of an edition, as the code that carries them out.

An edition's file names the rulebook by which its numbers are read. Where a ruling changes, the new
meaning is written beside the old one, and a new entry of ``RULEBOOKS`` takes it up; games of older
editions go on being judged by what their rulebook says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from engine.cards import CARDS
from engine.cards.card import MarketCard
from engine.entries import Action, Load, Pass, RevealRoundCard, Sail, Take
from engine.flow import (
    hand_back,
    reveal_round_card,
    round_cards_left,
    scoring_cards,
    unused_blue_cards,
)
from engine.modules import MODULES
from engine.modules.module import ModuleRules
from engine.sites import BOARDS
from engine.sites.board import Board
from engine.state import State
from engine.turns.load import LoadTurn
from engine.turns.pass_turn import PassTurn
from engine.turns.sail import SailTurn
from engine.turns.take import TakeTurn
from engine.turns.turn import Reveal, Turn
from engine.vocabulary import Card, Module, Side, Site


class Rulebook(NamedTuple):
    """Functions and boards that rulings can change.

    `turns`: what a turn may be without cards and modules (R2.1). `cards`: the market cards.
    `boards`: the twenty boards. `modules`: what may be added. `outcomes`: chance at the table;
    chance at a board, or of a module, is theirs. `tallies`: the final scoring after the boards and
    before the modules, in order. `stuck_round`: what happens when all have passed.
    """

    turns: Mapping[type[Action], Turn]
    cards: Mapping[Card, type[MarketCard]]
    boards: Mapping[tuple[Site, Side], type[Board[Any]]]
    modules: Mapping[Module, type[ModuleRules[Any]]]
    outcomes: Mapping[type[Action], Reveal]
    tallies: tuple[Callable[[State], None], ...]
    stuck_round: Callable[[State], None]


TURNS: Final[Mapping[type[Action], Turn]] = {
    Take: TakeTurn(),
    Load: LoadTurn(),
    Sail: SailTurn(),
    Pass: PassTurn(),
}

RULEBOOK_2026_1: Final = Rulebook(
    turns=TURNS,
    cards=CARDS,
    boards=BOARDS,
    modules=MODULES,
    outcomes={RevealRoundCard: Reveal(reveal_round_card, round_cards_left)},
    tallies=(scoring_cards, unused_blue_cards),
    stuck_round=hand_back,
)

RULEBOOKS: Final[dict[str, Rulebook]] = {"2026.1": RULEBOOK_2026_1}
"""Every rulebook by the name that editions give."""

"""Rulebooks: the rulings of an edition, as the code that carries them out.

An edition's file names the rulebook by which its numbers are read. Where a ruling changes, the new
meaning is written beside the old one, and a new entry of ``RULEBOOKS`` takes it up; games of older
editions go on being judged by what their rulebook says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from engine.cards import blue, final
from engine.cards.red import RED_CARDS, RedEffect
from engine.entries import (
    Action,
    Load,
    Pass,
    PlayChisel,
    PlayHammer,
    PlayLever,
    PlayLoadingPlank,
    PlayRaft,
    PlaySail,
    RevealRoundCard,
    Sail,
    Take,
)
from engine.flow import hand_back, reveal_round_card, round_cards_left
from engine.modules import MODULES
from engine.modules.module import ModuleRules
from engine.sites import BOARDS
from engine.sites.board import Board
from engine.state import State
from engine.turns.load import load, loads
from engine.turns.pass_turn import pass_turn, passes
from engine.turns.sail import sail, sails
from engine.turns.take import take, takes
from engine.turns.turn import Reveal, Turn
from engine.vocabulary import Card, Module, Side, Site


class Rulebook(NamedTuple):
    """What can be ruled one way or another.

    `turns`: what a turn may be without modules (R2.1). `boards`: the twenty boards. `modules`:
    what may be added. `red_cards`: their effects. `outcomes`: chance at the table; chance at a
    board, or of a module, is theirs. `tallies`: the final scoring after the boards and before the
    modules, in order. `stuck_round`: what happens when all have passed.
    """

    turns: Mapping[type[Action], Turn]
    boards: Mapping[tuple[Site, Side], type[Board[Any]]]
    modules: Mapping[Module, type[ModuleRules[Any]]]
    red_cards: Mapping[Card, RedEffect]
    outcomes: Mapping[type[Action], Reveal]
    tallies: tuple[Callable[[State], None], ...]
    stuck_round: Callable[[State], None]


TURNS: Final[Mapping[type[Action], Turn]] = {
    Take: Turn(take, takes),
    Load: Turn(load, loads),
    Sail: Turn(sail, sails),
    PlayLever: Turn(blue.lever, blue.levers),
    PlayHammer: Turn(blue.hammer, blue.hammers),
    PlaySail: Turn(blue.sail_card, blue.sail_cards),
    PlayChisel: Turn(blue.chisel, blue.chisels),
    PlayRaft: Turn(blue.raft, blue.rafts),
    PlayLoadingPlank: Turn(blue.loading_plank, blue.loading_planks),
    Pass: Turn(pass_turn, passes),
}

RULEBOOK_2026_1: Final = Rulebook(
    turns=TURNS,
    boards=BOARDS,
    red_cards=RED_CARDS,
    modules=MODULES,
    outcomes={RevealRoundCard: Reveal(reveal_round_card, round_cards_left)},
    tallies=(
        final.decorations,
        final.statues,
        final.stone_ornaments,
        final.unused_blue_cards,
    ),
    stuck_round=hand_back,
)

RULEBOOKS: Final[dict[str, Rulebook]] = {"2026.1": RULEBOOK_2026_1}
"""Every rulebook by the name that editions give."""

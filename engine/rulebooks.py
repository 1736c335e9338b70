"""Rulebooks: the rulings of an edition, as the code that carries them out.

An edition's file names the rulebook by which its numbers are read. Where a ruling changes, the new
meaning is written beside the old one, and a new entry of ``RULEBOOKS`` takes it up; games of older
editions go on being judged by what their rulebook says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from engine import entries as actions
from engine.agenda import Chance
from engine.cards import blue, final
from engine.cards.red import RED_CARDS, RedEffect
from engine.entries import Action
from engine.flow import hand_back, reveal_round_card
from engine.modules import favors, private_ships, prophecies, wager, wrath
from engine.sites import BOARDS
from engine.sites.board import Board
from engine.state import State
from engine.turns.load import load, loads
from engine.turns.pass_turn import pass_turn, passes
from engine.turns.sail import sail, sails
from engine.turns.take import take, takes
from engine.turns.turn import Turn
from engine.vocabulary import Card, Side, Site


class Rulebook(NamedTuple):
    """What can be ruled one way or another.

    `turns`: what a turn may be (R2.1). `boards`: the twenty boards. `red_cards`: their effects.
    `outcomes`: chance at the table; chance at a board is the board's. `tallies`: the final
    scoring after the boards, in order. `stuck_round`: what happens when all have passed.
    """

    turns: Mapping[type[Action], Turn]
    boards: Mapping[tuple[Site, Side], type[Board[Any]]]
    red_cards: Mapping[Card, RedEffect]
    outcomes: Mapping[type[Action], Callable[[State, Chance, Any], None]]
    tallies: tuple[Callable[[State], None], ...]
    stuck_round: Callable[[State], None]


TURNS: Final[Mapping[type[Action], Turn]] = {
    actions.Take: Turn(take, takes),
    actions.Load: Turn(load, loads),
    actions.Sail: Turn(sail, sails),
    actions.PlayLever: Turn(blue.lever, blue.levers),
    actions.PlayHammer: Turn(blue.hammer, blue.hammers),
    actions.PlaySail: Turn(blue.sail_card, blue.sail_cards),
    actions.PlayChisel: Turn(blue.chisel, blue.chisels),
    actions.PlayRaft: Turn(blue.raft, blue.rafts),
    actions.PlayLoadingPlank: Turn(blue.loading_plank, blue.loading_planks),
    actions.SailPrivateShip: Turn(private_ships.private_ship, private_ships.private_ships),
    actions.Wager: Turn(wager.wager, wager.wagers),
    actions.TakeTwoCards: Turn(favors.two_cards, favors.two_cards_options),
    actions.PlaceAndFillSled: Turn(favors.place_and_fill_sled, favors.place_and_fill_sled_options),
    actions.PlaceReorderSail: Turn(favors.place_reorder_sail, favors.place_reorder_sail_options),
    actions.PlaceTwoAndSail: Turn(favors.place_two_and_sail, favors.place_two_and_sail_options),
    actions.PlaceThree: Turn(favors.place_three, favors.place_three_options),
    actions.Prophesy: Turn(prophecies.prophesy, prophecies.prophesies),
    actions.Pass: Turn(pass_turn, passes),
}

RULEBOOK_2026_1: Final = Rulebook(
    turns=TURNS,
    boards=BOARDS,
    red_cards=RED_CARDS,
    outcomes={
        actions.RevealRoundCard: reveal_round_card,
        actions.RevealProphecies: prophecies.reveal,
    },
    tallies=(
        final.decorations,
        final.statues,
        final.stone_ornaments,
        final.unused_blue_cards,
        private_ships.unused_private_ships,
        wager.score_wagers,
        prophecies.score_prophecies,
        wrath.score_wrath,
    ),
    stuck_round=hand_back,
)

RULEBOOKS: Final[dict[str, Rulebook]] = {"2026.1": RULEBOOK_2026_1}
"""Every rulebook by the name that editions give."""

"""Loading Plank: one stone to the quarry, then sail a second ship to a site (R5.10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.cards.action_card import ActionCard
from engine.entries import Action
from engine.entries.forms import SHIP, SITE, Form
from engine.errors import IllegalAction, Rule
from engine.state import State
from engine.stones import pay_stones
from engine.turns.load import ship_in_harbour
from engine.turns.sail import check_load, check_serves, sail_away, serving
from engine.vocabulary import Card, Site

if TYPE_CHECKING:
    from engine.editions.shapes import CardValues


@dataclass(frozen=True)
class PlayLoadingPlank(Action):
    """One stone to the quarry, then sail a second ship to a site (R5.10)."""

    ship: int
    site: Site


PlayLoadingPlank.form = Form("play loading_plank", SHIP, SITE)


class LoadingPlank(ActionCard):
    """Played as a turn."""

    card = Card.LOADING_PLANK
    action = PlayLoadingPlank
    value = 1.8

    def __init__(self, numbers: CardValues) -> None:
        super().__init__(numbers)
        self.payment: int = numbers["loading_plank_payment"]

    def do(self, s: State, seat: int, action: PlayLoadingPlank) -> None:
        self.check_owned(s, seat)
        if s.players[seat].sled < self.payment:
            raise IllegalAction(Rule.SLED_EMPTY)
        ship = ship_in_harbour(s, action.ship)
        check_load(ship, ship.load)
        if seat not in ship.spaces:
            raise IllegalAction(Rule.NO_OWN_STONE)
        if len(s.docks[action.site]) != 1:
            raise IllegalAction(Rule.DOCK_NOT_SHARED, action.site.word)
        check_serves(s, action.site)
        self.play(s, seat)
        pay_stones(s, seat, self.payment)
        sail_away(s, seat, action.ship, action.site)
        self.end(s)

    def options(self, s: State, seat: int) -> Iterator[PlayLoadingPlank]:
        if self.owned(s, seat) and s.players[seat].sled >= self.payment:
            for number, ship in s.harbour.items():
                if ship.load >= ship.minimum and seat in ship.spaces:
                    for site in serving(s):
                        if len(s.docks[site]) == 1:
                            yield PlayLoadingPlank(number, site)

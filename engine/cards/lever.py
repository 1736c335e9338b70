"""Lever: sail a ship and choose the order in which it unloads (R5.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from engine.cards.action_card import ActionCard
from engine.entries import Action
from engine.entries.forms import SHIP, SITE, SPACE, Form, parse_joined
from engine.errors import IllegalAction, Rule
from engine.state import Ship, State
from engine.turns.load import ship_in_harbour
from engine.turns.sail import check_dock, check_load, open_docks, sail_away
from engine.vocabulary import EMPTY, Card, Site


@dataclass(frozen=True)
class PlayLever(Action):
    """Sail a ship; `order` names its loaded spaces as they unload (R5.5)."""

    ship: int
    site: Site
    order: tuple[int, ...]


PlayLever.form = Form("play lever", SHIP, SITE, parse_joined("ORDER", SPACE))


class Lever(ActionCard):
    """Played as a turn."""

    card = Card.LEVER
    action = PlayLever
    value = 1.8

    def do(self, s: State, seat: int, action: PlayLever) -> None:
        self.check_owned(s, seat)
        ship = ship_in_harbour(s, action.ship)
        check_dock(s, action.site)
        check_load(ship, ship.load)
        if sorted(action.order) != loaded(ship):
            raise IllegalAction(Rule.LEVER_ORDER)
        self.play(s, seat)
        sail_away(s, seat, action.ship, action.site, action.order)
        self.end(s)

    def options(self, s: State, seat: int) -> Iterator[PlayLever]:
        if self.owned(s, seat):
            for number, ship in s.harbour.items():
                if ship.load >= ship.minimum:
                    for site in open_docks(s):
                        for order in permutations(loaded(ship)):
                            yield PlayLever(number, site, order)


def loaded(ship: Ship) -> list[int]:
    """The loaded spaces, from 1."""
    return [index + 1 for index, stone in enumerate(ship.spaces) if stone != EMPTY]

"""Sail: place a stone, then sail that ship (R5.7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.cards.action_card import ActionCard
from engine.entries import Action
from engine.entries.forms import SHIP_SPACE, SITE, Form
from engine.state import State
from engine.turns.load import check_spaces, free_spaces, place_on_ship
from engine.turns.sail import check_dock, check_load, open_docks, sail_away
from engine.vocabulary import Card, Site


@dataclass(frozen=True)
class PlaySail(Action):
    """Place a stone, then sail that ship (R5.7)."""

    ship: int
    space: int
    site: Site


PlaySail.form = Form("play sail", SHIP_SPACE, SITE)


class SailCard(ActionCard):
    """Played as a turn."""

    card = Card.SAIL
    action = PlaySail
    value = 2.3

    def do(self, s: State, seat: int, action: PlaySail) -> None:
        self.check_owned(s, seat)
        check_spaces(s, seat, [(action.ship, action.space)])
        check_dock(s, action.site)
        ship = s.harbour[action.ship]
        check_load(ship, ship.load + 1)
        self.play(s, seat)
        place_on_ship(s, seat, action.ship, action.space)
        sail_away(s, seat, action.ship, action.site)
        self.end(s)

    def options(self, s: State, seat: int) -> Iterator[PlaySail]:
        if self.owned(s, seat) and s.players[seat].sled:
            for number, space in free_spaces(s):
                ship = s.harbour[number]
                if ship.load + 1 >= ship.minimum:
                    for site in open_docks(s):
                        yield PlaySail(number, space, site)

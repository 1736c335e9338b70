"""Hammer: take stones, then place one (R5.6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.cards.action_card import ActionCard
from engine.entries import Action
from engine.entries.forms import SHIP_SPACE, Form
from engine.errors import IllegalAction, Rule
from engine.state import State
from engine.stones import can_take, take_stones
from engine.turns.load import check_space, free_spaces, place_on_ship
from engine.vocabulary import Card

if TYPE_CHECKING:
    from engine.editions.shapes import CardValues


@dataclass(frozen=True)
class PlayHammer(Action):
    """Take three stones, then place one (R5.6)."""

    ship: int
    space: int


PlayHammer.form = Form("play hammer", SHIP_SPACE)


class Hammer(ActionCard):
    """Played as a turn."""

    card = Card.HAMMER
    action = PlayHammer
    value = 2.4

    def __init__(self, numbers: CardValues) -> None:
        super().__init__(numbers)
        self.stones: int = numbers["hammer_stones"]

    def do(self, s: State, seat: int, action: PlayHammer) -> None:
        self.check_owned(s, seat)
        check_space(s, action.ship, action.space)
        if not self.has_stone(s, seat):
            raise IllegalAction(Rule.SLED_EMPTY)
        self.play(s, seat)
        take_stones(s, seat, self.stones)
        place_on_ship(s, seat, action.ship, action.space)
        self.end(s)

    def options(self, s: State, seat: int) -> Iterator[PlayHammer]:
        if self.owned(s, seat) and self.has_stone(s, seat):
            for ship, space in free_spaces(s):
                yield PlayHammer(ship, space)

    def has_stone(self, s: State, seat: int) -> bool:
        """True if a stone lies on the sled after taking."""
        return s.players[seat].sled + can_take(s, seat, self.stones) > 0

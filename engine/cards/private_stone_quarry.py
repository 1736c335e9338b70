"""Private Stone Quarry: a point, and stones onto the sled (R5.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards.card import MarketCard
from engine.state import State
from engine.stones import score_points, take_stones
from engine.vocabulary import Card, Source

if TYPE_CHECKING:
    from engine.editions.shapes import CardValues


class PrivateStoneQuarry(MarketCard):
    """Works at once."""

    card = Card.PRIVATE_STONE_QUARRY
    value = 2.6

    def __init__(self, numbers: CardValues) -> None:
        super().__init__(numbers)
        self.scored: int = numbers["private_stone_quarry_points"]
        self.stones: int = numbers["private_stone_quarry_stones"]

    def gain(self, s: State, seat: int) -> None:
        """A point, also with an empty quarry, and stones as far as they go."""
        score_points(s, seat, self.scored, Source.PRIVATE_STONE_QUARRY)
        take_stones(s, seat, self.stones)

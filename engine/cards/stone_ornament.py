"""Stone Ornament: points for the stones on the sled (R5.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards.card import MarketCard
from engine.state import State
from engine.vocabulary import Card, Source

if TYPE_CHECKING:
    from engine.editions.shapes import CardValues


class StoneOrnament(MarketCard):
    """Scores at the end of the game, stones on Cargo Sleds included."""

    card = Card.STONE_ORNAMENT
    source = Source.STONE_ORNAMENT
    value = 3.5

    def __init__(self, numbers: CardValues) -> None:
        super().__init__(numbers)
        self.points_per_stone: int = numbers["stone_ornament_points_per_stone"]

    def points(self, s: State, seat: int, copies: int) -> int:
        return copies * s.players[seat].sled * self.points_per_stone

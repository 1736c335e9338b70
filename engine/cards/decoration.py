"""Decorations: points for the stones at a site (R5.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from engine.cards.card import MarketCard
from engine.state import Player, State
from engine.stones import stones_at
from engine.vocabulary import Site, Source

if TYPE_CHECKING:
    from engine.editions.shapes import CardValues

GROWTH: Final = 0.8
"""For a computer player: stones that come to a site in a round, and more for each player."""
GROWTH_A_PLAYER: Final = 0.25
REMAINDER: Final = 0.3
"""Points for which the stones left over do not suffice, on average."""


class Decoration(MarketCard):
    """A point for so many stones at the decorated site, everybody's, for each copy."""

    source = Source.DECORATIONS
    decorated: ClassVar[Site]

    def __init__(self, numbers: CardValues) -> None:
        super().__init__(numbers)
        self.stones_per_point: int = numbers["decoration_stones_per_point"]

    def points(self, s: State, seat: int, copies: int) -> int:
        return copies * (len(stones_at(s, self.decorated)) // self.stones_per_point)

    def copy_worth(self, s: State, player: Player, ahead: int) -> float:
        growth = ahead * (GROWTH + GROWTH_A_PLAYER * len(s.players))
        stones = len(stones_at(s, self.decorated)) + growth
        return stones / self.stones_per_point - REMAINDER

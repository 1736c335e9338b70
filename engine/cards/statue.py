"""Statue: the more of them, the more points each (R5.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards.card import MarketCard
from engine.state import Player, State
from engine.vocabulary import Card, Source

if TYPE_CHECKING:
    from engine.editions.shapes import CardValues

NEXT_A_ROUND: Final = 0.08
"""For a computer player: how likely one more statue is, for each round to come."""
NEXT: Final = 0.3
"""The most that is reckoned with."""


class Statue(MarketCard):
    """Scores at the end of the game, all copies together."""

    card = Card.STATUE
    source = Source.STATUES

    def __init__(self, numbers: CardValues) -> None:
        super().__init__(numbers)
        self.table: list[int] = numbers["statue_points"]
        self.further: int = numbers["statue_further"]

    def points(self, s: State, seat: int, copies: int) -> int:
        further = max(0, copies - len(self.table))
        return self.table[min(copies, len(self.table)) - 1] + further * self.further

    def copy_worth(self, s: State, player: Player, ahead: int) -> float:
        count = player.cards[self.number]
        increase = self.hand_worth(s, player, count + 1, ahead)
        return increase - self.hand_worth(s, player, count, ahead)

    def hand_worth(self, s: State, player: Player, copies: int, ahead: int) -> float:
        """Their points, and a part of the step to one more."""
        table = [0, *self.table]
        table += [table[-1] + self.further * extra for extra in range(1, copies + 2)]
        step = table[copies + 1] - table[copies]
        return table[copies] + (step * min(NEXT, NEXT_A_ROUND * ahead) if copies else 0)

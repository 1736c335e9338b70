"""Interface of a market card, with quiet defaults."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from engine.entries import Action
from engine.state import Player, State
from engine.turns.turn import Turn
from engine.vocabulary import Card, Site, Source

if TYPE_CHECKING:
    from engine.editions.shapes import CardValues

SECOND_RED: Final = 0.3
"""For a computer player: what one more red card is worth where red cards are kept."""


class MarketCard(Turn):
    """One market card: an object without state of its own, made once for a set-up.

    `numbers` are the card values of the edition, which also has its copies and its colour. A card
    with an `action` is a turn, done and listed as any other.
    """

    card: ClassVar[Card]
    action: ClassVar[type[Action] | None] = None
    """The entry by which it is played as a turn."""
    source: ClassVar[Source | None] = None
    """Source of its points at the end of the game; ``None`` if it gives none."""
    site: ClassVar[Site | None] = None
    """The site to which it brings a stone when it is gained."""
    value: ClassVar[float] = 0.0
    """For a computer player: the points that a copy is worth with rounds to come."""

    def __init__(self, numbers: CardValues) -> None:
        self.number: int = self.card

    def gain(self, s: State, seat: int) -> None:
        """Effect of a red card when it is gained (R4.2)."""

    def points(self, s: State, seat: int, copies: int) -> int:
        """Points of `copies` of it for `seat` at the end (R10.1); asked if it has a `source`."""
        return 0

    # ------------------------------------------------------------- for a computer player

    def copy_worth(self, s: State, player: Player, ahead: int) -> float:
        """Worth of one more copy to `player` with `ahead` rounds to end."""
        if s.rules.is_red[self.number] and player.cards[self.number]:
            return SECOND_RED
        return self.value if ahead > 1 else (self.value + s.rules.is_blue[self.number]) / 2

    def hand_worth(self, s: State, player: Player, copies: int, ahead: int) -> float:
        """Worth of `copies` in the hand of `player`."""
        return copies * self.copy_worth(s, player, ahead)

"""A card that is played as a turn: to the discard pile when all that it does is done (R5.4)."""

from __future__ import annotations

from typing import ClassVar

from engine.agenda import Step, run_after
from engine.cards.card import MarketCard
from engine.errors import IllegalAction, Rule
from engine.events import CardPlayed
from engine.pile import discard
from engine.state import State
from engine.vocabulary import Card


class PlayedCard(Step):
    """A played card reaches the discard pile when its whole action is resolved (R13.5)."""

    facts: ClassVar[tuple[str, ...]] = ("card",)
    __slots__ = facts

    def __init__(self, card: Card) -> None:
        self.card = card

    def run(self, s: State) -> None:
        discard(s, self.card)


class ActionCard(MarketCard):
    """A blue card: ``do`` checks everything, then plays it, does its work and ends it."""

    def check_owned(self, s: State, seat: int) -> None:
        if not self.owned(s, seat):
            raise IllegalAction(Rule.CARD_NOT_OWNED, self.card.word)

    def owned(self, s: State, seat: int) -> bool:
        return s.players[seat].cards[self.number] > 0

    def play(self, s: State, seat: int) -> None:
        """Lay the card down; what it does follows, then ``end``."""
        s.players[seat].cards[self.number] -= 1
        if s.events is not None:
            s.events.append(CardPlayed(seat, self.card))

    def end(self, s: State) -> None:
        run_after(s, 0, PlayedCard(self.card))

"""A card comes to a player: red cards work at once, all others stay (R4.2, P2)."""

from __future__ import annotations

from typing import ClassVar, Final

from engine.agenda import Chance, Step, run_after
from engine.entries import DrawCard
from engine.events import CardTaken, make_event
from engine.pile import discard
from engine.profiles import RedCards
from engine.state import State
from engine.vocabulary import Card, Site

NEW_DYNASTY_RED_CARDS: Final = RedCards.KEPT_WITH_NEW_DYNASTY


class TakeCard(Step):
    """The second of two cards taken together comes to `seat` (R13.9)."""

    facts: ClassVar[tuple[str, ...]] = ("seat", "card", "space")
    __slots__ = facts

    def __init__(self, seat: int, card: Card, space: int) -> None:
        self.seat = seat
        self.card = card
        self.space = space

    def run(self, s: State) -> None:
        take_card(s, self.seat, self.card, self.space)


class RedCardDone(Step):
    """A red card after its effect: kept, or discarded (P2, R13.5)."""

    facts: ClassVar[tuple[str, ...]] = ("seat", "card")
    __slots__ = facts

    def __init__(self, seat: int, card: Card) -> None:
        self.seat = seat
        self.card = card

    def run(self, s: State) -> None:
        if keeps_red_cards(s):
            s.players[self.seat].cards[self.card] += 1
        else:
            discard(s, self.card)


def take_card(s: State, seat: int, card: Card, space: int = 0) -> None:
    """`card` comes to `seat` from market `space`, or from the pile (0)."""
    if s.events is not None:
        s.events.append(make_event(CardTaken, (seat, space, card)))
    number: int = card  # compiled, a plain int finds its place sooner than a member of an enum
    if s.rules.is_red[number]:
        depth = len(s.agenda)
        s.rules.cards[number].gain(s, seat)
        run_after(s, depth, RedCardDone(seat, card))
    else:
        cards = s.players[seat].cards
        cards[number] = cards[number] + 1


def keeps_red_cards(s: State) -> bool:
    """True if red cards stay in front of their owner (P2)."""
    if s.rules.profile.red_cards is NEW_DYNASTY_RED_CARDS:
        return s.rules.setup.new_dynasty
    return any(module.keeps_red_cards(s) for module in s.rules.in_play)


def draw_card(s: State, seat: int, site: Site) -> None:
    """`seat` draws the top card of the pile for the board of `site`, if there is one (R4.3)."""
    if s.pile.up_to(1):
        s.agenda.append(Chance(DrawCard, 1, site, (seat,)))

"""The market deck: draw pile, discard pile, reshuffle, and what can possibly be drawn."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import IllegalAction, Rule
from engine.events import CardDiscarded, PileReshuffled
from engine.state import State
from engine.vocabulary import Card


def possible(s: State, drawn: bool = True) -> list[Card]:
    """The cards of which the bank may name a copy: as the next draw, or, not `drawn`, as one that
    left the pile earlier (R13.4)."""
    pile, copies = s.pile, s.rules.copies
    back = pile.discard if drawn and pile.draw == 0 else [0] * len(Card)
    return [card for card in Card if pile.located[card] - back[card] < copies[card]]


def check_possible(s: State, cards: Sequence[Card]) -> None:
    """Refuse `cards` if they cannot be drawn in this order (R13.4); changes nothing."""
    pile, copies = s.pile, s.rules.copies
    located, draw, discard = pile.located, pile.draw, pile.discard
    for i, card in enumerate(cards):
        known = located[card] + cards[:i].count(card)
        if i >= draw:
            known -= discard[card]
        if known >= copies[card]:
            raise IllegalAction(Rule.CARD_IMPOSSIBLE, card.word)


def check_located(s: State, cards: Sequence[Card]) -> None:
    """Refuse `cards`, which left the pile earlier, if too many copies lie elsewhere (R13.4)."""
    for i, card in enumerate(cards):
        if s.pile.located[card] + cards[:i].count(card) >= s.rules.copies[card]:
            raise IllegalAction(Rule.CARD_IMPOSSIBLE, card.word)


def check_count(due: int, named: int) -> None:
    """Refuse any number of outcomes but the number due (R13.1)."""
    if due != named:
        raise IllegalAction(Rule.OUTCOME_COUNT, f"{due} due, {named} named")


def check_cards(s: State, due: int, cards: Sequence[Card]) -> None:
    """Refuse `cards` unless they are `due` cards that can be drawn in this order."""
    check_count(due, len(cards))
    check_possible(s, cards)


def draw_named(s: State, cards: Sequence[Card]) -> None:
    """Draw cards that the log names; ``check_cards`` has passed them."""
    for card in cards:
        _draw(s)
        s.pile.located[card] += 1


def draw_unseen(s: State, count: int) -> int:
    """Draw up to `count` cards face down; how many there were."""
    count = min(count, s.pile.available)
    for _ in range(count):
        _draw(s)
    return count


def _draw(s: State) -> None:
    pile = s.pile
    if pile.draw == 0:
        reshuffle(s)
    pile.draw -= 1


def reshuffle(s: State) -> None:
    """The discard pile becomes the draw pile; what lay there is unknown again (R4.3)."""
    pile = s.pile
    pile.draw = pile.available
    pile.located = [known - back for known, back in zip(pile.located, pile.discard, strict=True)]
    pile.discard = [0] * len(Card)
    pile.unseen = 0
    if s.events is not None:
        s.events.append(PileReshuffled(pile.draw))


def discard(s: State, card: Card) -> None:
    """Lay a card that the log has named on the discard pile, face up."""
    s.pile.discard[card] += 1
    if s.events is not None:
        s.events.append(CardDiscarded(card))

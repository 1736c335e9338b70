"""The market deck: draw pile, discard pile, reshuffle, and what can possibly be drawn."""

from __future__ import annotations

from engine.errors import IllegalAction, Rule
from engine.events import CardDiscarded, PileReshuffled, make_event
from engine.state import State
from engine.vocabulary import Card


def possible(s: State, draws: int) -> list[Card]:
    """The cards of which the bank may name a copy among the next `draws` of the pile; with no
    draw, among cards that left the pile earlier, face down (R13.4)."""
    pile, copies = s.pile, s.rules.copies
    back = pile.discard if draws > pile.draw else [0] * len(Card)
    return [card for card in Card if pile.located[card] - back[card] < copies[card]]


def check_count(due: int, named: int) -> None:
    """Refuse any number of outcomes but the number due (R13.1)."""
    if due != named:
        raise IllegalAction(Rule.OUTCOME_COUNT, f"{due} due, {named} named")


def draw_named(s: State, due: int, cards: tuple[Card, ...]) -> None:
    """Draw the `due` cards that the log names, in this order.

    Refused, with nothing changed, unless each can be the next card of the pile (R13.4).
    """
    check_count(due, len(cards))
    pile = s.pile
    if due <= pile.draw:
        pile.located = _located(s, pile.located, cards)
        pile.draw -= due
        return
    first, later_cards = cards[: pile.draw], cards[pile.draw :]
    located = _located(s, pile.located, first)
    undiscarded = [copies - back for copies, back in zip(located, pile.discard, strict=True)]
    final_located = _located(s, undiscarded, later_cards)
    pile.located = located
    pile.draw = 0
    reshuffle(s)
    pile.located = final_located
    pile.draw -= len(later_cards)


def name_laid(s: State, due: int, cards: tuple[Card, ...]) -> None:
    """Name the `due` cards that left the pile earlier, face down.

    Refused, with nothing changed, if too many copies lie in known places (R13.4).
    """
    check_count(due, len(cards))
    s.pile.located = _located(s, s.pile.located, cards)


def _located(s: State, located: list[int], cards: tuple[int, ...]) -> list[int]:
    """`located` with a copy more of each of `cards`, the numbers of ``Card``; refused if there is
    none left."""
    copies = s.rules.copies
    located = located.copy()
    for card in cards:
        number = located[card] + 1
        if number > copies[card]:
            raise IllegalAction(Rule.CARD_IMPOSSIBLE, Card(card).word)
        located[card] = number
    return located


def draw_unseen(s: State, count: int) -> int:
    """Draw up to `count` cards face down; how many there were."""
    pile = s.pile
    count = pile.up_to(count)
    for _ in range(count):
        if pile.draw == 0:
            reshuffle(s)
        pile.draw -= 1
    return count


def reshuffle(s: State) -> None:
    """The discard pile becomes the draw pile; what lay there is unknown again (R4.3)."""
    pile = s.pile
    pile.draw = pile.available
    pile.located = [count - back for count, back in zip(pile.located, pile.discard, strict=True)]
    pile.discard = [0] * len(pile.discard)
    pile.unseen = 0
    if s.events is not None:
        s.events.append(PileReshuffled(pile.draw))


def discard(s: State, card: Card) -> None:
    """Lay a card that the log has named on the discard pile, face up."""
    number: int = card
    discarded = s.pile.discard
    discarded[number] = discarded[number] + 1
    if s.events is not None:
        s.events.append(make_event(CardDiscarded, (card,)))

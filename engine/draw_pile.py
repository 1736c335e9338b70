"""The cards of a dealt game's draw pile, and which of them each draw takes.

``StackedPile`` is a pile as it lies on a table. ``RowPile`` deals by terms 3: each draw has a
shuffle of its own, so that what one player draws moves no other card (``docs/fair-dealing.md``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import MutableSequence, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from engine.rules import Rules
from engine.vocabulary import Card, Site

if TYPE_CHECKING:
    from engine.sites.market import Market

T = TypeVar("T")

ROW: Final = "row"
REFILL: Final = "refill"


class Shuffler(Protocol):
    """A dealer's chance. Each shuffle of a game has a `label` of its own; `by_row`: cards are
    drawn from a ``RowPile``."""

    by_row: bool

    def shuffle(self, label: str, items: MutableSequence[T]) -> None:
        """Shuffle `items` in place; they will be taken from the end."""

    def choose(self, label: str, items: Sequence[T], count: int) -> list[T]:
        """`count` of `items`, each as likely as the next."""


class DrawPile(Protocol):
    """Draw pile and discard pile, card by card; an empty draw pile takes in the other (R4.3).

    `number`: of the draw pile, from 1.
    """

    number: int
    discards: list[Card]

    @property
    def cards(self) -> list[Card]:
        """The cards of the draw pile."""

    def draw(self, count: int, round_number: int, use: str) -> list[Card]:
        """Take `count` cards; `use` names what they are for (``dealer.use_of``)."""


def draw_pile(rules: Rules, shuffler: Shuffler) -> DrawPile:
    """A full draw pile, by the terms of `shuffler`."""
    return RowPile(rules, shuffler) if shuffler.by_row else StackedPile(rules, shuffler)


class StackedPile:
    """A shuffled pile; cards leave from its top, whatever they are for. The last one lies on top.

    By terms 1 and 2, and where nothing is committed to.
    """

    def __init__(self, rules: Rules, shuffler: Shuffler) -> None:
        self.shuffler = shuffler
        self.number = 0
        self.discards = [card for card in Card for _ in range(rules.copies[card])]
        self.cards: list[Card] = []
        self._reshuffle()

    def draw(self, count: int, round_number: int, use: str) -> list[Card]:
        cards = []
        for _ in range(count):
            if not self.cards:
                self._reshuffle()
            cards.append(self.cards.pop())
        return cards

    def _reshuffle(self) -> None:
        self.cards, self.discards = self.discards, []
        self.number += 1
        self.shuffler.shuffle(f"pile {self.number}", self.cards)


Copy = tuple[Card, int]
"""A copy of a card: which one, from 0."""


class RowPile:
    """A pile by terms 3: a draw takes the first copies, in the order of its own shuffle, that
    still lie in the pile and are not reserved for a later row.

    Reserved are the copies that the market would take in the rounds to come if nothing else was
    drawn. They are taken only where no other is left, the last one first. Every draw is uniform
    over the pile, since no copy differs from another but by these shuffles.
    """

    def __init__(self, rules: Rules, shuffler: Shuffler) -> None:
        self.shuffler = shuffler
        self.deck = [(card, copy) for card in Card for copy in range(rules.copies[card])]
        self.rounds = rules.rounds
        self.rows = cards_of_each_round(rules.boards[Site.MARKET])  # type: ignore[arg-type]
        self.number = 1
        self.discards: list[Card] = []
        self.left = set(self.deck)
        self.orders: dict[tuple[int, int, str], list[Copy]] = {}

    @property
    def cards(self) -> list[Card]:
        return [card for card, _ in sorted(self.left)]

    def draw(self, count: int, round_number: int, use: str) -> list[Card]:
        cards = []
        for _ in range(count):
            if not self.left:
                self._reshuffle()
            copy = self._next(round_number, use)
            self.left.remove(copy)
            cards.append(copy[0])
        return cards

    def _reshuffle(self) -> None:
        """A new pile has new shuffles, so it does not matter which copies are called the first."""
        self.number += 1
        counts = Counter(self.discards)
        self.left = {(card, copy) for card, count in counts.items() for copy in range(count)}
        self.discards = []

    def _next(self, round_number: int, use: str) -> Copy:
        reserved = {} if use in self.rows else self._reserved_after(round_number)
        for copy in self._order(round_number, use):
            if copy in self.left and copy not in reserved:
                return copy
        return next(reversed(reserved))

    def _reserved_after(self, round_number: int) -> dict[Copy, None]:
        """The copies reserved for the rows after `round_number`, those of the next round first."""
        reserved: dict[Copy, None] = {}
        for later_round in range(round_number + 1, self.rounds + 1):
            for use, count in self.rows.items():
                order = self._order(later_round, use)
                free = (copy for copy in order if copy in self.left and copy not in reserved)
                reserved |= dict.fromkeys(islice(free, count))
        return reserved

    def _order(self, round_number: int, use: str) -> list[Copy]:
        """All copies of the deck, in the order in which this draw prefers them."""
        key = (self.number, round_number, use)
        order = self.orders.get(key)
        if order is None:
            order = list(self.deck)
            self.shuffler.shuffle("pile {} round {} {}".format(*key), order)
            order.reverse()
            self.orders[key] = order
        return order


def cards_of_each_round(market: Market) -> dict[str, int]:
    """By use the cards that the market takes at the start of each round, whatever was played: its
    face-up row, and face-down cards unless they stay from round to round."""
    rows = {ROW: market.face_up}
    if not market.face_down_stays:
        rows |= {
            space_use(space): size
            for space, size in zip(market.down_spaces, market.face_down, strict=True)
        }
    return rows


def space_use(space: int) -> str:
    """The use of cards laid face down on `space` at the start of a round."""
    return f"space {space}"

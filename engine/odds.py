"""Random outcomes of the bank: a card is as likely as there are copies of it that lie in no
known place (R13.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import MutableSequence, Sequence
from typing import NamedTuple, Protocol, TypeVar

from engine.actions import read_action
from engine.agenda import Chance
from engine.entries import Action, CardsAction, LookAtCards, RevealRoundCard, RevealScaffold
from engine.legal import possible_outcomes
from engine.players import Chooser
from engine.state import State
from engine.vocabulary import Card, Site

T = TypeVar("T")


class RandomDraws(Protocol):
    """The part of ``random.Random`` that draws from a pile."""

    def choice(self, seq: Sequence[T]) -> T:
        """One of `seq`."""

    def shuffle(self, x: MutableSequence[T]) -> None:
        """Put `x` into any order."""


class Luck(Chooser, Protocol):
    """The part of ``random.Random`` that is used here."""

    def shuffle(self, x: MutableSequence[T]) -> None:
        """Put `x` into any order."""


def unlocated(s: State) -> list[Card]:
    """Every copy of a card that lies in no known place."""
    left = zip(Card, s.rules.copies, s.pile.located, strict=True)
    return [card for card, copies, located in left for _ in range(copies - located)]


class Bank:
    """Writes for the bank until a round ends.

    `cards`: those that lie in no known place, in the order in which they turn up, the next one
    last; the bank takes them away. `tiles`: the scaffold tiles to come, in order. What has to be
    shuffled again `chance` shuffles.
    """

    __slots__ = ("cards", "chance", "tiles")

    def __init__(self, cards: list[Card], tiles: list[int], chance: RandomDraws) -> None:
        self.cards = cards
        self.tiles = tiles
        self.chance = chance

    def outcome(self, s: State, draw: Chance) -> Action:
        """The bank's entry at `draw`: cards, or a scaffold tile."""
        kind = draw.expects
        if kind is RevealScaffold:
            revealed = s.sites[Site.PYRAMID].tiles
            return RevealScaffold(next(tile for tile in self.tiles if tile not in revealed))
        assert issubclass(kind, CardsAction)
        laid = kind is LookAtCards and draw.site is Site.MARKET
        return kind(tuple(self._draw(s, draw.count, draw.count if laid else s.pile.draw)))

    def _draw(self, s: State, count: int, lying: int) -> list[Card]:
        """`count` cards, of which `lying` are there before the discard pile is shuffled (R4.3)."""
        unknown = sum(s.rules.copies) - sum(s.pile.located)
        if unknown != len(self.cards):  # the discard pile became the draw pile meanwhile
            self.cards = unlocated(s)
            self.chance.shuffle(self.cards)
        cards = [self.cards.pop() for _ in range(min(count, lying))]
        if len(cards) < count:
            self.cards += [card for card in Card for _ in range(s.pile.discard[card])]
            self.chance.shuffle(self.cards)
            cards += [self.cards.pop() for _ in range(count - len(cards))]
        return cards


def turned_up(s: State, draw: Chance, chance: RandomDraws) -> Action:
    """One of the outcomes that the bank may write at `draw`.

    Cards of the market and of the rounds are as likely as there are copies left; of all else each
    thing is as likely as another.
    """
    if issubclass(draw.expects, CardsAction):
        cards = unlocated(s)
        chance.shuffle(cards)
        return Bank(cards, [], chance).outcome(s, draw)
    if draw.expects is RevealRoundCard:
        left = s.rules.round_cards - Counter(s.round_cards)
        return RevealRoundCard(chance.choice(list(left.elements())))
    verb, _thing, due, values = possible_outcomes(s, draw)
    chance.shuffle(values)
    return read_action([verb, *values[:due]])


class OutcomesLeft(NamedTuple):
    """How often the bank may name `value`, a word of ``possible_outcomes``: `now` times, and `then`
    times more once the discard pile has been shuffled."""

    value: str
    in_pile: int
    in_discard: int


class Remaining(NamedTuple):
    """Values that the bank may still name; the first `drawn` of what it names come before
    the discard pile is shuffled (R4.3)."""

    values: list[OutcomesLeft]
    before_shuffle: int


def remaining(s: State, draw: Chance) -> Remaining:
    """Values that may be named at `draw`, as often as there are copies that lie in no known place:
    cards and round cards; all else is there once."""
    named = possible_outcomes(s, draw)
    if issubclass(draw.expects, CardsAction):
        laid = draw.expects is LookAtCards and draw.site is Site.MARKET
        card_count = draw.count if laid else min(draw.count, s.pile.draw)
        left = []
        for word in named.values:
            card = Card.read(word)
            back = s.pile.discard[card] if card_count < draw.count else 0
            left.append(OutcomesLeft(word, s.rules.copies[card] - s.pile.located[card], back))
        return Remaining(left, card_count)
    if draw.expects is RevealRoundCard:
        cards = s.rules.round_cards - Counter(s.round_cards)
        rounds = [
            OutcomesLeft(" ".join(map(str, card)), copies, 0) for card, copies in cards.items()
        ]
        return Remaining(rounds, draw.count)
    return Remaining([OutcomesLeft(value, 1, 0) for value in named.values], draw.count)

"""What the bank turns up, by the odds of what nobody has seen yet."""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

from engine import Chance, State
from engine.entries import (
    Action,
    DealMarket,
    DrawCard,
    LookAtCards,
    RefillMarket,
    RevealRoundCard,
)
from engine.vocabulary import Card, Site

CARDS: Final[frozenset[type[Action]]] = frozenset({DealMarket, RefillMarket, DrawCard, LookAtCards})


def turn_up(s: State, asked: Chance, values: list[str], chance: random.Random) -> list[str]:
    """As many of `values` as the bank is `asked` for, in words of the log.

    Cards are as likely as there are copies that no log has named; cards of rounds as there are of
    them; of all else each thing is as likely as another.
    """
    if asked.expects in CARDS:
        return [card.word for card in _cards(s, asked, chance)]
    if asked.expects is RevealRoundCard:
        left = s.rules.round_cards - Counter(s.round_cards)
        (card,) = chance.sample(list(left), 1, counts=list(left.values()))
        return [" ".join(map(str, card))]
    return chance.sample(values, asked.count)


def _cards(s: State, asked: Chance, chance: random.Random) -> list[Card]:
    """Any card that lies face down may be any of those that are not located (R13.4); those of the
    discard pile come in only when the draw pile is used up (R4.3)."""
    pile = s.pile
    urn = [card for card in Card for _ in range(s.rules.copies[card] - pile.located[card])]
    chance.shuffle(urn)
    lies_there = asked.expects is LookAtCards and asked.site is Site.MARKET
    first = asked.count if lies_there else min(asked.count, pile.draw)
    found, urn = urn[:first], urn[first:]
    urn += [card for card in Card for _ in range(pile.discard[card])]
    return found + chance.sample(urn, asked.count - first)

"""Draws by terms 3: no card is likelier than another, and rows stay whatever else is drawn."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, MutableSequence
from fractions import Fraction
from hashlib import sha256
from itertools import permutations, product
from math import factorial
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest

from engine import DealtGame, Setup, awaited, legal_actions
from engine.apply import start
from engine.draw_pile import ROW, RowPile, StackedPile, draw_pile
from engine.entries import DealMarket
from engine.fairness import CommittedShuffler
from engine.players import PLAYERS
from engine.rules import Rules
from engine.vocabulary import BANK, Card

T = TypeVar("T")

DECK = {Card.STATUE: 2, Card.SAIL: 1, Card.LEVER: 1}
"""A deck of which all orders can be listed."""


class Listed:
    """A shuffler that gives each label the order that `orders` has for it."""

    by_row = True

    def __init__(self, orders: dict[str, tuple[int, ...]]) -> None:
        self.orders = orders

    def shuffle(self, label: str, items: MutableSequence[Any]) -> None:
        items[:] = [items[number] for number in self.orders[label]]

    def choose(self, label: str, items: Any, count: int) -> list[Any]:
        raise AssertionError(label)


def small_pile(deck: dict[Card, int], rounds: int, face_up: int, orders: dict[str, Any]) -> RowPile:
    market = SimpleNamespace(face_up=face_up, face_down_stays=True)
    rules = SimpleNamespace(
        copies=[deck.get(card, 0) for card in Card], rounds=rounds, boards=[market]
    )
    return RowPile(rules, Listed(orders))  # type: ignore[arg-type]


def all_orders(labels: list[str], size: int) -> Iterator[dict[str, tuple[int, ...]]]:
    for orders in product(permutations(range(size)), repeat=len(labels)):
        yield dict(zip(labels, orders, strict=True))


def assert_uniform(sequences: Counter[tuple[Card, ...]], pile: Counter[Card]) -> None:
    """After each beginning of `sequences`, each copy left in `pile` came next equally often."""
    following: dict[tuple[Card, ...], Counter[Card]] = defaultdict(Counter)
    for cards, times in sequences.items():
        for count, card in enumerate(cards):
            following[cards[:count]][card] += times
    for before, counter in following.items():
        left = pile - Counter(before)
        for card, copies in left.items():
            assert Fraction(counter[card], counter.total()) == Fraction(copies, left.total())


def test_whatever_was_drawn_each_copy_is_as_likely_to_come_next() -> None:
    """[R14.9] All orders that there are. In round 1 the temple draws once, or twice if it saw a
    statue; then come the rows of rounds 2 and 3."""
    sequences: Counter[tuple[Card, ...]] = Counter()
    labels = ["pile 1 round 1 temple", "pile 1 round 2 row", "pile 1 round 3 row"]
    for orders in all_orders(labels, 4):
        pile = small_pile(DECK, 3, 1, orders)
        cards = pile.draw(1, 1, "temple")
        if cards == [Card.STATUE]:
            cards += pile.draw(1, 1, "temple")
        for this_round in (2, 3):
            cards += pile.draw(1, this_round, ROW)
        sequences[tuple(cards)] += 1
    assert sequences.total() == factorial(4) ** 3
    assert_uniform(sequences, Counter(DECK))


def test_what_was_seen_of_a_pile_says_nothing_of_the_next() -> None:
    """[R4.3, R14.9] The card that the temple drew was not kept for the row; all are discarded, and
    come again: the second pile has shuffles of its own."""
    deck = {Card.STATUE: 1, Card.SAIL: 1, Card.LEVER: 1}
    labels = [f"pile {pile} round {draw}" for pile in (1, 2) for draw in ("1 temple", "2 row")]
    seconds: dict[tuple[Card, ...], Counter[tuple[Card, ...]]] = defaultdict(Counter)
    for orders in all_orders(labels, 3):
        pile = small_pile(deck, 2, 1, orders)
        first = pile.draw(3, 1, "temple")
        pile.discards = list(first)
        second = pile.draw(1, 1, "temple") + pile.draw(1, 2, ROW) + pile.draw(1, 1, "temple")
        seconds[tuple(first)][tuple(second)] += 1
    assert len(seconds) == factorial(3)
    for sequences in seconds.values():
        assert_uniform(sequences, Counter(deck))


def test_one_shuffle_for_two_piles_would_not_be_uniform() -> None:
    """The test above can fail: here both piles have the same orders."""
    deck = {Card.STATUE: 1, Card.SAIL: 1, Card.LEVER: 1}
    sequences: Counter[tuple[Card, ...]] = Counter()
    for temple, row in product(permutations(range(3)), repeat=2):
        orders = {
            f"pile {pile} round {draw}": order
            for pile in (1, 2)
            for draw, order in (("1 temple", temple), ("2 row", row))
        }
        pile = small_pile(deck, 2, 1, orders)
        pile.discards = list(pile.draw(3, 1, "temple"))
        if pile.discards[0] == Card.SAIL:
            sequences[tuple(pile.draw(1, 1, "temple"))] += 1
    with pytest.raises(AssertionError):
        assert_uniform(sequences, Counter(deck))


def test_the_streams_of_a_committed_deal_are_as_uniform_as_these_orders() -> None:
    """2,000 secrets: the first card of the temple in round 2, after a first row of four cards
    and two draws. Pearson's statistic of 10 kinds stays below its value for one case in 1,000."""
    setup = Setup.of("black white")
    rules = start(setup).rules
    counts: Counter[Card] = Counter()
    expected: Counter[Card] = Counter()
    for number in range(2_000):
        pile = RowPile(rules, CommittedShuffler(setup, sha256(b"%d" % number).digest(), {}, {}))
        pile.draw(4, 1, ROW)
        pile.draw(2, 1, "pyramid")
        pile.draw(4, 2, ROW)
        for card in pile.cards:
            expected[card] += 1
        counts.update(pile.draw(1, 2, "temple"))
    size = expected.total() / counts.total()
    statistic = sum(
        (counts[card] - times / size) ** 2 / (times / size) for card, times in expected.items()
    )
    assert statistic < CHI_SQUARE[len(expected) - 1]


CHI_SQUARE = {9: 27.88, 10: 29.59, 11: 31.26, 12: 32.91}
"""By degrees of freedom the value that one case in 1,000 exceeds."""


# ------------------------------------------------------------------------------- no drift


def rules_of(sites: str, modules: str = "") -> tuple[Setup, Rules]:
    setup = Setup.of("black white", sites, modules)
    return setup, start(setup).rules


def full_pile(sites: str, secret: int = 0) -> RowPile:
    setup, rules = rules_of(sites)
    return RowPile(rules, CommittedShuffler(setup, bytes([secret] * 32), {}, {}))


def rows_of(pile: RowPile, extra: dict[int, int] | None = None) -> list[list[Card]]:
    """The rows of six rounds, with so many cards drawn by the temple after that of a round."""
    rows = []
    for this_round in range(1, 7):
        rows.append(
            [card for use in pile.rows for card in pile.draw(pile.rows[use], this_round, use)]
        )
        pile.draw((extra or {}).get(this_round, 0), this_round, "temple")
    return rows


@pytest.mark.parametrize(
    ("sites", "size", "spare"),
    [("AAAAA", 4, 10), ("BAAAA", 5, 4), ("CAAAA", 4, 10), ("DAAAA", 2, 22)],
)
def test_rows_stay_as_long_as_others_can_be_drawn(sites: str, size: int, spare: int) -> None:
    for secret in range(5):
        rows = rows_of(full_pile(sites, secret))
        assert [len(row) for row in rows] == [size] * 6
        for this_round in range(1, 6):
            assert rows_of(full_pile(sites, secret), {this_round: spare}) == rows
        assert rows_of(full_pile(sites, secret), dict.fromkeys(range(1, 6), spare // 5)) == rows


@pytest.mark.parametrize("sites", ["AAAAA", "BAAAA", "CAAAA", "DAAAA"])
def test_a_pile_that_runs_short_costs_the_last_row_first(sites: str) -> None:
    rows = rows_of(full_pile(sites))
    spare = 34 - 6 * len(rows[0])
    pile = full_pile(sites)
    pile.discards = [Card.SAIL] * 9
    short = rows_of(pile, {1: spare + 1})
    assert short[:5] == rows[:5]
    count = len(rows[5]) - 1
    assert [*short[5][:count], Card.SAIL] == short[5]
    assert Counter(short[5][:count]) <= Counter(rows[5])


def test_a_site_draws_what_it_would_have_drawn_unless_another_took_it() -> None:
    equal = 0
    for secret in range(20):
        first_pile, second_pile = full_pile("AAAAA", secret), full_pile("AAAAA", secret)
        pyramid = copies_of_draw(second_pile, 2, "pyramid")
        alone = copies_of_draw(first_pile, 2, "temple")
        after_pyramid = copies_of_draw(second_pile, 2, "temple")
        assert alone - pyramid <= after_pyramid
        equal += alone == after_pyramid
    assert equal >= 10


def copies_of_draw(pile: RowPile, count: int, use: str) -> set[tuple[Card, int]]:
    before = set(pile.left)
    pile.draw(count, 1, use)
    return before - pile.left


def market_rows(setup: Setup, chance: random.Random) -> tuple[list[str], int]:
    """Rows of a game of two players with one action in four at random, and how many piles there
    were."""
    game = DealtGame(setup, CommittedShuffler(setup, bytes(32), {}, {}))
    while awaited(game.state) is not None:
        options = list(legal_actions(game.state))
        quick = PLAYERS["greedy"](game.state, chance)
        game.act(chance.choice(options) if chance.random() < 0.25 else quick)
    rows = [entry.action.text for entry in game.entries if isinstance(entry.action, DealMarket)]
    assert all(entry.seat == BANK for entry in game.entries if isinstance(entry.action, DealMarket))
    pile = game.dealer.pile  # type: ignore[union-attr]
    assert isinstance(pile, RowPile)
    return rows, pile.number


@pytest.mark.parametrize(
    "sites", ["BBBBB", "CABCD", "DDDDD", "AAAAA"], ids=lambda sites: sites.lower()
)
def test_tables_of_one_deal_see_the_same_market(sites: str) -> None:
    setup = Setup.of("black white", sites, "private_ships" if sites == "AAAAA" else "")
    games = [market_rows(setup, random.Random(number)) for number in range(6)]
    first = games[0][0]
    assert all(rows[:5] == first[:5] for rows, _piles in games)
    assert all(rows == first for rows, piles in games if piles == 1)
    assert sum(rows == first for rows, _piles in games) >= 5


# ------------------------------------------------------------------------------ which pile


def test_only_terms_3_deal_by_row() -> None:
    setup, rules = rules_of("AAAAA")
    piles = [
        draw_pile(rules, CommittedShuffler(setup, bytes(32), {}, promises, terms))
        for promises, terms in ((None, 3), ({}, 2), ({}, 3))
    ]
    assert [type(pile) for pile in piles] == [StackedPile, StackedPile, RowPile]


def test_new_dynasty_cards_are_in_the_pile() -> None:
    setup, rules = rules_of("AAAAA", "new_dynasty_cards")
    pile = RowPile(rules, CommittedShuffler(setup, bytes(32), {}, {}))
    assert len(pile.cards) == 48
    assert pile.cards == sorted(pile.cards)

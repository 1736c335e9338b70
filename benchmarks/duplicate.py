"""One deal at many tables: how much of what the bank writes stays the same whatever is played.

``python -m benchmarks.duplicate [DEALS PLAYS]``. Two to four quick players, one action in four at
random, so that play differs; a deal is one secret, played by terms 2 and by terms 3.

*Tables the same*: tables of which every round card, market row, crypt row and prophecy is that of
the first table of the deal. What play itself makes the bank write is counted by place, where both
tables have the place: the same site, round, market space and number. *Drew the pile out*: tables at
which players drew so many cards that the last row came from the discard pile (R4.3), as the rules
have it. Of such a row the cards that still came from the first pile are compared (``cards``).
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from hashlib import sha256
from typing import NamedTuple

from engine import DealtGame, Entry, Setup, State, awaited
from engine.computer import choose
from engine.dealer import Dealer
from engine.entries import DealMarket, LookAtCards
from engine.fairness import CommittedShuffler
from engine.vocabulary import BANK

SETUPS = (
    ("black white", "AAAAA", ""),
    ("black white", "AAAAA", "private_ships pharaohs_favors"),
    ("black white", "BBBBB", ""),
    ("black white", "CCCCC", ""),
    ("black white", "CCCCC", "new_dynasty_cards"),
    ("black white", "DDDDD", ""),
    ("black white", "DDDDD", "new_dynasty_cards"),
    ("black white brown gray", "BBBBB", ""),
    ("black white brown gray", "DDDDD", ""),
)
BY_ROUND = ("round", "market", "crypt", "prophecies")
"""First words of the entries by which the bank opens a round."""
AT_RANDOM = 0.25


class Outcomes(NamedTuple):
    """Outcomes of a table: those that come with the rounds, those that play asked for by place,
    cards of the market rows that came from the first draw pile, and whether it ran out."""

    by_round: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    by_place: dict[tuple[object, ...], str]
    ran_out: bool


def play_table(setup: Setup, terms: int, deal: int, number: int) -> Outcomes:
    """Play table `number` of `deal` to its end."""
    secret = sha256(f"duplicate deal {deal}".encode()).digest()
    chance = random.Random(f"duplicate {deal} {number}")
    by_round: list[str] = []
    rows: list[tuple[str, ...]] = []
    by_place: dict[tuple[object, ...], str] = {}
    times: Counter[tuple[object, ...]] = Counter()

    def witness(s: State, entry: Entry) -> None:
        if entry.seat != BANK:
            return
        action, asked = entry.action, awaited(s)
        assert asked is not None
        assert asked.item is not None
        item = asked.item
        if action.text.split()[0] in BY_ROUND:
            by_round.append(action.text)
            if isinstance(action, DealMarket):
                cards = action.text.split()[1:]
                rows.append(tuple(cards[: from_first_pile(s, len(cards))]))
            return
        space = item.info[1] if isinstance(action, LookAtCards) and len(item.info) > 1 else 0
        place = (type(action), item.site, s.round, space)
        times[place] += 1
        by_place[*place, times[place]] = action.text

    game: DealtGame | None = None

    def from_first_pile(s: State, count: int) -> int:
        """Of `count` cards that were drawn in `s`: those that the first draw pile still had."""
        number = 1 if game is None else pile_number(game)
        return count if number == 1 else s.pile.draw if number == 2 and s.pile.draw < count else 0

    game = DealtGame(setup, CommittedShuffler(setup, secret, {}, {}, terms), witness)
    while (decision := awaited(game.state)) is not None:
        level = "random" if chance.random() < AT_RANDOM else "greedy"
        game.act(choose(game.state, decision.seat, level, chance), witness)
    return Outcomes(tuple(by_round), tuple(rows), by_place, pile_number(game) > 1)


def pile_number(game: DealtGame) -> int:
    """Number of the current draw pile, from 1."""
    assert isinstance(game.dealer, Dealer)
    return game.dealer.pile.number


class Tables(NamedTuple):
    """Counts over all tables but the first of each deal.

    `same`: tables the same. `drawn_out`: others, at which (or at the first table) players drew
    until the pile ran out. `rounds`: rows, cards and tiles that differ, by their number from 1 of
    that kind. `cards`, `same_cards`: cards of market rows from the first pile at both tables.
    `places`, `same_places`: outcomes that play asked for at both tables.
    """

    tables: int
    same: int
    drawn_out: int
    rounds: Counter[str]
    cards: int
    same_cards: int
    places: int
    same_places: int


def compare_tables(setup: Setup, terms: int, deals: int, plays: int) -> Tables:
    """Play `deals` deals at `plays` tables each, and compare the tables of each deal."""
    same = drawn_out = cards = same_cards = places = same_places = 0
    rounds: Counter[str] = Counter()
    for deal in range(deals):
        first, *others = (play_table(setup, terms, deal, number) for number in range(plays))
        for table in others:
            same += table.by_round == first.by_round
            ran_out = table.ran_out or first.ran_out
            drawn_out += table.by_round != first.by_round and ran_out
            numbers: Counter[str] = Counter()
            for text, first_text in zip(table.by_round, first.by_round, strict=True):
                kind = text.split()[0]
                numbers[kind] += 1
                rounds[f"{kind} {numbers[kind]}"] += text != first_text
            for row, first_row in zip(table.rows, first.rows, strict=True):
                pairs = list(zip(row, first_row, strict=False))
                cards += len(pairs)
                same_cards += sum(card == first_card for card, first_card in pairs)
            shared = table.by_place.keys() & first.by_place.keys()
            places += len(shared)
            same_places += sum(table.by_place[place] == first.by_place[place] for place in shared)
    tables = deals * (plays - 1)
    return Tables(tables, same, drawn_out, +rounds, cards, same_cards, places, same_places)


def main(deals: int = 16, plays: int = 8) -> None:
    rows = []
    for seats, sites, modules in SETUPS:
        for terms in (2, 3):
            setup = Setup.of(seats, sites, modules)
            counts = compare_tables(setup, terms, deals, plays)
            name = " ".join([str(len(setup.seats)), sites, modules]).strip()
            differing = ", ".join(f"{row} {count}" for row, count in sorted(counts.rounds.items()))
            print(
                f"{name}, terms {terms}: {counts.same} of {counts.tables} tables the same, "
                f"{counts.drawn_out} others drew the pile out; cards of rows from the first pile: "
                f"{counts.same_cards} of {counts.cards} the same; asked for by play: "
                f"{counts.same_places} of {counts.places} the same; differ: {differing or 'none'}",
                flush=True,
            )
            rows.append({"set_up": name, "terms": terms, **counts._asdict()})
    print(json.dumps(rows))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

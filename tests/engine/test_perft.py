"""The number of sequences of entries from named positions; a second count knows no engine."""

from __future__ import annotations

from typing import Any

import pytest

from engine.legal import outcome_texts
from engine.vocabulary import Module, Side, Site
from tests.engine.perft import POSITIONS, moves, opened, perft

NAMED = {position["name"]: position for position in POSITIONS}


@pytest.mark.parametrize("name", NAMED)
def test_there_are_as_many_sequences_as_ever(name: str) -> None:
    s, counts = opened(NAMED[name]), NAMED[name]["counts"]
    assert [perft(s, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.prove
@pytest.mark.parametrize("name", NAMED)
def test_there_are_as_many_longer_sequences_as_ever(name: str) -> None:
    position = NAMED[name]
    begins = len(position["counts"]) + 1
    for depth, count in enumerate(position["deep"], begins):
        assert perft(opened(position), depth) == count


def test_each_side_and_each_module_has_a_position() -> None:
    setups = [opened(position).rules.setup for position in POSITIONS]
    for site in Site:
        assert {setup.sides[site] for setup in setups} == set(Side)
    assert set().union(*(setup.modules for setup in setups)) == set(Module)
    assert {len(setup.seats) for setup in setups} == {2, 3, 4}


def test_where_the_bank_has_several_things_to_name_a_sequence_ends() -> None:
    """And where it has one, each possible one is counted (``docs/perft.md``)."""
    looking = opened(NAMED["market D, a pile looked at"])
    assert perft(looking, 1) == 3  # the cards to keep
    position = dict(NAMED["pyramid C, the last space of a tile"])
    lines = position["entries"].strip().splitlines()
    drawing = opened({**position, "entries": "\n".join(lines[:-1])})
    chance = drawing.agenda[-1]
    assert len(moves(drawing)) == len(outcome_texts(drawing, chance)) == 12  # kinds of cards
    position = dict(NAMED["market D, a pile looked at"])
    lines = position["entries"].strip().splitlines()
    assert moves(opened({**position, "entries": "\n".join(lines[:-1])})) == []


# ------------------------------------------------------------------- a second, naive count


class Naive:
    """The base game as far as five entries of its first round go, with cards that do nothing and
    boards that ask nothing but which of the market's cards: plain lists, no engine."""

    def __init__(self, players: int, ships: list[int], sleds: list[int]) -> None:
        self.players, self.turn = players, 0
        self.sleds, self.quarries = sleds[:], [29 - stones for stones in sleds]
        self.ships: list[list[int | None] | None] = [[None] * size for size in ships]
        self.docked: list[bool] = [False] * 5
        self.cards, self.selling = [1, 2, 3, 4], []  # the owners of stones that wait for a card

    def twin(self) -> Naive:
        other = Naive(self.players, [], [])
        other.turn, other.sleds, other.quarries = self.turn, self.sleds[:], self.quarries[:]
        other.ships = [ship and ship[:] for ship in self.ships]
        other.docked, other.cards = self.docked[:], self.cards[:]
        other.selling = self.selling[:]
        return other

    def count(self, depth: int) -> int:
        """How many sequences of `depth` entries there are from here."""
        if depth == 0:
            return 1
        return sum(after.count(depth - 1) for after in self.following())

    def following(self) -> list[Naive]:
        if self.selling:
            return [self.sold(card) for card in self.cards]
        positions = [self.taken()] if self.takes() else []
        for number, ship in enumerate(self.ships):
            if ship is None:
                continue
            if self.sleds[self.turn]:
                positions += [
                    self.loaded(number, i) for i, stone in enumerate(ship) if stone is None
                ]
            if sum(stone is not None for stone in ship) >= {1: 1, 2: 1, 3: 2, 4: 3}[len(ship)]:
                free = [site for site in range(5) if not self.docked[site]]
                positions += [self.sailed(number, site) for site in free]
        return positions

    def takes(self) -> int:
        return min(3, 5 - self.sleds[self.turn], self.quarries[self.turn])

    def taken(self) -> Naive:
        after, number = self.twin(), self.takes()
        after.sleds[self.turn] += number
        after.quarries[self.turn] -= number
        return after.next()

    def loaded(self, number: int, space: int) -> Naive:
        after = self.twin()
        after.sleds[self.turn] -= 1
        ship = after.ships[number]
        assert ship is not None
        ship[space] = self.turn
        return after.next()

    def sailed(self, number: int, site: int) -> Naive:
        after, ship = self.twin(), self.ships[number]
        assert ship is not None
        after.ships[number], after.docked[site] = None, True
        if site == 0:  # the market: each stone takes a card
            after.selling = [stone for stone in ship if stone is not None]
        return after.next() if site else after

    def sold(self, card: int) -> Naive:
        after = self.twin()
        after.cards.remove(card)
        after.quarries[after.selling.pop(0)] += 1
        if after.selling and len(after.cards) == 1:  # the last card is taken unasked
            after.cards, _ = [], after.selling.pop(0)
        return after if after.selling else after.next()

    def next(self) -> Naive:
        self.turn = (self.turn + 1) % self.players
        return self


@pytest.mark.parametrize(
    ("name", "ships", "sleds"),
    [
        ("two players", [3, 2, 2, 1], [2, 3]),
        ("three players", [4, 4, 2, 1], [2, 3, 4]),
        ("four players", [4, 3, 3, 3], [2, 3, 4, 5]),
    ],
)
def test_a_count_without_the_engine_agrees(name: str, ships: list[int], sleds: list[int]) -> None:
    """[R1.2, R2.1, R2.2, R2.3, R2.4, R4.1] As far as the base game goes."""
    position: dict[str, Any] = NAMED[name]
    naive = Naive(len(sleds), ships, sleds)
    counts = position["counts"]
    assert [naive.count(depth) for depth in range(1, len(counts) + 1)] == counts


def test_the_first_entries_are_counted_by_hand() -> None:
    """[R2.1, R2.2, R2.3, R2.4] Two players, ships 3 2 2 1, sleds 2 and 3.

    First white: take, or one of 8 spaces: 9. Then black: after taking, the same 9. After a load on
    one of the 3 spaces of ship 1, which needs two: take and 7 loads: 8. After a load on one of the
    5 other spaces: take, 7 loads and 5 sites for that ship: 13. So 9 + 3 x 8 + 5 x 13 = 98.
    """
    assert NAMED["two players"]["counts"][:2] == [9, 9 + 3 * 8 + 5 * 13]

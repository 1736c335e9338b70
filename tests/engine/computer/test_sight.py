"""What a seat knows, and what it may imagine."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.computer.sight import Sight, unlocated
from engine.setup import Setup
from engine.view import view
from engine.vocabulary import Card, Site
from tests.engine.computer.positions import SETUPS, positions
from tests.engine.invariants import check_position, disguised
from tests.table import Table, leave


@pytest.mark.parametrize("table_words", SETUPS)
def test_what_is_imagined_looks_to_the_seat_like_what_there_is(
    table_words: tuple[str, str, str],
) -> None:
    """[R12.1, R12.2, R12.4] And it is a position that there can be, every card accounted for."""
    chance = random.Random(1)
    for s, seat in positions(Setup.of(*table_words), seed=3, every=9):
        before = s.key()
        world = Sight(s, seat).imagine(chance)
        assert view(world.state, seat) == view(s, seat)
        check_position(world.state)
        assert (sorted(world.cards), s.key()) == (unlocated(world.state), before)


@pytest.mark.parametrize("table_words", SETUPS)
def test_what_is_hidden_changes_nothing_that_is_imagined(table_words: tuple[str, str, str]) -> None:
    chance = random.Random(2)
    for s, seat in positions(Setup.of(*table_words), seed=4, every=9):
        twin = disguised(s, seat, chance)
        worlds = [Sight(state, seat).imagine(random.Random(5)) for state in (s, twin)]
        keys = [(world.state.key(), world.cards, world.tiles, world.noise) for world in worlds]
        assert keys[0] == keys[1]


def hidden_table() -> Table:
    return Table(modules="new_dynasty_cards hidden_market_cards").opened()


def test_cards_of_others_are_imagined_anew_each_time() -> None:
    sight = Sight(hidden_table().give("white", "sail", "lever", "statue").state, 0)
    assert sight.hidden == [0, 3]
    chance = random.Random(1)
    hands = [tuple(sight.imagine(chance).state.players[1].cards) for _ in range(20)]
    assert all(sum(hand) == 3 for hand in hands)
    assert len(set(hands)) > 10
    assert not any(hand[card] for hand in hands for card in Card if sight.state.rules.is_red[card])


def test_own_cards_and_open_ones_are_known() -> None:
    table = hidden_table().give("black", "sail")
    assert Sight(table.state, 0).imagine(random.Random(1)).state.players[0].cards[Card.SAIL] == 1
    open_table = Table()
    open_table.open()
    open_table.give("white", "sail")
    sight = Sight(open_table.state, 0)
    assert sight.hidden == [0, 0]
    world = sight.imagine(random.Random(1))
    assert world.state is sight.state
    assert world.state.players[1].cards[Card.SAIL] == 1


def test_a_heavily_laden_sled_betrays_cargo_sleds() -> None:
    """[R5.11, R12.4] Two stones more than a sled holds need one card, four need both."""
    table = Table("black white brown", modules="new_dynasty_cards hidden_market_cards")
    table.open("4 3 2 1")
    table.give("white", "statue", "cargo_sled").give("brown", "cargo_sled")
    table.stock("white", sled=7).stock("brown", sled=6)
    sight = Sight(table.state, 0)
    for seed in range(10):
        players = sight.imagine(random.Random(seed)).state.players
        assert [player.cards[Card.CARGO_SLED] for player in players] == [0, 1, 1]
        assert [sum(player.cards) for player in players] == [0, 2, 1]


def test_face_down_cards_are_known_to_who_looked() -> None:
    """[R12.2] The others know how many there are."""
    table = Table(sites="DAAAA").opened("4 3 2 2", "statue statue").load(4, "black")
    table.play("black sail 4 market", "black card 3", "look lever hammer sail", "black keep hammer")
    own_sight, other = Sight(table.state, 0), Sight(table.state, 1)
    piles = [sight.state.sites[Site.MARKET].down[0] for sight in (own_sight, other)]
    assert [card for card, _ in piles[0].known] == [Card.LEVER, Card.SAIL]
    assert (piles[0].unknown, piles[1].known, piles[1].unknown) == (0, [], 2)
    assert Counter(other.unseen) - Counter(own_sight.unseen) == Counter([Card.LEVER, Card.SAIL])


def test_every_order_of_the_cards_can_be_imagined() -> None:
    table = Table().opened("4 3 2 2", "chisel sail lever hammer")
    leave(table, "statue", "sail", "lever")
    sight = Sight(table.state, 0)
    chance = random.Random(3)
    orders = Counter(tuple(sight.imagine(chance).cards) for _ in range(300))
    assert len(orders) == 6
    assert min(orders.values()) > 20


@pytest.mark.parametrize("table_words", SETUPS)
def test_a_spectator_imagines_from_what_everybody_sees(table_words: tuple[str, str, str]) -> None:
    """[R12.1, R12.2, R12.4]"""
    chance = random.Random(3)
    for s, _ in positions(Setup.of(*table_words), seed=5, every=5):
        twin = disguised(s, None, chance)
        worlds = [Sight(state, None).imagine(random.Random(5)) for state in (s, twin)]
        keys = [(world.state.key(), world.cards, world.tiles, world.noise) for world in worlds]
        assert keys[0] == keys[1]
        check_position(worlds[0].state)


def test_cards_that_one_looks_at_are_yet_to_be_named_for_a_spectator() -> None:
    """[R4.7, R12.2] The pile of the market."""
    table = Table(sites="DAAAA").opened("4 3 2 2", "statue statue")
    table.load(4, "black").play("black sail 4 market", "black card 3")
    before = table.state.key()
    table.play("look lever hammer sail")
    sight = Sight(table.state, None)
    assert sight.state.agenda == [*table.state.agenda[:-1], sight.state.agenda[-1]]
    down = sight.state.sites[Site.MARKET].down[0]
    assert ((down.known, down.unknown), sight.state.key()) == (([], 3), before)

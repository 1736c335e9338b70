"""The rest of a round, played quickly."""

from __future__ import annotations

import random
from collections import Counter
from itertools import cycle, repeat

import pytest

from engine.apply import apply
from engine.computer.playout import finish_round, quick_turn
from engine.computer.prices import Prices
from engine.computer.sight import Sight
from engine.entries import Load, Sail, Take
from engine.legal import awaited, legal_actions
from engine.setup import Setup
from tests.engine.computer.positions import SETUPS, positions
from tests.engine.invariants import check_position
from tests.table import Table


@pytest.mark.parametrize("table_words", SETUPS)
def test_a_round_is_played_to_its_end_and_no_further(table_words: tuple[str, str, str]) -> None:
    chance = random.Random(1)
    for s, seat in positions(Setup.of(*table_words), seed=6, every=30):
        world = Sight(s, seat).imagine(chance)
        after = world.state.copy()
        finish_round(after, Prices(world, chance), world.bank(chance), cycle(world.noise))
        check_position(after)
        assert after.over or (after.round == s.round + 1 and len(after.round_cards) == s.round)


@pytest.mark.parametrize("table_words", SETUPS)
def test_every_quick_turn_is_legal(table_words: tuple[str, str, str]) -> None:
    chance = random.Random(1)
    for s, seat in positions(Setup.of(*table_words), seed=7, every=5):
        if not s.agenda:
            world = Sight(s, seat).imagine(chance)
            noise = cycle(world.noise)
            assert quick_turn(world.state, Prices(world, chance), noise) in legal_actions(s)


def quick_turns(table: Table, number: int = 40) -> Counter[type]:
    chance = random.Random(2)
    turns: Counter[type] = Counter()
    for _ in range(number):
        world = Sight(table.state, table.state.turn).imagine(chance)
        prices = Prices(world, chance)
        turns[type(quick_turn(world.state, prices, cycle(world.noise)))] += 1
    return turns


def test_an_empty_sled_is_filled() -> None:
    assert quick_turns(Table().opened().stock("black", sled=0)) == {Take: 40}


def test_a_full_sled_is_unloaded() -> None:
    assert quick_turns(Table().opened().stock("black", sled=5)) == {Load: 40}


def test_a_stone_aboard_costs_one_stone_of_the_sled() -> None:
    """Of two stones too one is loaded: the other stays, and is worth what the first one was."""
    assert quick_turns(Table().opened().stock("black", sled=2)) == {Load: 40}


def test_a_ship_of_much_use_sails() -> None:
    table = Table().opened()
    table.site("pyramid").stones += [1] * 9
    table.load(1, "black", "black", "black", "black").stock("black", sled=1)
    assert quick_turns(table)[Sail] > 20


@pytest.mark.parametrize(("whim", "load"), [(0.0, "2.2"), (0.5, "2.3"), (0.99, "2.3")])
def test_a_stone_is_loaded_beside_its_own_on_any_space(whim: float, load: str) -> None:
    table = Table().opened("4 3 2 1")
    table.stock("black", sled=5).load(2, "black")
    world = Sight(table.state, 0).imagine(random.Random(1))
    turn = quick_turn(world.state, Prices(world, random.Random(1)), repeat(whim))
    assert turn.text == f"load {load}"


def test_where_nothing_else_is_left_any_legal_action_will_do() -> None:
    table = Table().opened().stock("black", sled=0, quarry=0)
    world = Sight(table.state, 0).imagine(random.Random(1))
    prices = Prices(world, random.Random(1))
    assert quick_turn(world.state, prices, cycle(world.noise)).text == "pass"


def test_a_stuck_round_ends() -> None:
    """[R2.6]"""
    table = Table().opened()
    for colour in ("black", "white"):
        table.stock(colour, sled=0, quarry=0)
    world = Sight(table.state, 0).imagine(random.Random(1))
    s = world.state.copy()
    finish_round(s, Prices(world, random.Random(1)), world.bank(random.Random(1)), cycle([0.5]))
    assert s.round == 2


def test_the_same_world_is_played_the_same_way() -> None:
    table = Table().opened()
    world = Sight(table.state, 0).imagine(random.Random(1))
    prices = Prices(world, random.Random(1))
    ends = []
    for _ in range(2):
        s = world.state.copy()
        apply(s, 0, legal_actions(s)[0])
        finish_round(s, prices, world.bank(random.Random(1)), cycle(world.noise))
        ends.append(s.key())
    assert (ends[0], awaited(world.state)) == (ends[1], awaited(table.state))

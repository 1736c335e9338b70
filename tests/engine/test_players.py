"""The simple players: legal, repeatable, and one of them greedy."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.apply import apply
from engine.dealer import deal
from engine.legal import legal_actions
from engine.players import PLAYERS, current_points, greedy_player, lead, random_player
from engine.replay import verify
from engine.setup import Setup
from engine.vocabulary import Source
from tests.table import Table


@pytest.mark.parametrize("name", sorted(PLAYERS))
@pytest.mark.parametrize("sites", ["AAAAA", "BBBBB", "CCCCC", "DDDDD"])
def test_a_game_of_theirs_is_legal_to_its_end(name: str, sites: str) -> None:
    setup = Setup.of("black white brown", sites, "private_ships pharaohs_favors")
    assert verify(deal(setup, 11, name)).state.over


@pytest.mark.parametrize("name", sorted(PLAYERS))
def test_they_do_the_same_by_the_same_chance(name: str) -> None:
    table = Table().opened()
    player = PLAYERS[name]
    first = [player(table.state, random.Random(seed)) for seed in range(20)]
    assert first == [player(table.state, random.Random(seed)) for seed in range(20)]
    assert len(set(first)) > 1


@pytest.mark.parametrize("name", sorted(PLAYERS))
def test_they_do_not_change_the_position(name: str) -> None:
    table = Table().opened().load(3, "black", "white")
    before = table.state.key()
    PLAYERS[name](table.state, random.Random(1))
    assert table.state.key() == before


def test_to_the_random_player_each_kind_of_action_is_as_likely() -> None:
    table = Table().opened().load(3, "black")
    chance = random.Random(4)
    kinds = Counter(type(random_player(table.state, chance)).__name__ for _ in range(900))
    assert set(kinds) == {"Take", "Load", "Sail"}
    assert all(250 < count < 350 for count in kinds.values())


def test_the_greedy_player_takes_the_most_points() -> None:
    table = Table().opened("4 3 2 2", "chisel sail lever hammer").load(1, "black", "black", "black")
    action = greedy_player(table.state, random.Random(1))
    assert action.text == "sail 1 obelisks"  # 10 for the only obelisk; pyramid and chamber 6


def test_the_greedy_player_takes_from_the_others_too() -> None:
    table = Table(sites="AAAAA").opened("4 3 2 2", "chisel sail lever hammer")
    table.load(2, "white", "white").stock("black", sled=0, quarry=0)
    action = greedy_player(table.state, random.Random(1))
    assert action.text in ("sail 2 temple", "sail 2 market")  # nothing there for white at once


@pytest.mark.parametrize(("sled", "verb"), [(0, "take"), (1, "take"), (2, "load"), (4, "load")])
def test_where_nothing_gains_the_greedy_player_fetches_or_loads(sled: int, verb: str) -> None:
    table = Table().opened().stock("black", sled=sled)
    chosen = {greedy_player(table.state, random.Random(seed)).text.split()[0] for seed in range(9)}
    assert chosen == {verb}


def test_the_greedy_player_does_the_only_thing_that_can_be_done() -> None:
    table = Table().opened().stock("black", sled=0, quarry=0)
    assert table.options == ["pass"]
    assert greedy_player(table.state, random.Random(1)).text == "pass"


def test_the_greedy_player_answers_questions() -> None:
    table = Table(sites="ABAAA").opened()
    table.load(3, "black", "white").play("black sail 3 pyramid")
    action = greedy_player(table.state, random.Random(1))
    assert action in legal_actions(table.state)
    assert action.text == "pyramid middle"  # 3 points, the others 2


def test_points_now_are_those_of_a_game_that_ends_here() -> None:
    table = Table().opened()
    table.deliver("obelisks", "black", "black", "white")
    assert current_points(table.state) == [10, 1]
    assert not table.state.over
    assert lead(table.state, 0) == 9


def test_a_card_promises_a_point_besides_its_own() -> None:
    table = Table().opened().give("black", "statue")
    assert (current_points(table.state), lead(table.state, 0)) == ([1, 0], 2)
    assert lead(table.state, 1) == -2


def test_a_lead_is_over_the_mean_of_the_others() -> None:
    table = Table("black white brown gray").opened()
    for seat, points in enumerate([9, 3, 0, 6]):
        table.state.players[seat].scored[Source.PYRAMID] = points
    assert [lead(table.state, seat) for seat in range(4)] == [6.0, -2.0, -6.0, 2.0]


def test_points_after_the_end_are_the_points() -> None:
    game = verify(deal(Setup.of("black white"), 3, "random"))
    assert tuple(current_points(game.state)) == game.result.points
    with pytest.raises(AssertionError):
        greedy_player(game.state, random.Random(1))


def test_a_whole_greedy_game_has_more_points_than_a_random_one() -> None:
    setup = Setup.of("black white")
    means = {
        name: sum(sum(verify(deal(setup, seed, name)).result.points) for seed in range(8))
        for name in PLAYERS
    }
    assert means["greedy"] > means["random"]


def test_an_action_that_the_greedy_player_weighs_can_be_applied() -> None:
    table = Table(sites="DCCCC", modules="god_prophecies")
    table.play("prophecies amun ra isis", "scaffold 1", "round 4 3 2 2", "market statue lever")
    action = greedy_player(table.state, random.Random(2))
    apply(table.state, 0, action)

"""Replies that are searched: which turns are tried, how often, and what is learned."""

from __future__ import annotations

import random
from itertools import cycle

import pytest

from engine.computer import LEVELS, Playouts, choose
from engine.computer.prices import Prices
from engine.computer.replies import SETTLED, Node, Passed, choose_turn, learn, ranked_turns, reply
from engine.computer.search import Search
from engine.computer.sight import Sight
from engine.entries import Action
from engine.legal import legal_actions
from engine.setup import Setup
from engine.view import view
from engine.vocabulary import Site
from tests.engine.computer.positions import SETUPS, positions
from tests.engine.invariants import check_position, disguised
from tests.table import Table


def turns(table: Table) -> list[Action]:
    world = Sight(table.state, table.state.turn).imagine(random.Random(1))
    return ranked_turns(world.state, Prices(world, random.Random(1)))


def texts(table: Table) -> list[str]:
    return [action.text for action in turns(table)]


def replied(table: Table, node: Node, depth: int = 2) -> Passed:
    chance = random.Random(1)
    world = Sight(table.state, table.state.turn).imagine(chance)
    s = world.state.copy()
    prices = Prices(world, chance)
    return reply(s, node, depth, prices, world.bank(chance), cycle(world.noise))


def known(visits: int, total: float = 0.0) -> Node:
    node = Node()
    node.visits, node.total = visits, total
    return node


@pytest.mark.parametrize("given", SETUPS)
def test_every_turn_that_is_ranked_is_legal(given: tuple[str, str, str]) -> None:
    chance = random.Random(1)
    for s, seat in positions(Setup.of(*given), seed=7, every=9):
        if not s.agenda:
            world = Sight(s, seat).imagine(chance)
            found = ranked_turns(world.state, Prices(world, chance))
            assert set(found) <= set(legal_actions(s))


def test_ships_sail_to_every_free_site_and_are_loaded_once() -> None:
    table = Table().opened("4 3 2 1")
    table.load(4, "black").load(3, "white").stock("black", sled=2)
    found = texts(table)
    assert sorted(text.split()[0] for text in found) == ["load"] * 3 + ["sail"] * 10 + ["take"]
    assert len(set(found)) == 14
    table.stock("black", sled=0)
    assert not any(text.startswith("load") for text in texts(table))


def test_a_ship_of_much_use_comes_first_and_the_best_site_before_the_second() -> None:
    table = Table().opened("4 3 2 1")
    table.load(1, "black", "black", "black", "black").stock("black", sled=1)
    assert texts(table)[0] == "sail 1 burial_chamber"  # an area of four
    table.state.docks = [[9], [9], [9], [9], []]
    assert [text for text in texts(table) if text.startswith("sail 1")] == ["sail 1 obelisks"]


def test_blue_cards_are_among_the_turns() -> None:
    table = Table().opened("4 3 2 1").load(2, "white", "black", "black").stock("black", sled=3)
    table.give("black", "sail", "hammer", "chisel", "lever")
    played_texts = [text for text in texts(table) if text.startswith("play")]
    assert {text.split()[1] for text in played_texts} == {"sail", "hammer", "chisel", "lever"}
    assert {action.text for action in legal_actions(table.state)} >= set(played_texts)
    table.stock("black", sled=0, quarry=0)
    played_texts = [text for text in texts(table) if text.startswith("play")]
    assert {text.split()[1] for text in played_texts} == {"lever"}


def test_a_stone_goes_to_the_better_end_of_a_ship() -> None:
    """At the temple the last stone lies on top, at the pyramids the first takes its pick."""
    table = Table().opened("4 3 2 1").stock("black", sled=1, quarry=0)
    table.state.harbour = {2: table.state.harbour[2]}
    table.state.harbour[2].spaces[:] = [-1, 1, -1]
    table.site("pyramid").stones[:] = [1, 1]  # the next spaces: 4 and 3
    table.site("temple").stones[:] = [1, 1, 1]  # one space free, the next stone covers the first
    loads = []
    for site in (Site.PYRAMID, Site.TEMPLE):
        table.state.docks = [[] if at is site else [9] for at in Site]
        loads += [text for text in texts(table) if text.startswith("load")]
    assert loads == ["load 2.1", "load 2.3"]


def test_a_turn_that_was_never_tried_comes_before_the_best() -> None:
    first, second, third, *_ = turns(Table().opened("4 3 2 1").load(4, "black"))
    node = known(10)
    assert choose_turn(node, [first, second]) is first
    node.after = {first: known(4, 3.0)}
    assert choose_turn(node, [first, second, third]) is second
    node.after = {first: known(4, 1.0), second: known(4, 3.0), third: known(4, -3.0)}
    assert choose_turn(node, [first, second, third]) is second
    node.after[third] = known(1, 0.6)  # in doubt
    assert choose_turn(node, [first, second, third]) is third


def test_replies_are_searched_once_it_is_known_what_comes_before_them() -> None:
    table = Table().opened("4 3 2 1")
    assert replied(table, known(SETTLED - 1)) == []
    node = known(SETTLED)
    (step,) = replied(table, node)
    assert (node.after, step[1]) == ({turns(table)[0]: step[0]}, 0)
    step[0].visits = SETTLED
    assert [seat for _, seat in replied(table, node)] == [0, 1]
    assert [seat for _, seat in replied(table, node, depth=1)] == [0]


def test_the_more_often_a_node_is_passed_the_more_turns_are_tried() -> None:
    table = Table().opened("4 3 2 1")
    for visits, width in ((SETTLED, 1), (4, 2), (16, 3), (35, 3), (36, 4)):
        node = known(visits)
        for _ in range(6):
            ((step, _),) = replied(table, node, depth=1)
            step.visits += 1
        assert len(node.after) == width


def test_nothing_is_searched_where_the_prices_say_nothing() -> None:
    table = Table().opened().stock("black", sled=0, quarry=0)
    assert (turns(table), replied(table, known(50))) == ([], [])


def test_nobody_replies_in_the_next_round() -> None:
    table = Table().opened("4 3 2 1")
    table.state.harbour = {4: table.state.harbour[4]}
    table.load(4, "black").stock("black", sled=0, quarry=0)
    node = known(50)
    ((_, seat),) = replied(table, node, depth=9)
    assert seat == 0


def test_each_player_learns_their_own_result() -> None:
    root, black, white = known(3), known(1, 0.5), known(0)
    learn(root, [(black, 0), (white, 1)], [0.25, -0.75])
    assert ((root.visits, root.total), (black.visits, black.total)) == ((4, 0.0), (2, 0.75))
    assert (white.visits, white.total) == (1, -0.75)


def test_a_search_with_replies_ends_its_rounds_and_remembers_every_playout() -> None:
    table = Table(sites="ABBCD").opened("4 3 2 1")
    search = Search(table.state, 0, random.Random(1), replies=2)
    before = search.worlds[0].state.key()
    search.best(Playouts(200))
    assert sum(node.visits for node in search.nodes.values()) == 200
    assert max(len(node.after) for node in search.nodes.values()) > 1
    second = [step for node in search.nodes.values() for step in node.after.values()]
    assert any(step.after for step in second)
    assert search.worlds[0].state.key() == before
    check_position(search.worlds[0].state)


@pytest.mark.parametrize("given", SETUPS)
def test_replies_depend_on_nothing_that_is_hidden(given: tuple[str, str, str]) -> None:
    """[R12] As every choice; here with playouts enough for replies to be searched."""
    assert LEVELS["search-2"].replies
    chance = random.Random(1)
    for s, seat in positions(Setup.of(*given), seed=8, every=48):
        twin = disguised(s, seat, chance)
        assert view(twin, seat) == view(s, seat)
        playouts = Playouts(70)
        choices = [
            choose(state, seat, "search-2", random.Random(3), playouts) for state in (s, twin)
        ]
        assert choices[0] == choices[1]

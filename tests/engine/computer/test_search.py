"""Search: which actions are tried, how often, and which is chosen."""

from __future__ import annotations

import random
from collections import Counter
from math import tanh

import pytest

from engine.cards.lever import PlayLever
from engine.computer import Playouts
from engine.computer.search import LOOKED_AT, TRIED_ELSE, Search
from engine.entries import Load
from engine.legal import legal_actions
from engine.vocabulary import Site
from tests.table import Table


def search(table: Table, seed: int = 1) -> Search:
    return Search(table.state, table.state.turn, random.Random(seed))


def best(table: Table, playouts: int = 40, seed: int = 1) -> str:
    return search(table, seed).best(Playouts(playouts)).text


class CountingSearch(Search):
    """A search that counts its playouts by action."""

    tried: Counter[str]

    def playout(self, action, number):  # type: ignore[no-untyped-def]
        self.tried[action.text] += 1
        assert number == self.tried[action.text] - 1
        return super().playout(action, number)


def test_the_only_thing_that_can_be_done_needs_no_search() -> None:
    assert best(Table().opened().stock("black", sled=0, quarry=0)) == "pass"


def test_actions_that_come_to_the_same_are_tried_once() -> None:
    """Two ships of one size: it does not matter on which of them the first stone lies."""
    table = Table().opened("3 3 2 1")
    best = search(table)
    loads = [action for action in legal_actions(table.state) if isinstance(action, Load)]
    assert (len(loads), len(best.candidates(loads))) == (9, 6)


def test_orders_of_unloading_that_mean_the_same_are_tried_once() -> None:
    table = Table().opened("4 3 2 1")
    table.give("black", "lever").load(1, "black", "white", "black", "black")
    levers = [action for action in legal_actions(table.state) if isinstance(action, PlayLever)]
    assert len(levers) == 24 * 5
    assert 0 < len(search(table).candidates(levers)) <= TRIED_ELSE


def test_of_very_many_actions_some_get_a_first_look() -> None:
    looked: list[str] = []

    class LookingSearch(Search):
        def first_look(self, action):  # type: ignore[no-untyped-def]
            looked.append(action.text)
            return super().first_look(action)

    table = Table("black white brown gray", modules="pharaohs_favors").opened("4 3 3 2")
    table.load(1, "black", "white", "brown", "gray")
    options = legal_actions(table.state)
    kinds = Counter(map(type, options))
    assert max(kinds.values()) > LOOKED_AT
    LookingSearch(table.state, 0, random.Random(1)).candidates(options)
    assert len(looked) == sum(min(count, LOOKED_AT) for count in kinds.values())


def test_everything_is_tried_once_and_the_promising_more_often() -> None:
    table = Table().opened("4 3 2 1")
    table.site("pyramid").stones += [1] * 12
    table.load(2, "black", "black", "black")
    counting_search = CountingSearch(table.state, 0, random.Random(1))
    counting_search.tried = Counter()
    chosen = counting_search.best(Playouts(120))
    assert counting_search.tried.total() == 120
    assert min(counting_search.tried.values()) >= 1
    assert counting_search.tried[chosen.text] == max(counting_search.tried.values()) > 20


@pytest.mark.parametrize("value", [-1.0, 0.0, 0.5])
def test_actions_of_one_worth_are_tried_equally_often(value: float) -> None:
    """What has been tried more often is in less doubt, so the others come before it."""

    class EvenSearch(CountingSearch):
        def playout(self, action, number):  # type: ignore[no-untyped-def]
            super().playout(action, number)
            return value

    table = Table().opened("4 3 2 1")
    even_search = EvenSearch(table.state, 0, random.Random(1))
    even_search.tried = Counter()
    actions = len(even_search.candidates(legal_actions(table.state)))
    even_search.best(Playouts(3 * actions))
    assert sorted(even_search.tried.values()) == [3] * actions


@pytest.mark.parametrize("playouts", [0, 1])
def test_one_full_comparison_is_made_whatever_the_budget(playouts: int) -> None:
    counting_search = CountingSearch(Table().opened("4 3 2 1").state, 0, random.Random(1))
    counting_search.tried = Counter()
    counting_search.best(Playouts(playouts))
    assert set(counting_search.tried.values()) == {1}


def test_the_first_budget_that_is_spent_ends_the_search() -> None:
    counting_search = CountingSearch(Table().opened("4 3 2 1").state, 0, random.Random(1))
    counting_search.tried = Counter()
    counting_search.best(Playouts(1000), Playouts(40))
    assert counting_search.tried.total() == 40


@pytest.mark.parametrize("seed", range(5))
def test_the_last_turn_of_the_game_takes_what_wins_it(seed: int) -> None:
    table = Table().opened("4 3 2 1")
    table.state.round = table.state.rules.rounds
    table.site("burial_chamber").stones += [0, 0, 0, 0]
    table.site("temple").stones += [1, 1, 1, 1]
    table.state.harbour = {4: table.state.harbour[4]}
    table.load(4, "black").stock("black", sled=0, quarry=0).stock("white", sled=0, quarry=0)
    # the fifth stone of the area brings 5; the first obelisk 10
    assert best(table, seed=seed) == "sail 4 obelisks"
    for site in (Site.MARKET, Site.PYRAMID, Site.TEMPLE):
        table.state.docks[site].append(1)
    assert table.options == ["sail 4 burial_chamber", "sail 4 obelisks"]
    assert best(table, seed=seed) == "sail 4 obelisks"


def test_what_a_playout_is_worth() -> None:
    """Points and a hundredth for each stone on a sled: 2 to 12.02 and 6. Of the others the best
    counts 0.6, their mean 0.4; the more rounds are left, the less a lead is."""
    table = Table("black white brown").opened("4 3 2 2")
    assert search(table).scale == 4 + 6 * 2.5
    table.state.round = table.state.rules.rounds
    table.site("obelisks").heights[:] = [0, 3, 1]
    table.state.harbour = {4: table.state.harbour[4]}
    table.load(4, "black")
    for colour, sled in {"black": 0, "white": 2, "brown": 0}.items():
        table.stock(colour, sled=sled, quarry=0)
    (sail,) = (
        legal_action
        for legal_action in legal_actions(table.state)
        if legal_action.text == "sail 4 pyramid"
    )
    lead = 2 - (0.6 * 12.02 + 0.4 * (12.02 + 6) / 2)
    assert search(table).playout(sail, 0) == pytest.approx(tanh(lead / (4 + 2.5)))


@pytest.mark.parametrize("seed", range(5))
def test_a_full_ship_of_the_other_is_sent_where_it_does_no_good(seed: int) -> None:
    table = Table().opened("4 3 2 1")
    table.state.round = table.state.rules.rounds
    table.site("obelisks").heights[:] = [3, 0]
    table.site("temple").stones += [0, 0, 0, 0]
    table.site("pyramid").stones += [0] * 13
    table.site("burial_chamber").stones += [1, 1, 0, 0, 1, 1]
    table.state.harbour = {1: table.state.harbour[1]}
    table.load(1, "white", "white", "white", "white").stock("black", sled=0, quarry=0)
    assert best(table, seed=seed) != "sail 1 obelisks"


def test_questions_are_answered_by_search_too() -> None:
    table = Table(sites="ABAAA").opened("4 3 2 1")
    table.load(3, "black", "white").play("black sail 3 pyramid")
    assert best(table) in table.options

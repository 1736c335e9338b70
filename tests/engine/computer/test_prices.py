"""What a cargo brings, and which answer is best."""

from __future__ import annotations

import random
from itertools import repeat

import pytest

from engine.agenda import Chance, Decision
from engine.computer.prices import Prices, leads_over_mean
from engine.computer.sight import Sight
from engine.vocabulary import Card, Site
from tests.table import Table, leave


def prices(table: Table, seat: int = 0) -> Prices:
    chance = random.Random(1)
    return Prices(Sight(table.state, seat).imagine(chance), chance)


def answered(table: Table, whim: float = 0.0) -> str:
    """The best answer to the decision that waits."""
    decision = table.state.agenda[-1]
    assert isinstance(decision, Decision)
    return prices(table, decision.seat).best_answer(table.state, decision, whim).text


def test_a_lead_is_over_the_mean_of_the_others() -> None:
    assert leads_over_mean([9, 3, 0, 6]) == [6, -2, -6, 2]
    assert leads_over_mean([5.0, 3.0]) == [2, -2]


def test_a_cargo_is_worth_the_points_that_it_brings_to_the_pyramids() -> None:
    offers = prices(Table().opened()).offers((0, 1, 0))
    assert (offers[0][Site.PYRAMID], offers[1][Site.PYRAMID]) == (2 - 1 + 3, -4)


def test_nothing_is_offered_where_a_ship_has_docked() -> None:
    table = Table().opened()
    table.deliver("pyramid", "white", "white", "white")
    assert prices(table).offers((0,))[0][Site.PYRAMID] == 0


def test_offers_and_answers_are_found_once() -> None:
    table = Table(sites="ABAAA").opened()
    table.load(3, "black", "white").play("black sail 3 pyramid")
    market_prices = prices(table)
    decision = table.state.agenda[-1]
    assert isinstance(decision, Decision)
    assert market_prices.offers((0,)) is market_prices.offers((0,))
    assert [market_prices.answer(decision, choice) for choice in decision.options] == [2, 3, 2]
    statue = market_prices.card(0, Card.STATUE)
    market_prices.world.state.players[0].cards[Card.STATUE] += 3
    assert [market_prices.answer(decision, choice) for choice in decision.options] == [2, 3, 2]
    assert market_prices.card(0, Card.STATUE) == statue


def test_at_the_market_each_stone_takes_the_best_card_left() -> None:
    market_prices = prices(Table().opened("4 3 2 2", "statue lever sail hammer"))
    cards = sorted(
        (market_prices.card(0, card) for card in (Card.STATUE, Card.LEVER)), reverse=True
    )
    hammer, sail = market_prices.card(0, Card.HAMMER), market_prices.card(0, Card.SAIL)
    assert hammer > sail > cards[0]
    offer = market_prices.offers((0,) * 4)[0][Site.MARKET]
    assert offer == pytest.approx(hammer + sail + sum(cards))
    assert market_prices.offers((0, 1))[0][Site.MARKET] == pytest.approx(hammer - sail)


def test_an_empty_market_gives_nothing_and_a_face_down_card_something() -> None:
    table = Table(sites="BAAAA").opened("4 3 2 2", "lever lever statue")
    assert prices(table).offers((0,))[0][Site.MARKET] > 1.8
    table.site("market").up[:] = [-1] * 3
    table.site("market").down[0].unknown = 0
    assert prices(table).offers((0,))[0][Site.MARKET] == 0


def test_a_red_card_is_worth_what_its_stone_brings() -> None:
    """[R5.1] With an empty quarry it brings none."""
    table = Table().opened()
    assert prices(table).card(0, Card.ENTRANCE) == 2
    table.stock("black", quarry=0)
    assert prices(table).card(0, Card.ENTRANCE) != 2


def test_the_best_card_is_taken_and_the_best_kept() -> None:
    table = Table(sites="BAAAA").opened("4 3 2 2", "lever hammer statue")
    table.load(4, "black", "black").play("black sail 4 market")
    assert answered(table) == "card 4"  # who knows what lies there
    table.play("black card 4", "look lever hammer")
    assert answered(table) == "keep hammer"


def test_a_coin_is_spent_for_two_good_cards() -> None:
    table = Table(sites="CAAAA").opened("4 3 2 2", "hammer sail lever lever")
    table.load(4, "black", "black").play("black sail 4 market")
    assert answered(table) in ("card 1 2", "card 2 1")
    table.player("black").coins = 0
    assert answered(table) == "card 1"


def test_a_coin_is_worth_more_than_a_card_that_brings_little() -> None:
    """In the last round a decoration is worth the few stones that lie there."""
    table = Table(sites="CAAAA")
    table.open("4 3 2 2", "hammer pyramid_decoration temple_decoration obelisk_decoration")
    table.state.round = 6
    table.load(4, "black", "black").play("black sail 4 market")
    assert (table.player("black").coins, answered(table)) == (2, "card 1")


def test_a_bonus_stone_is_loaded_anywhere() -> None:
    table = Table(sites="ABAAA").opened("4 3 2 2")
    table.load(4, "black", "black").play("black sail 4 pyramid", *["black pyramid right"] * 2)
    assert (answered(table, 0.0), answered(table, 0.999)) == ("load 1.1", "load 3.2")


def test_what_an_answer_leaves_to_the_bank_counts_as_a_card() -> None:
    table = Table(sites="ABAAA").opened("4 3 2 2")
    table.site("pyramid").pyramids[0][:] = [1, 1]
    table.load(4, "black", "black").play("black sail 4 pyramid")
    assert answered(table) == "pyramid left"


def test_stones_are_chosen_where_they_are_worth_more_than_points() -> None:
    table = Table(sites="AACAA").opened("4 3 2 2")
    table.site("temple").stones[:] = [1, 0]
    table.stock("black", sled=0)
    table.state.harbour = {4: table.state.harbour[4]}
    table.load(4, "white").play("black sail 4 pyramid")
    assert answered(table) == "stones"
    table.stock("black", sled=4)
    assert answered(table) == "points"


def test_what_waits_is_settled_up_to_the_next_turn_or_the_end_of_the_round() -> None:
    table = Table(sites="BBCDC").opened("4 3 2 1", "lever hammer sail", "1 2 3 10")
    market_prices = prices(table)
    s = table.state.copy()
    market_prices.settle(s, market_prices.world.bank(random.Random(1)), repeat(0.0))
    assert s.key() == market_prices.world.state.key()
    table.load(1, "black", "white", "white").play("black sail 1 market")
    s = table.state.copy()
    market_prices.settle(s, market_prices.world.bank(random.Random(1)), repeat(0.0))
    assert (s.agenda, sum(s.players[0].cards)) == ([], 1)
    s.harbour = {4: s.harbour[4]}
    s.harbour[4].spaces[0] = 0
    table.state = s
    table.play(f"{table.actor} sail 4 obelisks")
    market_prices.settle(s, market_prices.world.bank(random.Random(1)), repeat(0.0))
    assert isinstance(s.agenda[-1], Chance)
    assert s.round == 2


def test_a_card_of_a_delivery_is_drawn_from_the_world() -> None:
    table = Table(sites="ACAAA").after("scaffold 3").opened()
    leave(table, "hammer")
    s = table.state
    s.players[1].cards = [0] * len(Card)  # nobody knows where they are
    assert prices(table).offers((0,))[0][Site.PYRAMID] > 2

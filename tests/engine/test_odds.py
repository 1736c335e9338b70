"""What turns up is possible, and as likely as it would be at the table."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.agenda import Chance
from engine.apply import apply
from engine.computer.sight import Sight
from engine.entries import RevealRoundCard
from engine.legal import awaited, legal_actions, possible_outcomes
from engine.odds import OutcomesLeft, remaining, turned_up
from engine.setup import Setup
from engine.vocabulary import BANK, Card
from tests.engine.computer.positions import SETUPS, positions
from tests.engine.invariants import check_position
from tests.table import Table, leave, throw

TRIES = 300


@pytest.mark.parametrize("given", SETUPS)
def test_what_it_writes_is_possible_until_the_round_ends(given: tuple[str, str, str]) -> None:
    chance = random.Random(1)
    for s, seat in positions(Setup.of(*given), seed=5, every=40):
        world = Sight(s, seat).imagine(chance)
        state, bank = world.state.copy(), world.bank(chance)
        while (now := awaited(state)) and state.round == s.round:
            if isinstance(now.item, Chance):
                apply(state, BANK, bank.outcome(state, now.item))
            else:
                apply(state, now.seat, chance.choice(legal_actions(state)))
            check_position(state)


def black_draws(table: Table) -> Chance:
    """Black comes to the space of pyramid B that gives the top card of the pile."""
    table.load(1, "black", "black", "black")
    table.play("black sail 1 pyramid", *["black pyramid left"] * 3)
    item = table.state.agenda[-1]
    assert isinstance(item, Chance)
    return item


def test_the_top_card_is_the_next_of_the_world() -> None:
    table = Table(sites="ABAAA").opened("4 3 2 2", "chisel sail lever hammer")
    world = Sight(table.state, 0).imagine(random.Random(1))
    item = black_draws(table)
    bank = world.bank(random.Random(1))
    assert bank.outcome(table.state, item).text == f"draw {world.cards[-1].word}"
    assert len(bank.cards) == len(world.cards) - 1


class NoLuck(random.Random):
    """Chance that nobody may ask."""

    def shuffle(self, x: object) -> None:  # type: ignore[override]
        raise AssertionError("shuffled")


def test_the_last_card_of_the_pile_is_drawn_without_a_shuffle() -> None:
    """[R4.3] The discards are shuffled when a card is wanted that is not there, not before."""
    table = Table(sites="ABAAA").opened("4 3 2 2", "chisel sail lever hammer")
    throw(table, "hammer", "lever")
    leave(table, "statue")
    world = Sight(table.state, 0).imagine(random.Random(1))
    item = black_draws(table)
    assert world.bank(NoLuck()).outcome(table.state, item).text == "draw statue"


def test_an_empty_pile_is_made_of_the_discards() -> None:
    """[R4.3] Also in the middle of a draw."""
    table = Table(sites="AACAA").opened("4 3 2 2", "chisel sail lever hammer")
    throw(table, "hammer", "lever")
    leave(table, "statue")
    world = Sight(table.state, 0).imagine(random.Random(1))
    assert world.cards == [Card.STATUE]
    table.site("temple").stones += [0, 0, 0, 0]
    table.state.harbour = {4: table.state.harbour[4]}
    table.load(4, "black").play("black sail 4 pyramid", "black points")
    item = table.state.agenda[-1]
    assert isinstance(item, Chance)
    assert item.count == 3
    action = world.bank(random.Random(1)).outcome(table.state, item)
    assert Counter(action.text.split()[1:]) == Counter(["statue", "hammer", "lever"])
    assert action.text.startswith("look statue")
    apply(table.state, BANK, action)


def test_a_pile_that_was_shuffled_meanwhile_is_shuffled_here_too() -> None:
    """[R4.3] Face-down cards may have used up the pile without a word to the bank."""
    table = Table(sites="ABAAA").opened("4 3 2 2", "chisel sail lever hammer")
    throw(table, "hammer", "lever")
    leave(table)
    world = Sight(table.state, 0).imagine(random.Random(1))
    assert world.cards == []
    table.state.pile.draw, table.state.pile.discard = 2, [0] * len(Card)
    for card in (Card.HAMMER, Card.LEVER):
        table.state.pile.located[card] -= 1
    item = black_draws(table)
    action = world.bank(random.Random(1)).outcome(table.state, item)
    assert action.text in ("draw hammer", "draw lever")


def test_scaffold_tiles_come_in_the_order_of_the_world() -> None:
    table = Table(sites="ACAAA").after("scaffold 2").opened()
    world = Sight(table.state, 0).imagine(random.Random(1))
    assert sorted(world.tiles) == [1, 3, 4, 5]
    table.load(1, "black", "white", "black", "white").play("black sail 1 pyramid")
    item = table.state.agenda[-1]
    assert isinstance(item, Chance)
    assert (
        world.bank(random.Random(1)).outcome(table.state, item).text == f"scaffold {world.tiles[0]}"
    )


# ----------------------------------------------------------------- without a world


def many(table: Table) -> Counter[str]:
    """How often each thing came, in many tries."""
    asked = table.state.agenda[-1]
    assert isinstance(asked, Chance)
    counter: Counter[str] = Counter()
    for seed in range(TRIES):
        text = turned_up(table.state, asked, random.Random(seed)).text
        verb, _, things = text.partition(" ")
        counter.update([things] if verb == "round" else things.split())
    return counter


def test_a_card_is_as_likely_as_there_are_copies_of_it() -> None:
    table = Table()
    leave(table, "statue", "statue", "statue", "statue", "statue", "statue", "lever", "sail")
    table.play("round 4 3 2 2")
    found = many(table)
    assert set(found) == {"statue", "lever", "sail"}
    assert sum(found.values()) == 4 * TRIES
    assert 2.5 * TRIES < found["statue"] < 3.5 * TRIES


def test_what_lies_on_the_discard_pile_comes_only_when_the_draw_pile_is_used_up() -> None:
    table = Table()
    leave(table, "statue", "statue", "lever", "sail", "hammer")
    throw(table, "hammer")
    table.play("round 4 3 2 2")
    assert set(many(table)) == {"statue", "lever", "sail"}
    throw(table, "sail")
    found = many(table)
    assert (found["statue"], found["lever"]) == (2 * TRIES, TRIES)
    assert found["hammer"] + found["sail"] == TRIES
    assert TRIES / 3 < found["hammer"] < TRIES * 2 / 3


def test_a_card_of_a_round_comes_once() -> None:
    """Of those that have not come, each is as likely as another."""
    table = Table()
    cards = list(table.state.rules.round_cards.elements())
    assert len(set(cards)) == len(cards) == 7
    for come in (0, 3, 6):
        table.state.round_cards = cards[:come]
        left = {" ".join(map(str, card)) for card in cards[come:]}
        found, expected = many(table), TRIES / len(left)
        assert set(found) == left
        assert all(expected * 0.7 < number < expected * 1.3 for number in found.values())


@pytest.mark.parametrize(
    ("sites", "modules", "verb", "count"),
    [
        ("ACAAA", "", "scaffold", 1),
        ("AAAAA", "god_prophecies", "prophecies", 3),
    ],
)
def test_all_else_is_equally_likely(sites: str, modules: str, verb: str, count: int) -> None:
    table = Table(sites=sites, modules=modules)
    asked = table.state.agenda[-1]
    assert isinstance(asked, Chance)
    found = many(table)
    values = possible_outcomes(table.state, asked)
    assert (values.verb, values.due) == (verb, count)
    assert set(found) == set(values.values)
    expected = TRIES * count / len(values.values)
    assert all(expected * 0.7 < number < expected * 1.3 for number in found.values())


# ----------------------------------------------------------------- what is left


def left(table: Table) -> tuple[dict[str, OutcomesLeft], int]:
    """What may still be named, by its word, and how much of it before a shuffle."""
    asked = table.state.agenda[-1]
    assert isinstance(asked, Chance)
    found = remaining(table.state, asked)
    assert [one.value for one in found.values] == possible_outcomes(table.state, asked).values
    return {one.value: one for one in found.values}, found.before_shuffle


def test_round_cards_are_left_that_have_not_come() -> None:
    table = Table()
    found, _drawn = left(table)
    assert sum(one.in_pile for one in found.values()) == sum(table.state.rules.round_cards.values())
    table.open("4 3 2 2", "chisel sail lever hammer")
    before = found["4 3 2 2"].in_pile
    table.state.agenda.append(Chance(RevealRoundCard, 1))
    now, _drawn = left(table)
    assert before == 1
    assert "4 3 2 2" not in now


def test_as_many_copies_of_a_card_are_left_as_lie_in_no_known_place() -> None:
    table = Table(sites="ABAAA").opened("4 3 2 2", "chisel sail lever hammer")
    black_draws(table)
    found, drawn = left(table)
    copies = table.state.rules.copies
    assert found["chisel"] == OutcomesLeft("chisel", copies[Card.CHISEL] - 1, 0)
    assert found["statue"] == OutcomesLeft("statue", copies[Card.STATUE], 0)
    assert drawn == 1


def test_discards_come_back_when_the_pile_is_shuffled() -> None:
    """[R4.3] In the middle of a draw: first what lay in the pile, then what was discarded."""
    table = Table(sites="AACAA").opened("4 3 2 2", "chisel sail lever hammer")
    throw(table, "hammer", "lever")
    leave(table, "statue")
    table.site("temple").stones += [0, 0, 0, 0]
    table.state.harbour = {4: table.state.harbour[4]}
    table.load(4, "black").play("black sail 4 pyramid", "black points")
    found, drawn = left(table)
    assert drawn == 1
    assert found == {
        "statue": OutcomesLeft("statue", 1, 0),
        "hammer": OutcomesLeft("hammer", 0, 1),
        "lever": OutcomesLeft("lever", 0, 1),
    }


def test_each_tile_is_left_once() -> None:
    table = Table(sites="ACAAA")
    found, drawn = left(table)
    assert {(left.in_pile, left.in_discard) for left in found.values()} == {(1, 0)}
    assert drawn == 1

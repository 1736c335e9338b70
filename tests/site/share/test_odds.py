"""What turns up in a what-if is as likely as it would be at the table."""

from __future__ import annotations

import random
from collections import Counter

from engine.agenda import Chance
from games.whatif.odds import turn_up
from tests.table import Table, leave, throw

TRIES = 300


def turned_up(table: Table) -> Counter[str]:
    """How often each thing came, in many tries."""
    item = table.state.agenda[-1]
    assert isinstance(item, Chance)
    found: Counter[str] = Counter()
    for seed in range(TRIES):
        found.update(turn_up(table.state, item, [], random.Random(seed)))
    return found


def test_a_card_is_as_likely_as_there_are_copies_of_it():
    table = Table()
    leave(table, "statue", "statue", "statue", "statue", "statue", "statue", "lever", "sail")
    table.play("round 4 3 2 2")
    found = turned_up(table)
    assert set(found) == {"statue", "lever", "sail"}
    assert sum(found.values()) == 4 * TRIES
    assert 2.5 * TRIES < found["statue"] < 3.5 * TRIES


def test_what_lies_on_the_discard_pile_comes_only_when_the_draw_pile_is_used_up():
    table = Table()
    leave(table, "statue", "statue", "lever", "sail", "hammer")
    throw(table, "hammer")
    table.play("round 4 3 2 2")
    assert set(turned_up(table)) == {"statue", "lever", "sail"}
    throw(table, "sail")
    found = turned_up(table)
    assert (found["statue"], found["lever"]) == (2 * TRIES, TRIES)
    assert found["hammer"] + found["sail"] == TRIES
    assert TRIES / 3 < found["hammer"] < TRIES * 2 / 3


def test_a_card_of_a_round_comes_once():
    table = Table()
    before = turned_up(table)
    assert sum(before.values()) == TRIES
    table.open(next(iter(before)))
    ships = Counter(
        {" ".join(map(str, one)): n for one, n in table.state.rules.round_cards.items()}
    )
    assert set(before) <= set(ships)

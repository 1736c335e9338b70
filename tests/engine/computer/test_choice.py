"""Every level plays by what its seat knows, legally, and the same by the same chance."""

from __future__ import annotations

import random

import pytest

from engine.computer import LEVELS, Playouts, Seconds, choose
from engine.computer.choice import player_at_level
from engine.computer.worth import worth
from engine.dealer import DealtGame
from engine.legal import awaited, legal_actions
from engine.players import greedy_player, random_player
from engine.scoring import result
from engine.setup import Setup
from engine.state import State
from engine.view import view
from tests.engine.computer.positions import SETUPS, positions
from tests.engine.invariants import disguised
from tests.table import Table

SINGLE_PLAYOUT = Playouts(1)


@pytest.mark.parametrize("level", ["random", "greedy", "search-2"])
@pytest.mark.parametrize("table_words", SETUPS)
def test_no_choice_depends_on_what_is_hidden(table_words: tuple[str, str, str], level: str) -> None:
    """[R12.1, R12.2, R12.3, R12.4] Two positions that look the same to the seat, and the same
    chance, give the same choice."""
    chance = random.Random(1)
    differed = 0
    for s, seat in positions(Setup.of(*table_words), seed=8, every=19):
        twin = disguised(s, seat, chance)
        differed += twin.key() != s.key()
        assert view(twin, seat) == view(s, seat)
        choices = [
            choose(state, seat, level, random.Random(3), SINGLE_PLAYOUT) for state in (s, twin)
        ]
        assert choices[0] == choices[1]
    assert differed > 3


@pytest.mark.parametrize("table_words", [SETUPS[0], SETUPS[1], SETUPS[3]])
def test_what_is_hidden_would_matter_to_who_saw_it(table_words: tuple[str, str, str]) -> None:
    """The check above is no idle one: the same position is worth something else to a cheat."""
    chance = random.Random(1)
    tried = [
        worth(s) != worth(disguised(s, seat, chance))
        for s, seat in positions(Setup.of(*table_words), seed=8, every=12)
    ]
    assert sum(tried) > len(tried) / 3


@pytest.mark.parametrize("level", LEVELS)
def test_choices_are_legal_repeatable_and_change_nothing(level: str) -> None:
    for table_words in SETUPS[:2]:
        for s, seat in positions(Setup.of(*table_words), seed=9, every=60):
            before = s.key()
            action = choose(s, seat, level, random.Random(4), SINGLE_PLAYOUT)
            assert action in legal_actions(s)
            assert action == choose(s, seat, level, random.Random(4), SINGLE_PLAYOUT)
            assert s.key() == before


def opening() -> State:
    return Table().opened().state


def test_a_level_makes_its_playouts_unless_the_clock_ends_them() -> None:
    times = iter(range(1000))
    s = opening()
    budget = Seconds(lambda: float(next(times)), 30)
    choose(s, 0, "search-3", random.Random(1), budget)
    assert next(times) == 31  # asked when it began, and until 30 have passed
    free = choose(s, 0, "search-1", random.Random(1))
    assert free == choose(s, 0, "search-1", random.Random(1), Playouts(LEVELS["search-1"].playouts))
    assert free == choose(s, 0, "search-1", random.Random(1), Playouts(10**9))


def test_only_who_is_to_act_chooses() -> None:
    s = opening()
    with pytest.raises(ValueError, match="seat 1 is not to act"):
        choose(s, 1, "greedy", random.Random(1))
    with pytest.raises(KeyError):
        choose(s, 0, "search-9", random.Random(1))


def test_nobody_chooses_when_the_game_is_over_or_the_bank_is_to_write() -> None:
    table = Table()
    for seat in (0, 1):
        with pytest.raises(ValueError, match="not to act"):
            choose(table.state, seat, "random", random.Random(1))


@pytest.mark.parametrize("sites", ["AAAAA", "DCABC"])
def test_a_search_of_few_playouts_beats_chance(sites: str) -> None:
    chance = random.Random(1)
    game = DealtGame(Setup.of("black white", sites), random.Random(2))
    while (decision := awaited(game.state)) is not None:
        if decision.seat == 0:
            game.act(choose(game.state, 0, "search-1", chance, SINGLE_PLAYOUT))
        else:
            game.act(random_player(game.state, chance))
    assert result(game.state).places == (1, 2)


def test_logs_are_made_by_the_simple_players_and_by_searches() -> None:
    assert player_at_level("greedy") is greedy_player
    assert player_at_level("random") is random_player
    s = opening()
    expected = choose(s, 0, "search-1", random.Random(7))
    assert player_at_level("search-1")(s, random.Random(7)) == expected
    table = Table(sites="ABAAA").opened()
    table.load(1, "white", "white", "white").play("black sail 1 pyramid")
    assert player_at_level("search-1")(table.state, random.Random(7)) in legal_actions(table.state)

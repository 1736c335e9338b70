"""The frozen search-3, against which new levels play, stays the player that it was."""

from __future__ import annotations

import random

import pytest

from benchmarks.match import NamedPlayer, play, player_name
from benchmarks.opponents import search_3
from engine.legal import legal_actions
from engine.setup import Setup
from tests.engine.computer.positions import SETUPS, positions

CHOSEN = [
    ["sail 3 temple", "load 1.2", "sail 1 pyramid", "load 4.1"],
    ["load 4.1", "play chisel 1.3 3.2", "load 2.1", "play sail 1.1 pyramid"],
    ["obelisk 6", "load 2.4", "tile 5", "sail 2 temple", "take"],
    ["build 1.1 1.2", "load 3.2", "load 1.4", "take", "load 3.1"],
    ["load 3.3", "load 4.2", "sail 1 obelisks", "load 2.1", "load 2.3", "space 3.1"],
    ["build 1.1 1.2", "build 1.3 1.4 2.3 2.4 3.4", "load 2.1", "load 2.3", "load 1.4"],
]
"""Choices by 80 playouts, by set-up, as the search-3 of November 2026 made them."""


@pytest.mark.parametrize("number", range(len(SETUPS)))
def test_it_chooses_as_it_did(number: int) -> None:
    setup = Setup.of(*SETUPS[number])
    texts = []
    for s, seat in positions(setup, seed=11, every=25):
        action = search_3.choose(s, seat, random.Random(3), 80)
        assert action in legal_actions(s)
        texts.append(action.text)
    assert texts == CHOSEN[number]


def test_it_is_a_player_of_3000_playouts_and_two_replies() -> None:
    assert (search_3.PLAYOUTS, search_3.REPLIES) == (3_000, 2)


def test_a_game_of_a_match_follows_from_its_number() -> None:
    """Here between two quick players: both seats of one deal."""
    first, repeated, other_seat = (
        play(2, "greedy", "random"),
        play(2, "greedy", "random"),
        play(3, "greedy", "random"),
    )
    assert first._replace(milliseconds=(0, 0)) == repeated._replace(milliseconds=(0, 0))
    assert (first.boards, other_seat.boards) == ("mixed-2", "mixed-2")


def test_one_against_three_has_each_seat_of_a_deal() -> None:
    """Here between two quick players."""
    games = [play(4 + seat, "greedy", "random", 4) for seat in range(4)]
    assert {game.boards for game in games} == {"mixed-4"}
    assert len({game.margin for game in games}) > 1
    assert sum(game.won for game in games) >= 2


def test_a_player_of_a_match_has_the_playouts_that_its_name_says() -> None:
    s, seat = next(positions(Setup.of(*SETUPS[0]), seed=11, every=25))
    frozen = NamedPlayer("frozen-search-3:80").choose(s, seat, random.Random(3))
    assert frozen.text == CHOSEN[0][0]
    assert player_name("frozen-search-3:80") == "frozen-search-3:80"
    for unknown in ("frozen-search-4", "greedy:80", "search-9"):
        with pytest.raises(ValueError, match="no level"):
            player_name(unknown)

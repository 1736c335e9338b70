"""One name for a computer player, wherever it is shown."""

from __future__ import annotations

import pytest

from drawing.replay.replay import replay_of
from drawing.text.names import COMPUTERS, computer_level, computer_name, seated
from engine import Log, Setup, parse_entry
from engine.computer import LEVELS
from engine.log import Header


def test_every_level_has_a_name_of_its_own():
    assert list(COMPUTERS) == list(LEVELS)
    assert len({computer_name(level) for level in LEVELS}) == len(LEVELS)
    assert computer_name("greedy") == "Computer (easy)"


@pytest.mark.parametrize(
    ("name", "level"),
    [
        ("@computer-greedy", "greedy"),
        ("@computer-search-2", "search-2"),
        ("@computer-search-2-3", "search-2"),
        ("computer-greedy", ""),
        ("@computer-mine", ""),
        ("@computer-greedy-", ""),
        ("@ana", ""),
        ("", ""),
    ],
)
def test_a_computer_player_is_known_by_its_handle(name: str, level: str):
    assert computer_level(name) == level


def test_seats_have_the_names_of_the_log_or_their_colours():
    assert seated(("@ana", "", "@computer-random"), Setup.of("black white brown")) == [
        "@ana",
        "White",
        "Computer (very easy)",
    ]


def test_two_of_one_level_are_told_apart():
    setup = Setup.of("black white brown")
    assert seated(("@computer-greedy", "Ida", "@computer-greedy-2"), setup) == [
        "Computer (easy), black",
        "Ida",
        "Computer (easy), brown",
    ]


def test_a_replay_calls_them_so():
    setup = Setup.of("black white")
    lines = ("round 4 3 2 2", "market statue lever sail chisel", "black take")
    entries = tuple(parse_entry(setup, line) for line in lines)
    replay = replay_of(Log(Header(setup, ("@computer-greedy", "@ben")), entries))
    assert replay.names == ["Computer (easy)", "@ben"]
    assert replay.frames[-1].words == "Computer (easy) takes 3 stones."

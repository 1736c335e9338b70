"""Every step has words."""

from __future__ import annotations

from typing import get_args

import pytest

from drawing.cards import NAMES, PICTURES
from drawing.modules.god_prophecies import PROPHECIES
from drawing.modules.pharaohs_favors import FAVORS
from drawing.names import MODULES, SOURCES
from drawing.narration import ALL_LEADS, WORDS
from drawing.replay import replay_of
from drawing.words import SITES
from engine import Log, Setup, events, parse_entry
from engine.entries.table import ACTIONS
from engine.log import Header
from engine.vocabulary import Card, Favor, Module, Prophecy, Site, Source
from tests.drawing import dealt


@pytest.mark.parametrize("kind", get_args(events.Event), ids=lambda kind: kind.__name__)
def test_every_event_has_words(kind: type):
    assert kind in WORDS


@pytest.mark.parametrize("kind", ACTIONS, ids=lambda kind: kind.__name__)
def test_every_entry_has_words(kind: type):
    assert kind in ALL_LEADS


@pytest.mark.parametrize(
    ("words", "vocabulary"),
    [
        (SITES, Site),
        (SOURCES, Source),
        (MODULES, Module),
        (FAVORS, Favor),
        (PROPHECIES, Prophecy),
        (NAMES, Card),
        (PICTURES, Card),
    ],
)
def test_every_word_of_the_rules_has_words(words: dict, vocabulary: type):
    assert set(words) == set(vocabulary)


@pytest.mark.parametrize("options", dealt.GAMES, ids=lambda game: " ".join(map(str, game[0]))[:60])
def test_no_step_is_silent(options: tuple):
    found = dealt.cached_replay(*options[0], **options[1])
    for frame in found.frames:
        assert frame.words.endswith("."), frame
        assert "%(" not in frame.words
        assert ".." not in frame.words, frame.words


def said(text: str) -> list[str]:
    """The words of a hand-written game, step by step."""
    setup = Setup.of("black white")
    entries = tuple(parse_entry(setup, line) for line in text.splitlines())
    return [frame.words for frame in replay_of(Log(Header(setup, ("Tom", "Ida")), entries)).frames]


OPENING = "round 4 3 2 2\nmarket statue lever sail chisel\n"


def test_a_ship_sails():
    moves = "black load 2.1\nwhite load 2.2\nblack sail 2 pyramid"
    assert said(OPENING + moves)[-1] == "Tom sails the 3-ship to the pyramids: Tom 2, Ida 1 points."


def test_equal_ships_have_numbers():
    assert said(OPENING + "black load 4.1")[-1] == "Tom loads 2-ship no. 4 (space 1)."


def test_stones_without_points_are_named():
    moves = "black load 2.1\nwhite load 2.2\nblack sail 2 temple"
    assert said(OPENING + moves)[-1] == "Tom sails the 3-ship to the temple: Tom, Ida."


def test_stones_are_taken():
    assert said(OPENING + "black take")[-1] == "Tom takes 3 stones."


def test_a_card_is_taken():
    moves = "black load 2.1\nwhite load 2.2\nblack sail 2 market\nblack card 2"
    sentences = said(OPENING + moves)
    assert sentences[-2:] == [
        "Tom sails the 3-ship to the market, with stones of Tom, Ida.",
        "Tom takes the lever.",
    ]


def test_the_bank_speaks():
    assert said(OPENING)[:2] == [
        "Round 1 begins with ships for 4, 3, 2, 2 stones; Tom starts.",
        "The market shows statue, lever, sail and chisel.",
    ]

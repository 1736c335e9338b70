"""Every step has words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from drawing.cards import DRAWINGS
from drawing.language.words import SITES
from drawing.modules.god_prophecies import PROPHECIES
from drawing.modules.pharaohs_favors import FAVORS
from drawing.replay.replay import replay_of
from drawing.svg import MINUS
from drawing.text.entry_phrases import LEADS
from drawing.text.names import MODULES, SOURCES
from drawing.text.narration import WORDS
from engine import Log, Setup, events, parse_entry, read_log, steps
from engine.actions import ACTIONS
from engine.log import Header
from engine.vocabulary import Card, Favor, Module, Prophecy, Site, Source
from tests.drawing import dealt

GOLDEN = Path(__file__).resolve().parents[1] / "golden"


@pytest.mark.parametrize("kind", get_args(events.Event), ids=lambda kind: kind.__name__)
def test_every_event_has_words(kind: type):
    assert kind in WORDS


@pytest.mark.parametrize("kind", ACTIONS, ids=lambda kind: kind.__name__)
def test_every_entry_has_words(kind: type):
    assert kind in LEADS


@pytest.mark.parametrize(
    ("words", "vocabulary"),
    [
        (SITES, Site),
        (SOURCES, Source),
        (MODULES, Module),
        (FAVORS, Favor),
        (PROPHECIES, Prophecy),
        (DRAWINGS, Card),
    ],
)
def test_every_word_of_the_rules_has_words(words: dict, vocabulary: type):
    assert set(words) == set(vocabulary)


GAMES = pytest.mark.parametrize(
    "options", dealt.GAMES, ids=lambda game: " ".join(map(str, game[0]))[:60]
)

VERB = re.compile(
    r"\b(adds?|are|bets?|becomes?|begins?|brings?|builds?|chooses?|comes?|discarded|draws?|drives?|"
    r"ends?|fills?|gets?|goes|go|has|hold|is|keeps?|lays?|leaves?|loads?|looks?|loses?|moves?|"
    r"passed|passes|places?|plays?|returns?|sails?|share|shows?|spends?|takes?|turns?|uses?|wins?)\b"
)
OLD_FAULTS = [
    re.compile(words)
    for words in (
        r"%\(",
        r"\.\.",
        r" [.,:;]",
        r"  ",
        r"\d-ship|no\. \d",
        r"×\d",
        r"\bunloads spaces\b",
        r"\b1 (points|stones|cards|cells)\b(?!, and)",
        r"(?<![\d,] )(?<!and )\b([02-9]|\d\d+) (point|stone|card|cell)\b",
        r"(?:^|\. )\w+(?:, \w+)*\.",
        r"points\.$(?<![a-z] points\.)(?<!\d points\.)",
    )
]
"""What sentences looked like once: codes of ships, a number without a unit, names and no verb."""


def sentences(words: str) -> list[str]:
    """The sentences of `words`, without their full stops."""
    return words.removesuffix(".").split(". ")


@GAMES
def test_no_step_is_silent(options: tuple):
    for frame in dealt.cached_replay(*options[0], **options[1]).frames:
        assert frame.words.endswith("."), frame
        assert frame.told.brief.endswith(".")
        assert frame.words.startswith(frame.told.brief)


@GAMES
def test_a_sentence_has_a_verb_and_none_of_the_old_faults(options: tuple):
    replay = dealt.cached_replay(*options[0], **options[1])
    for frame in replay.frames:
        for fault in OLD_FAULTS:
            assert not fault.search(frame.words), frame.words
        for sentence in sentences(frame.words):
            assert VERB.search(sentence), frame.words
            assert sentence[0].isupper() or sentence[0].isdigit(), frame.words


def test_golden_games_reach_the_words_of_every_entry_and_event():
    spoken: set[type] = set()
    for path in sorted(GOLDEN.glob("*.imh")):
        for step in steps(read_log(path.read_text("utf-8"))):
            spoken.add(type(step.entry.action))
            spoken.update(map(type, step.events))
    assert (set(ACTIONS) - spoken, set(get_args(events.Event)) - spoken) == (set(), set())


@GAMES
def test_the_end_is_told_source_by_source(options: tuple):
    replay = dealt.cached_replay(*options[0], **options[1])
    *frames, last = [frame.told for frame in replay.frames]
    assert not any(narration.ending for narration in frames)
    assert "The game is over: " in last.words
    assert last.ending
    listed = [tally.source for tally in last.ending]
    assert len(listed) == len(set(listed))
    for tally in last.ending:
        assert re.search(r"\b(gets|loses) \d+ points?\b", tally.words)
        assert f"{SOURCES[tally.source]}: {tally.words}" not in last.words


def sentences_of(
    text: str, names: tuple[str, ...] = ("Tom", "Ida"), sites: str = "AAAAA"
) -> list[str]:
    """The words of a hand-written game, step by step."""
    setup = Setup.of(" ".join(["black", "white", "brown", "gray"][: len(names)]), sites)
    entries = tuple(parse_entry(setup, line) for line in text.splitlines())
    return [frame.words for frame in replay_of(Log(Header(setup, names), entries)).frames]


OPENING = "round 4 3 2 2\nmarket statue lever sail chisel\n"


def test_a_ship_sails_and_its_stones_land_in_order():
    moves = "black load 2.1\nwhite load 2.2\nblack sail 2 pyramid"
    assert sentences_of(OPENING + moves)[-1] == (
        "Tom sails ship 2 to the pyramids. "
        "In order: Tom places a stone (+2 points), Ida places a stone (+1 point)."
    )


def test_a_ship_is_named_by_its_berth():
    moves = "black load 4.1\nwhite load 1.3"
    assert sentences_of(OPENING + moves)[-2:] == [
        "Tom loads ship 4, space 1.",
        "Ida loads ship 1, space 3.",
    ]


def test_stones_of_one_player_are_said_together():
    moves = "black load 2.1\nwhite load 3.1\nblack load 2.2\nwhite load 3.2\nblack sail 2 temple"
    assert sentences_of(OPENING + moves)[-1] == (
        "Tom sails ship 2 to the temple. Tom places 2 stones."
    )


def test_stones_are_taken():
    assert sentences_of(OPENING + "black take")[-1] == "Tom takes 3 stones."


def test_one_stone_is_one_stone():
    moves = "black take\nwhite load 2.1\nblack load 3.1\nwhite take\nblack take"
    assert sentences_of(OPENING + moves)[-1] == "Tom takes a stone."


def test_a_card_is_taken():
    moves = "black load 2.1\nwhite load 2.2\nblack sail 2 market\nblack card 2"
    assert sentences_of(OPENING + moves)[-2:] == [
        "Tom sails ship 2 to the market. The ship brings a stone of Tom and a stone of Ida.",
        "Tom takes the lever.",
    ]


def test_the_bank_speaks():
    assert sentences_of(OPENING)[:2] == [
        "Round 1 begins: the ships hold 4, 3, 2 and 2 stones, and Tom starts.",
        "The market shows new cards: statue, lever, sail and chisel.",
    ]


@pytest.mark.parametrize(
    ("name", "words", "tallies"),
    [
        (
            "ending-shared-first-place",
            r"The game is over: .+ and .+ share the first place with \d+ points\.",
            1,
        ),
        (
            "ending-sled-breaks-the-tie",
            r"The game is over: \w+ wins with \d+ points and more stones on the sled\. Behind: ",
            1,
        ),
        ("ending-score-below-zero", rf"\w+ has {MINUS}\d+ points?", 1),
        ("ending-stuck-last-round", r"Everybody has passed, and round 6 ends\.", 1),
    ],
)
def test_the_end_says_who_won(name: str, words: str, tallies: int):
    replay = replay_of(read_log((GOLDEN / f"{name}.imh").read_text("utf-8")))
    narration = replay.frames[-1].told
    assert re.search(words, narration.words), narration.words
    before = narration.without_outcome
    assert before
    assert narration.words.startswith(before)
    assert "The game is over" not in before
    assert len(narration.ending) >= tallies

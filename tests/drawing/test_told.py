"""How much is told of a step: brief, in full, or with the rules behind it."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from drawing.language.sentences import LONGEST
from drawing.replay import viewers
from drawing.replay.page import narration_at, replay_context
from drawing.replay.payload import narration_of, payload
from drawing.replay.step_notes import step_notes
from drawing.text import reasons as text_reasons
from engine import Setup, events
from engine.vocabulary import Source
from tests.drawing import dealt

GAMES = pytest.mark.parametrize("options", dealt.GAMES, ids=str)


@GAMES
def test_every_reason_is_a_short_sentence_with_an_address(options: tuple):
    rules = payload(dealt.cached_replay(*options[0], **options[1]))["rules"]
    assert isinstance(rules, dict)
    for words, url in rules.values():
        assert words.endswith(".")
        assert len(words) <= LONGEST
        assert re.fullmatch(r"/rules/[a-z-]+/(#[\w.-]+)?", url), url


def test_reasons_are_of_events_and_every_source_has_one():
    assert set(text_reasons.KEYS) <= set(get_args(events.Event))
    assert set(text_reasons.SOURCES) == set(Source)


@GAMES
def test_a_step_has_few_reasons_and_what_was_played_comes_first(options: tuple):
    for frame in dealt.cached_replay(*options[0], **options[1]).frames:
        assert len(frame.told.why) <= text_reasons.REASON_LIMIT
        if " plays the " in frame.told.brief:
            assert frame.told.why[0].startswith("card.")


def test_a_ship_with_stones_of_several_unloads_from_front_to_back():
    found = dealt.cached_replay()
    ply = next(ply for ply, frame in enumerate(found.frames, 1) if "In order: " in frame.words)
    taught = step_notes(found, ply, viewers.TEACHER)["why"]
    assert isinstance(taught, list)
    assert taught[0] == ("A ship unloads from front to back.", "/rules/rulings/#R3.1")
    assert taught[1].url.endswith("/#A")


def test_levels_tell_more_and_more():
    found = dealt.cached_replay()
    ply = next(ply for ply, frame in enumerate(found.frames, 1) if "In order: " in frame.words)
    brief, full, teacher = (narration_at(found, ply, level) for level in viewers.LEVELS)
    assert full.startswith(brief)
    assert "In order: " not in brief
    assert full == teacher
    reasons = [step_notes(found, ply, level)["why"] for level in viewers.LEVELS]
    assert reasons[:2] == [[], []]
    assert reasons[2]


@pytest.mark.parametrize("level", viewers.LEVELS)
def test_the_end_is_a_list_at_every_level(level: str):
    found = dealt.cached_replay()
    ending = step_notes(found, found.plies, level)["ending"]
    assert isinstance(ending, list)
    assert [one["title"] for one in ending][:2] == ["Burial chamber", "Obelisks"]
    assert all(bool(one["why"]) == (level == viewers.TEACHER) for one in ending)
    assert step_notes(found, found.plies - 1, level)["ending"] == []
    assert step_notes(found, 0, level)["why"] == []


@GAMES
def test_a_step_of_the_payload_tells_the_same(options: tuple):
    found = dealt.cached_replay(*options[0], **options[1])
    steps = payload(found)["steps"]
    assert isinstance(steps, list)
    assert [narration_of(step) for step in steps] == [frame.told for frame in found.frames]


def test_addresses_keep_the_level():
    setup = Setup.of("black white")
    assert viewers.query(0, setup, viewers.BRIEF) == "?seat=black&words=brief"
    assert viewers.query(0, setup) == "?seat=black"
    assert [viewers.narration_level(word) for word in (None, "loud", "teacher")] == [
        "full",
        "full",
        "teacher",
    ]
    context = replay_context(dealt.text(), 3, "/games/1/", level=viewers.TEACHER)
    assert context["query"] == "?words=teacher"

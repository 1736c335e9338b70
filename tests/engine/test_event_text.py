"""Events as JSON: the text that digests cover, whichever way it is written."""

from __future__ import annotations

import json
import random

import pytest

from engine import deal, read_log, verify
from engine.event_text import EVENT_VALUE_COUNTS, KINDS, TEXT_LIMIT, event_texts
from engine.events import CardTaken, Event, Passed, RoundEnded, Scored, StoneSent, make_event
from engine.vocabulary import Card, Origin, Site, Source
from tests.engine.cli.shell import GOLDEN
from tests.engine.invariants import random_setup


def plain_text(event: Event) -> str:
    """As the encoder of the standard library writes it."""
    kind = type(event)
    values = event[: EVENT_VALUE_COUNTS.get(kind, len(event))]
    return json.dumps([kind.__name__, values], separators=(",", ":"))


def golden_events() -> list[Event]:
    return [
        event
        for path in sorted(GOLDEN.glob("*.imh"))
        for event in verify(read_log(path.read_bytes()), keep_events=True).state.events or ()
    ]


def test_a_text_is_what_the_encoder_of_json_writes() -> None:
    events = golden_events()
    for seed in range(10):
        log = deal(random_setup(random.Random(seed)), seed=seed, play="random")
        events += verify(log, keep_events=True).state.events or ()
    covered = [event for event in events if EVENT_VALUE_COUNTS.get(type(event)) != 0]
    assert event_texts(events) == [plain_text(event) for event in covered]
    assert len({type(event) for event in events}) > 25


def test_a_value_is_always_true_or_false_or_never() -> None:
    """1 and True are one key."""
    truths: dict[tuple[type, int], set[bool]] = {}
    for event in golden_events():
        for place, value in enumerate(event):
            truths.setdefault((type(event), place), set()).add(isinstance(value, bool))
    assert {places for places, kinds in truths.items() if len(kinds) > 1} == set()


def test_texts_are_forgotten_where_they_are_too_many() -> None:
    events = [Scored(0, points, Source.PYRAMID) for points in range(TEXT_LIMIT + 10)]
    assert event_texts(events) == [plain_text(event) for event in events]
    assert 0 < len(KINDS[Scored].texts) <= TEXT_LIMIT


def test_values_that_are_none_and_events_that_are_not_covered() -> None:
    events = [CardTaken(1, 0, None), StoneSent(0, Origin.SLED, Site.TEMPLE), RoundEnded(1, True)]
    assert event_texts(events) == ['["CardTaken",[1,0,null]]', '["RoundEnded",[1,true]]']


def test_another_value_is_refused() -> None:
    with pytest.raises(TypeError, match="no value of an event"):
        event_texts([Passed("black")])  # type: ignore[arg-type]


def test_an_event_is_the_same_either_way() -> None:
    assert make_event(CardTaken, (1, 2, Card.SAIL)) == CardTaken(1, 2, Card.SAIL)
    assert type(make_event(CardTaken, (1, 2, Card.SAIL))) is CardTaken

"""Where the events of each entry begin, in a game that was verified with its events."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import read_log, steps, verify
from engine.replay import play
from tests.golden.make import FOLDER

LOGS = sorted(FOLDER.glob("*.imh"))[:6]


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_the_events_of_an_entry_are_those_of_its_step(path):
    log = read_log(path.read_bytes())
    game = verify(log, keep_events=True)
    assert len(game.starts) == len(game.entries)
    ends = [*game.starts[1:], len(game.state.events)]
    events = [list(step.events) for step in steps(log) if step.entry is not None]
    for number, (begin, end) in enumerate(zip(game.starts, ends, strict=True)):
        assert list(game.state.events[begin:end])[: len(events[number])] == events[number]


def test_without_events_there_are_no_starts():
    assert verify(read_log(LOGS[0].read_bytes())).starts == ()


def test_up_to_the_first_error():
    log = read_log(LOGS[0].read_bytes())
    broken = replace(log, entries=(*log.entries[:20], *log.entries[:20]))
    with_events, without = play(broken, keep_events=True), play(broken)
    assert with_events.error is not None
    assert str(with_events.error) == str(without.error)
    assert with_events.entries == without.entries
    assert len(with_events.starts) == len(with_events.entries)

"""``bench``: two measurements, a line each, and which engine it was."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from engine import COMPILED
from engine.cli import bench
from engine.cli.bench import BASE, HEAVIEST, game_texts, measure_replay
from engine.log import read_log
from engine.replay import verify
from engine.vocabulary import Module
from tests.engine.cli.shell import engine

LINE = re.compile(r"(.+): [\d,]+ checked entries a second, \d+ % of it decoding text")


def test_two_lines_are_printed_and_which_engine_it_is() -> None:
    output = engine("bench", "--games", "2", "--seconds", "0.05")
    *measured, last = output.lines
    assert last == ("the engine is compiled" if COMPILED else "the engine is not compiled")
    matches = [LINE.fullmatch(line) for line in measured]
    assert [match[1] for match in matches if match] == ["base, all A", "heaviest mix"]
    assert (output.status, output.err) == (0, "")


def test_whole_legal_games_are_measured() -> None:
    for sites, modules in (BASE, HEAVIEST):
        for text in game_texts(sites, modules, 2):
            assert len(verify(read_log(text)).result.points) == 4


def test_the_heaviest_mix_has_every_module_of_its_profile() -> None:
    (text,) = game_texts(*HEAVIEST, 1)
    assert read_log(text).setup.modules == set(Module) - {Module.UNLIMITED_STONES}


def test_decoding_is_quicker_than_checking() -> None:
    checked, decoded = measure_replay(game_texts(*BASE, 2), 0.05)
    assert 0 < checked < decoded


@pytest.mark.parametrize(
    ("seconds", "looks", "quickest"),
    [
        (0, [0, 1, 2, 4, 5], 2),
        (9, [0, 1, 2, 7, 8, 8, 11, 12], 3),
        (9, [0, 1, 2, 3, 4, 4, 7, 12], 1),
    ],
)
def test_rounds_go_on_for_the_time_and_the_quickest_counts(
    monkeypatch: pytest.MonkeyPatch, seconds: int, looks: list[int], quickest: int
) -> None:
    """Looks at the clock: one at first, then before a round is begun, at its beginning and end."""
    texts: list[str] = []
    clock = iter(looks)
    monkeypatch.setattr(bench, "time", SimpleNamespace(perf_counter=lambda: next(clock)))
    assert bench._best(texts.append, ["a log"], seconds) == quickest
    assert len(texts) == (len(looks) - 2) // 3
    assert next(clock, None) is None

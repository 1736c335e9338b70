"""Measure this machine: checked entries a second, decode from text, apply, result."""

from __future__ import annotations

import argparse
import time
from typing import Final

from engine.compiled import COMPILED
from engine.dealer import deal
from engine.log import read_log, write_text
from engine.replay import verify
from engine.setup import Setup
from engine.vocabulary import Colour, Module

BASE: Final = ("AAAAA", "")
HEAVIEST: Final = (
    "DCCDC",
    " ".join(m.word for m in Module if m is not Module.UNLIMITED_STONES),
)
"""Every module that the official profile has, and the boards that ask and draw the most."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=60, help="different games of each kind")
    parser.add_argument("--seconds", type=float, default=2.0, help="seconds to measure each")


def run(options: argparse.Namespace) -> int:
    for name, (sites, modules) in (("base, all A", BASE), ("heaviest mix", HEAVIEST)):
        texts = game_texts(sites, modules, max(1, options.games))
        checked, decoded = measure_replay(texts, options.seconds)
        share = 100 * checked / decoded
        print(f"{name}: {checked:,.0f} checked entries a second, {share:.0f} % of it decoding text")
    print("the engine is compiled" if COMPILED else "the engine is not compiled")
    return 0


def game_texts(sites: str, modules: str, games: int, seed: int = 1) -> list[str]:
    """Finished logs of four greedy players."""
    seats = " ".join(colour.word for colour in Colour)
    setup = Setup.of(seats, sites, modules)
    return [write_text(deal(setup, seed + number, "greedy")) for number in range(games)]


def measure_replay(texts: list[str], seconds: float) -> tuple[float, float]:
    """Entries a second: read, replayed and scored; and only read. The best of several rounds."""
    entries = sum(len(read_log(text).entries) for text in texts)
    checked = _best(lambda text: verify(read_log(text)), texts, seconds)
    decoded = _best(read_log, texts, seconds / 4)
    return entries / checked, entries / decoded


def _best(work: object, texts: list[str], seconds: float) -> float:
    """The seconds of the quickest round over all `texts`."""
    assert callable(work)
    best = float("inf")
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or best == float("inf"):
        begun = time.perf_counter()
        for text in texts:
            work(text)
        best = min(best, time.perf_counter() - begun)
    return best

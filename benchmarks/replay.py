"""How fast logs are judged, next to python-chess judging chess games.

``python -m benchmarks.replay``; with ``--compiled`` also by the compiled engine (``make fast``).
Each engine has a process of its own; only one works at a time, and they take turns. What is
promised stands in ``benchmarks/README.md``; the last line is JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, TypeVar

import chess
import django

from engine import COMPILED, read_log, verify
from engine.cli.bench import BASE, HEAVIEST, game_texts
from engine.facts import fact_numbers

GAMES: Final = 100
ROUNDS: Final = 15
SETTINGS: Final = {"DJANGO_SETTINGS_MODULE": "imhotep_site.settings"}
CHESS_GAMES: Final = 60
CHESS_PLIES: Final = 100
MEMORY_GAMES: Final = 100_000

T = TypeVar("T")


def judge(text: str) -> None:
    """A worker's way with a log: decode from text, apply, result."""
    verify(read_log(text))


def judge_events(text: str) -> None:
    """The same, and what happened is kept."""
    verify(read_log(text), keep_events=True)


def judge_digest(text: str) -> None:
    """The same, and the digest is made."""
    verify(read_log(text), keep_events=True).digest  # noqa: B018 (a property that works)


def judge_facts(text: str) -> None:
    """The same, and the values of all facts."""
    game = verify(read_log(text), keep_events=True)
    game.digest  # noqa: B018
    fact_numbers(game)


def judge_whole(text: str) -> None:
    """All that a worker makes of a log before it asks the database: with texts, marks, rows."""
    from games.judging.judge import judge_log

    judge_log(text.encode())


STEPS: Final[dict[str, Callable[[str], None]]] = {
    "rules": judge,
    "events": judge_events,
    "digest": judge_digest,
    "facts": judge_facts,
    "whole": judge_whole,
}
"""Each with those before it; a worker does the last."""


def chess_games(seed: int = 1) -> list[list[chess.Move]]:
    """Legal games of random moves."""
    chance = random.Random(seed)
    games = []
    for _ in range(CHESS_GAMES):
        board = chess.Board()
        moves: list[chess.Move] = []
        while not board.is_game_over() and len(moves) < CHESS_PLIES:
            move = chance.choice(list(board.legal_moves))
            moves.append(move)
            board.push(move)
        games.append(moves)
    return games


def judge_chess(moves: list[chess.Move]) -> None:
    """The same of a chess game, its moves decoded already."""
    board = chess.Board()
    for move in moves:
        if not board.is_legal(move):
            raise ValueError(move)
        board.push(move)


def seconds(work: Callable[[T], object], items: Sequence[T]) -> float:
    begun = time.perf_counter()
    for item in items:
        work(item)
    return time.perf_counter() - begun


def memory_growth(texts: list[str], games: int) -> float:
    """Megabytes by which the process grows while it judges `games` games."""
    for text in texts:
        judge(text)
    before = resident()
    for number in range(games):
        judge(texts[number % len(texts)])
    return resident() - before


def resident() -> float:
    """Megabytes of memory that the process holds at present."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * resource.getpagesize() / 2**20
    except OSError:  # no /proc: the peak will have to do
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10


# ------------------------------------------------------------------- a process that measures


def serve() -> None:
    """Measure what is asked for, a line of JSON a question, until the input ends."""
    django.setup()
    base, mixed = game_texts(*BASE, GAMES), game_texts(*HEAVIEST, GAMES)
    chess_moves = chess_games()
    work: dict[str, Callable[[], float]] = {
        "base": lambda: seconds(judge, base),
        "base text": lambda: seconds(read_log, base),
        "mixed": lambda: seconds(judge, mixed),
        "mixed text": lambda: seconds(read_log, mixed),
        "chess": lambda: seconds(judge_chess, chess_moves),
        "base entries": lambda: entries(base),
        "mixed entries": lambda: entries(mixed),
        "chess entries": lambda: sum(map(len, chess_moves)),
        "compiled": lambda: COMPILED,
    }
    for name, judging in STEPS.items():
        work[f"base {name}"] = partial(seconds, judging, base)
        work[f"mixed {name}"] = partial(seconds, judging, mixed)
    for line in sys.stdin:
        name, _, number = line.strip().partition("=")
        figures = memory_growth(base + mixed, int(number)) if number else work[name]()
        print(json.dumps(figures), flush=True)


def entries(texts: list[str]) -> int:
    return sum(len(read_log(text).entries) for text in texts)


class Measurer:
    """A process in which one engine measures: ``source`` or ``compiled``."""

    def __init__(self, engine: str) -> None:
        self.engine = engine
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.replay", "--serve"],
            env=os.environ | SETTINGS | {"IMHOTEP_ENGINE": engine},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        if self.ask("compiled") != (engine == "compiled"):
            raise SystemExit(f"the process does not run the engine “{engine}”")

    def ask(self, name: str) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(name, file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"the process with the engine “{self.engine}” ended")
        return json.loads(answer)


# ------------------------------------------------------------------------- what is measured


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--memory-games", type=int, default=MEMORY_GAMES)
    parser.add_argument("--compiled", action="store_true", help="the compiled engine too")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve()
        return
    engines = ["source", "compiled"] if options.compiled else ["source"]
    measurers = [Measurer(engine) for engine in engines]
    rates = measure(measurers)
    figures: dict[str, float] = {"python_chess_plies_per_s": round(rates["source", "chess"])}
    for measurer in measurers:
        figures |= summary(measurer, rates, options.memory_games)
    print(f"chess  {rates['source', 'chess']:10,.0f} plies/s (is_legal + push)")
    print(json.dumps(figures))


def measure(measurers: list[Measurer]) -> dict[tuple[str, str], float]:
    """Entries a second in the best of some rounds, by engine and kind of work."""
    kinds = [(measurer, kind) for measurer in measurers for kind in ("base", "mixed")]
    work = [(measurer, name) for measurer, kind in kinds for name in (kind, f"{kind} text")]
    work += [(measurer, f"{kind} {step}") for measurer, kind in kinds for step in STEPS]
    work.append((measurers[0], "chess"))
    best = {(measurer.engine, name): float("inf") for measurer, name in work}
    for _ in range(ROUNDS):  # in turn, so that a slow moment meets all of them
        for measurer, name in work:
            best[measurer.engine, name] = min(best[measurer.engine, name], measurer.ask(name))
    count = {name: measurers[0].ask(f"{name} entries") for name in ("base", "mixed", "chess")}
    return {(engine, name): count[name.split()[0]] / best[engine, name] for engine, name in best}


def seconds_a_game(
    measurer: Measurer, rates: dict[tuple[str, str], float], kind: str, step: str
) -> float:
    count = measurer.ask(f"{kind} entries")
    return float(count / rates[measurer.engine, f"{kind} {step}"] / GAMES)


def summary(
    measurer: Measurer, rates: dict[tuple[str, str], float], memory_games: int
) -> dict[str, float]:
    """Measurements of an engine in words, and as the last line has them."""
    before = "compiled_" if measurer.engine == "compiled" else ""
    chess_rate = rates["source", "chess"]
    figures: dict[str, float] = {}
    for kind in ("base", "mixed"):
        rate = rates[measurer.engine, kind]
        share = 100 * rate / rates[measurer.engine, f"{kind} text"]
        print(
            f"{measurer.engine:8} {kind:5} {rate:10,.0f} checked entries/s, "
            f"{share:.0f} % of the time decoding text; {rate / chess_rate:.2f} x python-chess"
        )
        figures[f"{before}{kind}_entries_per_s"] = round(rate)
        figures[f"{before}{kind}_ratio"] = round(rate / chess_rate, 2)
        micros = {step: 1e6 * seconds_a_game(measurer, rates, kind, step) for step in STEPS}
        print(
            f"{'':14} µs a game, with all before: "
            + ", ".join(f"{step} {duration:.0f}" for step, duration in micros.items())
        )
        figures |= {f"{before}{kind}_{step}_us": round(micros[step]) for step in STEPS}
    growth = measurer.ask(f"memory={memory_games}")
    print(f"{measurer.engine:8} memory {growth:+.1f} MB over {memory_games:,} games")
    return figures | {f"{before}rss_growth_mb": round(growth, 1)}


if __name__ == "__main__":
    main()

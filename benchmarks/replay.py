"""How fast logs are judged, beside python-chess judging chess games, in one process.

``python -m benchmarks.replay``. What is promised stands in ``benchmarks/README.md``; the last line
is JSON.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import time
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

import chess

from engine.cli.bench import BASE, HEAVIEST, game_texts
from engine.log import read_log
from engine.replay import verify

GAMES: Final = 100
ROUNDS: Final = 15
CHESS_GAMES: Final = 60
CHESS_PLIES: Final = 100
MEMORY_GAMES: Final = 100_000

T = TypeVar("T")


def judge(text: str) -> None:
    """What a worker does with a log: decode from text, apply, result."""
    verify(read_log(text))


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


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--memory-games", type=int, default=MEMORY_GAMES)
    options = parser.parse_args()
    base, mixed = game_texts(*BASE, GAMES), game_texts(*HEAVIEST, GAMES)
    chess_moves = chess_games()
    work: dict[str, tuple[float, Callable[[], float]]] = {
        "base": (entries(base), lambda: seconds(judge, base)),
        "base text": (entries(base), lambda: seconds(read_log, base)),
        "mixed": (entries(mixed), lambda: seconds(judge, mixed)),
        "mixed text": (entries(mixed), lambda: seconds(read_log, mixed)),
        "chess": (sum(map(len, chess_moves)), lambda: seconds(judge_chess, chess_moves)),
    }
    best = dict.fromkeys(work, float("inf"))
    for _ in range(ROUNDS):  # in turn, so that a slow moment meets all of them
        for name, (_, run) in work.items():
            best[name] = min(best[name], run())
    rates = {name: number / best[name] for name, (number, _) in work.items()}
    for name in ("base", "mixed"):
        share = 100 * best[f"{name} text"] / best[name]
        ratio = rates[name] / rates["chess"]
        print(
            f"{name:6} {rates[name]:10,.0f} checked entries/s, "
            f"{share:.0f} % of the time decoding text; {ratio:.2f} x python-chess"
        )
    print(f"chess  {rates['chess']:10,.0f} plies/s (is_legal + push)")
    growth = memory_growth(base + mixed, options.memory_games)
    print(f"memory {growth:+.1f} MB over {options.memory_games:,} games")
    figures = {
        "base_entries_per_s": round(rates["base"]),
        "mixed_entries_per_s": round(rates["mixed"]),
        "python_chess_plies_per_s": round(rates["chess"]),
        "base_ratio": round(rates["base"] / rates["chess"], 2),
        "mixed_ratio": round(rates["mixed"] / rates["chess"], 2),
        "rss_growth_mb": round(growth, 1),
    }
    print(json.dumps(figures))


def entries(texts: list[str]) -> int:
    return sum(len(read_log(text).entries) for text in texts)


if __name__ == "__main__":
    main()

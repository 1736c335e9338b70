"""How strong a computer player is: games against another, counted.

``python -m benchmarks.computer``. What is aimed at stands in ``benchmarks/README.md``; the last
line is JSON. Every deal is played once from each seat. A level makes as many playouts as
``engine.computer.LEVELS`` says, so a busy machine measures the same strength as an idle one.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from typing import Final, NamedTuple

from engine import DealtGame, awaited, legal_actions, result
from engine.computer import LEVELS, choose
from engine.setup import Setup, refused
from engine.vocabulary import Colour, Module, Side, Site


class Match(NamedTuple):
    """What is played: `players` at the table, on sides A or in a mix of everything; `aim` is the
    share of games to be won, ties counted half."""

    players: int
    mixed: bool
    aim: float


MATCHES: Final = {
    "base-2": Match(2, False, 0.75),
    "base-4": Match(4, False, 0.45),
    "mixed-2": Match(2, True, 0.75),
    "mixed-4": Match(4, True, 0.45),
}


class Played(NamedTuple):
    """One game: `won` is 1, 0 or, if the first place was shared, 0.5; `margin` is the points
    beyond the best of the others; `choices` between several actions took so many
    `seconds` of the processor."""

    won: float
    margin: int
    choices: int
    seconds: float


def setup_of(match: Match, deal: int) -> Setup:
    """The set-up of a deal; a mixed one draws sides and modules."""
    seats = tuple(Colour)[: match.players]
    if not match.mixed:
        return Setup(seats)
    chance = random.Random(f"set-up {deal}")
    setup = Setup(seats, tuple(chance.choice(list(Side)) for _ in Site))
    for module in Module:
        if chance.random() < 0.5 and not refused(module, setup):
            setup = Setup(seats, setup.sides, setup.modules | {module})
    return setup


def play(name: str, level: str, against: str, number: int) -> Played:
    """Game `number`: `level` on one seat, `against` on all others."""
    match = MATCHES[name]
    deal, own = divmod(number, match.players)
    game = DealtGame(setup_of(match, deal), random.Random(f"deal {name} {deal}"))
    chance = random.Random(f"players {name} {number}")
    choices, seconds = 0, 0.0
    while (now := awaited(game.state)) is not None:
        begun = time.process_time()
        action = choose(game.state, now.seat, level if now.seat == own else against, chance)
        if now.seat == own and len(legal_actions(game.state)) > 1:
            choices += 1
            seconds += time.process_time() - begun
        game.act(action)
    end = result(game.state)
    first = end.places.count(1)
    won = (1.0 if first == 1 else 0.5) if end.places[own] == 1 else 0.0
    others = [points for seat, points in enumerate(end.points) if seat != own]
    return Played(won, end.points[own] - max(others), choices, seconds)


def interval(share: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of so many games (Wilson)."""
    z = 1.96
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games**2)) / (1 + z * z / games)
    return centre - half, centre + half


def report(name: str, level: str, against: str, games: Sequence[Played]) -> dict[str, object]:
    """Print what came of a match, and give it as JSON values."""
    wins, ties = (sum(game.won == worth for game in games) for worth in (1.0, 0.5))
    share = (wins + ties / 2) / len(games)
    low, high = interval(share, len(games))
    met = share >= MATCHES[name].aim
    choices = sum(game.choices for game in games)
    took = sum(game.seconds for game in games) / choices
    margin = sum(game.margin for game in games) / len(games)
    print(
        f"{name:8} {level} against {against}: {wins} won, {ties} tied, "
        f"{len(games) - wins - ties} lost of {len(games)}: {share:.1%} "
        f"(95 %: {low:.1%} to {high:.1%}), {margin:+.1f} points; "
        f"aim {MATCHES[name].aim:.0%} {'met' if met else 'MISSED'}"
    )
    playouts = LEVELS[level].playouts
    print(f"         {1000 * took:.0f} ms a choice, {playouts / took:,.0f} playouts/s", flush=True)
    return {
        "wins": wins,
        "ties": ties,
        "games": len(games),
        "share": round(share, 4),
        "interval": [round(low, 4), round(high, 4)],
        "margin": round(margin, 1),
        "ms_per_choice": round(1000 * took, 1),
        "aim_met": met,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--level", default="search-1", choices=LEVELS)
    parser.add_argument("--against", default="greedy", choices=LEVELS)
    parser.add_argument("--games", type=int, default=400, help="of each match")
    parser.add_argument("--matches", nargs="+", default=list(MATCHES), choices=MATCHES)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    figures = {}
    with ProcessPoolExecutor(options.processes) as pool:
        for name in options.matches:
            one = partial(play, name, options.level, options.against)
            games = list(pool.map(one, range(options.games), chunksize=4))
            figures[name] = report(name, options.level, options.against, games)
    print(json.dumps({"level": options.level, "against": options.against, **figures}))


if __name__ == "__main__":
    main()

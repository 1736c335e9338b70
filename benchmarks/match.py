"""A match between two computer players that can be stopped and gone on with.

``python -m benchmarks.match FILE`` plays search-3 against the frozen search-3 and adds a line of
JSON to FILE for each game; what stands there is not played again. Of 200 deals half have all
boards on side A, half are mixed with modules; each is played from both seats. Deals follow from
their number alone. ``--report`` only counts.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.computer import MATCHES, Clock, per_choice, setup_of
from benchmarks.opponents import search_3
from engine import COMPILED, DealtGame, State, awaited, result
from engine.computer import LEVELS, choose
from engine.entries import Action
from insights.stats.significance import wilson

DEALS: Final = 200
FROZEN: Final = "frozen-search-3"


class NamedPlayer(NamedTuple):
    """A player of a match; `name` is a level of today, or ``FROZEN``."""

    name: str

    def choose(self, s: State, seat: int, chance: random.Random) -> Action:
        """The action of this player in `s`."""
        if self.name == FROZEN:
            return search_3.choose(s, seat, chance)
        return choose(s, seat, self.name, chance)


class MatchGame(NamedTuple):
    """A line of the file. `won`: 1, 0, or 0.5 for a shared first place; `milliseconds`: of the
    processor a choice, by the player that is measured and by the other."""

    number: int
    measured: str
    other: str
    boards: str
    won: float
    margin: int
    milliseconds: tuple[float, float]


def play(number: int, measured: str, other: str) -> MatchGame:
    """Game `number` of a match; the player that is measured has each seat of a deal once."""
    deal, measured_seat = divmod(number, 2)
    boards = "mixed-2" if deal % 2 else "base-2"
    setup = setup_of(MATCHES[boards], f"match {deal}")
    game = DealtGame(setup, random.Random(f"match deal {deal}"))
    chance = random.Random(f"match players {number}")
    clocks = Clock(), Clock()
    players = NamedPlayer(measured), NamedPlayer(other)
    while (decision := awaited(game.state)) is not None:
        side = int(decision.seat != measured_seat)
        game.act(clocks[side].choose(players[side], game.state, decision.seat, chance))
    end = result(game.state)
    first = end.places.count(1)
    won = (1.0 if first == 1 else 0.5) if end.places[measured_seat] == 1 else 0.0
    margin = end.points[measured_seat] - end.points[1 - measured_seat]
    times = [per_choice([(clock.choices, clock.seconds)]) for clock in clocks]
    return MatchGame(number, measured, other, boards, won, margin, (times[0], times[1]))


def report(games: Sequence[MatchGame]) -> None:
    """Print the result so far: of all games, and by boards."""
    for boards in ("", "base-2", "mixed-2"):
        part = [game for game in games if not boards or game.boards == boards]
        if not part:
            continue
        won = sum(game.won for game in part)
        low, high = wilson(won, len(part))
        margin = sum(game.margin for game in part) / len(part)
        measured_ms, rival_ms = (
            sum(game.milliseconds[n] for game in part) / len(part) for n in (0, 1)
        )
        print(
            f"{part[0].measured} against {part[0].other}, {boards or 'all'}: {won:g} of "
            f"{len(part)}: {won / len(part):.1%} (95 %: {low:.1%} to {high:.1%}), "
            f"{margin:+.1f} points; {measured_ms:.0f} and {rival_ms:.0f} ms a choice",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", type=Path, help="of the games played so far")
    parser.add_argument("--level", default="search-3", choices=[*LEVELS, FROZEN])
    parser.add_argument("--against", default=FROZEN, choices=[*LEVELS, FROZEN])
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--report", action="store_true", help="count, and play no more")
    options = parser.parse_args()
    games = []
    if options.file.exists():
        for line in options.file.read_text("utf-8").splitlines():
            games.append(MatchGame(**json.loads(line)))
    games = [g for g in games if (g.measured, g.other) == (options.level, options.against)]
    played = {game.number for game in games}
    if not options.report:
        print("compiled" if COMPILED else "as source", flush=True)
        with options.file.open("a", encoding="utf-8") as lines:
            for number in range(2 * options.deals):
                if number not in played:
                    game = play(number, options.level, options.against)
                    games.append(game)
                    print(json.dumps(game._asdict()), file=lines, flush=True)
                    print(f"{number}: {game.boards} {game.won:g}, {game.margin:+}", flush=True)
    report(games)


if __name__ == "__main__":
    main()

"""How strong a computer player is: games against another, counted.

``python -m benchmarks.computer``. What is aimed at stands in ``benchmarks/README.md``; the last
line is JSON. Every deal is played once from each seat. A level makes as many playouts as
``engine.computer.LEVELS`` says, or as are given (``--level search-1:130``), so a busy machine
measures the same strength as an idle one. Other deals come with another ``--salt``; ``--save``
keeps the log of each game.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from engine import DealtGame, Header, Log, State, awaited, legal_actions, result, write_text
from engine.computer import LEVELS, Playouts, Search, choose
from engine.entries import Action
from engine.setup import Setup, module_refusal
from engine.vocabulary import Colour, Module, Side, Site
from insights.stats.significance import wilson


class Player(NamedTuple):
    """A level, and the playouts that it makes for a choice; a level without a search makes 0."""

    level: str
    playouts: int

    @classmethod
    def read(cls, text: str) -> Player:
        """From ``level`` or ``level:playouts``; ``ValueError`` if there is no such."""
        level, _, playouts = text.partition(":")
        if level not in LEVELS or (playouts and not LEVELS[level].playouts):
            raise ValueError(f"no level {text}")
        return cls(level, int(playouts or LEVELS[level].playouts))

    def choose(self, s: State, seat: int, chance: random.Random) -> Action:
        """The action of this player in `s`."""
        if self.playouts in (0, LEVELS[self.level].playouts):
            return choose(s, seat, self.level, chance)
        strength = LEVELS[self.level]
        search = Search(s, seat, chance, strength.replies, strength.nodes)
        return search.best(Playouts(self.playouts))

    def __str__(self) -> str:
        if self.playouts == LEVELS[self.level].playouts:
            return self.level
        return f"{self.level}:{self.playouts}"


class Match(NamedTuple):
    """Games to play: `players` at the table, on sides A or in a mix of everything."""

    players: int
    mixed: bool


MATCHES: Final = {
    "base-2": Match(2, False),
    "base-3": Match(3, False),
    "base-4": Match(4, False),
    "mixed-2": Match(2, True),
    "mixed-3": Match(3, True),
    "mixed-4": Match(4, True),
}


class Contest(NamedTuple):
    """A match by name, the player that is measured, and who plays on all other seats; `salt` says
    which deals, `folder` where the logs go, nowhere if it is empty."""

    match: str
    measured: Player
    others: Player
    salt: str
    folder: str


class Chooser(Protocol):
    """A player of a match."""

    def choose(self, s: State, seat: int, chance: random.Random) -> Action:
        """The action of this player in `s`."""


class Clock:
    """How many choices between several actions a player made, in how many seconds of the
    processor."""

    def __init__(self) -> None:
        self.choices = 0
        self.seconds = 0.0

    def choose(self, player: Chooser, s: State, seat: int, chance: random.Random) -> Action:
        """The action of `player`, timed."""
        begun = time.process_time()
        action = player.choose(s, seat, chance)
        if len(legal_actions(s)) > 1:
            self.choices += 1
            self.seconds += time.process_time() - begun
        return action


class Played(NamedTuple):
    """One game: `won` is 1, 0 or, if the first place was shared, 0.5; `margin` is the points
    beyond the best of the others; `own` and `others` are the choices, and the seconds for them, of
    the one measured and of the rest."""

    won: float
    margin: int
    own: tuple[int, float]
    others: tuple[int, float]


def setup_of(match: Match, deal: str) -> Setup:
    """The set-up of a deal; a mixed one draws sides and modules."""
    seats = tuple(Colour)[: match.players]
    if not match.mixed:
        return Setup(seats)
    chance = random.Random(f"set-up {deal}")
    setup = Setup(seats, tuple(chance.choice(list(Side)) for _ in Site))
    for module in Module:
        if chance.random() < 0.5 and not module_refusal(module, setup):
            setup = Setup(seats, setup.sides, setup.modules | {module})
    return setup


def play(contest: Contest, number: int) -> Played:
    """Game `number` of a contest."""
    name, measured, against, salt, folder = contest
    match = MATCHES[name]
    deal, measured_seat = divmod(number, match.players)
    game = DealtGame(setup_of(match, f"{salt}{deal}"), random.Random(f"deal {salt}{name} {deal}"))
    chance = random.Random(f"players {salt}{name} {number}")
    clocks = Clock(), Clock()
    while (decision := awaited(game.state)) is not None:
        is_measured = decision.seat == measured_seat
        player, clock = (measured, clocks[0]) if is_measured else (against, clocks[1])
        game.act(clock.choose(player, game.state, decision.seat, chance))
    end = result(game.state)
    if folder:
        header = Header(game.state.rules.setup, chance="dealt", result=end.points)
        seats = "-".join(
            str(measured if seat == measured_seat else against) for seat in range(match.players)
        )
        path = Path(folder, f"{salt}{name}-{number:04}-{seats.replace(':', '.')}.log")
        path.write_text(write_text(Log(header, tuple(game.entries))))
    first = end.places.count(1)
    won = (1.0 if first == 1 else 0.5) if end.places[measured_seat] == 1 else 0.0
    rivals = [points for seat, points in enumerate(end.points) if seat != measured_seat]
    times = [(clock.choices, clock.seconds) for clock in clocks]
    return Played(won, end.points[measured_seat] - max(rivals), times[0], times[1])


def per_choice(times: Sequence[tuple[int, float]]) -> float:
    """The milliseconds of a choice."""
    choices = sum(choices for choices, _ in times)
    return 1000 * sum(seconds for _, seconds in times) / max(1, choices)


def report(contest: Contest, games: Sequence[Played]) -> dict[str, object]:
    """Print what came of a contest, and give it as JSON values."""
    wins, ties = (sum(game.won == worth for game in games) for worth in (1.0, 0.5))
    share = (wins + ties / 2) / len(games)
    low, high = wilson(share * len(games), len(games))
    margin = sum(game.margin for game in games) / len(games)
    measured_ms = per_choice([game.own for game in games])
    rival_ms = per_choice([game.others for game in games])
    print(
        f"{contest.match:8} {contest.measured} against {contest.others}: {wins} won, {ties} tied, "
        f"{len(games) - wins - ties} lost of {len(games)}: {share:.1%} "
        f"(95 %: {low:.1%} to {high:.1%}; even: {1 / MATCHES[contest.match].players:.0%}), "
        f"{margin:+.1f} points; {measured_ms:.1f} and {rival_ms:.1f} ms a choice",
        flush=True,
    )
    return {
        "wins": wins,
        "ties": ties,
        "games": len(games),
        "share": round(share, 4),
        "interval": [round(low, 4), round(high, 4)],
        "margin": round(margin, 1),
        "ms_per_choice": [round(measured_ms, 1), round(rival_ms, 1)],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--level", default="search-1", type=Player.read)
    parser.add_argument("--against", default="greedy", type=Player.read)
    parser.add_argument("--games", type=int, default=400, help="of each match")
    parser.add_argument("--matches", nargs="+", default=["mixed-2"], choices=MATCHES)
    parser.add_argument("--salt", default="", help="a word, for other deals")
    parser.add_argument("--save", default="", help="a folder for the logs")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    figures = {}
    with ProcessPoolExecutor(options.processes) as pool:
        for name in options.matches:
            contest = Contest(name, options.level, options.against, options.salt, options.save)
            games = list(pool.map(partial(play, contest), range(options.games), chunksize=4))
            figures[name] = report(contest, games)
    print(json.dumps({"level": str(options.level), "against": str(options.against), **figures}))


if __name__ == "__main__":
    main()

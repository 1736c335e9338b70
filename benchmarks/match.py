"""A match between two computer players that can be stopped and gone on with.

``python -m benchmarks.match FILE`` plays search-3 against the frozen search-3 and adds a line of
JSON to FILE for each game; what stands there is not played again. Of 200 deals half have all
boards on side A, half are mixed with modules; each is played from both seats. Deals follow from
their number alone. ``--players 4``: one against three, from each seat; a quarter is even.
``--numbers 0 200`` and ``--numbers 200 400`` of one FILE may run side by side; ``--report`` only
counts.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.computer import MATCHES, Clock, Player, per_choice, setup_of
from benchmarks.opponents import search_3
from engine import COMPILED, DealtGame, State, awaited, result
from engine.entries import Action
from insights.stats.significance import wilson

DEALS: Final = 200
FROZEN: Final = "frozen-search-3"


class NamedPlayer(NamedTuple):
    """A player of a match; `name` is a level of today, or ``FROZEN``, with its playouts if they
    are others (``frozen-search-3:360``)."""

    name: str

    def choose(self, s: State, seat: int, chance: random.Random) -> Action:
        """The action of this player in `s`."""
        level, _, playouts = self.name.partition(":")
        if level == FROZEN:
            return search_3.choose(s, seat, chance, int(playouts or search_3.PLAYOUTS))
        return Player.read(self.name).choose(s, seat, chance)


class MatchGame(NamedTuple):
    """A line of the file. `won`: 1, 0, or the part of a shared first place; `margin`: the points
    beyond the best other; `milliseconds`: of the processor a choice, by the player that is
    measured and by the others."""

    number: int
    measured: str
    other: str
    boards: str
    won: float
    margin: int
    milliseconds: tuple[float, float]


def play(number: int, measured: str, other: str, players: int = 2) -> MatchGame:
    """Game `number` of a match; the player that is measured has each seat of a deal once, and
    `other` all other seats."""
    deal, measured_seat = divmod(number, players)
    boards = f"mixed-{players}" if deal % 2 else f"base-{players}"
    setup = setup_of(MATCHES[boards], f"match {deal}")
    game = DealtGame(setup, random.Random(f"match deal {deal}"))
    chance = random.Random(f"match players {number}")
    clocks = Clock(), Clock()
    choosers = NamedPlayer(measured), NamedPlayer(other)
    while (decision := awaited(game.state)) is not None:
        side = int(decision.seat != measured_seat)
        game.act(clocks[side].choose(choosers[side], game.state, decision.seat, chance))
    end = result(game.state)
    first = end.places.count(1)
    won = 1 / first if end.places[measured_seat] == 1 else 0.0
    rivals = [points for seat, points in enumerate(end.points) if seat != measured_seat]
    margin = end.points[measured_seat] - max(rivals)
    times = [per_choice([(clock.choices, clock.seconds)]) for clock in clocks]
    return MatchGame(number, measured, other, boards, won, margin, (times[0], times[1]))


def report(games: Sequence[MatchGame]) -> None:
    """Print the result so far: of all games, and by boards."""
    for boards in ("", *sorted({game.boards for game in games})):
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


def player_name(text: str) -> str:
    """`text` if it names a player; ``ValueError`` if there is no such."""
    level, colon, playouts = text.partition(":")
    Player.read(f"search-3{colon}{playouts}" if level == FROZEN else text)
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", type=Path, help="of the games played so far")
    parser.add_argument("--level", default="search-3", type=player_name, help="or level:playouts")
    parser.add_argument("--against", default=FROZEN, type=player_name, help="or level:playouts")
    parser.add_argument("--players", type=int, default=2, choices=(2, 4))
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument(
        "--numbers", type=int, nargs=2, help="only games from one to before another"
    )
    parser.add_argument("--report", action="store_true", help="count, and play no more")
    options = parser.parse_args()
    games = []
    if options.file.exists():
        for line in options.file.read_text("utf-8").splitlines():
            games.append(MatchGame(**json.loads(line)))
    asked = (options.level, options.against, str(options.players))
    games = [g for g in games if (g.measured, g.other, g.boards[-1]) == asked]
    played = {game.number for game in games}
    if not options.report:
        print("compiled" if COMPILED else "as source", flush=True)
        with options.file.open("a", encoding="utf-8") as lines:
            first, last = options.numbers or (0, options.players * options.deals)
            for number in range(first, last):
                if number not in played:
                    game = play(number, options.level, options.against, options.players)
                    games.append(game)
                    print(json.dumps(game._asdict()), file=lines, flush=True)
                    print(f"{number}: {game.boards} {game.won:g}, {game.margin:+}", flush=True)
    report(games)


if __name__ == "__main__":
    main()

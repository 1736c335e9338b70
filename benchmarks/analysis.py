"""How good the analysis is: ``python -m benchmarks.analysis PART --games FOLDER``.

``games`` makes logs of search-1 for the other parts: three of five to learn from (``train-…``), two
to test with (``test-…``). ``shares``: Brier score and log-loss of the shares of wins by round,
against the lead in points and the estimate of ``worth``; calibration. ``ends``: every entry of the
last round of two players: how many positions are solved, and how well their shares fit the results.
``agreement``: do two runs mark the same choices? ``seconds``: how many seconds of the processor
does a whole analysis take? What is aimed at stands in ``benchmarks/README.md``.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import log, sqrt
from pathlib import Path
from typing import Final, NamedTuple

from engine import COMPILED, DealtGame, Header, Log, State, awaited, result, write_text
from engine.analysis import (
    USUAL,
    AnalysedGame,
    JudgedEntry,
    PlayoutBudget,
    analysed_game,
    judge_entry,
)
from engine.analysis.estimate import true_shares
from engine.analysis.fit import Example, moments, shares_by, slope_of
from engine.analysis.judged import LAST_NODES_FACTOR
from engine.analysis.shares import win_shares
from engine.computer import choose
from engine.computer.exact_end import ExactEnd, is_open_end
from engine.computer.features import FEATURES, features
from engine.computer.sight import Sight
from engine.setup import Setup, module_refusal
from engine.vocabulary import BANK, Colour, Module, Side, Site

POSITIONS: Final = (0.0, 0.5)
"""Positions to predict from: the first turn of a round, and the one in its middle."""
PREDICTORS: Final = ("uniform", "points", "estimate", "analysis")
AIMS: Final = {
    (2, "3"): 0.435,
    (2, "4"): 0.370,
    (2, "5"): 0.315,
    (2, "6"): 0.245,
    (3, "4"): 0.625,
    (3, "5"): 0.590,
    (3, "6"): 0.490,
    (4, "4"): 0.700,
    (4, "5"): 0.660,
    (4, "6"): 0.610,
}
"""The Brier score to be reached, by players and round."""
CALIBRATED: Final = 0.03
"""How far what came true may lie from what was said, in a bin of 100 or more."""


# ------------------------------------------------------------------------------ games


def setup_of(number: int) -> Setup:
    """Two, three and four players in turn; sides A, or mixed ones, half of these with modules."""
    seats = tuple(Colour)[: 2 + number % 3]
    if not number // 3 % 2:
        return Setup(seats)
    chance = random.Random(f"analysis set-up {number}")
    setup = Setup(seats, tuple(chance.choice(list(Side)) for _ in Site))
    if chance.random() < 0.5:
        for module in Module:
            if chance.random() < 0.3 and not module_refusal(module, setup):
                setup = Setup(seats, setup.sides, setup.modules | {module})
    return setup


def make(folder: Path, first: int, last: int) -> None:
    """Play the games of these numbers that are not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(first, last):
        kind = "train" if number // 6 % 5 < 3 else "test"
        sides = "mixed" if number // 3 % 2 else "all-a"
        path = folder / f"{kind}-{2 + number % 3}-{sides}-{number:04}.imh"
        if not path.exists():
            path.write_text(write_text(played(number)), encoding="utf-8")


def played(number: int) -> Log:
    game = DealtGame(setup_of(number), random.Random(f"analysis deal {number}"))
    chance = random.Random(f"analysis players {number}")
    while (decision := awaited(game.state)) is not None:
        game.act(choose(game.state, decision.seat, "search-1", chance))
    header = Header(setup_of(number), chance="dealt", result=result(game.state).points)
    return Log(header, tuple(game.entries))


def games(folder: Path, kind: str) -> Iterator[tuple[str, AnalysedGame]]:
    for path in sorted(folder.glob(f"{kind}*.imh")):
        yield path.stem, analysed_game(path.read_text("utf-8"))


# ----------------------------------------------------------------------------- shares


class Guess(NamedTuple):
    """Predictions of a position, by predictor, and the final shares of the game."""

    game: str
    players: int
    round: str
    by: dict[str, list[float]]
    true: list[float]

    def brier(self, name: str) -> float:
        return sum((p - y) ** 2 for p, y in zip(self.by[name], self.true, strict=True))

    def loss(self, name: str) -> float:
        """The logarithmic one."""
        pairs = zip(self.by[name], self.true, strict=True)
        return -sum(y * log(max(p, 1e-3)) for p, y in pairs if y)


Slopes = dict[tuple[int, int, str], float]


def only_points(rows: Sequence[Sequence[float]]) -> list[list[float]]:
    return [[row[0]] for row in rows]


def summed(rows: Sequence[Sequence[float]]) -> list[list[float]]:
    """``engine.computer.worth``: what all the features that are points come to."""
    return [[sum(row[: FEATURES.index("quarry")])] for row in rows]


def baselines(folder: Path) -> Slopes:
    """By players and rounds left, the power of a point of lead and of a point of the estimate that
    fits the games to learn from best."""
    cases: dict[tuple[int, int, str], list[Example]] = defaultdict(list)
    for _, game in games(folder, "train"):
        true = true_shares(game.position(game.entries))
        for number, within in moments(game, POSITIONS):
            if within:
                s = game.position(number)
                place, rows = (game.players, s.rules.rounds - s.round), features(s)
                cases[*place, "points"].append(Example(only_points(rows), true, []))
                cases[*place, "estimate"].append(Example(summed(rows), true, []))
    return {place: slope_of(pairs) for place, pairs in cases.items()}


def guesses(folder: Path, slopes: Slopes) -> Iterator[Guess]:
    """Every position of every game to test with."""
    for name, game in games(folder, "test"):
        true = true_shares(game.position(game.entries))
        rounds: set[int] = set()
        for number, within in moments(game, POSITIONS):
            if within:
                s = game.position(number)
                half = "m" if s.round in rounds else ""
                rounds.add(s.round)
                estimates = predicted(s, slopes, f"{name} {number}")
                yield Guess(name, game.players, f"{s.round}{half}", estimates, true)


def predicted(s: State, slopes: Slopes, seed: str) -> dict[str, list[float]]:
    players, rows = len(s.players), features(s)
    place = (players, s.rules.rounds - s.round)
    return {
        "uniform": [1 / players] * players,
        "points": shares_by(only_points(rows), [slopes[*place, "points"]]),
        "estimate": shares_by(summed(rows), [slopes[*place, "estimate"]]),
        "analysis": list(win_shares(s, seed).by_seat),
    }


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def table(guessed: Sequence[Guess]) -> None:
    """Print the scores by players and round."""
    places = sorted({(guess.players, guess.round) for guess in guessed})
    print("| players | round | games | " + " | ".join(PREDICTORS) + " | aim |")
    print("|---|---|---|" + "---|" * len(PREDICTORS) + "---|")
    for players, number in places:
        cell = [guess for guess in guessed if (guess.players, guess.round) == (players, number)]
        scores = [
            f"{mean([g.brier(name) for g in cell]):.3f} / {mean([g.loss(name) for g in cell]):.3f}"
            for name in PREDICTORS
        ]
        aim = AIMS.get((players, number))
        aimed = "" if aim is None else f"{aim:.3f}"
        print(f"| {players} | {number} | {len(cell)} | {' | '.join(scores)} | {aimed} |")


def gains(guessed: Sequence[Guess]) -> None:
    """Print by how much the analysis is better than the estimate, game by game."""
    for players in (2, 3, 4):
        by_game: dict[str, list[float]] = defaultdict(list)
        for guess in guessed:
            if guess.players == players:
                by_game[guess.game].append(guess.brier("estimate") - guess.brier("analysis"))
        each = [mean(values) for values in by_game.values()]
        middle = mean(each)
        spread = sqrt(sum((value - middle) ** 2 for value in each) / (len(each) - 1))
        half = 1.96 * spread / sqrt(len(each))
        met = middle >= 0.02 and middle > half
        print(
            f"{players} players, {len(each)} games: gain over the estimate {middle:.4f} "
            f"[{middle - half:.4f}, {middle + half:.4f}], aim 0.020 {'met' if met else 'MISSED'}"
        )


def calibration(guessed: Sequence[Guess]) -> None:
    """Print what was said of seats against what came of it, in bins of a tenth; after each bin half
    the width of the 95 % interval of what came, the positions of a game taken together."""
    for players in (2, 3, 4):
        bins: dict[int, list[tuple[str, float, float]]] = defaultdict(list)
        for guess in guessed:
            if guess.players == players:
                for p, y in zip(guess.by["analysis"], guess.true, strict=True):
                    bins[min(9, int(10 * p))].append((guess.game, p, y))
        cells = []
        for _, rows in sorted(bins.items()):
            share, came = mean([p for _, p, _ in rows]), mean([y for _, _, y in rows])
            far = " MISSED" if len(rows) >= 100 and abs(share - came) > CALIBRATED else ""
            doubt = doubt_by_game([(game, y - p) for game, p, y in rows])
            cells.append(f"{share:.2f}: {came:.2f} ± {doubt:.2f} ({len(rows)}{far})")
        print(f"{players} players, said: came true (seats)  {';  '.join(cells)}")


def doubt_by_game(differences: Sequence[tuple[str, float]]) -> float:
    """Half the width of the 95 % interval of the mean of `differences`; those of one game stand and
    fall together."""
    middle = mean([difference for _, difference in differences])
    sums: dict[str, float] = defaultdict(float)
    for game, difference in differences:
        sums[game] += difference - middle
    return 1.96 * sqrt(sum(total**2 for total in sums.values())) / len(differences)


# ------------------------------------------------------------------------------- ends


class EndPosition(NamedTuple):
    """A position of the last round: `left` entries before the end, on `boards`; `solved` exactly;
    `certain`: no draw of the bank can matter, as far as a search of its tree has seen; `error`: the
    square of the first seat's share less its part of the win."""

    boards: str
    left: int
    solved: bool
    certain: bool
    error: float


END_GROUPS: Final = ((1, 2), (3, 4), (5, 6), (7, 8), (9, 12), (13, 99))


def end_positions(name: str, game: AnalysedGame) -> Iterator[EndPosition]:
    """The positions of the last round in which a player is to act."""
    true = true_shares(game.position(game.entries))
    for number in range(game.entries - 1, 0, -1):
        s = game.position(number)
        if s.round < s.rules.rounds:
            return
        if game.written[number][0] == BANK:
            continue
        left, solved = game.entries - number, game.exact(number) is not None
        certain = solved
        if not solved and left <= 8:
            end, sight = ExactEnd(LAST_NODES_FACTOR * game.nodes), Sight(s, None).state
            certain = end.share(sight) is not None or (is_open_end(sight) and not end.chance)
        error = (game.shares(number).by_seat[0] - true[0]) ** 2
        yield EndPosition("mixed" if "mixed" in name else "sides A", left, solved, certain, error)


def ends(paths: Sequence[Path]) -> None:
    """Print what is solved of the last round, and the squared errors of its shares."""
    rows: list[EndPosition] = []
    for path in paths:
        rows += end_positions(path.stem, analysed_game(path.read_text("utf-8")))
    for boards in sorted({row.boards for row in rows}):
        for first, last in END_GROUPS:
            part = [r for r in rows if r.boards == boards and first <= r.left <= last]
            if part:
                certain = [row for row in part if row.certain]
                solved = [row for row in certain if row.solved]
                exact = mean([row.error for row in solved]) if solved else 0.0
                print(
                    f"{boards}, {first} to {last} entries before the end: {len(part)} positions, "
                    f"{len(solved)} solved of {len(certain)} without chance; squared error of all "
                    f"{mean([row.error for row in part]):.3f}, of the solved {exact:.3f}"
                )
        within = [r for r in rows if r.boards == boards and r.left <= 8 and r.certain]
        number = sum(row.solved for row in within)
        print(f"{boards}, within eight: {number} of {len(within)} solved")
    print(f"{len(paths)} games, {'compiled' if COMPILED else 'as source'}")


# -------------------------------------------------------------------------- agreement


class Runs(NamedTuple):
    """A game judged twice, and the seconds of the processor of each run."""

    one: list[JudgedEntry]
    other: list[JudgedEntry]
    seconds: float


def run_twice(path: Path, budget: PlayoutBudget) -> Runs:
    text = path.read_text("utf-8")
    runs = []
    begun = time.process_time()
    for seed in ("", " again"):
        game = analysed_game(text)
        game.seed += seed
        runs.append([judge_entry(game, entry, budget) for entry in range(1, game.entries + 1)])
    return Runs(runs[0], runs[1], (time.process_time() - begun) / 2)


def dice(first: set[object], second: set[object]) -> float:
    """How far two sets are the same: twice what they share, by all that they have."""
    return 2 * len(first & second) / (len(first) + len(second)) if first or second else 1.0


def ranks(values: Sequence[float]) -> list[float]:
    order = sorted(range(len(values)), key=values.__getitem__)
    positions = [0.0] * len(values)
    for rank, index in enumerate(order):
        positions[index] = float(rank)
    return positions


def correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Of the ranks (Spearman)."""
    a, b = ranks(first), ranks(second)
    middle = (len(a) - 1) / 2
    covariance = sum((x - middle) * (y - middle) for x, y in zip(a, b, strict=True))
    return covariance / sum((x - middle) ** 2 for x in a)


def agreement(paths: Sequence[Path], budget: PlayoutBudget) -> None:
    """Print how far two runs over the games of `paths` agree."""
    pairs: list[tuple[object, JudgedEntry, JudgedEntry]] = []
    seconds, entries = 0.0, 0
    for path in paths:
        runs = run_twice(path, budget)
        seconds += runs.seconds
        entries += len(runs.one)
        analysed = zip(runs.one, runs.other, strict=True)
        pairs += [((path.stem, a.entry), a, b) for a, b in analysed if a.best]
        line = [f"{path.stem}: {runs.seconds:.1f} s, {len(runs.one)} entries"]
        for least in (0.05, 0.10):
            a, b = ({k for k, *two in pairs if two[n].loss >= least} for n in (0, 1))
            line.append(f"Dice at {least:.2f} so far {dice(a, b):.3f} of {len(a)} and {len(b)}")
        print("; ".join(line), flush=True)
    a, b = ({k for k, *two in pairs if two[n].mark and two[n].loss} for n in (0, 1))
    correlated = correlation([a.loss for _, a, _ in pairs], [b.loss for _, _, b in pairs])
    print(
        f"{len(paths)} games, {len(pairs)} choices: "
        f"marks {dice(a, b):.3f} of {len(a)} and {len(b)}; "
        f"rank correlation {correlated:.3f}; {seconds / len(paths):.1f} s a game of "
        f"{entries / len(paths):.0f} entries, {'compiled' if COMPILED else 'pure'}"
    )


def seconds(paths: Sequence[Path]) -> None:
    """Print how many seconds of the processor a whole analysis takes, reading included."""
    spent, entries = 0.0, 0
    for path in paths:
        begun = time.process_time()
        game = analysed_game(path.read_text("utf-8"))
        for entry in range(1, game.entries + 1):
            judge_entry(game, entry, USUAL)
        spent += time.process_time() - begun
        entries += game.entries
        print(f"{path.stem}: {time.process_time() - begun:.1f} s, {game.entries} entries")
    print(
        f"{len(paths)} games: {spent / len(paths):.1f} s a game of {entries / len(paths):.0f} "
        f"entries, {110 * spent / entries:.1f} s for 110, {'compiled' if COMPILED else 'pure'}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("part", choices=("games", "shares", "ends", "agreement", "seconds"))
    parser.add_argument("--games", type=Path, required=True, help="the folder of the logs")
    parser.add_argument("--numbers", type=int, nargs=2, default=(0, 600), help="of games to make")
    parser.add_argument("--only", default="*", help="names of games, such as *-2-all-a-*")
    parser.add_argument("--most", type=int, default=20, help="games to be judged")
    options = parser.parse_args()
    if options.part == "games":
        make(options.games, *options.numbers)
    elif options.part == "shares":
        guessed = list(guesses(options.games, baselines(options.games)))
        table(guessed)
        gains(guessed)
        calibration(guessed)
        overall = {
            str(players): {
                name: round(mean([g.brier(name) for g in guessed if g.players == players]), 4)
                for name in PREDICTORS
            }
            for players in (2, 3, 4)
        }
        print(json.dumps(overall))
    elif options.part == "ends":
        ends(sorted(options.games.glob(f"*-2-{options.only}.imh"))[: options.most])
    else:
        paths = sorted(options.games.glob(f"test{options.only}.imh"))[: options.most]
        if options.part == "agreement":
            agreement(paths, USUAL)
        else:
            seconds(paths)


if __name__ == "__main__":
    main()

"""The weights of the estimate, fitted to games that were played.

``python -m engine.analysis.fit FOLDER`` reads the logs of a folder and prints
``engine/analysis/weights.py``.
What is fitted is a conditional logit: the share of a seat is a power of the sum of its features, by
weights of their own for each number of players and of rounds left. A game says little about each
of them, so they are held near those of ``engine.computer.worth``, all at one scale (a ridge), and
a win by many points counts for more than one by a hair.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from operator import mul, sub
from pathlib import Path
from typing import Final, NamedTuple

from engine import State
from engine.analysis.estimate import estimate, opinions, softmax, true_shares
from engine.analysis.judged import AnalysedGame, analysed_game
from engine.analysis.shares import PLAYOUTS, playout_shares
from engine.analysis.weights import POOL
from engine.computer.features import FEATURES, features
from engine.computer.sight import Sight

Row = Sequence[float]
Vector = list[float]

PLAIN: Final = [float(FEATURES.index("quarry") > number) for number in range(len(FEATURES))]
"""The weights of ``worth``."""
MOMENTS: Final = (0.0, 0.25, 0.5, 0.75)
"""The moments within a round that are learned from."""


PLAYERS: Final = (2, 3, 4)
ROUNDS: Final = range(6)
"""The rounds that may be left after the one of a position."""
RIDGE: Final = 160.0
SMOOTH: Final = 6.0
"""Smoothing, chosen by cross-validation over games."""
LEAST: Final = 0.005
"""The weight of a point that weights are held near, where leads have been worth less."""
SURE_OF_SCALE: Final = 5.0
USUAL_PARTS: Final = [0.65, 0.45]
PRIOR_STRENGTH: Final = 60.0
"""How firmly the powers of playouts and estimate are held near the usual ones."""

HEAD: Final = '''\
"""Weights of the estimate, as ``python -m engine.analysis.fit`` has fitted and printed them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

Table = Mapping[int, Sequence[Sequence[float]]]
"""By players and rounds left after this one, a weight for each of
``engine.computer.features.FEATURES``."""

# fmt: off
'''
TAIL: Final = '''\
# fmt: on
"""By players and rounds left, the powers of the shares that playouts give, and of those that the
estimate of the position gives. They are no parts of a whole: together more than 1 they say that the
mean of two good forecasts is too timid, less that it is too bold. They are fitted; shares are made
to sum to 1 after them."""
'''
LINE: Final = 100
"""The longest line of a table."""


class Example(NamedTuple):
    """The features of a position by seat, and what came of it: the shares of the result, and the
    points."""

    rows: list[list[float]]
    shares: list[float]
    points: list[float]


class PositionGroup(NamedTuple):
    """The positions with so many players and rounds left, within a round or not."""

    players: int
    left: int
    within: bool


def examples(game: AnalysedGame) -> Iterator[tuple[PositionGroup, Example]]:
    """The positions of a game that are learned from."""
    last = game.position(game.entries)
    shares = true_shares(last)
    points = [player.points + player.sled / 100 for player in last.players]
    for number, within in moments(game):
        s = game.position(number)
        yield cell_of(s, within), Example(features(s), shares, points)


def cell_of(s: State, within: bool) -> PositionGroup:
    return PositionGroup(len(s.players), s.rules.rounds - s.round, within)


def moments(game: AnalysedGame, parts: Sequence[float] = MOMENTS) -> Iterator[tuple[int, bool]]:
    """The numbers of the positions at the beginning of each round, before its ships are known, and
    at so many `parts` of its turns; with whether they are within it."""
    turns = defaultdict(list)
    begun = 1
    for number in range(game.entries):
        s = game.position(number)
        if s.round > begun:
            begun = s.round
            yield number, False
        if not s.agenda and s.harbour:
            turns[s.round].append(number)
    for numbers in turns.values():
        yield from ((numbers[int(part * len(numbers))], True) for part in parts)


# --------------------------------------------------------------------------- fitting


def fitted(
    cases: Sequence[Example], centre: Vector, ridge: float, smooth: float, steps: int = 6
) -> Vector:
    """The weights near `centre` under which the shares are the most likely (Newton's method).

    `ridge` is how many squared spreads of a feature a weight may stray for one unit of
    log-likelihood; `smooth` the points that make a win sure by a power.
    """
    targets = [softened(case, smooth) for case in cases]
    spread = spreads(cases)
    weights = centre.copy()
    size = len(centre)
    for _ in range(steps):
        slope = [-ridge * spread[k] * (weights[k] - centre[k]) for k in range(size)]
        curve = [[0.0] * size for _ in centre]
        for k, wide in enumerate(spread):
            curve[k][k] = ridge * wide + 1e-9
        for case, target in zip(cases, targets, strict=True):
            likely = shares_by(case.rows, weights)
            mean = [sum(map(mul, likely, column)) for column in zip(*case.rows, strict=True)]
            for row, p, y in zip(case.rows, likely, target, strict=True):
                deviations = list(map(sub, row, mean))
                gain = y - p
                for k, x in enumerate(deviations):
                    if x:
                        slope[k] += gain * x
                        line, weighed = curve[k], p * x
                        for j, other in enumerate(deviations):
                            line[j] += weighed * other
        weights = [w + d for w, d in zip(weights, solved(curve, slope), strict=True)]
    return weights


def softened(case: Example, smooth: float) -> Vector:
    """The shares of the result, a near second given a part."""
    return softmax([points / smooth for points in case.points]) if smooth else case.shares


def spreads(cases: Sequence[Example]) -> Vector:
    """By feature the mean square of what seats differ by, at least a little."""
    total = [0.05 * len(cases)] * len(cases[0].rows[0])
    for case in cases:
        number = len(case.rows)
        for k, column in enumerate(zip(*case.rows, strict=True)):
            mean = sum(column) / number
            total[k] += sum((x - mean) ** 2 for x in column) / number
    return [value / len(cases) for value in total]


def solved(matrix: list[Vector], right: Vector) -> Vector:
    """The solution of a system of linear equations (Gauss, the greatest pivot first)."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for k in range(size):
        pivot = max(range(k, size), key=lambda number: abs(rows[number][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for number in range(size):
            if number != k and rows[number][k]:
                factor = rows[number][k] / rows[k][k]
                rows[number] = [x - factor * y for x, y in zip(rows[number], rows[k], strict=True)]
    return [row[size] / row[k] for k, row in enumerate(rows)]


def shares_by(rows: Sequence[Row], weights: Row) -> Vector:
    return softmax([sum(map(mul, row, weights)) for row in rows])


def projected(cases: Sequence[Example], weights: Vector) -> list[Example]:
    """`cases` with the sum by `weights` as their one feature."""
    return [
        case._replace(rows=[[sum(map(mul, row, weights))] for row in case.rows]) for case in cases
    ]


def slope_of(cases: Sequence[Example]) -> float:
    """The weight of the one feature of `cases`."""
    return fitted(cases, [0.0], 1e-3, 0.0)[0]


def weights_of(cases: Sequence[Example]) -> Vector:
    """Weights near those of ``worth``, from softened results; then one scale for all of them, from
    the results themselves."""
    plain = fitted(projected(cases, PLAIN), [0.0], 1e-3, SMOOTH)[0]
    weights = fitted(cases, [max(plain, LEAST) * weight for weight in PLAIN], RIDGE, SMOOTH)
    (scale,) = fitted(projected(cases, weights), [1.0], SURE_OF_SCALE, 0.0)
    return [scale * weight for weight in weights]


def fitted_weights(games: Iterable[AnalysedGame]) -> dict[PositionGroup, Vector]:
    """How much playouts are to count, and the estimate: the powers of both under which the results
    are the most likely, held near ``USUAL_PARTS``."""
    examples_by_group: dict[PositionGroup, list[Example]] = defaultdict(list)
    for game in games:
        true = true_shares(game.position(game.entries))
        for number, within in moments(game, (0.0, 0.5)):
            if within:
                s = game.position(number)
                played = mean_of_playouts(s, f"{game.fingerprint} part {number}")
                rows = opinions(played, PLAYOUTS, estimate(s))
                examples_by_group[cell_of(s, True)].append(Example(rows, true, []))
    return {
        cell: fitted(cases, USUAL_PARTS, PRIOR_STRENGTH, 0.0)
        for cell, cases in examples_by_group.items()
    }


def mean_of_playouts(s: State, seed: str) -> Vector:
    """The shares that playouts alone give."""
    shares = list(playout_shares(Sight(s, None), random.Random(seed), PLAYOUTS))
    return [sum(column) / len(shares) for column in zip(*shares, strict=True)]


Tables = dict[PositionGroup, Vector]


def weights_module(tables: Tables, pool: Tables) -> str:
    """The text of ``engine/analysis/weights.py``."""
    text = HEAD
    for name, within in (("BETWEEN", False), ("WITHIN", True)):
        # before round 1 there is no position between two rounds
        first = {
            PositionGroup(n, ROUNDS[-1], False): tables[PositionGroup(n, ROUNDS[-1], True)]
            for n in PLAYERS
        }
        text += table_source(name, first | tables, within, 4) + "}\n"
    return text + table_source("POOL", pool, True, 3) + f"}}\n{TAIL}"


def table_source(name: str, tables: Tables, within: bool, digits: int) -> str:
    """A table as Python, but for its last bracket."""
    text = f"{name}: Final[Table] = {{\n"
    for players in PLAYERS:
        text += f"    {players}: (\n"
        for left in ROUNDS:
            numbers = [
                f"{weight:.{digits}f}" for weight in tables[PositionGroup(players, left, within)]
            ]
            line = f"        ({', '.join(numbers)}),\n"
            if len(line) > LINE:
                line = f"        ({', '.join(numbers[:7])},\n         {', '.join(numbers[7:])}),\n"
            text += line
        text += "    ),\n"
    return text


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="folder of logs; logs named train-… are read")
    parser.add_argument(
        "--parts",
        action="store_true",
        help="also fit the weight of playouts, with the weights printed before",
    )
    options = parser.parse_args()
    texts = [path.read_text("utf-8") for path in sorted(options.folder.glob("train*.imh"))]
    examples_by_group: dict[PositionGroup, list[Example]] = defaultdict(list)
    for text in texts:
        for cell, example in examples(analysed_game(text)):
            examples_by_group[cell].append(example)
    tables = {cell: weights_of(cases) for cell, cases in sorted(examples_by_group.items())}
    pool = {PositionGroup(n, left, True): list(POOL[n][left]) for n in PLAYERS for left in ROUNDS}
    if options.parts:
        pool = fitted_weights(map(analysed_game, texts))
    print(weights_module(tables, pool), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())

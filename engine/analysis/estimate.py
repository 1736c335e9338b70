"""The share of wins by what a position shows, without playing on."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from operator import mul
from typing import Final

from engine import State, result
from engine.analysis.weights import BETWEEN, POOL, WITHIN
from engine.computer.features import features

NEVER: Final = 1e-6
"""The least share that is reckoned with."""


def true_shares(s: State) -> list[float]:
    """Of a finished game: who shares the first place (R10.2) shares the win."""
    places = result(s).places
    first = places.count(1)
    return [1 / first if place == 1 else 0.0 for place in places]


def estimate(s: State) -> list[float]:
    """The shares by a linear estimate, whose weights depend on the players, on the rounds that are
    left, and on whether `s` is between two rounds; those of the result at the end. Seats that
    resigned have none (R2.10)."""
    if s.over:
        return true_shares(s)
    tables = WITHIN if s.harbour else BETWEEN
    weights = tables[len(s.players)][rounds_left(s)]
    shares = softmax([sum(map(mul, row, weights)) for row in features(s)])
    if not s.resigned:
        return shares
    shares = [0.0 if seat in s.resigned else share for seat, share in enumerate(shares)]
    return [share / sum(shares) for share in shares]


def rounds_left(s: State) -> int:
    """The rounds after this one; before the first there are as many as in it."""
    return s.rules.rounds - max(1, s.round)


def softmax(values: Sequence[float]) -> list[float]:
    """Shares, each as great as the power of its value."""
    greatest = max(values)
    powers = [exp(value - greatest) for value in values]
    total = sum(powers)
    return [power / total for power in powers]


def pooled(
    s: State, playouts: Sequence[float], number: int, estimated: Sequence[float]
) -> list[float]:
    """Win shares: the mean of the playouts from `s` pooled with the estimate of `s` itself,
    `estimated`: powers of both, multiplied. (The mean of two good forecasts is too timid.)"""
    weights = POOL[len(s.players)][rounds_left(s)]
    return softmax([sum(map(mul, row, weights)) for row in opinions(playouts, number, estimated)])


def opinions(
    playouts: Sequence[float], number: int, estimated: Sequence[float]
) -> list[list[float]]:
    """By seat the logarithms of the two shares; the estimate counts for one playout more, so that
    none is 0."""
    pairs = zip(playouts, estimated, strict=True)
    return [
        [log((number * x + max(e, NEVER)) / (number + 1)), log(max(e, NEVER))] for x, e in pairs
    ]

"""Elo ratings for two to four players, in whole numbers.

A game is a result for each pair of its players, by place. Of each pair a player gains
K × (score - expected score) / (players - 1). Every rating, score and expected score is a whole
number of thousandths, so that every machine, and a pencil, finds the same. ``docs/ratings.md``
has the formula, where it comes from, and an example.

>>> ana, ben = PlayerForm(), PlayerForm(rating=1_600_000, games=30)
>>> [change.after for change in rate_game([ana, ben], [1, 2])]
[1525600, 1587200]
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_HALF_EVEN, Context, Decimal
from typing import NamedTuple

POINT = 1000
"""A point, or a won pair, in thousandths."""

HALF = POINT // 2

INITIAL = 1500 * POINT
"""The rating of a player before the first game of a pool."""

SCALE = 400 * POINT
"""So much better: ten expected points for each of the other's."""

K = 20
K_PROVISIONAL = 40
PROVISIONAL_GAMES = 10
"""A player with fewer rated games in the pool is provisional."""


class PlayerForm(NamedTuple):
    """A player's state before a game, in one pool."""

    rating: int = INITIAL
    games: int = 0


class Pair(NamedTuple):
    """One player's result against another of the same game. `opponent` is a seat, from 0; `k` is
    in points, the others in thousandths."""

    opponent: int
    score: int
    expected: int
    k: int
    term: int


class Change(NamedTuple):
    """A change of one rating: `after` is `before` and the terms of `pairs`."""

    before: int
    after: int
    games: int
    pairs: tuple[Pair, ...]


def is_provisional(games: int) -> bool:
    return games < PROVISIONAL_GAMES


def k_factor(games: int) -> int:
    """K, in points, of a player with so many rated games in the pool."""
    return K_PROVISIONAL if is_provisional(games) else K


def _advantages() -> list[int]:
    """The smallest advantage, in thousandths of a point, of an expected score of 501, 502, … 1000
    thousandths: where 1 / (1 + 10^(-advantage/400)) is rounded up to it.

    The logarithm is irrational, so an advantage of whole thousandths never lies on a bound.
    """
    exact = Context(prec=40, rounding=ROUND_HALF_EVEN)
    bounds = []
    for expected in range(POINT // 2 + 1, POINT + 1):
        low = 2 * expected - 1  # the bound, in half thousandths
        ratio = exact.divide(Decimal(low), Decimal(2 * POINT - low))
        bound = exact.multiply(exact.log10(ratio), Decimal(SCALE))
        bounds.append(int(bound.to_integral_value(ROUND_CEILING, exact)))
    return bounds


ADVANTAGES = _advantages()


def expected_score(advantage: int) -> int:
    """The expected score, in thousandths, of a player rated so many thousandths of a point above
    the other (below: negative). The two players' expected scores are 1000 together.

    >>> expected_score(0), expected_score(100_000), expected_score(-100_000)
    (500, 640, 360)
    """
    above = bisect_right(ADVANTAGES, abs(advantage))
    return POINT // 2 + (above if advantage >= 0 else -above)


def divide_rounded(number: int, divisor: int) -> int:
    """To the nearest whole number, a half away from zero: the same above and below zero."""
    half_up = (2 * abs(number) + divisor) // (2 * divisor)
    return half_up if number >= 0 else -half_up


def rate_game(forms: Sequence[PlayerForm], places: Sequence[int]) -> list[Change]:
    """The change of each seat; every pair is reckoned with the ratings before the game.

    `places` are from 1; seats that share one have drawn. Raises ``ValueError`` if there are
    fewer than two seats, or not a place for each.
    """
    if len(forms) < 2 or len(forms) != len(places):
        raise ValueError("a game to be rated has two seats or more, and a place for each")
    seats, opponents, changes = range(len(forms)), len(forms) - 1, []
    for seat in seats:
        (rating, games), place = forms[seat], places[seat]
        k, after, pairs = k_factor(games), rating, []
        for other in seats:
            if other == seat:
                continue
            # A better place is a win, the same place half of one; then what expected_score and
            # divide_rounded say, without two calls a pair.
            place_of_other, ahead = places[other], rating - forms[other][0]
            score = HALF if place == place_of_other else POINT if place < place_of_other else 0
            above = bisect_right(ADVANTAGES, ahead if ahead >= 0 else -ahead)
            expected = HALF + above if ahead >= 0 else HALF - above
            term = k * (score - expected)
            if opponents > 1:
                term = divide_rounded(term, opponents)
            after += term
            pairs.append(_plain(Pair, (other, score, expected, k, term)))
        changes.append(_plain(Change, (rating, after, games, tuple(pairs))))
    return changes


_plain = tuple.__new__
"""Makes a named tuple of a tuple, in half the time."""

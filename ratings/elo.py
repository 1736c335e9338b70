"""Elo ratings for two to four players and their deviations, in whole numbers.

A game is a result for each pair of its players, by place. Of each pair a player gains
K × (score - expected score) / (players - 1). Every rating, score and expected score is a whole
number of thousandths, so that every machine, and a pencil, finds the same. ``docs/ratings.md``
has the formula, where it comes from, and an example.

>>> ana, ben = PlayerForm(), PlayerForm(rating=1_600_000, games=30)
>>> [change.after for change in rate_game([ana, ben], [1, 2])]
[1525600, 1587200]

Terms 2 have another K, and a deviation: by how much a rating may be wrong.

>>> [(change.after, change.deviation) for change in rate_game_2([ana, ben], [1, 2])]
[(1576800, 219899), (1580800, 219899)]
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_HALF_EVEN, Context, Decimal
from math import isqrt
from typing import Final, NamedTuple

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
    """A player's state before a game, in one pool. `deviation`: by terms 2 alone."""

    rating: int = INITIAL
    games: int = 0
    deviation: int | None = None


class Pair(NamedTuple):
    """One player's result against another of the same game. `opponent` is a seat, from 0; `k` is
    in points, the others in thousandths."""

    opponent: int
    score: int
    expected: int
    k: int
    term: int


class Change(NamedTuple):
    """A change of one rating: `after` is `before` and the terms of `pairs`. `deviation_before` and
    `deviation`, before the game and after it: by terms 2 alone."""

    before: int
    after: int
    games: int
    pairs: tuple[Pair, ...]
    deviation_before: int | None = None
    deviation: int | None = None


def is_provisional(games: int, deviation: int | None = None) -> bool:
    """By terms 1 after few games, by terms 2, which know a deviation, while that is large."""
    if deviation is None:
        return games < PROVISIONAL_GAMES
    return deviation > PROVISIONAL_DEVIATION


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
        rating, games, _ = forms[seat]
        k, after, pairs = k_factor(games), rating, []
        for other, score, expected in _results(seat, forms, places):
            term = k * (score - expected)
            if opponents > 1:
                term = divide_rounded(term, opponents)
            after += term
            pairs.append(_plain(Pair, (other, score, expected, k, term)))
        changes.append(_plain(Change, (rating, after, games, tuple(pairs), None, None)))
    return changes


def _results(
    seat: int, forms: Sequence[PlayerForm], places: Sequence[int]
) -> list[tuple[int, int, int]]:
    """Of each other seat its number, the score of `seat` against it, and the expected score."""
    rating, place, results = forms[seat][0], places[seat], []
    for other, form in enumerate(forms):
        if other == seat:
            continue
        # A better place is a win, the same place half of one; then what expected_score says,
        # without a call a pair.
        place_of_other, ahead = places[other], rating - form[0]
        score = HALF if place == place_of_other else POINT if place < place_of_other else 0
        above = bisect_right(ADVANTAGES, ahead if ahead >= 0 else -ahead)
        results.append((other, score, HALF + above if ahead >= 0 else HALF - above))
    return results


# --- terms 2 --------------------------------------------------------------------


K_LEAST: Final = 16
K_FIRST: Final = 120
K_HALF: Final = 10
"""After so many games K is half of the first one."""


def _falling_k() -> tuple[int, ...]:
    """The first K / (1 + games / 10) in whole points, a half up, down to the least one."""
    table: list[int] = []
    while not table or table[-1] > K_LEAST:
        games = K_HALF + len(table)
        table.append(max(K_LEAST, (2 * K_FIRST * K_HALF + games) // (2 * games)))
    return tuple(table)


FALLING_K: Final = _falling_k()
"""K, in points, of a player with 0, 1, 2, … rated games in the pool; the last one holds for all
who have more."""

DIVISORS: Final = (0, 1000, 1414, 1732)
"""By the number of opponents, in thousandths: its square root."""

PAIR_WEIGHTS: Final = (0, 1000, 1000, 1300)
"""By the number of opponents, in thousandths: how much a pair says of a player."""

DEVIATION_FIRST: Final = 250 * POINT
"""The deviation of a player before the first game of a pool, and the largest one."""

DEVIATION_LEAST: Final = 40 * POINT

A_DAY: Final = 55 * POINT**2
"""Growth of the square of a deviation in a day without a game."""

A_GAME: Final = 20 * POINT**2
"""Its growth before each game."""

UNTOLD_LEAST: Final = 80 * POINT
UNTOLD: Final = 1500 * POINT

OPPONENT: Final = 99_287 * POINT**2
"""(π × 400 / ln 10)² / 3: where the square of the opponent's deviation is as large, a pair says
half as much."""

LOGISTIC: Final = 30_178 * POINT**2
"""(400 / ln 10)²."""


PROVISIONAL_DEVIATION: Final = 120 * POINT
"""A player whose deviation is above it is provisional, by terms 2."""


def falling_k(games: int) -> int:
    """K by terms 2, in points, of a player with so many rated games in the pool."""
    return FALLING_K[max(0, min(games, len(FALLING_K) - 1))]


def aged_deviation(deviation: int, days: int) -> int:
    """A deviation after so many days without a game.

    >>> aged_deviation(50_000, 0), aged_deviation(50_000, 365), aged_deviation(50_000, 36_500)
    (50000, 150249, 250000)
    """
    return min(DEVIATION_FIRST, isqrt(deviation * deviation + max(0, days) * A_DAY))


def days_within(deviation: int, limit: int) -> int | None:
    """Days without a game for which a deviation stays within `limit`; None: always."""
    if limit >= DEVIATION_FIRST:
        return None
    return max(-1, ((limit + 1) ** 2 - 1 - deviation * deviation) // A_DAY)


def deviation_before(deviation: int | None, games: int, days: int) -> int:
    """The deviation with which a player comes to a game, `days` after the last one; None: that was
    by terms 1, or there was none."""
    deviation = deviation_or_default(deviation, games)
    return min(DEVIATION_FIRST, isqrt(deviation * deviation + max(0, days) * A_DAY + A_GAME))


def deviation_or_default(deviation: int | None, games: int) -> int:
    """`deviation`; where terms 1 told none, that after so many `games`: 80 points, and 1500 divided
    by ten games more.

    >>> [deviation_or_default(None, games) for games in (0, 5, 40)]
    [250000, 180000, 110000]
    """
    if deviation is not None:
        return deviation
    return UNTOLD_LEAST + UNTOLD // (games + 10) if games > 0 else DEVIATION_FIRST


def reversed_deviations(
    deviation: int | None, games: int, before: int | None, after: int | None
) -> tuple[int, int]:
    """The deviations before and after a change is taken back by which a deviation had gone from
    `before` to `after`; None: by terms 1, which told nothing that could be taken away."""
    deviation = deviation_or_default(deviation, games)
    if before is None or after is None:
        return deviation, deviation
    return deviation, deviation_without(deviation, before, after)


def deviation_without(deviation: int, before: int, after: int) -> int:
    """A deviation without what a game told by which it once went from `before` to `after`: the
    certainties, 1 / deviation², are subtracted."""
    square, certain, doubtful = deviation * deviation, after * after, before * before
    divisor = doubtful * certain - square * (doubtful - certain)
    if divisor <= 0:
        return DEVIATION_FIRST
    return min(DEVIATION_FIRST, isqrt(square * doubtful * certain // divisor))


def rate_game_2(forms: Sequence[PlayerForm], places: Sequence[int]) -> list[Change]:
    """As ``rate_game``, by terms 2. `forms` have the deviations with which players come to the game
    (``deviation_before``). Raises ``ValueError`` too if there are more than four seats."""
    number = len(forms)
    if not 2 <= number <= len(DIVISORS) or number != len(places):
        raise ValueError("a game to be rated has two to four seats, and a place for each")
    seats, divisor, changes = range(number), DIVISORS[number - 1], []
    pair_weight, scale = PAIR_WEIGHTS[number - 1], LOGISTIC * POINT**4
    squares = [(form.deviation or DEVIATION_FIRST) ** 2 for form in forms]
    weights = [POINT * OPPONENT // (OPPONENT + square) for square in squares]
    for seat in seats:
        rating, games, _ = forms[seat]
        k, after, pairs, certainty = falling_k(games), rating, [], 0
        for other, score, expected in _results(seat, forms, places):
            term = k * (score - expected)
            if number > 2:
                term = divide_rounded(term * POINT, divisor)
            after += term
            certainty += expected * (POINT - expected) * weights[other]
            pairs.append(_plain(Pair, (other, score, expected, k, term)))
        square = squares[seat]
        deviation = isqrt(square * scale // (scale + square * certainty * pair_weight))
        if deviation < DEVIATION_LEAST:
            deviation = DEVIATION_LEAST
        before = forms[seat][2] or DEVIATION_FIRST
        changes.append(_plain(Change, (rating, after, games, tuple(pairs), before, deviation)))
    return changes


_plain = tuple.__new__
"""Makes a named tuple of a tuple, in half the time."""

"""The fitting of the weights."""

from __future__ import annotations

import random

import pytest

from engine.analysis.estimate import estimate, pooled, softmax
from engine.analysis.fit import Example, fitted, slope_of, softened, solved
from engine.analysis.weights import BETWEEN, POOL, WITHIN
from engine.computer.features import FEATURES
from tests.analysis.games import game_of


def test_linear_equations_are_solved() -> None:
    matrix = [[0.0, 2.0, 1.0], [1.0, 1.0, 0.0], [3.0, 0.0, -2.0]]
    assert solved(matrix, [7.0, 3.0, -3.0]) == pytest.approx([1.0, 2.0, 3.0])


def random_examples(weights: list[float], number: int) -> list[Example]:
    """Results drawn by the shares that `weights` make of random features."""
    chance = random.Random(1)
    examples = []
    for _ in range(number):
        rows = [[chance.gauss(0, 1) for _ in weights] for _ in range(3)]
        likely = softmax([sum(w * x for w, x in zip(weights, row, strict=True)) for row in rows])
        winner = chance.choices(range(3), likely)[0]
        examples.append(Example(rows, [float(seat == winner) for seat in range(3)], [0.0] * 3))
    return examples


def test_weights_by_which_results_were_drawn_are_found_again() -> None:
    assert fitted(random_examples([1.0, -0.5], 1500), [0.0, 0.0], 1e-3, 0.0) == pytest.approx(
        [1.0, -0.5], abs=0.12
    )
    assert slope_of(random_examples([0.8], 1500)) == pytest.approx(0.8, abs=0.12)


def test_a_firm_ridge_holds_weights_where_they_were() -> None:
    assert fitted(random_examples([1.0, -0.5], 50), [0.3, 0.3], 1e6, 0.0) == pytest.approx(
        [0.3, 0.3], abs=0.01
    )


def test_a_near_second_gets_a_part() -> None:
    case = Example([], [1.0, 0.0], [50.0, 47.0])
    assert softened(case, 0.0) == [1.0, 0.0]
    first, second = softened(case, 6.0)
    assert 0.5 < first < 0.7
    assert first + second == pytest.approx(1)


def test_what_is_sure_in_both_opinions_is_surer_together() -> None:
    s = game_of(0).position(20)
    averages = pooled(s, [0.7, 0.3], 48, [0.7, 0.3])
    assert sum(averages) == pytest.approx(1)
    assert averages[0] > pooled(s, [0.7, 0.3], 48, [0.5, 0.5])[0] > 0.5
    assert averages[0] > pooled(s, [0.5, 0.5], 48, [0.7, 0.3])[0] > 0.5
    assert 0 < pooled(s, [1.0, 0.0], 48, [1.0, 0.0])[1] < 0.01


def test_there_are_weights_for_every_feature_player_and_round() -> None:
    for table in (BETWEEN, WITHIN):
        assert sorted(table) == sorted(POOL) == [2, 3, 4]
        for rows in table.values():
            assert [len(row) for row in rows] == [len(FEATURES)] * 6
    for parts in POOL.values():
        assert [len(powers) for powers in parts] == [2] * 6


def test_a_point_more_is_never_worse() -> None:
    game = game_of(0)
    for number in range(5, game.entries, 13):
        s = game.position(number).copy()
        before = estimate(s)[0]
        s.players[0].scored[0] += 3
        assert estimate(s)[0] > before

"""Which actions are right, and when one is clearly best: plain sums."""

import pytest

from insights.puzzles.choices import Choice, count_right, ranked_choices


def choices(*shares: float, error: float = 0.01) -> list[Choice]:
    return ranked_choices(Choice(f"load {n}.1", share, error) for n, share in enumerate(shares))


@pytest.mark.parametrize(
    ("shares", "number"),
    [
        ((0.6, 0.5, 0.4, 0.3), 1),
        ((0.6, 0.59, 0.4, 0.3), 2),  # two ships of one size
        ((0.6, 0.55, 0.4, 0.3), 0),  # neither equal nor clearly worse
        ((0.6, 0.53, 0.4, 0.3), 0),  # not far enough apart
        ((0.6, 0.595, 0.59, 0.59, 0.2), 0),  # nearly all are right
        ((0.6, 0.6, 0.6), 0),
        ((0.9, 0.2, 0.1), 0),  # too few to choose from
    ],
)
def test_what_is_right_is_clearly_best(shares: tuple[float, ...], number: int):
    assert count_right(choices(*shares)) == number


def test_a_gap_that_is_not_sure_is_none():
    assert count_right(choices(0.6, 0.5, 0.4, 0.3, error=0.04)) == 1
    assert count_right(choices(0.6, 0.5, 0.4, 0.3, error=0.06)) == 0
    unsure = [*choices(0.6, 0.5, 0.4), Choice("take", 0.3, 0.4)]
    assert count_right(unsure) == 0


def test_the_order_is_the_same_everywhere():
    ties = [Choice("take", 0.5, 0.1), Choice("load 1.1", 0.5, 0.1)]
    assert ranked_choices(ties) == ranked_choices(reversed(ties))

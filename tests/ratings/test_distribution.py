"""The picture of how ratings are spread."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ratings.distribution import BOTTOM, LEFT, MOST_BARS, RIGHT, TOP, distribution


def test_nobody_has_no_picture():
    assert distribution({}) is None


def test_one_player_is_one_bar():
    drawn = distribution({30: 1})
    assert drawn is not None
    assert [(bar.low, bar.players, bar.height) for bar in drawn.bars] == [(1500, 1, BOTTOM - TOP)]
    assert drawn.text == "one player in all; most at 1500 to 1549: one player."


def test_more_players_are_a_higher_bar():
    drawn = distribution({28: 10, 30: 40})
    assert drawn is not None
    assert [bar.players for bar in drawn.bars] == [10, 0, 40]
    assert [bar.height for bar in drawn.bars] == [30, 0, 120]


@given(st.dictionaries(st.integers(-5, 80), st.integers(1, 1000), min_size=1))
def test_everybody_is_in_a_bar_and_every_bar_in_the_picture(counts):
    drawn = distribution(counts)
    assert drawn is not None
    assert sum(bar.players for bar in drawn.bars) == sum(counts.values())
    assert len(drawn.bars) <= MOST_BARS + 1
    for bar in drawn.bars:
        assert LEFT <= bar.x <= bar.x + bar.width <= RIGHT
        assert TOP <= bar.y <= BOTTOM
    assert len(drawn.marks) <= 11

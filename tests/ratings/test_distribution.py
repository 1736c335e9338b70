"""The picture of how ratings are spread."""

from hypothesis import given
from hypothesis import strategies as st

from ratings.distribution import BOTTOM, LEFT, MAX_BARS, RIGHT, TOP, rating_distribution


def test_nobody_has_no_picture():
    assert rating_distribution({}) is None


def test_one_player_is_one_bar():
    distribution = rating_distribution({30: 1})
    assert distribution is not None
    assert [(bar.low, bar.players, bar.height) for bar in distribution.bars] == [
        (1500, 1, BOTTOM - TOP)
    ]
    assert distribution.text == "1 player in total. The largest group is at 1500 to 1549: 1 player."


def test_more_players_are_a_higher_bar():
    distribution = rating_distribution({28: 10, 30: 40})
    assert distribution is not None
    assert [bar.players for bar in distribution.bars] == [10, 0, 40]
    assert [bar.height for bar in distribution.bars] == [30, 0, 120]


def test_no_bar_is_named_where_several_are_the_highest():
    distribution = rating_distribution({28: 2, 30: 1, 32: 2})
    assert distribution is not None
    assert distribution.text == "5 players in total."


def test_where_the_bars_and_their_marks_lie():
    """Three bars share 680 units, with one unit free on either side."""
    distribution = rating_distribution({28: 10, 30: 40})
    assert distribution is not None
    assert distribution.bars == [
        (21, 114, 224.7, 30, 1400, 10, "1400 to 1449: 10 players"),
        (247.7, 144, 224.7, 0, 1450, 0, "1450 to 1499: 0 players"),
        (474.3, 24, 224.7, 120, 1500, 40, "1500 to 1549: 40 players"),
    ]
    assert distribution.marks == [(20, "1400"), (246.7, "1450"), (473.3, "1500")]
    assert (
        distribution.text
        == "50 players in total. The largest group is at 1500 to 1549: 40 players."
    )


def test_bars_are_wider_where_there_would_be_more_than_twenty():
    whole = rating_distribution({0: 1, 19: 2000})
    assert whole is not None
    assert [bar.low for bar in whole.bars] == list(range(0, 1000, 50))
    assert [mark.text for mark in whole.marks] == [f"{low}" for low in range(0, 1000, 100)]
    assert (
        whole.text == "2,001 players in total. The largest group is at 950 to 999: 2,000 players."
    )
    wide = rating_distribution({1: 1, 21: 3})
    assert wide is not None
    assert [bar.low for bar in wide.bars] == list(range(0, 1100, 100))
    assert wide.bars[0].text == "0 to 99: 1 player"
    assert [mark.text for mark in wide.marks] == ["0", "200", "400", "600", "800", "1000"]


@given(st.dictionaries(st.integers(-5, 80), st.integers(1, 1000), min_size=1))
def test_everybody_is_in_a_bar_and_every_bar_in_the_picture(counts):
    distribution = rating_distribution(counts)
    assert distribution is not None
    assert sum(bar.players for bar in distribution.bars) == sum(counts.values())
    assert len(distribution.bars) <= MAX_BARS + 1
    for bar in distribution.bars:
        assert LEFT <= bar.x <= bar.x + bar.width <= RIGHT
        assert TOP <= bar.y <= BOTTOM
    assert len(distribution.marks) <= 11

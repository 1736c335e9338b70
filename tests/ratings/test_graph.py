"""The picture of a history: where its points lie, its axes, and its words."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.graph import BOTTOM, LEFT, MOST_DOTS, MOST_POINTS, RIGHT, TOP, graph
from ratings.queries import Point

DAY = date(2026, 3, 1)


def history(*ratings: int, every: int = 1) -> list[Point]:
    return [Point(DAY + timedelta(days=every * n), rating) for n, rating in enumerate(ratings)]


def spots(line: str) -> list[tuple[float, float]]:
    return [tuple(map(float, pair.split(","))) for pair in line.split()]  # type: ignore[misc]


def test_nobody_has_a_picture_without_games():
    assert graph([]) is None


def test_one_game():
    drawn = graph(history(1_520_000))
    assert drawn is not None
    assert drawn.text == (
        "one rated game, from 1 Mar 2026 to 1 Mar 2026. Rating now 1520; "
        "highest 1520 on 1 Mar 2026, lowest 1520 on 1 Mar 2026."
    )
    assert [mark.text for mark in drawn.days] == ["1 Mar"]
    assert [mark.text for mark in drawn.ratings] == ["1510", "1520", "1530"]
    assert drawn.last == drawn.highest == drawn.dots[0]
    assert drawn.last.text == "1 Mar 2026: 1520"


def test_better_is_higher_and_later_is_further_right():
    drawn = graph(history(1_500_000, 1_530_000, 1_510_000))
    assert drawn is not None
    (x1, y1), (x2, y2), (x3, y3) = spots(drawn.early)
    assert x1 < x2 < x3
    assert y2 < y3 < y1
    assert (drawn.highest.x, drawn.highest.y) == (x2, y2)


def test_games_of_one_day_lie_beside_one_another():
    drawn = graph([Point(DAY, 1_500_000)] * 4 + [Point(DAY + timedelta(days=1), 1_500_000)])
    assert drawn is not None
    xs = [x for x, _ in spots(drawn.early)]
    assert xs == sorted(set(xs))
    assert xs[3] < (LEFT + RIGHT) / 2 < xs[4]


def test_the_line_goes_on_where_the_provisional_part_ends():
    drawn = graph(history(*range(1_500_000, 1_515_000, 1000)))
    assert drawn is not None
    early, line = spots(drawn.early), spots(drawn.line)
    assert (len(early), len(line)) == (10, 6)
    assert early[-1] == line[0]


@pytest.mark.parametrize(
    ("every", "first", "last", "count"),
    [(1, "1 Mar", "21 Mar", 5), (10, "Mar 2026", "Sep 2026", 4), (400, "2030", "2050", 5)],
)
def test_marks_are_days_months_or_years(every, first, last, count):
    drawn = graph(history(*[1_500_000] * 25, every=every))
    assert drawn is not None
    texts = [mark.text for mark in drawn.days]
    assert (texts[0], texts[-1], len(texts)) == (first, last, count)


def test_each_game_has_a_dot_where_there_are_not_too_many():
    few, many = (graph(history(*[1_500_000] * n)) for n in (MOST_DOTS, MOST_DOTS + 1))
    assert few is not None
    assert many is not None
    assert (len(few.dots), len(many.dots)) == (MOST_DOTS, 0)


def test_a_long_history_is_thinned_but_keeps_its_top():
    ratings = [1_500_000 + 7919 * n % 90_001 for n in range(5000)]
    ratings[3210] = 1_700_000
    drawn = graph(history(*ratings))
    assert drawn is not None
    line = spots(drawn.line)
    assert len(line) <= MOST_POINTS + 8
    assert drawn.dots == []
    assert min(y for _, y in line) == drawn.highest.y
    assert line[-1] == (drawn.last.x, drawn.last.y)


@given(
    st.lists(
        st.tuples(st.integers(0, 4000), st.integers(100_000, 3_500_000)), min_size=1, max_size=40
    )
)
def test_everything_lies_within_the_frame(drawn_from):
    days = sorted(day for day, _ in drawn_from)
    points = [
        Point(DAY + timedelta(days=day), rating)
        for day, (_, rating) in zip(days, drawn_from, strict=True)
    ]
    drawn = graph(points)
    assert drawn is not None
    for x, y in spots(f"{drawn.early} {drawn.line}"):
        assert LEFT <= x <= RIGHT
        assert TOP <= y <= BOTTOM
    marks = [mark.at for mark in drawn.days]
    assert marks == sorted(set(marks))
    assert all(LEFT <= at <= RIGHT for at in marks)
    assert len(marks) <= 12
    heights = [mark.at for mark in drawn.ratings]
    assert (heights[0], heights[-1]) == (BOTTOM, TOP)
    assert 2 <= len(heights) <= 8

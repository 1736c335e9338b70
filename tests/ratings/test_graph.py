"""The picture of a history: where its points lie, its axes, and its words."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.models import Standing
from ratings.graph import BOTTOM, LEFT, MAX_DOTS, MAX_POINTS, RIGHT, TOP, rating_graph, sparkline
from ratings.models import Entry, Rating
from ratings.queries import Point
from ratings.services.closings import close_books
from ratings.services.fold import fold_pending
from tests.fake_clock import set_clock
from tests.worlds.league import played, players, stand

DAY = date(2026, 3, 1)


def history(*ratings: int, every: int = 1) -> list[Point]:
    return [Point(DAY + timedelta(days=every * n), rating) for n, rating in enumerate(ratings)]


def spots(line: str) -> list[tuple[float, float]]:
    return [tuple(map(float, pair.split(","))) for pair in line.split()]  # type: ignore[misc]


def test_nobody_has_a_picture_without_games():
    assert rating_graph([]) is None


def test_one_game():
    graph = rating_graph(history(1_520_000))
    assert graph is not None
    assert graph.text == (
        "one rated game, from 1 Mar 2026 to 1 Mar 2026. Rating now 1520; "
        "highest 1520 on 1 Mar 2026, lowest 1520 on 1 Mar 2026."
    )
    assert [mark.text for mark in graph.days] == ["1 Mar"]
    assert [mark.text for mark in graph.ratings] == ["1510", "1520", "1530"]
    assert graph.last == graph.highest == graph.dots[0]
    assert graph.last.text == "1 Mar 2026: 1520"


def test_better_is_higher_and_later_is_further_right():
    graph = rating_graph(history(1_500_000, 1_530_000, 1_510_000))
    assert graph is not None
    (x1, y1), (x2, y2), (x3, y3) = spots(graph.early)
    assert x1 < x2 < x3
    assert y2 < y3 < y1
    assert (graph.highest.x, graph.highest.y) == (x2, y2)


def test_where_everything_lies():
    """Three days share 648 units of width, thirty points 294 of height."""
    graph = rating_graph(history(1_500_000, 1_530_000, 1_510_000))
    assert graph is not None
    assert graph.early == "160.0,314.0 376.0,20.0 592.0,216.0"
    assert graph.line == "592.0,216.0"
    assert graph.area == "M160.0,314 L160.0,314.0 376.0,20.0 592.0,216.0 L592.0,314 Z"
    assert graph.days == [(160, "1 Mar"), (376, "2 Mar"), (592, "3 Mar")]
    assert graph.ratings == [(314, "1500"), (216.0, "1510"), (118.0, "1520"), (20, "1530")]
    assert graph.text == (
        "3 rated games, from 1 Mar 2026 to 3 Mar 2026. Rating now 1510; "
        "highest 1530 on 2 Mar 2026, lowest 1500 on 1 Mar 2026."
    )


@pytest.mark.parametrize(
    ("low", "high", "marks"),
    [
        (1_500_400, 1_519_600, "1500 1510 1520"),
        (1_500_000, 1_540_000, "1500 1510 1520 1530 1540"),
        (1_500_000, 1_540_001, "1500 1520 1540 1560"),
        (1_505_000, 1_535_000, "1500 1510 1520 1530 1540"),
        (1_500_000, 1_580_000, "1500 1520 1540 1560 1580"),
        (1_000_000, 5_001_000, "1000 2000 3000 4000 5000 6000"),
    ],
)
def test_ratings_are_marked_in_round_steps_four_where_it_can_be(low, high, marks):
    graph = rating_graph(history(low, high))
    assert graph is not None
    assert [mark.text for mark in graph.ratings] == marks.split()


def test_games_of_one_day_lie_beside_one_another():
    graph = rating_graph([Point(DAY, 1_500_000)] * 4 + [Point(DAY + timedelta(days=1), 1_500_000)])
    assert graph is not None
    xs = [x for x, _ in spots(graph.early)]
    assert xs == [92.5, 173.5, 254.5, 335.5, 538]  # 324 units a day
    assert [mark.at for mark in graph.days] == [214, 538]  # in the middle of their days


def test_the_line_goes_on_where_the_provisional_part_ends():
    graph = rating_graph(history(*range(1_500_000, 1_515_000, 1000)))
    assert graph is not None
    early, line = spots(graph.early), spots(graph.line)
    assert (len(early), len(line)) == (10, 6)
    assert early[-1] == line[0]


@pytest.mark.parametrize(
    ("every", "first", "last", "count"),
    [(1, "1 Mar", "21 Mar", 5), (10, "Mar 2026", "Sep 2026", 4), (400, "2030", "2050", 5)],
)
def test_marks_are_days_months_or_years(every, first, last, count):
    graph = rating_graph(history(*[1_500_000] * 25, every=every))
    assert graph is not None
    texts = [mark.text for mark in graph.days]
    assert (texts[0], texts[-1], len(texts)) == (first, last, count)


@pytest.mark.parametrize(
    ("first", "days", "marks"),
    [
        ("2026-03-01", 4, "1 Mar|2 Mar|3 Mar|4 Mar|5 Mar"),
        ("2026-03-01", 5, "1 Mar|3 Mar|5 Mar"),
        ("2026-03-01", 74, "1 Mar|16 Mar|31 Mar|15 Apr|30 Apr"),
        ("2026-03-01", 75, "Mar 2026|Apr 2026|May 2026"),
        ("2025-11-30", 90, "Dec 2025|Jan 2026|Feb 2026"),
        ("2026-03-31", 183, "Apr 2026|May 2026|Jun 2026|Jul 2026|Aug 2026|Sep 2026"),
        ("2026-03-31", 184, "May 2026|Jul 2026|Sep 2026"),
        ("2026-03-01", 2000, "2027|2028|2029|2030|2031"),
        ("2026-01-01", 6000, "2028|2031|2034|2037|2040"),
    ],
)
def test_which_days_are_marked(first, days, marks):
    begin = date.fromisoformat(first)
    graph = rating_graph([Point(begin, 1_500_000), Point(begin + timedelta(days=days), 1_500_000)])
    assert graph is not None
    assert [mark.text for mark in graph.days] == marks.split("|")


def test_each_game_has_a_dot_where_there_are_not_too_many():
    small, large = (rating_graph(history(*[1_500_000] * n)) for n in (MAX_DOTS, MAX_DOTS + 1))
    assert small is not None
    assert large is not None
    assert (len(small.dots), len(large.dots)) == (MAX_DOTS, 0)


def test_a_long_history_is_thinned_but_keeps_its_top():
    ratings = [1_500_000 + 7919 * n % 90_001 for n in range(5000)]
    ratings[3210] = 1_700_000
    graph = rating_graph(history(*ratings))
    assert graph is not None
    line = spots(graph.line)
    assert len(line) <= MAX_POINTS + 8
    assert graph.dots == []
    assert min(y for _, y in line) == graph.highest.y
    assert line[-1] == (graph.last.x, graph.last.y)


def settled(games: int) -> list[float]:
    """How high so many games are drawn that follow the first nine: 0, 9, 4, -9, 2 again and
    again."""
    ratings = [1_500_000] * 9 + [1_500_000 + 1000 * (0, 9, 4, -9, 2)[n % 5] for n in range(games)]
    graph = rating_graph(history(*ratings))
    assert graph is not None
    return [y for _, y in spots(graph.line)]


def test_what_is_not_long_is_drawn_whole():
    assert len(settled(MAX_POINTS)) == MAX_POINTS


def test_each_stretch_keeps_its_first_highest_lowest_and_last():
    """Of 601 games: 120 stretches of five, and the last game."""
    first, highest, third, lowest, last = settled(5)
    assert highest < third < last < first < lowest
    assert settled(MAX_POINTS + 1) == [first, highest, lowest, last] * 120 + [first]


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
    graph = rating_graph(points)
    assert graph is not None
    for x, y in spots(f"{graph.early} {graph.line}"):
        assert LEFT <= x <= RIGHT
        assert TOP <= y <= BOTTOM
    marks = [mark.at for mark in graph.days]
    assert marks == sorted(set(marks))
    assert all(LEFT <= at <= RIGHT for at in marks)
    assert len(marks) <= 12
    heights = [mark.at for mark in graph.ratings]
    assert (heights[0], heights[-1]) == (BOTTOM, TOP)
    assert 2 <= len(heights) <= 8


def test_a_game_that_was_taken_back_is_no_game_in_the_words():
    three = [Point(DAY + timedelta(days=n), 1_500_000 + n, f"g{n}") for n in range(3)]
    graph = rating_graph([*three, Point(DAY + timedelta(days=9), 1_490_000, "g1", True)])
    assert graph is not None
    assert graph.text.startswith("2 rated games, from 1 Mar 2026 to 10 Mar 2026.")
    assert len(graph.dots) == 4  # the rating moved by it
    repeated = [*three, Point(DAY, 1_490_000, "g1", True), Point(DAY, 1_500_000, "g1")]
    graph = rating_graph(repeated)
    assert graph is not None
    assert graph.text.startswith("3 rated games")
    small = sparkline([*three, Point(DAY, 1_490_000, "earlier", True)])
    assert small is not None
    assert small.text.startswith("The last 3 rated games")
    assert rating_graph([three[0], Point(DAY, 1_500_000, "g0", True)]) is None


@pytest.mark.django_db
def test_the_page_of_a_player_counts_the_games_that_stand(client, settings, monkeypatch):
    settings.BOOKS_CLOSE_AFTER_DAYS = 30
    set_clock(monkeypatch, lambda: datetime(2026, 6, 1, tzinfo=UTC))
    ana, ben = players("ana", "ben")
    first = played(ana, ben)
    played(ana, ben, day=1)
    close_books()
    stand(first, Standing.VOID)
    fold_pending()
    assert Entry.objects.get().kind == "reversal"
    page = client.get(f"/players/{ana.pk}/").content.decode()
    assert "one rated game, from" in page
    assert Rating.objects.get(player=ana, pool="overall").games == 1

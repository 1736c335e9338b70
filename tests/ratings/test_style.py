"""Where a player's points come from, the warmth of a side, the last stretch of a rating."""

from datetime import date, timedelta

import pytest

from ratings.graph import LINE_BOTTOM, LINE_LEFT, LINE_RIGHT, LINE_TOP, sparkline
from ratings.queries import Point
from ratings.results import Results, heat_strip
from ratings.style import style_from_breakdowns


def test_the_parts_fill_the_bar_in_the_order_of_the_sites():
    style = style_from_breakdowns(
        [
            {"pyramid": 10, "temple": 5, "obelisks": 0, "statues": 3, "decorations": 2},
            {"pyramid": 10, "burial_chamber": 5, "god_prophecies": 5},
        ]
    )
    assert style is not None
    assert [(part.name, part.share, part.mean) for part in style.parts] == [
        ("pyramid", 50, 10),
        ("temple", 12.5, 2.5),
        ("burial_chamber", 12.5, 2.5),
        ("cards", 12.5, 2.5),
        ("modules", 12.5, 2.5),
    ]
    assert [part.x for part in style.parts] == [0, 50, 62.5, 75, 87.5]
    assert style.parts[-1].x + style.parts[-1].width == 100
    assert style.text.startswith("Points of the last 2 rated games: Pyramids 50 %, Temple 12 %,")


def test_what_cost_points_has_no_part():
    style = style_from_breakdowns([{"pyramid": 4, "stonemasons_wager": -6}])
    assert style is not None
    assert [part.name for part in style.parts] == ["pyramid"]
    assert style_from_breakdowns([]) is None
    assert style_from_breakdowns([{"pyramid": 0}]) is None


@pytest.mark.parametrize(
    ("games", "wins", "look"),
    [
        (2, 2, "0"),
        (10, 5, "0"),
        (10, 6, "p1"),
        (10, 8, "p3"),
        (10, 3, "m2"),
        (10, 0, "m3"),
        (0, 0, "0"),
    ],
)
def test_a_side_is_warm_where_its_player_wins_more_than_usual(games: int, wins: int, look: str):
    results = Results()
    results.total.add(100, 50, 4000, 150)
    results.sides["temple"]["C"].add(games, wins, 40 * games, 2 * games)
    assert heat_strip(results)["temple"][2].look == look


def points(*ratings: int) -> list[Point]:
    first = date(2026, 3, 1)
    return [Point(first + timedelta(days=n), 1000 * rating) for n, rating in enumerate(ratings)]


def test_the_line_goes_from_edge_to_edge_and_is_said_in_words():
    line = sparkline(points(1500, 1540, 1520))
    assert line is not None
    assert line.line == f"{LINE_LEFT}.0,{LINE_BOTTOM}.0 156.0,{LINE_TOP}.0 {LINE_RIGHT}.0,37.0"
    assert (line.high, line.low, line.first, line.last) == (
        "1540",
        "1500",
        "1 Mar 2026",
        "3 Mar 2026",
    )
    assert line.text == (
        "The last 3 rated games, from 1 Mar 2026 to 3 Mar 2026: the rating went from 1500 to 1520. "
        "Lowest 1500, highest 1540."
    )


def test_a_level_line_has_one_word_and_one_game_no_line():
    level = sparkline(points(1500, 1501))
    assert level is not None
    assert (level.high, level.low) == ("", "1500")
    assert sparkline(points(1500)) is None

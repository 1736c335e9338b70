"""Sentences about statistics: only of what is more than chance."""

from random import Random

import pytest

from engine.facts import FACTS
from games.search import fact_label
from insights.stats.cards import means_chart, points_ticks, share_ticks, shares_chart
from insights.stats.contrasts import DONE, HabitContrast
from insights.stats.findings import (
    habits_finding,
    means_finding,
    points_finding,
    shares_finding,
    sources_finding,
)
from insights.stats.queries import DIMENSIONS, StatisticsRow
from insights.stats.sums import SOURCES, SeatOutcome, Sums
from insights.stats.templatetags.shares import chart_ticks
from insights.stats.views import DIMENSION_TITLES

SEATS = 400


def sums(wins: int, seats: int = SEATS, points: int = 40) -> Sums:
    """So many seats, of which `wins` won, with points around `points`."""
    total = Sums()
    for seat in range(seats):
        scored = points + seat % 3 - 1
        sources = [scored] + [0] * (len(SOURCES) - 1)
        total.add(SeatOutcome(1.0 if seat < wins else 0.0, scored, sources, [0] * len(DONE)))
    return total


def row(label: str, total: Sums) -> StatisticsRow:
    return StatisticsRow(label, label, total, "")


def test_an_even_share_is_no_finding():
    rows = [row("1", sums(200)), row("2", sums(205))]
    assert shares_finding(rows, 0.5, "Seat") == ""


def test_a_share_beyond_chance_is_told_and_the_even_ones_are_not():
    rows = [row("1", sums(260)), row("2", sums(202))]
    assert shares_finding(rows, 0.5, "Seat") == (
        "Seat 1: 65 % of the games won. An even share is 50 %."
    )


def test_a_small_sample_tells_nothing():
    assert shares_finding([row("1", sums(90, 99))], 0.5) == ""
    assert points_finding(sums(20, 50)) == ""
    assert sources_finding(sums(20, 50)) == ""
    assert means_finding([row("a", sums(1, 90, 60))], sums(200)) == ""
    assert habits_finding(sums(20, 50), []) == ""


def test_the_rows_with_most_and_fewest_points_are_named():
    rows = [row("Temple B", sums(200, points=35)), row("Market A", sums(200, points=44))]
    text = means_finding([*rows, row("Temple A", sums(200))], sums(200))
    assert text == " ".join(
        ["Most points: Market A, 44.0.", "Fewest points: Temple B, 35.0.", "The average is 40.0."]
    )
    assert means_finding([row("Temple A", sums(200))], sums(200)) == ""


def test_the_usual_points_are_told():
    assert points_finding(sums(200)).startswith("A player scores 40.0 points on average.")


def test_facts_and_tables_have_labels_for_players():
    """No fact speaks of its seat as "it", no table is called by its key."""
    for fact in FACTS.values():
        assert not {"it", "its", "entry"} & set(fact_label(fact).lower().split()), fact.name
    assert DIMENSION_TITLES.keys() == set(DIMENSIONS)
    assert not [title for title in map(str, DIMENSION_TITLES.values()) if "-" in title]


def test_habits_of_winners_are_listed_by_their_labels():
    habits = [
        HabitContrast(name, 2.0, 1.0, 0.5, 0.1, tells)
        for name, tells in (("loads", True), ("carries", True), ("cards", False))
    ]
    assert habits_finding(sums(200), habits) == (
        "Winners have more of these than the others: “Stones loaded on ships” and "
        "“Other players’ stones on ships this player sailed”."
    )


def drawn_games(random: Random, games: int, lead: float) -> Sums:
    """Games of two: habits are drawn, alike for both seats of a game, and the winner by lot; the
    winner's first habit is `lead` higher."""
    total = Sums()
    for _ in range(games):
        shift = random.gauss(0, 1)
        winner = random.randrange(2)
        for seat in range(2):
            done = [round(10 * (5 + shift + random.gauss(0, 1))) for _ in DONE]
            done[0] += round(10 * lead * (seat == winner))
            total.add(SeatOutcome(float(seat == winner), 40, [0] * len(SOURCES), done))
    return total


@pytest.mark.parametrize("games", [50, 100, 300])
def test_where_the_winner_is_drawn_by_lot_no_habit_tells(games: int):
    random = Random(games)
    repetitions = 40
    lists = [drawn_games(random, games, 0.0).winners_habits() for _ in range(repetitions)]
    telling = [habits for habits in lists if any(habit.tells for habit in habits)]
    assert len(telling) <= repetitions // 10
    assert all(max(abs(habit.deviations) for habit in habits) > 0 for habits in lists)


def test_what_winners_do_tells_and_has_its_error():
    habits = drawn_games(Random(7), 100, 1.5).winners_habits()
    assert [habit.name for habit in habits if habit.tells] == [DONE[0].name]
    first = habits[0]
    assert first.deviations > 4 * first.error > 0


def test_few_games_tell_nothing_of_winners():
    assert not any(habit.tells for habit in drawn_games(Random(7), 49, 3.0).winners_habits())


def test_a_share_that_is_constant_has_no_interval():
    seats = Sums()
    for seat in (1.0, 0.0):
        seats.add(SeatOutcome(seat, 40, [0] * len(SOURCES), [1] * len(DONE)))
    assert StatisticsRow("market A", "", seats, "", constant=True).interval == (0.5, 0.5)
    low, high = StatisticsRow("1", "", seats, "").interval
    assert low < 0.5 < high


def test_an_axis_of_points_has_few_round_numbers():
    narrow = points_ticks([str(key) for key in range(25, 90, 5)])
    assert [tick.text for tick in narrow] == ["30", "40", "50", "60", "70", "80"]
    assert narrow[0].place == 7.7
    wide = points_ticks([str(key) for key in range(0, 125, 5)])
    assert [tick.text for tick in wide] == ["0", "20", "40", "60", "80", "100", "120"]
    assert points_ticks([]) == []


def test_bars_of_a_building_site_have_its_colour():
    sides = [row(f"{key} label", sums(500, 1000, mean))._replace(key=key) for key, mean in (
        ("temple A", 40), ("pyramid B", 50), ("temple A market B", 60), ("none", 30),
    )]  # fmt: skip
    chart = means_chart(sides, sums(500, 1000))
    assert [bar.site for bar in chart.bars] == ["", "pyramid", "temple", ""]


def test_an_axis_says_an_even_share_at_its_mark():
    chart = shares_chart([("Seat 1", 0.75), ("Seat 2", 0.25)], 0.5)
    assert [tick.text for tick in chart.ticks] == ["0 %", "50 %"]
    assert chart.ticks[1].place == chart.mark
    assert chart.axis == "Wins"
    ends = [chart_ticks([tick]) for tick in share_ticks()]
    assert 'class="ticks__low" x="0%"' in ends[0]
    assert 'class="ticks__high" x="100%"' in ends[-1]

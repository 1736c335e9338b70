"""Sentences about statistics: only of what is more than chance."""

from engine.facts import FACTS
from games.search import fact_label
from insights.stats.findings import (
    habits_finding,
    means_finding,
    points_finding,
    shares_finding,
    sources_finding,
)
from insights.stats.queries import DIMENSIONS, StatisticsRow
from insights.stats.sums import DONE, SOURCES, SeatOutcome, Sums, WinnersHabit
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
        "Wins differ from an even share of 50 %. Seat 1: 65 %."
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
    habits = [WinnersHabit(name, 2.0, 1.0, 0.5) for name in ("loads", "carries")]
    assert habits_finding(sums(200), habits) == (
        "Higher for winners than for others: Stones loaded on ships; "
        "Other players’ stones on ships sailed."
    )

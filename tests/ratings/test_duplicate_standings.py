"""Duplicate events: what holds for any field of tables."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.standings import Bye, DuplicateTable, Penalty, rank_duplicate, seat_fractions


@st.composite
def fields(draw: st.DrawFn) -> list[DuplicateTable]:
    """Tables of one deal and one size, each entrant at one of them."""
    seats, count = draw(st.integers(2, 4)), draw(st.integers(1, 7))
    tables = []
    for number in range(count):
        entrants = tuple(range(number * seats + 1, number * seats + seats + 1))
        scores = draw(st.lists(st.integers(-5, 60), min_size=seats, max_size=seats))
        replaced = draw(st.lists(st.integers(0, seats - 1), max_size=1))
        tables.append(DuplicateTable(1, entrants, tuple(scores), tuple(replaced)))
    return tables


@given(fields())
def test_each_seat_shares_out_half_of_the_matchpoints(field: list[DuplicateTable]) -> None:
    parts = seat_fractions(field)
    for turn in range(len(field[0].entrants)):
        column = [row[turn] for row in parts]
        assert sum(column) == Fraction(len(field), 2)
        assert all(0 <= part <= 1 for part in column)


@given(fields(), st.randoms())
def test_the_order_of_tables_counts_for_nothing(
    field: list[DuplicateTable], chance: object
) -> None:
    parts = dict(zip([table.entrants for table in field], seat_fractions(field), strict=True))
    other = sorted(field, key=lambda table: hash((str(chance), table.entrants)))
    assert parts == dict(
        zip([table.entrants for table in other], seat_fractions(other), strict=True)
    )


@given(fields(), st.integers(0, 6), st.integers(0, 3))
def test_a_better_game_never_brings_less(
    field: list[DuplicateTable], number: int, turn: int
) -> None:
    table = field[number % len(field)]
    turn %= len(table.entrants)
    scores = tuple(score + (seat == turn) for seat, score in enumerate(table.scores))
    better = [row._replace(scores=scores) if row is table else row for row in field]
    index = field.index(table)
    assert seat_fractions(better)[index][turn] >= seat_fractions(field)[index][turn]


@given(fields())
def test_same_for_an_audit_and_sums_of_all(field: list[DuplicateTable]) -> None:
    entrants = [key for table in field for key in table.entrants]
    rows = rank_duplicate(entrants, field)
    assert sum(row.points for row in rows) == Fraction(len(entrants), 2)
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    assert rows == rank_duplicate(entrants[::-1], field[::-1])


def test_unequal_fields_count_the_same() -> None:
    """A deal of two tables and one of four: the best of each has 1."""
    two = [DuplicateTable(1, (n, n + 1), (40 - n, 30)) for n in (1, 3)]
    four = [DuplicateTable(2, (n, n + 1), (40 - n, 30)) for n in (1, 3, 5, 7)]
    points = {row.entrant: row.points for row in rank_duplicate(range(1, 9), [*two, *four])}
    assert points[1] == 2
    assert (points[5], points[7]) == (Fraction(1, 3), 0)


def test_byes_are_average_and_penalties_are_taken_away() -> None:
    rows = rank_duplicate([1, 2], [], byes=[Bye(1, 1)], penalties=[Penalty(2, Fraction(1, 4))])
    assert [(row.entrant, row.points) for row in rows] == [
        (1, Fraction(1, 2)),
        (2, Fraction(-1, 4)),
    ]


@pytest.mark.parametrize(
    ("tables", "byes", "words"),
    [
        ([DuplicateTable(1, (1, 9), (3, 2))], [], "no entrant"),
        ([DuplicateTable(1, (1, 2), (3, 2))], [Bye(1, 1)], "two results"),
        ([DuplicateTable(1, (1,), (3,))], [], "same number"),
        ([DuplicateTable(1, (1, 2), (3, 2, 1))], [], "points of each"),
        (
            [DuplicateTable(1, (1, 2), (3, 2)), DuplicateTable(1, (3, 4, 5), (3, 2, 1))],
            [],
            "same number",
        ),
    ],
)
def test_contradictions_are_refused(
    tables: list[DuplicateTable], byes: list[Bye], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        rank_duplicate([1, 2, 3, 4, 5], tables, byes=byes)


@pytest.mark.parametrize("entrants", [(1,), (2,)])
def test_an_unknown_entrant_is_refused(entrants: tuple[int, ...]) -> None:
    """At a table, or with a penalty."""
    with pytest.raises(ValueError, match="is no entrant"):
        rank_duplicate(entrants, [DuplicateTable(1, (1, 2), (30, 20), ())])
    with pytest.raises(ValueError, match="3 is no entrant"):
        rank_duplicate(entrants, [], penalties=[Penalty(3, Fraction(1))])

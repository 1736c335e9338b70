"""Series: what counts, tie-breaks, moves of a board; divisions: promotion and relegation."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from ratings.standings import (
    DivisionEnd,
    DivisionPlace,
    EventFinish,
    guest_form,
    next_divisions,
    rank_series,
    series_moves,
)


def finishes(*rows: tuple[int, int, int]) -> list[EventFinish]:
    return [EventFinish(person, rank, Fraction(points)) for person, rank, points in rows]


def test_the_results_that_count_are_marked_and_of_equal_ones_the_earlier() -> None:
    events = [finishes((1, 1, 3)), finishes((1, 1, 7)), finishes((1, 2, 3)), finishes((2, 1, 1))]
    row = rank_series(events, best=2)[0]
    assert row.points == 10
    assert row.counts == (True, True, False, False)


@pytest.mark.parametrize(
    ("tie_break", "first"),
    [
        ("wins", 2),
        ("best_event", 1),
        ("events", 2),
        ("all_events", 2),
        ("last_event", 2),
        ("mean_rank", 2),
    ],
)
def test_each_tie_break_parts_equal_points(tie_break: str, first: int) -> None:
    """Both have 12 of their best two: 1 by 8 and 4, 2 by 6 and 6 and a 1 that does not count."""
    events = [
        finishes((1, 3, 8), (2, 1, 6)),
        finishes((1, 2, 4), (2, 1, 6)),
        finishes((2, 5, 1)),
    ]
    if tie_break == "last_event":
        events = [finishes((1, 2, 8), (2, 2, 6)), finishes((1, 2, 4), (2, 2, 6))]
    rows = rank_series(events, best=2, tie_breaks=[tie_break])
    assert [(row.rank, row.person) for row in rows] == [(1, first), (2, 3 - first)]


def test_a_lot_parts_everybody_and_follows_from_its_seed() -> None:
    event = finishes(*((person, 1, 5) for person in range(1, 9)))
    orders = {
        tuple(row.person for row in rank_series([event], tie_breaks=["lot"], seed=seed))
        for seed in ("a", "b", "a")
    }
    assert len(orders) == 2
    ranks = [row.rank for row in rank_series([event], tie_breaks=["wins", "lot"])]
    assert ranks == list(range(1, 9))


def test_a_group_is_listed_whole_and_alone() -> None:
    """A substitute has no line, and still shares the rank that the others have points for."""
    event = finishes((1, 1, 5), (9, 1, 5), (2, 3, 0))
    rows = rank_series([event], ranks=[Fraction(10), Fraction(6)], least=0, persons=[1, 2, 3])
    assert [(row.rank, row.person, row.points, row.events) for row in rows] == [
        (1, 1, 8, 1),
        (2, 2, 0, 1),
        (2, 3, 0, 0),
    ]


def test_an_unknown_tie_break_is_refused() -> None:
    with pytest.raises(ValueError, match="no tie-break rating"):
        rank_series([], tie_breaks=["rating"])


def test_moves_of_a_board_name_those_whose_rank_or_points_changed() -> None:
    before = rank_series([finishes((1, 1, 5), (2, 2, 3), (3, 3, 1))])
    after = rank_series([finishes((1, 1, 5), (3, 2, 4), (4, 3, 1))])
    assert series_moves(before, after) == [
        (3, 3, 2, 1, 4),
        (4, None, 3, None, 1),
        (2, 2, None, 3, None),
    ]
    assert series_moves(after, after) == []


# --- divisions ------------------------------------------------------------------


def moves(places: list[list[DivisionPlace]]) -> list[list[tuple[int, str]]]:
    return [[(place.person, place.move) for place in division] for division in places]


TWO = [DivisionEnd((1, 2, 3, 4), 1), DivisionEnd((5, 6, 7, 8))]


def test_the_last_goes_down_and_the_first_comes_up() -> None:
    assert moves(next_divisions(TWO)) == [
        [(1, "stays"), (2, "stays"), (3, "stays"), (5, "up")],
        [(4, "down"), (6, "stays"), (7, "stays"), (8, "stays")],
    ]


def test_a_free_place_goes_to_the_best_of_the_next_division() -> None:
    assert moves(next_divisions(TWO, leaving=[2], joining=[9])) == [
        [(1, "stays"), (3, "stays"), (5, "up"), (6, "fills")],
        [(4, "down"), (7, "stays"), (8, "stays"), (9, "new")],
    ]


def test_the_first_who_does_not_go_on_is_followed_by_the_second() -> None:
    """Nobody else is promoted in their name: the second one fills the place."""
    assert moves(next_divisions(TWO, leaving=[5]))[0][-1] == (6, "fills")


def test_where_nobody_is_left_below_the_best_who_was_to_go_down_stays() -> None:
    assert moves(next_divisions(TWO, leaving=[1, 5, 6, 7, 8])) == [
        [(2, "stays"), (3, "stays"), (4, "stays")],
        [],
    ]


def test_a_gap_goes_down_through_all_divisions() -> None:
    three = [DivisionEnd((1, 2, 3), 1), DivisionEnd((4, 5, 6), 1), DivisionEnd((7, 8, 9))]
    assert moves(next_divisions(three, leaving=[1])) == [
        [(2, "stays"), (4, "up"), (5, "fills")],
        [(3, "down"), (7, "up"), (8, "fills")],
        [(6, "down"), (9, "stays")],
    ]


def test_too_small_divisions_and_persons_named_twice_are_refused() -> None:
    with pytest.raises(ValueError, match="division 2 is too small"):
        next_divisions([DivisionEnd((1, 2), 1), DivisionEnd((3,), 1), DivisionEnd((4, 5))])
    with pytest.raises(ValueError, match="named twice"):
        next_divisions(TWO, joining=[1])


@pytest.mark.parametrize("seed", range(60))
def test_nobody_is_lost_doubled_or_moved_out_of_turn(seed: int) -> None:
    chance = random.Random(seed)
    exchanged = chance.randint(1, 3)
    sizes = [chance.randint(2 * exchanged, 9) for _ in range(chance.randint(1, 5))]
    people = list(range(100))
    chance.shuffle(people)
    divisions = [DivisionEnd(tuple(people.pop() for _ in range(size)), exchanged) for size in sizes]
    everybody = [person for division in divisions for person in division.persons]
    leaving = chance.sample(everybody, chance.randint(0, len(everybody) // 3))
    joining = people[: chance.randint(0, 5)]
    places = next_divisions(divisions, leaving, joining)
    seated = [place.person for division in places for place in division]
    assert sorted(seated) == sorted({*everybody, *joining} - set(leaving))
    playing = len(everybody) - len(leaving)
    for number, division in enumerate(places[:-1]):
        before = sum(sizes[:number])
        assert len(division) == min(sizes[number], max(0, playing - before))
    for number, division in enumerate(places, 1):
        for place in division:
            assert (place.move == "down") == (place.before is not None and place.before < number)
            assert (place.move == "stays") == (place.before == number)
    for number in range(len(divisions) - 1):
        for person in set(divisions[number + 1].persons[:exchanged]) - set(leaving):
            assert person in [place.person for part in places[: number + 1] for place in part]


def test_no_divisions_have_no_next_season() -> None:
    assert next_divisions([]) == []


def test_names_of_a_guest_are_one_however_they_are_typed() -> None:
    assert guest_form(" Zoë\u2003KLEIN ") == guest_form("zoe\u0308 klein") == "zoë klein"

"""The seating of rounds: sizes, search, turn order, designs, knock-out, pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.events import DESIGN_BARS, measures, missed_bars, play
from events.seating import (
    PAIRING_PROGRAM,
    SeatedRound,
    SeatingHistory,
    SeatingTerms,
    check_seating,
    group_design,
    knockout_sizes,
    next_seeds,
    pair_round,
    seat_at_once,
    seat_group,
    seat_knockout,
    seat_round,
    table_sizes,
)
from events.seating.draws import SeatingDraws
from events.seating.search import TableSearch
from events.seating.turn_order import order_table
from ratings.standings import SEATING_ERRORS, TableResult, pair_of

F = Fraction


def kinds(seated: SeatedRound, present: Collection[int], before: Sequence[SeatedRound]) -> set[str]:
    return {problem.kind for problem in check_seating(seated, present, SeatingHistory(before))}


# --- sizes ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entrants", "sizes"),
    [
        (0, ()),
        (2, (2,)),
        (3, (3,)),
        (4, (4,)),
        (5, (3, 2)),
        (6, (3, 3)),
        (7, (4, 3)),
        (9, (3, 3, 3)),
        (10, (4, 3, 3)),
        (11, (4, 4, 3)),
        (12, (4, 4, 4)),
        (13, (4, 3, 3, 3)),
        (23, (4, 4, 4, 4, 4, 3)),
    ],
)
def test_sizes_of_tables(entrants: int, sizes: tuple[int, ...]):
    assert table_sizes(entrants) == (sizes, 0)


@pytest.mark.parametrize(
    ("entrants", "largest", "smallest", "sizes", "byes"),
    [
        (1, 4, 2, (), 1),
        (2, 4, 3, (), 2),
        (5, 4, 3, (4,), 1),
        (5, 4, 4, (4,), 1),
        (7, 4, 4, (4,), 3),
        (4, 3, 2, (2, 2), 0),
        (5, 3, 2, (3, 2), 0),
        (7, 3, 3, (3, 3), 1),
        (7, 2, 2, (2, 2, 2), 1),
    ],
)
def test_byes_are_for_those_whom_no_table_takes(
    entrants: int, largest: int, smallest: int, sizes: tuple[int, ...], byes: int
):
    assert table_sizes(entrants, largest, smallest) == (sizes, byes)


@pytest.mark.parametrize(("largest", "smallest"), [(5, 2), (4, 1), (2, 3)])
def test_a_table_has_two_to_four(largest: int, smallest: int):
    with pytest.raises(ValueError, match="two to four"):
        table_sizes(8, largest, smallest)


def test_there_are_no_negative_entrants():
    with pytest.raises(ValueError, match="negative"):
        table_sizes(-1)


@given(st.integers(6, 400))
def test_from_six_on_tables_have_four_or_three(entrants: int):
    sizes, byes = table_sizes(entrants)
    assert (sum(sizes), byes) == (entrants, 0)
    assert set(sizes) <= {3, 4}
    assert sizes.count(3) <= 3


# --- rounds ---------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(st.data(), st.integers(3, 14), st.sampled_from(["opponents", "points"]))
def test_any_event_is_seated_without_errors_and_fairly(
    data: st.DataObject, limit: int, priority: str
):
    """Entrants come late and leave; small tables and byes go round among those who are there."""
    terms = SeatingTerms(priority=priority, smallest=data.draw(st.integers(2, 3)))  # type: ignore[arg-type]
    rounds: list[SeatedRound] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("events.seating.search.STEPS", 800)
        patch.setattr("events.seating.search.LOOK_AHEAD_STEPS", 80)
        for number in range(data.draw(st.integers(1, 4))):
            present = data.draw(st.sets(st.integers(1, limit), min_size=3))
            points = {key: F(data.draw(st.integers(0, 9))) for key in sorted(present)}
            seated = seat_round(present, rounds, "seed", points=points, terms=terms)
            faults = kinds(seated, present, rounds)
            assert not faults & {*SEATING_ERRORS, "small", "bye"}, number
            rounds.append(seated)


@pytest.mark.parametrize(("entrants", "rounds"), [(5, 6), (7, 4), (23, 5), (32, 5)])
def test_the_bars_of_a_seating(entrants: int, rounds: int):
    terms = SeatingTerms()
    events = [play(entrants, rounds, seed, terms) for seed in (0, 1)]
    assert missed_bars(entrants, events, terms) == []


def test_thirteen_meet_twice_at_most_two_times_where_small_tables_need_not_go_round():
    """With small tables that go round, six repeats are the fewest of four rounds."""
    assert play(13, 4, 0, SeatingTerms(spread_small=False)).repeats <= 2
    assert play(13, 4, 0, SeatingTerms()).repeats == 6


def test_a_hundred_are_seated_without_repeats():
    event = play(100, 3, 5, SeatingTerms())
    assert (event.repeats, event.small) == (0, 0)


def test_points_first_seats_leaders_together():
    points = {key: F(key) for key in range(1, 17)}
    seated = seat_round(points, [], "seed", points=points, terms=SeatingTerms("points"))
    assert [sorted(table) for table in seated.tables] == [
        [13, 14, 15, 16],
        [9, 10, 11, 12],
        [5, 6, 7, 8],
        [1, 2, 3, 4],
    ]


def test_opponents_first_never_repeats_for_points():
    points = {key: F(key) for key in range(1, 17)}
    first = seat_round(points, [], "seed", points=points, terms=SeatingTerms("points"))
    second = seat_round(points, [first], "seed", points=points)
    assert kinds(second, points, [first]) == set()


def test_new_opponents_of_near_points_come_before_far_ones():
    first = SeatedRound(((1, 2), (3, 4), (5, 6), (7, 8)))
    points = {1: F(9), 2: F(9), 3: F(9), 4: F(9), 5: F(1), 6: F(1), 7: F(1), 8: F(1)}
    seated = seat_round(points, [first], "s", points=points, terms=SeatingTerms(largest=2))
    assert kinds(seated, points, [first]) == set()
    assert all(points[left] == points[right] for left, right in seated.tables)


def test_a_seed_gives_the_same_seating_everywhere():
    """Of Python 3.11 to 3.14 and of every machine, as whole numbers and ``random()`` are."""
    first = seat_round(range(1, 12), [], "spring 2027")
    assert first == SeatedRound(((8, 10, 11), (5, 3, 1, 2), (7, 4, 9, 6)))
    reversed_seating = seat_round([*range(11, 0, -1)], [], "spring 2027")
    assert reversed_seating == first
    assert seat_round(range(1, 12), [], "autumn 2027") != first
    assert seat_round(range(1, 12), [first], "spring 2027").tables != first.tables


def test_the_arbiters_own_tables_stay():
    seated = seat_round(
        range(1, 14), [], "seed", fixed_tables=[(5, 1, 3), (8, 9, 10, 11)], fixed_byes=[2]
    )
    assert seated.tables[:2] == ((5, 1, 3), (8, 9, 10, 11))
    assert seated.byes == (2,)
    assert kinds(seated, range(1, 14), []) == set()
    assert [len(table) for table in seated.tables] in ([3, 4, 3, 2], [3, 4, 2, 3])


@pytest.mark.parametrize(
    ("tables", "byes"), [([(1, 2, 9)], []), ([(1, 2), (2, 3)], []), ([(1, 2)], [2]), ([], [9])]
)
def test_own_tables_of_strangers_are_refused(tables: list[tuple[int, ...]], byes: list[int]):
    with pytest.raises(ValueError, match="a fixed table"):
        seat_round(range(1, 8), [], "seed", fixed_tables=tables, fixed_byes=byes)


def test_teams_are_kept_apart():
    separate = [(1, 2), (4, 3), (5, 6), (7, 8)]
    seated = seat_round(range(1, 9), [], "seed", separate=separate)
    together = {pair_of(*pair) for table in seated.tables for pair in combinations(table, 2)}
    assert not together & {(1, 2), (3, 4), (5, 6), (7, 8)}


def test_the_bye_goes_to_the_fewest_byes_then_the_fewest_points():
    points = {1: F(1), 2: F(0), 3: F(5), 4: F(5), 5: F(5)}
    terms = SeatingTerms(smallest=3)
    first = seat_round(points, [], "seed", points=points, terms=terms)
    assert first.byes == (2,)
    assert seat_round(points, [first], "seed", points=points, terms=terms).byes == (1,)


def test_those_who_just_met_do_not_meet_at_once_again():
    """All have met once; some of them in the last round."""
    rounds = [
        SeatedRound(((1, 2), (3, 4))),
        SeatedRound(((1, 3), (2, 4))),
        SeatedRound(((1, 4), (2, 3))),
    ]
    for seed in "abcdef":
        seated = seat_round(range(1, 5), rounds, seed, terms=SeatingTerms(largest=2))
        assert {pair_of(*table) for table in seated.tables} != {(1, 4), (2, 3)}


def test_nobody_and_one_are_seated_too():
    assert seat_round([], [], "seed") == SeatedRound(())
    assert seat_round([7], [], "seed") == SeatedRound((), (7,))


def test_the_cost_of_a_search_is_that_of_its_tables():
    entrants = range(1, 15)
    before = [seat_round(entrants, [], "one")]
    points = {key: F(key % 5) for key in entrants}
    search = TableSearch(
        list(entrants), table_sizes(14)[0], SeatingHistory(before), SeatingTerms(), points, []
    )
    first = search.first_tables(SeatingDraws("x", 1))
    cost, tables = search.descend(SeatingDraws("x", 1), 2_000)
    assert cost == search.cost_of(tables)
    assert cost < search.cost_of(first)
    assert sorted(place for table in tables for place in table) == list(range(14))


def test_turn_order_gives_positions_that_entrants_had_least():
    before = [
        SeatedRound(((1, 2, 3, 4),)),
        SeatedRound(((2, 1, 4, 3),)),
        SeatedRound(((3, 4, 1, 2),)),
    ]
    order = order_table((1, 2, 3, 4), SeatingHistory(before), SeatingDraws("s", 4))
    assert order == (4, 3, 2, 1)


# --- designs --------------------------------------------------------------------


@pytest.mark.parametrize(("entrants", "rounds"), [(7, 4), (9, 4), (13, 4), (15, 5), (16, 5)])
def test_designs_have_the_fewest_repeats(entrants: int, rounds: int):
    keys = range(1, entrants + 1)
    for count in range(1, rounds + 1):
        seated = seat_group(keys, count, "seed")
        before: list[SeatedRound] = []
        for number in seated:
            assert not kinds(number, keys, before) & set(SEATING_ERRORS)
            before.append(number)
        meetings = sum(len(t) * (len(t) - 1) // 2 for s in seated for t in s.tables)
        event = measures(keys, seated, SeatingTerms())
        assert event.position <= 2
        if count == rounds or entrants != 7:
            assert event.repeats == max(0, meetings - entrants * (entrants - 1) // 2)
    assert event.repeats <= DESIGN_BARS.get(entrants, 0)


def test_a_group_without_a_design_is_searched():
    assert group_design(16, 6) is None
    assert group_design(16, 5, largest=3) is None
    assert group_design(12, 3) is None
    assert group_design(9, 4, largest=3) is not None
    rounds = seat_group(range(1, 11), 2, "seed")
    assert [len(seated.tables) for seated in rounds] == [3, 3]
    assert rounds[1] == seat_round(range(1, 11), rounds[:1], "seed")


def test_a_group_with_teams_is_searched():
    rounds = seat_group(range(1, 10), 1, "seed", separate=[(1, 2)])
    assert not any({1, 2} <= set(table) for table in rounds[0].tables)


def test_the_seed_says_which_entrant_has_which_place_of_a_design():
    assert seat_group(range(1, 17), 1, "a") != seat_group(range(1, 17), 1, "b")
    assert seat_group(range(1, 17), 5, "a") == seat_group([*range(16, 0, -1)], 5, "a")


@pytest.mark.parametrize(("entrants", "meetings"), [(5, 3), (7, 2), (13, 1)])
def test_tables_at_once(entrants: int, meetings: int):
    """As the BPA's groups of seven: each opponent equally often, each position once."""
    tables = seat_at_once(range(1, entrants + 1), "seed")
    assert tables
    pairs = Counter(pair_of(*pair) for table in tables for pair in combinations(table, 2))
    assert set(pairs.values()) == {meetings}
    assert len(pairs) == entrants * (entrants - 1) // 2
    for position in range(4):
        assert sorted(table[position] for table in tables) == list(range(1, entrants + 1))


def test_tables_at_once_are_known_for_few_sizes():
    assert seat_at_once(range(8), "seed") is None


# --- knock-out ------------------------------------------------------------------


def test_sizes_of_a_knockout():
    assert knockout_sizes(16) == [(4, 4, 4, 4), (4, 4), (4,)]
    assert knockout_sizes(4) == [(4,)]
    assert knockout_sizes(5) == [(3, 2), (3,)]
    assert knockout_sizes(5, terms=SeatingTerms(smallest=3)) == [(4,), (3,)]
    assert knockout_sizes(3, through=1, terms=SeatingTerms(largest=2)) == [(2,), (2,)]
    assert knockout_sizes(8, through=1) == [(4, 4), (2,)]
    for entrants, through in ((1, 2), (8, 3), (8, 0)):
        with pytest.raises(ValueError, match="one or two of a table"):
            knockout_sizes(entrants, through)


def test_seeds_are_dealt_in_a_snake():
    seated = seat_knockout(range(1, 17), [], "seed")
    assert [sorted(table) for table in seated.tables] == [
        [1, 8, 9, 16],
        [2, 7, 10, 15],
        [3, 6, 11, 14],
        [4, 5, 12, 13],
    ]


def test_the_best_have_the_small_tables():
    assert [sorted(t) for t in seat_knockout(range(1, 12), [], "seed").tables] == [
        [1, 6, 7],
        [2, 5, 8, 11],
        [3, 4, 9, 10],
    ]
    assert [sorted(t) for t in seat_knockout(range(1, 6), [], "s").tables] == [[1, 4], [2, 3, 5]]


def test_the_best_of_each_table_go_on_by_place_and_seed():
    results = [
        TableResult(1, (16, 9, 8, 1), (1, 2, 3, 4)),
        TableResult(1, (2, 7, 10, 15), (1, 1, 1, 4)),
    ]
    assert next_seeds(range(1, 17), results) == [2, 7, 16, 9]
    assert next_seeds(range(1, 17), results, through=1) == [2, 16]


def test_table_mates_do_not_meet_again_where_they_need_not():
    first = seat_knockout(range(1, 17), [], "seed")
    results = [TableResult(1, tuple(sorted(table)), (1, 2, 3, 4)) for table in first.tables]
    seeds = next_seeds(range(1, 17), results)
    assert seeds == [1, 2, 3, 4, 5, 6, 7, 8]
    second = seat_knockout(seeds, [first], "seed")
    assert SeatingHistory([first, second]).repeats == 0
    assert {frozenset({1, 2, 3, 4} & set(table)) for table in second.tables} == {
        frozenset({1, 4}),
        frozenset({2, 3}),
    }
    final = seat_knockout([1, 2, 3, 4], [first, second], "seed")
    assert [sorted(table) for table in final.tables] == [[1, 2, 3, 4]]


# --- pairs ----------------------------------------------------------------------

PROGRAMS = [PAIRING_PROGRAM, "search"]


def result_of(number: int, pair: tuple[int, ...]) -> TableResult:
    """The lower number wins; neighbours draw."""
    first, second = pair
    if abs(first - second) == 1:
        return TableResult(number, pair, (1, 1))
    return TableResult(number, pair, (1, 2) if first < second else (2, 1))


def paired(entrants: int, count: int, program: str) -> list[SeatedRound]:
    rounds: list[SeatedRound] = []
    results: list[TableResult] = []
    for number in range(1, count + 1):
        seated = pair_round(
            range(1, entrants + 1), rounds, results, "seed", count=count, program=program
        )
        rounds.append(seated)
        results += [result_of(number, pair) for pair in seated.tables]
    return rounds


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("entrants", [8, 9])
def test_pairs_do_not_meet_twice_and_begin_in_turns(program: str, entrants: int):
    rounds = paired(entrants, 4, program)
    history = SeatingHistory(rounds, largest=2)
    assert history.repeats == 0
    assert max(history.byes.values(), default=0) <= 1
    assert {history.position_difference(key) for key in range(1, entrants + 1)} <= {0, 1, 2}
    assert all(len(seated.tables) == entrants // 2 for seated in rounds)


def test_the_fide_system_pairs_the_upper_half_with_the_lower():
    assert PAIRING_PROGRAM.startswith("py4swiss ")
    order = SeatingDraws("seed", 0).shuffled(range(1, 9))
    first = pair_round(range(1, 9), [], [], "seed", count=4)
    assert {frozenset(pair) for pair in first.tables} == {
        frozenset((order[place], order[place + 4])) for place in range(4)
    }
    assert first.tables[0] == (order[0], order[4])


def test_winners_meet_winners():
    rounds = [SeatedRound(((1, 2), (3, 4), (5, 6), (7, 8)))]
    results = [TableResult(1, pair, (1, 2)) for pair in rounds[0].tables]
    second = pair_round(range(1, 9), rounds, results, "seed", count=4)
    assert {len({1, 3, 5, 7} & set(pair)) for pair in second.tables} == {0, 2}


@pytest.mark.parametrize("program", PROGRAMS)
def test_pairs_with_late_entrants_withdrawals_and_teams(program: str):
    rounds = [SeatedRound(((1, 2), (3, 4)), (5,))]
    results = [TableResult(1, (1, 2), (1, 2)), TableResult(1, (3, 4), (1, 1))]
    present = [1, 3, 4, 5, 6]
    seated = pair_round(
        present,
        rounds,
        results,
        "seed",
        count=4,
        separate=[(1, 6), (1, 5), (9, 1)],
        program=program,
    )
    assert (len(seated.tables), len(seated.byes)) == (2, 1)
    assert not {
        problem.kind for problem in check_seating(seated, present, SeatingHistory(rounds, 2))
    }
    assert not {pair_of(*pair) for pair in seated.tables} & {(1, 6), (1, 5)}
    assert set(seated.byes) <= set(present) - {5}


def test_pairs_who_have_all_met_are_refused():
    rounds = [SeatedRound(((1, 2),))]
    with pytest.raises(ValueError, match="have all met"):
        pair_round([1, 2], rounds, [TableResult(1, (1, 2), (1, 2))], "seed", count=3)


def test_a_table_without_a_result_was_not_played():
    rounds = [SeatedRound(((1, 2),))]
    seated = pair_round([1, 2], rounds, [], "seed", count=3)
    assert {frozenset(table) for table in seated.tables} == {frozenset((1, 2))}

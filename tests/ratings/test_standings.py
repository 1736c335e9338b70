"""Standings of events and the check of a seating: real events first, then what always holds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.standings import (
    DEFAULT_POINTS,
    TIE_BREAK_NAMES,
    Bye,
    EventFinish,
    Penalty,
    ResultBook,
    Scoring,
    SeatedRound,
    SeatingHistory,
    SeatingProblem,
    StandingsMove,
    StandingsRow,
    TableResult,
    best_results,
    check_seating,
    deal_seeds,
    direct_numbers,
    draw_lots,
    format_points,
    listed_rows,
    pair_of,
    parse_point_number,
    parse_points,
    places_by_score,
    rank_entrants,
    rank_knockout,
    rank_series,
    rank_teams,
    rank_with_final,
    standings_as_json,
    standings_moves,
    table_points,
)

F = Fraction


def lines(rows: Sequence[StandingsRow]) -> list[tuple[int, int, str]]:
    return [(row.rank, row.entrant, format_points(row.points)) for row in rows]


def numbers_of(
    name: str, results: Sequence[TableResult], entrants: Sequence[int]
) -> dict[int, str]:
    """The numbers of one tie-break."""
    rows = rank_entrants(entrants, results, Scoring(tie_breaks=(name,)))
    return {row.entrant: str(row.tie_breaks[0]) for row in rows}


# --- points lists ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "text", "places", "points"),
    [
        ("Europe Masters", "5 3 2 1", (1, 2, 3, 4), "5 3 2 1"),
        ("Europe Masters, shared", "5 3 2 1", (1, 1, 3, 4), "4 4 2 1"),
        ("Europe Masters, all shared", "5 3 2 1", (1, 1, 1, 1), "2.75 2.75 2.75 2.75"),
        ("BPA", "10 6 3 1", (4, 3, 2, 1), "1 3 6 10"),
        ("UK Expo", "3 1.5 0.5", (2, 2, 1), "1 1 3"),
        ("BGA", "6 4 2 0", (2, 1, 2, 4), "3 6 3 0"),
        ("three share", "5 3 2 1", (2, 1, 2, 2), "2 5 2 2"),
        ("chess", "1 0", (1, 1), "0.5 0.5"),
        ("thirds", "5 2.5 1", (1, 1, 1), "2 5/6 2 5/6 2 5/6"),
    ],
)
def test_points_of_real_events(event: str, text: str, places: tuple[int, ...], points: str):
    numbers = parse_points(text)
    shares = table_points(places, {len(numbers): numbers})
    assert " ".join(map(format_points, shares)) == points, event


def test_the_default_lists_give_the_first_and_the_last_the_same_at_every_table():
    ends = {size: (points[0], points[-1]) for size, points in DEFAULT_POINTS.items()}
    assert ends == dict.fromkeys((2, 3, 4), (5, 1))
    assert (DEFAULT_POINTS[3][1], DEFAULT_POINTS[4][1:3]) == (F(5, 2), (3, 2))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "two, three or four numbers"),
        ("5", "two, three or four numbers"),
        ("5 4 3 2 1", "two, three or four numbers"),
        ("1 2 3", "goes down"),
        ("2 2 2", "goes down"),
        ("5 1 2", "goes down"),
        ("5 -1", "a number such as"),
        ("5 1e3", "a number such as"),
        ("5 1/0", "a number such as"),
        ("5 0.1234", "a number such as"),
        ("5 .5", "a number such as"),
        ("\u0663 \u0661", "a number such as"),
        ("5 nan", "a number such as"),
        ("10001 1", "at most 10000"),
        ("123456 1", "a number such as"),
    ],
)
def test_bad_points_lists_are_refused(text: str, reason: str):
    with pytest.raises(ValueError, match=reason):
        parse_points(text)


def test_points_lists_are_read_with_commas_and_fractions():
    assert parse_points("10000,  2.5, 7/3, 0") == (10_000, F(5, 2), F(7, 3), 0)
    assert parse_point_number("0.125") == F(1, 8)


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (F(0), "0"),
        (F(10), "10"),
        (F(100), "100"),
        (F(5, 2), "2.5"),
        (F(1, 1000), "0.001"),
        (F(1, 2000), "1/2000"),
        (F(-7, 3), "-2 1/3"),
        (F(-1, 2), "-0.5"),
        (F(2, 3), "2/3"),
    ],
)
def test_points_in_words(points: Fraction, text: str):
    assert format_points(points) == text


@pytest.mark.parametrize("places", [(2, 3, 4, 5), (1, 1, 2), (1, 3), (0, 1), (1, 2, 2, 3)])
def test_places_have_no_gap_but_after_shared_ones(places: tuple[int, ...]):
    with pytest.raises(ValueError, match="places begin with 1"):
        table_points(places)


@pytest.mark.parametrize("places", [(), (1,), (1, 2, 3, 4, 5)])
def test_a_size_without_a_list_has_no_points(places: tuple[int, ...]):
    with pytest.raises(ValueError, match=f"a table of {len(places)}"):
        table_points(places)


def test_a_list_has_a_number_for_each_place():
    for text in ("5 1", "5 3 2 1"):
        with pytest.raises(ValueError, match="a table of 3"):
            table_points([1, 2, 3], {3: parse_points(text)})


@given(st.lists(st.integers(0, 4), min_size=2, max_size=4))
def test_a_table_gives_out_its_whole_list(scores: list[int]):
    places = places_by_score(scores)
    points = table_points(places)
    assert sum(points) == sum(DEFAULT_POINTS[len(scores)])
    for (score, point), (other, other_points) in combinations(zip(scores, points, strict=True), 2):
        assert (score > other) == (point > other_points)
        assert (score == other) == (point == other_points)


# --- standings ------------------------------------------------------------------

FOUR = (1, 2, 3, 4)


def test_equal_entrants_share_a_rank_and_leave_the_next_empty():
    results = [TableResult(1, FOUR, (1, 2, 2, 4))]
    rows = rank_entrants(FOUR, results, Scoring(tie_breaks=()))
    assert lines(rows) == [(1, 1, "5"), (2, 2, "2.5"), (2, 3, "2.5"), (4, 4, "1")]
    assert [(row.results, row.wins) for row in rows] == [(1, 1), (1, 0), (1, 0), (1, 0)]


def test_byes_and_penalties_count():
    results = [TableResult(1, (1, 2, 3), (1, 2, 3))]
    rows = rank_entrants(
        FOUR,
        results,
        Scoring(tie_breaks=(), bye=F(2)),
        byes=[Bye(1, 4)],
        penalties=[Penalty(1, F(7, 2)), Penalty(1, F(1)), Penalty(2, F(-1))],
    )
    assert lines(rows) == [(1, 2, "3.5"), (2, 4, "2"), (3, 3, "1"), (4, 1, "0.5")]
    assert [row.results for row in rows] == [1, 1, 1, 1]


def test_a_penalty_does_not_hurt_the_opponents():
    results = [TableResult(1, (1, 2), (1, 2)), TableResult(2, (1, 3), (1, 2))]
    fined = rank_entrants((1, 2, 3), results, penalties=[Penalty(1, F(100))])
    free = rank_entrants((1, 2, 3), results)
    index = Scoring().tie_breaks.index("opponents")
    assert {row.entrant: row.tie_breaks[index] for row in fined} == {
        row.entrant: row.tie_breaks[index] for row in free
    }
    assert fined[-1].entrant == 1
    assert fined[-1].points == -90


def test_only_the_best_results_count():
    results = [TableResult(n, (1, 2), (1, 2)) for n in (1, 2)]
    results += [TableResult(n, (1, 2), (2, 1)) for n in (3, 4, 5)]
    rows = rank_entrants((1, 2), results, Scoring(tie_breaks=(), best=3))
    assert lines(rows) == [(1, 2, "15"), (2, 1, "11")]
    with_bye = rank_entrants((1, 2, 3), [], Scoring(best=1), byes=[Bye(1, 3), Bye(2, 3)])
    assert (with_bye[0].entrant, with_bye[0].points, with_bye[0].results) == (3, 3, 2)


def test_best_results():
    assert best_results([F(1), F(5), F(3)], 2) == [5, 3]
    assert best_results([F(1), F(5)], None) == [5, 1]
    with pytest.raises(ValueError, match="at least one"):
        best_results([], 0)


TWO_TABLES = [
    TableResult(1, (1, 2, 3, 4), (1, 2, 3, 4), (40, 30, 20, 10)),
    TableResult(2, (4, 5, 6), (2, 1, 3), (30, 60, 0)),
]


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        # 40 of 100, four at the table; 4 has 10 of 100 and 30 of 90, three at the table.
        ("share", {1: "8/5", 2: "6/5", 3: "4/5", 4: "7/10", 5: "2", 6: "0"}),
        ("winner_share", {1: "1", 2: "3/4", 3: "1/2", 4: "3/8", 5: "1", 6: "0"}),
        ("game_points", {1: "40", 2: "30", 3: "20", 4: "40", 5: "60", 6: "0"}),
        ("wins", {1: "1", 2: "0", 3: "0", 4: "0", 5: "1", 6: "0"}),
        ("second_places", {1: "0", 2: "1", 3: "0", 4: "1", 5: "0", 6: "0"}),
        ("third_places", {1: "0", 2: "0", 3: "1", 4: "0", 5: "0", 6: "1"}),
        ("mean_place", {1: "1", 2: "2", 3: "3", 4: "3", 5: "1", 6: "3"}),
        ("best_table", {1: "5", 2: "3", 3: "2", 4: "5/2", 5: "5", 6: "1"}),
        # Points: 5, 3, 2, 7/2, 5, 1.
        (
            "opponents",
            {1: "17/6", 2: "7/2", 3: "23/6", 4: "19/3", 5: "9/4", 6: "17/4"},
        ),
        ("opponents_but_weakest", {1: "0", 2: "0", 3: "0", 4: "10/3", 5: "0", 6: "0"}),
        (
            "opponents_mean",
            {1: "17/6", 2: "7/2", 3: "23/6", 4: "19/6", 5: "9/4", 6: "17/4"},
        ),
    ],
)
def test_tie_breaks_by_hand(name: str, numbers: dict[int, str]):
    assert numbers_of(name, TWO_TABLES, range(1, 7)) == numbers


def test_tie_breaks_of_an_entrant_without_a_table():
    empty = {"mean_place": "5"}
    for name in TIE_BREAK_NAMES:
        if name not in ("direct", "lot"):
            assert numbers_of(name, [], [1]) == {1: empty.get(name, "0")}


def test_scores_that_nobody_wrote_down_count_for_nothing():
    results = [TableResult(1, (1, 2), (1, 2)), TableResult(2, (1, 2), (1, 2), (9, 3))]
    assert numbers_of("share", results, (1, 2)) == {1: "3/2", 2: "1/2"}
    assert numbers_of("winner_share", results, (1, 2)) == {1: "1", 2: "1/3"}
    assert numbers_of("game_points", results, (1, 2)) == {1: "9", 2: "3"}
    nothing = [TableResult(1, (1, 2), (1, 1), (0, 0))]
    assert numbers_of("share", nothing, (1, 2)) == {1: "0", 2: "0"}
    assert numbers_of("winner_share", nothing, (1, 2)) == {1: "0", 2: "0"}


def test_a_bye_is_a_round_against_an_equal():
    rows = rank_entrants(
        (1, 2),
        [TableResult(1, (1, 2), (1, 2))],
        Scoring(tie_breaks=("opponents",)),
        byes=[Bye(2, 2)],
    )
    assert {row.entrant: row.tie_breaks for row in rows} == {1: (4,), 2: (9,)}


def test_a_low_mean_place_is_better():
    results = [TableResult(1, (1, 2), (1, 2)), TableResult(2, (1, 3), (2, 1))]
    rows = rank_entrants(
        (1, 2, 3), results, Scoring(tie_breaks=("mean_place",)), penalties=[Penalty(1, F(1))]
    )
    assert [(row.rank, row.entrant) for row in rows] == [(1, 3), (2, 1), (3, 2)]


def test_tie_breaks_go_in_the_order_of_the_organiser():
    """1 has a win and a last place, 2 and 3 two seconds."""
    results = [
        TableResult(1, (1, 2, 8, 9), (1, 2, 3, 4)),
        TableResult(2, (4, 3, 2, 1), (1, 2, 3, 4)),
        TableResult(3, (5, 3, 6, 7), (1, 4, 2, 3)),
        TableResult(3, (2, 8, 9), (3, 1, 2)),
    ]
    entrants = range(1, 10)

    def order(*tie_breaks: str) -> list[tuple[int, int]]:
        rows = rank_entrants(entrants, results, Scoring(tie_breaks=tie_breaks))
        return [(row.rank, row.entrant) for row in rows if row.points == 6]

    assert order() == [(2, 1), (2, 2)]
    assert order("wins", "third_places") == [(2, 1), (3, 2)]
    assert order("third_places", "wins") == [(2, 2), (3, 1)]


def test_direct_results_part_those_who_have_all_met():
    results = [
        TableResult(1, (1, 2, 3, 4), (2, 1, 4, 3)),
        TableResult(2, (1, 2, 5, 6), (1, 2, 3, 4)),
        TableResult(3, (1, 2, 5, 6), (4, 3, 1, 2)),
    ]
    rows = rank_entrants(
        range(1, 7), results, Scoring(tie_breaks=("direct",)), penalties=[Penalty(2, F(1))]
    )
    tied = [(row.rank, row.entrant, row.tie_breaks) for row in rows if row.points == 9]
    # Points: 1 has 3 + 5 + 1, 2 has 5 + 3 + 2 less a penalty; 2 was before 1 twice of three times.
    assert tied == [(1, 2, (F(2, 3),)), (2, 1, (F(1, 3),))]


def test_direct_results_say_nothing_where_two_have_not_met():
    results = [TableResult(1, (1, 2), (1, 2)), TableResult(1, (3, 4), (1, 2))]
    rows = rank_entrants(FOUR, results, Scoring(tie_breaks=("direct",)))
    assert [(row.rank, row.entrant, row.tie_breaks) for row in rows] == [
        (1, 1, (None,)), (1, 3, (None,)), (3, 2, (None,)), (3, 4, (None,)),
    ]  # fmt: skip


def test_direct_results_are_of_those_who_are_still_tied():
    """All won once of each other, and 4 was not there: the group of three stays together."""
    results = [
        TableResult(1, (1, 2), (1, 2)),
        TableResult(2, (2, 3), (1, 2)),
        TableResult(3, (3, 1), (1, 2)),
    ]
    rows = rank_entrants((1, 2, 3), results, Scoring(tie_breaks=("direct", "lot"), seed="dice"))
    assert {row.tie_breaks[0] for row in rows} == {F(1)}
    assert [row.entrant for row in rows] == draw_lots((1, 2, 3), "dice")
    assert [row.tie_breaks[1] for row in rows] == [1, 2, 3]


def test_shared_places_are_half_a_direct_win():
    results = [TableResult(1, (1, 2, 3), (1, 1, 3))]
    rows = rank_entrants((1, 2, 3), results, Scoring(tie_breaks=("direct",)))
    assert [(row.rank, row.tie_breaks) for row in rows] == [
        (1, (F(1, 2),)),
        (1, (F(1, 2),)),
        (3, (None,)),
    ]


def test_lots_follow_from_the_published_seed():
    assert draw_lots(range(1, 9), "spring 2027") == [7, 3, 6, 8, 5, 4, 1, 2]
    assert draw_lots(range(1, 9), "autumn 2027") != draw_lots(range(1, 9), "spring 2027")


@pytest.mark.parametrize(
    ("results", "byes", "penalties", "reason"),
    [
        ([TableResult(1, (1, 9), (1, 2))], [], [], "9 is no entrant"),
        ([TableResult(1, (1, 1), (1, 2))], [], [], "1 has two results in round 1"),
        ([TableResult(1, (1, 2), (1, 2)), TableResult(1, (3, 2), (1, 2))], [], [], "2 has two"),
        ([TableResult(2, (1, 2), (1, 2))], [Bye(2, 2)], [], "2 has two results in round 2"),
        ([], [Bye(1, 9)], [], "9 is no entrant"),
        ([], [], [Penalty(9, F(1))], "9 is no entrant"),
        ([TableResult(1, (1, 2, 3), (1, 2))], [], [], "an entrant and a score"),
        ([TableResult(1, (1, 2), (1, 2), (4,))], [], [], "an entrant and a score"),
        ([TableResult(1, (1, 2), (2, 2))], [], [], "places begin"),
    ],
)
def test_results_that_contradict_each_other_are_refused(
    results: list[TableResult], byes: list[Bye], penalties: list[Penalty], reason: str
):
    with pytest.raises(ValueError, match=reason):
        rank_entrants(FOUR, results, byes=byes, penalties=penalties)


def test_an_unknown_tie_break_is_refused():
    with pytest.raises(ValueError, match="no tie-break luck"):
        rank_entrants((1,), [], Scoring(tie_breaks=("wins", "luck")))


@st.composite
def events(draw: st.DrawFn) -> tuple[int, list[TableResult]]:
    entrants = draw(st.integers(4, 9))
    results = []
    for number in range(draw(st.integers(1, 4))):
        keys = draw(st.permutations(range(entrants)))
        while len(keys) >= 2:
            size = draw(st.integers(2, min(4, len(keys))))
            scores = draw(st.lists(st.integers(0, 5), min_size=size, max_size=size))
            table = tuple(keys[:size])
            results.append(TableResult(number, table, places_by_score(scores), tuple(scores)))
            keys = keys[size:]
    return entrants, results


TIE_BREAKS_CHOSEN = st.lists(st.sampled_from(TIE_BREAK_NAMES), max_size=4, unique=True)


@given(events(), TIE_BREAKS_CHOSEN, st.randoms(use_true_random=False))
def test_the_order_of_results_and_of_seats_does_not_matter(event, tie_breaks, random):
    entrants, results = event
    scoring = Scoring(tie_breaks=tuple(tie_breaks), seed="s")
    rows = rank_entrants(range(entrants), results, scoring)
    shuffled = []
    for table in random.sample(results, len(results)):
        seats = random.sample(range(len(table.entrants)), len(table.entrants))
        shuffled.append(
            TableResult(
                table.round,
                tuple(table.entrants[seat] for seat in seats),
                tuple(table.places[seat] for seat in seats),
                tuple(table.scores[seat] for seat in seats),
            )
        )
    assert rank_entrants(random.sample(range(entrants), entrants), shuffled, scoring) == rows


@given(events(), TIE_BREAKS_CHOSEN)
def test_ranks_follow_from_points_and_tie_breaks(event, tie_breaks):
    entrants, results = event
    rows = rank_entrants(range(entrants), results, Scoring(tie_breaks=tuple(tie_breaks)))
    assert sorted(row.entrant for row in rows) == list(range(entrants))
    assert sum(row.points for row in rows) == sum(sum(table_points(t.places)) for t in results)
    assert all(row.rank == 1 + sum(r.rank < row.rank for r in rows) for row in rows)
    for better, worse in combinations(rows, 2):
        assert better.points >= worse.points
        if better.rank == worse.rank:
            assert better.points == worse.points
            assert better.tie_breaks == worse.tie_breaks
    if "lot" in tie_breaks:
        assert [row.rank for row in rows] == list(range(1, entrants + 1))


@given(events())
def test_a_correction_names_all_that_moved_and_nothing_else(event):
    entrants, results = event
    before = rank_entrants(range(entrants), results)
    after = rank_entrants(range(entrants), results[1:])
    moves = {move.entrant: move for move in standings_moves(before, after)}
    old = {row.entrant: row for row in before}
    for row in after:
        stays = (old[row.entrant].rank, old[row.entrant].points) == (row.rank, row.points)
        assert (row.entrant in moves) != stays
        if not stays:
            move = moves[row.entrant]
            assert (move.rank_before, move.rank_after) == (old[row.entrant].rank, row.rank)
            assert (move.points_before, move.points_after) == (
                old[row.entrant].points,
                row.points,
            )
    assert standings_moves(before, before) == []


def test_a_correction_names_those_who_came_and_went():
    ana, ben = (StandingsRow(1, key, F(key), (), 1, 1) for key in (1, 2))
    assert standings_moves([ana], [ben]) == [
        StandingsMove(2, None, 1, None, F(2)),
        StandingsMove(1, 1, None, F(1), None),
    ]


# --- teams ----------------------------------------------------------------------


def test_teams_are_the_sum_of_their_members():
    results = [
        TableResult(1, (1, 2, 3, 4), (1, 2, 3, 4)),
        TableResult(1, (5, 6, 7, 8), (1, 2, 3, 4)),
    ]
    rows = rank_entrants(range(1, 10), results, Scoring(tie_breaks=()))
    teams = {1: 10, 4: 10, 2: 20, 6: 20, 5: 30, 8: 30, 9: 40}
    assert [tuple(row) for row in rank_teams(rows, teams)] == [
        (1, 10, 6, (1, 4)),
        (1, 30, 6, (5, 8)),
        (3, 20, 6, (2, 6)),
        (4, 40, 0, (9,)),
    ]
    assert rank_teams(rows, {}) == []


# --- series ---------------------------------------------------------------------


def finishes(*rows: tuple[int, int, int]) -> list[EventFinish]:
    return [EventFinish(person, rank, F(points)) for person, rank, points in rows]


SERIES = [
    finishes((1, 1, 12), (2, 2, 10), (3, 3, 4)),
    finishes((2, 1, 9), (1, 2, 8), (4, 2, 8)),
    finishes((3, 1, 15), (1, 2, 1)),
]


def test_a_series_sums_the_best_events():
    rows = rank_series(SERIES, best=2)
    assert [(row.rank, row.person, row.points, row.events, row.wins) for row in rows] == [
        (1, 1, 20, 2, 1),
        (2, 3, 19, 2, 1),
        (3, 2, 19, 2, 1),
        (4, 4, 8, 1, 0),
    ]
    assert rows[0].finishes == (12, 8, 1)
    assert rows[3].finishes == (None, 8, None)


def test_a_series_sums_all_events_and_lists_those_who_came_often_enough():
    rows = rank_series(SERIES, least=2)
    assert [(row.person, row.points) for row in rows] == [(1, 21), (3, 19), (2, 19)]


def test_equal_points_of_a_series_go_to_more_wins_then_to_the_best_event():
    wins = rank_series([finishes((1, 2, 5), (2, 1, 5)), finishes((1, 3, 5), (2, 3, 5))])
    assert [(row.rank, row.person) for row in wins] == [(1, 2), (2, 1)]
    best = rank_series([finishes((1, 2, 5), (2, 2, 8)), finishes((1, 2, 5), (2, 3, 2))])
    assert [(row.rank, row.person) for row in best] == [(1, 2), (2, 1)]
    equal = rank_series([finishes((2, 1, 5), (1, 1, 5), (3, 3, 0))])
    assert [(row.rank, row.person) for row in equal] == [(1, 1), (1, 2), (3, 3)]


def test_ranks_of_a_series_have_points_of_their_own_and_share_them():
    ranks = [F(n) for n in (10, 6, 3, 1)]
    rows = rank_series(SERIES, ranks=ranks)
    assert {row.person: row.finishes for row in rows} == {
        1: (10, F(9, 2), 6),
        2: (6, 10, None),
        3: (3, None, 10),
        4: (None, F(9, 2), None),
    }
    far = rank_series([finishes((1, 5, 3))], ranks=ranks)
    assert far[0].points == 0


def test_nobody_finishes_an_event_twice():
    with pytest.raises(ValueError, match="1 finished an event twice"):
        rank_series([finishes((1, 1, 5), (1, 2, 3))])


# --- the check of a seating -----------------------------------------------------


def problems(
    tables: Sequence[tuple[int, ...]],
    byes: tuple[int, ...] = (),
    before: Sequence[SeatedRound] = (),
    present: Sequence[int] | None = None,
    largest: int = 4,
) -> list[SeatingProblem]:
    seated = SeatedRound(tuple(tables), byes)
    everybody = [key for table in tables for key in table] + list(byes)
    return check_seating(
        seated,
        everybody if present is None else present,
        SeatingHistory(before, largest),
    )


def test_a_first_round_has_no_faults():
    assert problems([(1, 2, 3, 4), (5, 6, 7)]) == []


@pytest.mark.parametrize(
    ("tables", "byes", "expected"),
    [
        ([(1, 2, 3, 4, 5)], (), ("size", (1, 2, 3, 4, 5), 5)),
        ([(1,), (2, 3, 4, 5)], (), ("size", (1,), 1)),
        ([(1, 2, 3), (4, 5, 6)], (), ("unknown", (6,), 0)),
        ([(1, 2, 3), (3, 4, 5)], (), ("twice", (3,), 2)),
        ([(1, 2, 3, 4)], (5, 4), ("twice", (4,), 2)),
        ([(1, 2, 3, 4)], (), ("missing", (5,), 0)),
    ],
)
def test_errors_of_a_seating(
    tables: list[tuple[int, ...]], byes: tuple[int, ...], expected: tuple[str, tuple[int, ...], int]
):
    assert problems(tables, byes, present=(1, 2, 3, 4, 5)) == [SeatingProblem(*expected)]


def test_a_table_of_three_is_too_large_for_an_event_of_pairs():
    assert problems([(1, 2, 3)], largest=2) == [SeatingProblem("size", (1, 2, 3), 3)]


def test_opponents_who_meet_again_are_named_with_how_often_they_met():
    before = [SeatedRound(((1, 2, 3, 4), (5, 6, 7, 8))), SeatedRound(((2, 1, 5, 6), (3, 4, 7, 8)))]
    repeats = [
        p for p in problems([(4, 3, 2, 5), (8, 1, 7, 6)], before=before) if p.kind == "repeat"
    ]
    assert {pair_of(*p.entrants): p.number for p in repeats} == {
        (3, 4): 2,
        (7, 8): 2,
        **dict.fromkeys([(2, 4), (2, 3), (2, 5), (1, 6), (6, 7), (6, 8)], 1),
    }


def test_a_starting_position_taken_three_times_more_than_another_is_named():
    before = [SeatedRound(((1, 2, 3, 4),)), SeatedRound(((1, 3, 4, 2),))]
    kinds = {
        p.entrants: p.number
        for p in problems([(1, 4, 2, 3)], before=before)
        if p.kind == "position"
    }
    assert kinds == {(1,): 3}
    assert [p for p in problems([(2, 1, 3, 4)], before=before) if p.kind == "position"] == []


def test_a_position_that_small_tables_lack_is_no_fault():
    before = [SeatedRound(((1, 2, 3),)), SeatedRound(((2, 3, 1),)), SeatedRound(((3, 1, 2),))] * 2
    assert [p for p in problems([(1, 2, 3)], before=before) if p.kind == "position"] == []
    history = SeatingHistory(before)
    assert [history.position_difference(key) for key in (1, 2, 3, 9)] == [0, 0, 0, 0]
    history.add(SeatedRound(((1, 2, 3, 4),)))
    assert [history.position_difference(key) for key in (1, 2, 3, 4)] == [3, 3, 3, 1]


def test_small_tables_and_byes_go_round():
    before = [SeatedRound(((1, 2, 3, 4), (5, 6, 7)), (8,))]
    kinds = [
        p for p in problems([(1, 2, 6, 8), (3, 4, 5)], (7,), before=before) if p.kind != "repeat"
    ]
    assert kinds == [SeatingProblem("small", (5,), 3)]
    kinds = [
        p for p in problems([(1, 2, 6, 7), (3, 4, 5)], (8,), before=before) if p.kind != "repeat"
    ]
    assert kinds == [SeatingProblem("small", (5,), 3), SeatingProblem("bye", (8,), 2)]


def test_nobody_is_spared_where_all_tables_are_small():
    before = [SeatedRound(((1, 2, 3), (4, 5, 6)))]
    assert [p for p in problems([(1, 4, 2), (3, 5, 6)], before=before) if p.kind == "small"] == []


def test_a_second_table_of_two_waits_for_those_who_had_none():
    before = [SeatedRound(((1, 2, 3), (4, 5)))]
    assert [p for p in problems([(5, 2, 3), (1, 4)], before=before) if p.kind == "small"] == [
        SeatingProblem("small", (4,), 2)
    ]
    assert [p for p in problems([(4, 5, 3), (1, 2)], before=before) if p.kind == "small"] == []


def test_a_history_counts_sizes_positions_and_byes():
    history = SeatingHistory([SeatedRound(((1, 2, 3, 4), (5, 6, 7)), (8,)), SeatedRound(((1, 2),))])
    assert [history.small_tables(1, size) for size in (1, 2, 3, 4)] == [0, 1, 1, 2]
    assert (history.small_tables(5, 3), history.small_tables(9, 4)) == (1, 0)
    assert (history.positions_of(1), history.positions_of(9)) == ([2, 0, 0, 0], [0, 0, 0, 0])
    assert (history.byes[8], history.repeats, history.last_meetings) == (1, 1, {(1, 2)})


def test_a_copied_history_counts_on_its_own():
    history = SeatingHistory([SeatedRound(((1, 2, 3),), (4,))], largest=3)
    copied = history.copy()
    assert vars(copied) == vars(history)
    copied.add(SeatedRound(((3, 1, 4),), (2,)))
    assert (history.positions_of(1), copied.positions_of(1)) == ([1, 0, 0, 0], [1, 1, 0, 0])
    assert (history.small_tables(3, 3), copied.small_tables(3, 3)) == (1, 2)
    assert (history.repeats, copied.repeats) == (0, 1)
    assert (history.byes, copied.byes) == ({4: 1}, {4: 1, 2: 1})


@given(st.integers(2, 4), st.data())
def test_a_direct_score_is_shared_out(size: int, data: st.DataObject):
    places = data.draw(st.permutations(range(1, size + 1)))
    results = [TableResult(1, tuple(range(size)), places)]
    book = ResultBook(range(size), results, [], [], Scoring())
    scores = direct_numbers(book, range(size))
    assert scores == {seat: size - places[seat] for seat in range(size)}
    assert direct_numbers(ResultBook((1, 2), [], [], [], Scoring()), (1, 2)) is None


def standing(entrant: int, rank: int, points: int = 0, results: int = 1) -> StandingsRow:
    return StandingsRow(rank, entrant, F(points), (F(1, 3), None), results, 0)


def order_of(rows: Sequence[StandingsRow]) -> list[tuple[int, int]]:
    return [(row.rank, row.entrant) for row in rows]


def test_a_final_is_before_the_standings_that_led_to_it():
    rows = [standing(entrant, entrant) for entrant in range(1, 6)]
    places = {1: 3, 2: 1, 4: 1}
    final = rank_with_final(rows, {1, 2, 4}, places)
    assert order_of(final) == [(1, 2), (2, 4), (3, 1), (4, 3), (5, 5)]
    assert order_of(rank_with_final(rows, {4, 5}, {})) == [(1, 4), (2, 5), (3, 1), (4, 2), (5, 3)]


def test_a_knock_out_is_ranked_by_the_round_that_was_reached():
    rows = [standing(entrant, 1 + entrant // 3) for entrant in range(1, 7)]
    rounds = [SeatedRound(((1, 2, 3),), (4, 5)), SeatedRound(((1, 4, 5),), ())]
    places = {(1, 1): 1, (1, 2): 2, (1, 3): 2, (2, 1): 2, (2, 4): 1, (2, 5): 2}
    ranked = rank_knockout(rows, rounds, places)
    assert order_of(ranked) == [(1, 4), (2, 1), (3, 5), (4, 2), (5, 3), (6, 6)]


def test_entrants_with_too_few_results_are_not_listed():
    rows = [standing(1, 1, results=1), standing(2, 2, results=2), standing(3, 2, results=3)]
    assert order_of(listed_rows(rows, 2)) == [(1, 2), (1, 3)]


def test_standings_as_acts_have_them():
    (row,) = standings_as_json([standing(7, 1, points=5)])
    assert row["points"] == "5"
    assert row["tie_breaks"] == ["1/3", None]


def test_seeds_are_dealt_in_a_snake_and_small_tables_have_the_best() -> None:
    assert deal_seeds(range(1, 9), 2, {}) == [[1, 4, 5, 8], [2, 3, 6, 7]]
    assert deal_seeds(range(1, 6), 2, {}) == [[1, 4], [2, 3, 5]]
    assert deal_seeds([], 2, {}) == [[], []]


def test_seeds_of_a_tier_change_places_if_fewer_then_meet_again() -> None:
    assert deal_seeds(range(1, 9), 2, {(1, 4): 1}) == [[1, 3, 5, 8], [2, 4, 6, 7]]
    assert deal_seeds(range(1, 9), 2, {(1, 4): 1, (1, 3): 1}) == [[1, 4, 5, 8], [2, 3, 6, 7]]

"""Formats of events: closed groups, knock-out, pairs, a final after a Swiss, plans, teams."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from itertools import combinations

import pytest
from django.utils import timezone

from events.entrants.entering import (
    readmit_entrant,
    set_team,
    withdraw_entrant,
)
from events.formats import FORMATS, format_rules
from events.formats.knockout import KnockoutRules
from events.models import EventFormat, EventRuling, EventTable
from events.organising.making import change_event, checked_terms
from events.results.rulings import rule_absent, rule_result
from events.results.slips import Slip
from events.results.standings import read_book
from events.round_tables.tables import dissolve_table, seat_by_hand
from events.rounds.opening import open_all_rounds, open_round, pairing_warnings
from events.rounds.planning import deal_groups, outlooks_of, set_seeds, write_plan
from events.seating import pairs
from tables.errors import InvalidTerms
from tests.cast import client_of
from tests.site.events.test_event_pages import page
from tests.worlds.evenings import Evening, evening, terms
from tests.worlds.rounds import (
    numbers_at,
    numbers_of_byes,
    numbers_seated,
    play_round,
    report_all,
    tournament,
)
from web.errors import Conflict, Invalid

pytestmark = pytest.mark.django_db


def ranks(world: Evening) -> list[tuple[int | None, int]]:
    lines = read_book(world.event, everything=True).lines()
    return [(line.rank, line.entrant.number) for line in lines]


def order(world: Evening) -> list[int]:
    return [number for _rank, number in ranks(world)]


def meetings(tables: list[list[int]]) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))


def test_every_format_has_rules() -> None:
    assert set(EventFormat.values) == set(FORMATS)


def test_a_format_stands_once_a_round_was_opened() -> None:
    world = tournament(8, format="swiss")
    open_round(world.event.pk, world.ida)
    with pytest.raises(InvalidTerms, match="format can’t be changed"):
        change_event(world.event.pk, world.ida, terms(format="pairs"))
    with pytest.raises(InvalidTerms, match="table with 4 players has already begun"):
        change_event(world.event.pk, world.ida, terms(format="swiss", points4=""))
    change_event(world.event.pk, world.ida, terms(format="swiss", points2=""))


# --- closed groups -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("entrants", "rounds", "repeats"), [(7, 4, 15), (9, 4, 0), (13, 4, 0), (16, 5, 0)]
)
def test_a_closed_group_plays_the_known_design(entrants: int, rounds: int, repeats: int) -> None:
    world = tournament(entrants, format="groups")
    outlook, *_larger = outlooks_of(read_book(world.event))
    assert (outlook.groups, outlook.rounds) == (1, rounds)
    assert outlook.designs == {entrants: True}
    deal_groups(world.event.pk, world.ida, 1, "rating")
    tables = [table for _ in range(rounds) for table in play_round(world)]
    assert sum(times - 1 for times in meetings(tables).values()) == repeats
    seats = Counter((number, turn) for table in tables for turn, number in enumerate(table))
    for number in range(1, entrants + 1):
        turns = [seats[number, turn] for turn in range(4 if entrants not in (9,) else 3)]
        assert max(turns) - min(turns) <= 2
    with pytest.raises(Conflict, match=f"All {rounds} rounds were played"):
        open_round(world.event.pk, world.ida)


def test_a_group_without_a_design_is_searched_and_says_so_before() -> None:
    world = tournament(14, format="groups", rounds_planned=4)
    single, double, *_larger = outlooks_of(read_book(world.event))
    assert (single.sizes, single.designs) == ((14,), {14: False})
    assert (double.sizes, double.designs) == ((7, 7), {7: True})
    deal_groups(world.event.pk, world.ida, 1, "lot", fewest_repeats=True)
    tables = [table for _ in range(4) for table in play_round(world)]
    assert sum(times - 1 for times in meetings(tables).values()) <= 4


def test_small_tables_of_a_searched_group_go_round() -> None:
    world = tournament(14, format="groups", rounds_planned=4)
    deal_groups(world.event.pk, world.ida, 1, "lot")
    tables = [table for _ in range(4) for table in play_round(world)]
    threes = Counter(number for table in tables if len(table) == 3 for number in table)
    assert max(threes.values()) - min(threes[number] for number in range(1, 15)) <= 1


def test_two_groups_are_dealt_in_a_snake_and_never_meet() -> None:
    world = tournament(14, format="groups")
    seeds = " ".join(map(str, range(1, 15)))
    set_seeds(world.event.pk, world.ida, "hand", seeds, "list of last year")
    deal_groups(world.event.pk, world.ida, 2, "lot")
    groups = dict(world.event.entrants.values_list("number", "group"))
    assert Counter(groups.values()) == {1: 7, 2: 7}
    tables = [table for _ in range(4) for table in play_round(world)]
    assert all(len({groups[number] for number in table}) == 1 for table in tables)
    assert {min(times for pair, times in meetings(tables).items())} == {1}
    sums = Counter(number for table in tables for number in table)
    assert set(sums.values()) == {4}


def test_groups_are_dealt_by_hand_with_a_reason_that_everybody_reads() -> None:
    world = tournament(7, format="groups")
    key = world.event.pk
    with pytest.raises(Invalid, match="Give a reason"):
        deal_groups(key, world.ida, 2, "hand", "1 2 3\n4 5 6 7")
    for typed, words in (
        ("1 2 3\n4 5 6", "in no group: Guest ja"),
        ("1 2 3\n3 4 5 6 7", "number 3 appears twice"),
        ("1 2 3\n4 5 6 99", "number 99"),
        ("1 2\n3 4 5 6 7", "One of these groups has 2"),
    ):
        with pytest.raises(Invalid, match=words):
            deal_groups(key, world.ida, 2, "hand", typed, "by towns")
    deal_groups(key, world.ida, 2, "hand", "1 2 3\n4 5 6 7", "by towns")
    assert list(world.event.entrants.filter(group=1).values_list("number", flat=True)) == [1, 2, 3]
    assert EventRuling.objects.get().reason == "by towns"


def test_a_late_entrant_is_refused_after_the_first_round_and_dealt_again_before_it() -> None:
    world = tournament(7, format="groups")
    key = world.event.pk
    with pytest.raises(Conflict, match="Draw the groups first"):
        open_round(key, world.ida)
    deal_groups(key, world.ida, 1, "lot")
    world.enter("Late One", "Late Two")
    world.event.refresh_from_db()
    assert world.event.plan == []
    deal_groups(key, world.ida, 1, "lot")
    open_round(key, world.ida)
    with pytest.raises(Conflict, match="can’t join groups or knock-outs"):
        world.enter("Later One")
    with pytest.raises(Conflict, match="seeds and groups can’t be changed"):
        deal_groups(key, world.ida, 1, "lot")
    report_all(world, world.event.rounds.get())
    with pytest.raises(Conflict, match="Open the round first"):
        seat_by_hand(key, world.ida, [1, 2, 3])


def test_all_rounds_are_opened_at_once_each_with_its_deadline() -> None:
    world = tournament(9, format="groups")
    deal_groups(world.event.pk, world.ida, 1, "lot")
    first = timezone.now() + timedelta(days=7)
    rounds = open_all_rounds(world.event.pk, world.ida, deadline=first, days=14)
    assert [row.deadline for row in rounds] == [first + timedelta(days=14 * n) for n in range(4)]
    assert EventTable.objects.count() == 12
    with pytest.raises(Conflict, match="All 4 rounds"):
        open_all_rounds(world.event.pk, world.ida)


def test_a_player_who_leaves_after_all_rounds_were_opened_is_ruled_absent() -> None:
    world = tournament(9, format="groups")
    deal_groups(world.event.pk, world.ida, 1, "lot")
    first, second, *_later = open_all_rounds(world.event.pk, world.ida)
    report_all(world, first)
    withdraw_entrant(world.event.pk, world.ida, 5, "")
    table = next(row for row in second.tables.all() if 5 in numbers_at(row))
    rule_absent(world.event.pk, table.pk, world.ida, [5], "left")
    results = {line.entrant.number: line.results for line in read_book(world.event).lines()}
    assert results[5] == 1
    assert all(results[number] == 2 for number in numbers_at(table) if number != 5)


def test_a_group_whose_table_is_too_small_then_has_byes() -> None:
    world = tournament(9, format="groups", points2="")
    deal_groups(world.event.pk, world.ida, 1, "lot")
    play_round(world)
    withdraw_entrant(world.event.pk, world.ida, 5, "")
    round_ = open_round(world.event.pk, world.ida)
    assert sorted(map(len, numbers_seated(round_))) == [3, 3]
    assert len(numbers_of_byes(round_)) == 2


def test_a_player_who_left_is_left_out_of_rounds_that_open_later() -> None:
    world = tournament(16, format="groups")
    deal_groups(world.event.pk, world.ida, 1, "lot")
    play_round(world)
    withdraw_entrant(world.event.pk, world.ida, 3, "")
    assert sorted(map(len, play_round(world))) == [3, 4, 4, 4]
    readmit_entrant(world.event.pk, world.ida, 3)
    assert sorted(map(len, play_round(world))) == [4, 4, 4, 4]


# --- knock-out ---------------------------------------------------------------------


def test_a_knock_out_from_the_heats_to_the_final() -> None:
    world = tournament(16, format="knockout")
    set_seeds(world.event.pk, world.ida, "hand", " ".join(map(str, range(1, 17))), "ratings")
    first = play_round(world)
    assert sorted(map(sorted, first)) == [
        [1, 8, 9, 16],
        [2, 7, 10, 15],
        [3, 6, 11, 14],
        [4, 5, 12, 13],
    ]
    second = play_round(world)
    assert sorted(number for table in second for number in table) == list(range(1, 9))
    assert meetings(first + second).most_common(1)[0][1] == 1
    final = open_round(world.event.pk, world.ida)
    assert final.is_final
    assert [sorted(row) for row in numbers_seated(final)] == [[1, 2, 3, 4]]
    report_all(world, final, lambda number: number)  # the worst seed wins
    assert ranks(world)[:4] == [(1, 4), (2, 3), (3, 2), (4, 1)]
    assert {number for _rank, number in ranks(world)[4:8]} == {5, 6, 7, 8}
    with pytest.raises(Conflict, match="final has been played"):
        open_round(world.event.pk, world.ida)


def test_seeds_by_lot_and_by_rating_are_the_same_whenever_they_are_drawn() -> None:
    world = tournament(8, format="knockout")
    seeds = [
        [row.seed for row in set_seeds(world.event.pk, world.ida, how)]
        for how in ("lot", "rating", "lot")
    ]
    assert seeds[0] == seeds[2]
    assert sorted(filter(None, seeds[1])) == list(range(1, 9))
    with pytest.raises(Invalid, match="Choose one of the options"):
        set_seeds(world.event.pk, world.ida, "best")


def test_the_best_seeds_have_byes() -> None:
    world = tournament(5, format="knockout")
    set_seeds(world.event.pk, world.ida, "hand", "1 2 3 4 5", "ratings")
    round_ = open_round(world.event.pk, world.ida)
    assert numbers_of_byes(round_) == [1]
    report_all(world, round_)
    assert [sorted(row) for row in play_round(world)] == [[1, 2, 3]]


def test_an_arbiter_gives_byes_to_the_top_of_the_first_round() -> None:
    world = tournament(10, format="knockout")
    set_seeds(world.event.pk, world.ida, "hand", " ".join(map(str, range(1, 11))), "ratings")
    round_ = open_round(world.event.pk, world.ida, top_byes=2)
    assert numbers_of_byes(round_) == [1, 2]
    report_all(world, round_)
    assert sorted(n for table in play_round(world) for n in table) == [1, 2, 3, 4, 5, 6]


def test_a_knock_out_waits_for_its_tables_and_takes_no_late_players() -> None:
    world = tournament(8, format="knockout")
    first, _second = open_round(world.event.pk, world.ida).tables.all()
    with pytest.raises(Conflict, match="no result yet: 1, 2"):
        open_round(world.event.pk, world.ida)
    with pytest.raises(Conflict, match="can’t join groups or knock-outs"):
        world.enter("Late One")
    with pytest.raises(Conflict, match="seeds and groups can’t be changed"):
        set_seeds(world.event.pk, world.ida, "lot")
    report_all(world, first.round)
    with pytest.raises(Conflict, match="Open the round first"):
        seat_by_hand(world.event.pk, world.ida, [1, 2])


def test_the_final_is_not_next_while_a_table_of_an_earlier_round_plays() -> None:
    """Of nine six go on; two of three tables have four who do, which would be a final."""
    world = tournament(9, format="knockout")
    first, second, _third = open_round(world.event.pk, world.ida).tables.all()
    for table in (first, second):
        world.report(table, 40, 30, 20)
    rules = format_rules(world.event)
    assert not rules.opens_final(read_book(world.event))
    assert "Open the final" not in page(client_of(world.ida), "event-organise", world.event.pk)


def test_a_tie_for_going_on_is_decided_by_the_seed_and_said() -> None:
    world = tournament(8, format="knockout", through=1)
    set_seeds(world.event.pk, world.ida, "hand", "8 7 6 5 4 3 2 1", "turned round")
    round_ = open_round(world.event.pk, world.ida)
    report_all(world, round_, lambda number: 50)
    book = read_book(world.event)
    words = KnockoutRules().tied_words(book, 1)
    assert len(words) == 2
    assert all("will go on, because of the better seed." in sentence for sentence in words)
    assert sorted(format_rules(world.event).players(book)) == [7, 8]


def test_the_next_of_a_table_goes_on_for_a_player_who_left() -> None:
    world = tournament(8, format="knockout", through=1)
    set_seeds(world.event.pk, world.ida, "hand", "1 2 3 4 5 6 7 8", "ratings")
    first = play_round(world)
    withdraw_entrant(world.event.pk, world.ida, 1, "")
    successor = sorted(next(table for table in first if 1 in table))[1]
    assert sorted(play_round(world)[0]) == sorted([2, successor])


def test_a_correction_after_the_next_round_says_who_would_have_gone_on() -> None:
    world = tournament(8, format="knockout", through=1)
    set_seeds(world.event.pk, world.ida, "hand", "1 2 3 4 5 6 7 8", "ratings")
    round_ = open_round(world.event.pk, world.ida)
    report_all(world, round_)
    final = open_round(world.event.pk, world.ida)
    assert pairing_warnings(world.event) == []
    table = next(row for row in round_.tables.all() if 1 in numbers_at(row))
    numbers = numbers_at(table)
    winner = next(number for number in numbers if number != 1)
    scores = tuple(99 if number == winner else 100 - number - 50 for number in numbers)
    ruling = rule_result(world.event.pk, table.pk, world.ida, Slip(scores), "read wrong")
    assert winner in [move[0] for move in ruling.moved]
    (warning,) = pairing_warnings(world.event)
    names = read_book(world.event).names
    assert f"{names[winner]} would have gone on to round 2, not {names[1]}" in warning
    assert numbers_at(final.tables.get()) == numbers_seated(final)[0]  # nothing moves by itself
    dissolve_table(world.event.pk, world.ida, final.tables.get().pk, "corrected")
    seat_by_hand(world.event.pk, world.ida, [2, winner])
    assert pairing_warnings(world.event) == []
    report_all(world, final)
    assert order(world)[:2] == [2, winner]


def test_two_players_leave_a_final() -> None:
    """The others share the first place, and those who left the last one."""
    world = tournament(4, format="knockout")
    set_seeds(world.event.pk, world.ida, "hand", "1 2 3 4", "ratings")
    final = open_round(world.event.pk, world.ida)
    rule_absent(world.event.pk, final.tables.get().pk, world.ida, [1, 4], "went home")
    assert ranks(world) == [(1, 2), (1, 3), (3, 1), (3, 4)]
    with pytest.raises(Conflict, match="final has been played"):
        open_round(world.event.pk, world.ida)


def test_a_knock_out_in_which_nobody_is_left() -> None:
    world = tournament(8, format="knockout")
    first, second = open_round(world.event.pk, world.ida).tables.all()
    rule_absent(world.event.pk, first.pk, world.ida, numbers_at(first), "nobody came")
    rule_absent(world.event.pk, second.pk, world.ida, numbers_at(second)[:3], "one came")
    with pytest.raises(Conflict, match="final has been played"):
        open_round(world.event.pk, world.ida)
    assert order(world)[0] == numbers_at(second)[3]


def test_own_tables_of_a_knock_out_stay_and_byes_are_named() -> None:
    world = tournament(8, format="knockout")
    round_ = open_round(
        world.event.pk,
        world.ida,
        fixed_tables=[[1, 2, 3]],
        fixed_byes=[8],
        reason="drawn in the hall",
    )
    assert [1, 2, 3] in numbers_seated(round_)
    assert numbers_of_byes(round_) == [8]
    assert sorted(n for table in numbers_seated(round_) for n in table) == list(range(1, 8))


# --- the final of a Swiss ------------------------------------------------------------


def test_the_four_best_of_a_swiss_play_the_final() -> None:
    world = tournament(12, format="swiss", rounds_planned=2, has_final=True)
    for _ in range(2):
        assert not open_round_is_final(world)
    before = order(world)
    final = open_round(world.event.pk, world.ida)
    assert final.is_final
    assert sorted(numbers_seated(final)[0]) == sorted(before[:4])
    places = {number: place for place, number in enumerate(reversed(before[:4]))}
    report_all(world, final, lambda number: 50 - places[number])
    assert order(world) == [*reversed(before[:4]), *before[4:]]
    assert [rank for rank, _number in ranks(world)[:5]] == [1, 2, 3, 4, 5]
    with pytest.raises(Conflict, match="All 3 rounds"):
        open_round(world.event.pk, world.ida)


def open_round_is_final(world: Evening) -> bool:
    """Open and report a round; True if it is the final."""
    round_ = open_round(world.event.pk, world.ida)
    report_all(world, round_)
    return round_.is_final


def test_a_final_without_a_finalist_and_with_two() -> None:
    world = tournament(8, format="swiss", rounds_planned=1, has_final=True)
    play_round(world)
    withdraw_entrant(world.event.pk, world.ida, 1, "")
    final = open_round(world.event.pk, world.ida)
    (seated,) = numbers_seated(final)
    assert 1 not in seated
    rule_absent(world.event.pk, final.tables.get().pk, world.ida, seated[:2], "left")
    assert set(order(world)[:2]) == set(seated[2:])
    assert set(order(world)[2:4]) == set(seated[:2])


def test_a_correction_after_the_final_is_seated_names_the_finalists() -> None:
    world = tournament(8, format="swiss", rounds_planned=1, has_final=True)
    first = open_round(world.event.pk, world.ida)
    report_all(world, first)
    open_round(world.event.pk, world.ida)
    assert not any("would play the final" in text for text in pairing_warnings(world.event))
    table = first.tables.first()
    assert table is not None
    scores = tuple(number for number in numbers_at(table))
    rule_result(world.event.pk, table.pk, world.ida, Slip(scores), "the wrong way round")
    assert any("would play the final" in text for text in pairing_warnings(world.event))


def test_a_final_needs_the_number_of_rounds_and_a_swiss() -> None:
    for changes in ({"format": "swiss"}, {"format": "pairs", "rounds_planned": 3}):
        with pytest.raises(InvalidTerms, match="Only a Swiss event with a planned number"):
            checked_terms(terms(has_final=True, **changes))


# --- pairs -------------------------------------------------------------------------


def test_pairs_are_paired_by_the_fide_system_and_an_odd_player_has_a_bye() -> None:
    world = tournament(9, format="pairs", rounds_planned=4, points2="1 0")
    tables: list[list[int]] = []
    byes: list[int] = []
    for _ in range(4):
        round_ = open_round(world.event.pk, world.ida)
        report_all(world, round_)
        tables += numbers_seated(round_)
        byes += numbers_of_byes(round_)
    assert all(len(table) == 2 for table in tables)
    assert max(meetings(tables).values()) == 1
    assert len(set(byes)) == 4
    for number in range(1, 10):
        firsts = [table.index(number) for table in tables if number in table]
        assert abs(2 * sum(firsts) - len(firsts)) <= 2
    by_number = {line.entrant.number: line.points for line in read_book(world.event).lines()}
    assert float(by_number[1]) == 4  # wins and a bye, which is worth a win


def test_pairs_who_have_all_met_are_told_so_and_an_arbiter_pairs_them() -> None:
    world = tournament(2, format="pairs")
    play_round(world)
    with pytest.raises(Conflict, match=r"FIDE rules allow no pairing.*own pairings"):
        open_round(world.event.pk, world.ida)
    round_ = open_round(world.event.pk, world.ida, fixed_tables=[[2, 1]], reason="once more")
    assert numbers_seated(round_) == [[2, 1]]


def test_the_search_pairs_where_py4swiss_does_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairs, "PAIRING_PROGRAM", "search")
    world = tournament(6, format="pairs")
    assert sorted(map(len, play_round(world))) == [2, 2, 2]


def test_a_pair_decided_without_a_game_may_meet_again_and_members_of_a_team_too() -> None:
    world = tournament(2, format="pairs", points2="1 0")
    for number in (1, 2):
        set_team(world.event.pk, world.ida, number, "Reds")
    table = open_round(world.event.pk, world.ida).tables.get()
    rule_absent(world.event.pk, table.pk, world.ida, [2], "late")
    readmit_entrant(world.event.pk, world.ida, 2)
    assert sorted(play_round(world)[0]) == [1, 2]


def test_pairs_need_points_for_two() -> None:
    with pytest.raises(InvalidTerms, match="table of two"):
        checked_terms(terms(format="pairs", points2=""))


# --- seatings that an arbiter prescribes -----------------------------------------------


def test_a_prescribed_seating_is_played_as_written() -> None:
    world = tournament(8, format="swiss")
    typed = "1 2 3 4\n5, 6, 7\n- 8\n\n\n5 1 8\n2 3\n4 6\n-7"
    write_plan(world.event.pk, world.ida, typed, "as last year")
    first = open_round(world.event.pk, world.ida)
    assert numbers_seated(first) == [[1, 2, 3, 4], [5, 6, 7]]
    assert numbers_of_byes(first) == [8]
    report_all(world, first)
    withdraw_entrant(world.event.pk, world.ida, 2, "")
    world.enter("Late One")
    second = open_round(world.event.pk, world.ida)
    assert numbers_seated(second)[:2] == [[5, 1, 8], [4, 6]]
    assert sorted(numbers_seated(second)[2]) == [3, 9]  # the site seats those who are left
    assert EventRuling.objects.get().reason == "as last year"


def test_a_plan_that_cannot_be_is_refused_with_its_round() -> None:
    world = tournament(8, format="swiss")
    for typed, words in (
        ("1 2 3 4\n\n1 2 3 3", "Round 2: The number 3 appears twice"),
        ("1 2 3 4\n1 5 6 7", "Round 1: The number 1 appears twice"),
        ("1 2 3 4 5", "Round 1: Choose a table of 2, 3, 4 players"),
        ("1 2 99", "number 99"),
        ("1 2 Ana", "number"),
        ("\n\n".join(["1 2 3"] * 61), "At most 60 rounds"),
    ):
        with pytest.raises(Invalid, match=words):
            write_plan(world.event.pk, world.ida, typed, "why not")
    with pytest.raises(Invalid, match="Give a reason"):
        write_plan(world.event.pk, world.ida, "1 2 3", " ")
    world.event.refresh_from_db()
    assert world.event.plan == []


def test_closed_groups_have_their_own_plan() -> None:
    world = tournament(8, format="groups")
    with pytest.raises(Conflict, match="the format “Groups” already has a plan"):
        write_plan(world.event.pk, world.ida, "1 2 3", "why not")
    deal_groups(world.event.pk, world.ida, 1, "lot")
    with pytest.raises(Conflict, match="change a table by hand"):
        open_round(world.event.pk, world.ida, fixed_tables=[[1, 2]], reason="why not")


# --- teams ----------------------------------------------------------------------------


def test_teams_are_entered_with_their_members_and_sum_their_points() -> None:
    world = evening("@ana", "Mia", format="swiss")
    world.enter("Tom / Reds", "Zoe/Blues", "Kim / reds", "Lee / Blues", "Max / Greens")
    set_team(world.event.pk, world.ida, world.entrant("@ana").number, "BLUES")
    teams = dict(world.event.entrants.values_list("guest", "team"))
    assert (teams["Kim"], teams["Lee"], teams["Mia"], teams[""]) == ("Reds", "Blues", "", "Blues")
    numbers = [world.entrant(name).number for name in ("Tom", "Zoe", "Mia")]
    table = seat_by_hand(world.event.pk, world.ida, numbers)
    world.report(table, 30, 20, 10)
    rows = [(row.rank, row.name, row.points) for row in read_book(world.event).team_lines()]
    assert rows == [(1, "Reds", "5"), (2, "Blues", "2.5"), (3, "Greens", "0")]


def test_the_best_members_of_a_team_count() -> None:
    world = evening(format="swiss", team_best=1)
    world.enter("Tom / Reds", "Kim / Reds", "Zoe / Blues", "Lee / Blues")
    round_ = open_round(world.event.pk, world.ida)
    report_all(world, round_)
    rows = [(row.name, row.points, row.members) for row in read_book(world.event).team_lines()]
    assert rows == [("Reds", "5", ["Tom", "Kim"]), ("Blues", "2", ["Zoe", "Lee"])]


@pytest.mark.parametrize("name", ["Moderator", "@ana", "x", "Reds\u202e", "a" * 25, "<b>"])
def test_a_team_has_a_plain_name(name: str) -> None:
    world = evening("Mia")
    with pytest.raises(Invalid):
        set_team(world.event.pk, world.ida, 1, name)


def test_members_of_a_team_are_kept_apart_where_that_can_be() -> None:
    world = evening(format="swiss")
    world.enter(*(f"Guest {letter}a / Reds" for letter in "bcdf"))
    world.enter(*(f"Guest {letter}a / Blues" for letter in "ghjk"))
    world.enter(*(f"Guest {letter}o" for letter in "bcdfghjk"))
    teams = dict(world.event.entrants.values_list("number", "team"))
    round_ = open_round(world.event.pk, world.ida)
    for table in numbers_seated(round_):
        named = [teams[number] for number in table if teams[number]]
        assert len(named) == len(set(named))


def test_one_team_alone_plays_all_the_same() -> None:
    world = evening(format="swiss")
    world.enter(*(f"Guest {letter}a / Reds" for letter in "bcdf"))
    assert [len(row) for row in play_round(world)] == [4]


# --- fewest games -----------------------------------------------------------------------


def test_players_with_too_few_results_have_no_rank() -> None:
    world = tournament(7, least_games=2)
    report_all(world, open_round(world.event.pk, world.ida))
    assert all(rank is None for rank, _number in ranks(world))
    world.report(world.seat("Guest ja", "Guest ha", "Guest ga"), 9, 5, 1)
    assert sorted(rank for rank, number in ranks(world) if rank) == [1, 2, 3]
    assert [rank for rank, _number in ranks(world)[3:]] == [None] * 4

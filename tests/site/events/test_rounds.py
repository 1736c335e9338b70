"""Rounds: Swiss at a hall, own pairings, deadlines, daylight saving; and rounds on the site."""

from __future__ import annotations

from datetime import timedelta
from itertools import combinations
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from events.data_export import export_event_data
from events.entrants.entering import leave_event, withdraw_entrant
from events.models import Event, EventRuling, EventTable, ResultState, Round
from events.organising.zones import moment_on_wall
from events.results.rulings import rule_absent
from events.results.standings import read_book
from events.rounds.live_tables import sweep_event_tables
from events.rounds.opening import open_round, pairing_warnings
from games.accounts.closing import close
from games.intake.verify import verify_submissions
from games.models import Notice
from tables.ending.deadlines import close_unfilled
from tables.lobby.seats import add_computer, sit_down
from tables.locks import read_table
from tables.models import Phase, Table
from tests.cast import account
from tests.worlds.evenings import Evening, evening
from tests.worlds.tables import play_out
from web.errors import Conflict, Invalid, NotAllowed

pytestmark = pytest.mark.django_db

GUESTS = tuple(f"Guest {letter}a" for letter in "bcdfghjklmnpqrstvwxz")
BERLIN = ZoneInfo("Europe/Berlin")


def numbers_seated(round_: Round) -> list[list[int]]:
    return [
        [seat.entrant.number for seat in table.seats.select_related("entrant")]
        for table in round_.tables.all()
    ]


def report_all(world: Evening, round_: Round) -> None:
    """The lowest number wins at each table."""
    for table in round_.tables.all():
        numbers = [seat.entrant.number for seat in table.seats.select_related("entrant")]
        world.report(table, *(100 - number for number in numbers))


def test_three_rounds_of_sixteen_meet_nobody_twice() -> None:
    world = evening(*GUESTS[:16], format="swiss", rounds_planned=3)
    pairs: list[frozenset[int]] = []
    for _ in range(3):
        round_ = open_round(world.event.pk, world.ida)
        report_all(world, round_)
        tables = numbers_seated(round_)
        pairs += [frozenset(pair) for table in tables for pair in combinations(table, 2)]
    assert len(pairs) == len(set(pairs)) == 72
    with pytest.raises(Conflict, match="All 3 rounds"):
        open_round(world.event.pk, world.ida)


def test_the_next_round_waits_for_a_table_unless_the_arbiter_rules_it() -> None:
    world = evening(*GUESTS[:8], format="swiss")
    first, second = open_round(world.event.pk, world.ida).tables.all()
    world.report(first, 4, 3, 2, 1)
    with pytest.raises(Conflict, match="no result yet: 2"):
        open_round(world.event.pk, world.ida)
    number = second.seats.select_related("entrant")[0].entrant.number
    rule_absent(world.event.pk, second.pk, world.ida, [number], "went home")
    round_ = open_round(world.event.pk, world.ida)
    assert number not in [key for table in numbers_seated(round_) for key in table]


def test_late_entrants_withdrawals_and_byes() -> None:
    world = evening(*GUESTS[:7], format="swiss", points2="")
    report_all(world, open_round(world.event.pk, world.ida))
    world.enter("Late One")
    withdraw_entrant(world.event.pk, world.ida, 1, "")
    withdraw_entrant(world.event.pk, world.ida, 2, "")
    withdraw_entrant(world.event.pk, world.ida, 3, "")
    round_ = open_round(world.event.pk, world.ida)
    assert [len(table) for table in numbers_seated(round_)] == [4]
    assert round_.byes.count() == 1
    assert sorted(sum(numbers_seated(round_), [round_.byes.get().entrant.number])) == [
        4,
        5,
        6,
        7,
        8,
    ]
    report_all(world, round_)
    world.event.refresh_from_db()
    by_bye = next(
        line
        for line in read_book(world.event).lines()
        if line.entrant.pk == round_.byes.get().entrant_id
    )
    assert by_bye.results >= 1


def test_an_evening_seats_those_who_do_not_play() -> None:
    world = evening(*GUESTS[:11])
    table = world.seat(*GUESTS[:4])
    round_ = open_round(world.event.pk, world.ida)
    assert sorted(key for table in numbers_seated(round_) for key in table) == list(range(5, 12))
    assert table.round.number == 1
    with pytest.raises(Conflict, match="Too few"):
        open_round(world.event.pk, world.ida)


def test_own_pairings_stand_have_a_reason_and_are_seen() -> None:
    world = evening(*GUESTS[:8], format="swiss")
    with pytest.raises(Invalid, match="Give a reason"):
        open_round(world.event.pk, world.ida, fixed_tables=[[4, 3, 2, 1]])
    for tables in ([[1, 1, 2]], [[1, 2, 99]], [[1, 2, 3], [3, 4, 5]], [[1, 2, 3, 4, 5]], [[1]]):
        with pytest.raises(Invalid):
            open_round(world.event.pk, world.ida, fixed_tables=tables, reason="friends")
    round_ = open_round(world.event.pk, world.ida, fixed_tables=[[4, 3, 2, 1]], reason="a final")
    assert numbers_seated(round_)[0] == [4, 3, 2, 1]
    assert len(numbers_seated(round_)) == 2
    ruling = EventRuling.objects.get()
    assert (ruling.kind, ruling.reason, ruling.after) == ("paired", "a final", [[4, 3, 2, 1]])
    report_all(world, round_)
    last = open_round(world.event.pk, world.ida, fixed_tables=[[4, 3, 2, 1]], reason="again")
    assert numbers_seated(last)[0] == [4, 3, 2, 1]
    assert any("have met before" in sentence for sentence in pairing_warnings(world.event))


def test_a_deadline_in_the_past_is_refused() -> None:
    world = evening(*GUESTS[:4], format="swiss")
    with pytest.raises(Invalid, match="in the past"):
        open_round(world.event.pk, world.ida, deadline=timezone.now() - timedelta(minutes=1))
    assert not Round.objects.exists()


def test_a_stranger_opens_no_round() -> None:
    world = evening("@ana", *GUESTS[:4])
    with pytest.raises(NotAllowed):
        open_round(world.event.pk, world.people["ana"])


@pytest.mark.parametrize(
    ("typed", "latest", "utc"),
    [
        ("2026-07-01T20:00", False, "2026-07-01T18:00"),
        ("2026-12-01T20:00", False, "2026-12-01T19:00"),
        ("2026-10-25T02:30", False, "2026-10-25T00:30"),
        ("2026-10-25T02:30", True, "2026-10-25T01:30"),
    ],
)
def test_times_on_the_wall(typed: str, latest: bool, utc: str) -> None:
    assert f"{moment_on_wall(typed, BERLIN, latest=latest):%Y-%m-%dT%H:%M}" == utc


@pytest.mark.parametrize("typed", ["2026-03-29T02:30", "", "tomorrow", "0001-01-01T00:00"])
def test_times_that_do_not_come(typed: str) -> None:
    with pytest.raises(Invalid):
        moment_on_wall(typed, BERLIN)


def test_nobody_met_at_a_table_without_a_game() -> None:
    world = evening(*GUESTS[:8], format="swiss")
    table = open_round(world.event.pk, world.ida).tables.get(number=1)
    absent, *present = [seat.entrant.number for seat in table.seats.select_related("entrant")]
    rule_absent(world.event.pk, table.pk, world.ida, [absent], "did not come")
    (past,) = read_book(world.event, everything=True).played_rounds()
    assert len(past.tables) == 1
    assert sorted(past.byes) == sorted(present)


# --- on the site --------------------------------------------------------------------


def online() -> Evening:
    names = ("@ana", "@ben", "@cat", "@dan")
    terms = {"place": "site", "sites": "AAAAA", "format": "swiss", "rated": False}
    return evening(*names, **terms, points4="", points3="")


def live_tables(round_: Round) -> list[tuple[EventTable, Table]]:
    return [(row, row.live_table) for row in round_.tables.all() if row.live_table]


def test_a_round_opens_its_tables_and_tells_the_players() -> None:
    world = online()
    round_ = open_round(world.event.pk, world.ida)
    pairs = live_tables(round_)
    assert [(table.phase, table.sites, table.reserved) for _row, table in pairs] == [
        ("open", "AAAAA", True)
    ] * 2
    facts = Notice.objects.filter(account=world.people["ana"]).latest("pk").facts
    assert (facts["event"], facts["round"]) == (world.event.pk, 1)
    assert round_.deadline is not None


def test_nobody_is_late_before_the_event_begins() -> None:
    world = online()
    Event.objects.filter(pk=world.event.pk).update(starts_at=timezone.now() + timedelta(hours=4))
    round_ = open_round(world.event.pk, world.ida)
    assert round_.deadline is not None
    assert round_.deadline > timezone.now() + timedelta(hours=4)


def test_nobody_else_takes_a_seat_of_an_event() -> None:
    world = online()
    _row, table = live_tables(open_round(world.event.pk, world.ida))[0]
    for attempt in (
        lambda: sit_down(table.pk, account("eve")),
        lambda: sit_down(table.pk, world.ida),
        lambda: add_computer(table.pk, world.ida, "random"),
    ):
        with pytest.raises(NotAllowed):
            attempt()


def test_a_finished_game_becomes_the_result_by_itself() -> None:
    world = online()
    row, table = live_tables(open_round(world.event.pk, world.ida))[0]
    for seat in row.seats.select_related("entrant__account"):
        assert seat.entrant.account is not None
        sit_down(table.pk, seat.entrant.account)
    play_out(table.pk)
    upload = read_table(table.pk).upload
    assert upload is not None
    verify_submissions([submission.pk for submission in upload.submissions.all()])
    row.refresh_from_db()
    assert row.state == ResultState.CONFIRMED
    assert row.game is not None
    places = {seat.entrant.in_logs: seat.place for seat in row.seats.all()}
    assert places == {seat.name: seat.place for seat in row.game.seats.all()}


def test_a_player_who_does_not_come_is_paired_out() -> None:
    world = online()
    row, table = live_tables(open_round(world.event.pk, world.ida))[0]
    seats = list(row.seats.select_related("entrant__account"))
    present, absent = seats[0].entrant, seats[1].entrant
    assert present.account is not None
    sit_down(table.pk, present.account)
    assert sweep_event_tables() == 0
    Table.objects.filter(pk=table.pk).update(deadline=timezone.now() - timedelta(seconds=1))
    assert close_unfilled(read_table(table.pk))
    assert read_table(table.pk).phase == Phase.ABANDONED
    assert (sweep_event_tables(), sweep_event_tables()) == (1, 0)
    absent.refresh_from_db()
    assert not absent.is_present
    points = {line.entrant.pk: line.points for line in read_book(world.event).lines()}
    assert (points[present.pk], points[absent.pk]) == ("3", "0")
    ruling = EventRuling.objects.get()
    assert (ruling.kind, ruling.arbiter, ruling.reason) == (
        "absent",
        None,
        "absent at the deadline",
    )


def test_guests_play_no_round_on_the_site() -> None:
    world = evening("@ana", "Mia", place="site", sites="AAAAA")
    with pytest.raises(Conflict, match="Mia is a guest"):
        open_round(world.event.pk, world.ida)
    leave_event(world.event.pk, world.people["ana"])
    assert not Round.objects.exists()


def test_a_closed_account_stays_in_the_standings_as_a_number() -> None:
    world = evening("@ana", "@ben", "Mia")
    world.report(world.seat("@ana", "Mia"), 30, 20)
    names = [file.name for file in export_event_data(world.people["ana"])]
    assert "event_entries.csv" in names or any("event_entries" in name for name in names)
    number = close(world.people["ana"])
    lines = read_book(world.event).lines()
    assert lines[0].entrant.in_logs == f"@{number}"
    assert not lines[0].entrant.is_present

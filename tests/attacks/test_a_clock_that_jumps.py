"""Somebody sets the clock of the server, or stops its workers or its web processes: nobody loses on
time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client

from tables.clocks import clock as services_clock
from tables.clocks import outages
from tables.deals import shares_of
from tables.ending.deadlines import sweep_tables
from tables.ending.signs_of_life import give_sign
from tables.errors import TimeOver
from tables.lobby.dealing import open_share
from tables.lobby.opening import open_table
from tables.lobby.seats import sit_down
from tables.locks import read_table
from tables.models import Pace, Phase, Place, Pulse, Table
from tables.notifications.mail_reminders import send_table_mail
from tables.play.entries import submit_entry
from tables.play.position import legal_in_position, read_position
from tables.play.reading import playing_state
from tables.terms import Terms
from tests.worlds.tables import act_once, awaited, dealt, opened, people, share
from web import disk_full
from web.errors import NotAllowed

pytestmark = pytest.mark.django_db

DAY = timedelta(hours=25)
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
LITTLE = timedelta(seconds=15)
"""A test takes less."""

Set = Callable[[timedelta], None]


@pytest.fixture
def ahead(monkeypatch: pytest.MonkeyPatch) -> Set:
    """Sets the clock so far ahead of the true time."""
    database_time, reading = services_clock.database_time, services_clock.read_clock
    by = timedelta()

    def put(offset: timedelta) -> None:
        nonlocal by
        by = offset

    monkeypatch.setattr(services_clock, "database_time", lambda: database_time() + by)
    monkeypatch.setattr(
        services_clock, "read_clock", lambda: reading()._replace(current=reading().current + by)
    )
    return put


def crowd(**terms: object) -> list[Table]:
    """Tables at which somebody is awaited: live ones, and one for days."""
    ana, ben = people("ana", "ben")
    tables = [dealt([ana, ben], **terms) for _ in range(3)]
    tables.append(dealt([ana, ben], pace=Pace.DAYS, days=1))
    sweep_tables()
    return tables


def left(table: Table) -> timedelta:
    """Until the deadline, by the clock as it is now."""
    deadline = read_table(table.pk).deadline
    assert deadline is not None
    return deadline - services_clock.database_time()


def clock_of(table: Table) -> int:
    """Milliseconds that the awaited player has left."""
    row = read_table(table.pk)
    return next(
        place["clock"]
        for place in playing_state(row, None)["places"]
        if place["turn"] == row.awaited
    )


def replaced() -> int:
    return Place.objects.filter(replaced_at__isnull=False).count()


@pytest.mark.parametrize("shift", [DAY, -DAY, 2 * MINUTE, -2 * MINUTE])
def test_nobody_loses_when_it_is_set(ahead: Set, shift: timedelta) -> None:
    tables = crowd()
    before = [left(table) for table in tables]
    ahead(shift)
    assert ([sweep_tables(), sweep_tables()], replaced()) == ([0, 0], 0)
    for table, was in zip(tables, before, strict=True):
        assert was - LITTLE < left(table) < was + LITTLE
    for table in tables:
        assert act_once(table.pk).entries
    assert (sweep_tables(), replaced()) == (0, 0)


def test_nobody_loses_when_it_is_set_ahead_and_back(ahead: Set) -> None:
    tables = crowd()
    before = [left(table) for table in tables]
    for shift in (DAY, timedelta(), -DAY, timedelta(), DAY):
        ahead(shift)
        assert sweep_tables() == 0
        for table, was in zip(tables, before, strict=True):
            assert was - LITTLE < left(table) < was + LITTLE
    assert replaced() == 0


def test_those_who_act_while_it_is_wrong_lose_nothing_when_it_is_put_right(ahead: Set) -> None:
    """They and the next player: their clocks were set by the wrong time."""
    tables = crowd()
    for shift in (-DAY, timedelta(), DAY, timedelta()):
        ahead(shift)
        sweep_tables()
        for table in tables:
            act_once(table.pk)
    assert (sweep_tables(), replaced()) == (0, 0)
    for table in tables[:3]:
        assert clock_of(table) > 19 * 60_000


def test_an_action_before_a_sweep_has_noticed_is_not_too_late(ahead: Set) -> None:
    """And their clock has not run for a day."""
    tables = crowd()
    for shift in (DAY, -DAY, DAY):
        ahead(shift)
        for table in tables:
            place = awaited(table)
            text = legal_in_position(read_position(read_table(table.pk)), place.turn)[0]
            submit_entry(table.pk, place.account, read_table(table.pk).plies + 1, text)
            assert read_table(table.pk).phase == Phase.PLAYING
        for table in tables[:3]:
            assert min(place.left_ms for place in read_table(table.pk).places.all()) > 19 * 60_000
            assert left(table) < 21 * MINUTE


def test_time_in_which_no_sweep_ran_is_given_back(ahead: Set) -> None:
    """The site was down for so long; the clocks of live games had only minutes."""
    tables = crowd(minutes=10)
    before = [left(table) for table in tables]
    ahead(HOUR)
    assert sweep_tables() == 0
    for table, was in zip(tables, before, strict=True):
        assert was - LITTLE < left(table) < was + LITTLE
        assert act_once(table.pk).entries
    assert replaced() == 0


def test_those_who_are_awaited_since_the_last_sweep_get_no_more_than_all_of_their_time(
    ahead: Set,
) -> None:
    table = crowd()[0]
    Table.objects.filter(pk=table.pk).update(
        awaited_since=services_clock.database_time() + 30 * MINUTE,
        deadline=services_clock.database_time() + 50 * MINUTE,
    )
    ahead(HOUR)
    sweep_tables()
    assert 20 * MINUTE - LITTLE < left(table) <= 20 * MINUTE


def test_shares_are_waited_for_again(ahead: Set) -> None:
    ana, ben = people("ana", "ben")
    my_share, my_promise = share()
    hers, her_promise = share()
    table = open_table(ana, Terms(promise=my_promise))
    sweep_tables()
    sit_down(table.pk, ben, promise=her_promise)
    ahead(DAY)
    assert (open_share(table.pk, ana, my_share).phase, sweep_tables()) == (Phase.DEALING, 0)
    assert read_table(table.pk).phase == Phase.DEALING
    open_share(table.pk, ben, hers)
    assert len(shares_of(read_table(table.pk))) == 2


def test_a_table_that_waits_for_players_waits_on(ahead: Set) -> None:
    table = opened(people("ana"), seats=2)
    sweep_tables()
    was = left(table)
    for shift in (10 * DAY, timedelta(), -10 * DAY):
        ahead(shift)
        assert sweep_tables() == 0
        assert was - LITTLE < left(table) < was + LITTLE
    assert read_table(table.pk).phase == Phase.OPEN


def test_no_mail_says_that_half_of_the_time_is_over(ahead: Set, mailoutbox: list[object]) -> None:
    dealt(people("ana", "ben"), pace=Pace.DAYS, days=2)
    sweep_tables()
    send_table_mail()
    mailoutbox.clear()
    ahead(DAY)
    sweep_tables()
    send_table_mail()
    assert mailoutbox == []


def test_time_that_is_over_is_over_as_ever(ahead: Set) -> None:
    """Sweeps that run as they should, and less than a minute between them, take nothing back."""
    table = dealt(people("ana", "ben"), minutes=5, increment=0)
    sweep_tables()
    for seconds in range(50, 290, 50):
        ahead(timedelta(seconds=seconds))
        assert sweep_tables() == 0
    ahead(timedelta(seconds=301))
    place = awaited(table)
    text = legal_in_position(read_position(table), place.turn)[0]
    with pytest.raises(TimeOver):
        submit_entry(table.pk, place.account, table.plies + 1, text)
    assert (sweep_tables(), replaced()) == (1, 1)
    with pytest.raises(NotAllowed):
        submit_entry(table.pk, place.account, table.plies + 1, text)


# --- the site cannot be reached, its workers go on -----------------------------


@pytest.fixture
def serving(monkeypatch: pytest.MonkeyPatch) -> None:
    """This process gives signs of life, and has given none before."""
    monkeypatch.setattr(outages, "_process", outages._Process())
    monkeypatch.setattr(disk_full, "_noted_at", None)


@pytest.mark.both_databases
@pytest.mark.usefixtures("serving")
def test_nobody_is_replaced_while_no_web_process_serves(ahead: Set) -> None:
    table = dealt(people("ana", "ben"), minutes=5, increment=0)
    sweep_tables()
    assert give_sign()
    was = left(table)
    for seconds in range(50, 451, 50):
        ahead(timedelta(seconds=seconds))
        assert (sweep_tables(), replaced()) == (0, 0)
    assert give_sign()
    assert was - LITTLE < left(table) < was + LITTLE
    assert (sweep_tables(), replaced()) == (0, 0)
    outage = playing_state(read_table(table.pk), 1, services_clock.database_time())["outage"]
    assert outage["seconds"] == pytest.approx(450, abs=15)
    assert act_once(table.pk).entries


@pytest.mark.parametrize("first", [sweep_tables, give_sign])
@pytest.mark.parametrize("seconds", [45, 75, 400])
@pytest.mark.usefixtures("serving")
def test_a_pause_of_everything_is_given_back_once(
    ahead: Set, seconds: int, first: Callable[[], object]
) -> None:
    tables = crowd(minutes=5, increment=0)
    give_sign()
    before = [left(table) for table in tables]
    ahead(timedelta(seconds=seconds))
    for call in (first, sweep_tables, give_sign, sweep_tables, give_sign):
        call()
    assert replaced() == 0
    for table, was in zip(tables, before, strict=True):
        assert was - LITTLE < left(table) < was + LITTLE


@pytest.mark.both_databases
@pytest.mark.usefixtures("serving")
def test_a_pause_in_the_middle_of_a_sign_is_given_back(
    ahead: Set, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database stops for 45 s as soon as a web process has read the time from it."""
    table = dealt(people("ana", "ben"), minutes=5, increment=0)
    sweep_tables()
    give_sign()
    Table.objects.update(deadline=services_clock.database_time() + 2 * LITTLE)
    read_clock = services_clock.read_clock

    def stop_after_reading() -> services_clock.ClockReading:
        reading = read_clock()
        ahead(timedelta(seconds=45))
        return reading

    with monkeypatch.context() as pausing:
        pausing.setattr(services_clock, "read_clock", stop_after_reading)
        give_sign()
    assert (sweep_tables(), replaced()) == (0, 0)
    give_sign()
    assert (sweep_tables(), replaced()) == (0, 0)
    assert left(table) > LITTLE


@pytest.mark.usefixtures("serving")
def test_workers_that_stop_before_a_pause_of_everything_cost_nobody_time(ahead: Set) -> None:
    """No web process for 100 s, the workers for the last 70 of them."""
    table = dealt(people("ana", "ben"), minutes=5, increment=0)
    sweep_tables()
    give_sign()
    was = left(table)
    ahead(timedelta(seconds=30))
    sweep_tables()
    ahead(timedelta(seconds=100))
    sweep_tables()
    give_sign()
    assert was - LITTLE < left(table) < was + LITTLE


@pytest.mark.usefixtures("serving")
def test_the_first_action_after_a_pause_is_not_too_late(ahead: Set) -> None:
    """Before any sweep, and before the web process has said that it serves."""
    table = dealt(people("ana", "ben"), minutes=5, increment=0)
    sweep_tables()
    give_sign()
    Table.objects.update(deadline=services_clock.database_time() + 2 * LITTLE)
    ahead(timedelta(seconds=45))
    places = playing_state(read_table(table.pk), None)["places"]
    assert all(place["clock"] > 0 for place in places)
    assert act_once(table.pk).entries
    assert (sweep_tables(), replaced()) == (0, 0)


@pytest.mark.usefixtures("serving")
def test_time_is_over_as_ever_while_signs_are_given(ahead: Set) -> None:
    dealt(people("ana", "ben"), minutes=5, increment=0)
    sweep_tables()
    for seconds in range(8, 297, 8):
        ahead(timedelta(seconds=seconds))
        assert give_sign()
        assert sweep_tables() == 0
    ahead(timedelta(seconds=302))
    give_sign()
    assert (sweep_tables(), replaced()) == (1, 1)


@pytest.mark.usefixtures("serving")
def test_a_process_that_just_refused_a_write_gives_no_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    crowd()
    assert give_sign()
    signed_at = Pulse.objects.get().served_at
    disk_full.note_full_disk("an entry")
    assert not give_sign()
    assert Pulse.objects.get().served_at == signed_at
    noted_at = disk_full._noted_at
    assert noted_at is not None
    monkeypatch.setattr(disk_full, "_noted_at", noted_at - 11)
    assert give_sign()


@pytest.mark.both_databases
@pytest.mark.usefixtures("serving")
def test_a_sign_probes_the_disk_of_postgresql() -> None:
    crowd()
    assert give_sign()
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SET temp_file_limit = '100kB'")
    try:
        with pytest.raises(DatabaseError), transaction.atomic():
            give_sign()
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET temp_file_limit")


def test_ready_says_so(client: Client, ahead: Set) -> None:
    def clock() -> dict[str, object]:
        clock: dict[str, object] = client.get("/readyz").json()["parts"]["clock"]
        return clock

    assert clock()["ok"] is True
    assert clock()["swept_seconds"] is None
    crowd()
    assert clock() == {
        "ok": True,
        "suspended": False,
        "swept_seconds": 0,
        "served_seconds": None,
        "jumped_at": None,
        "jumped_seconds": None,
        "machine_ahead_seconds": 0,
    }
    ahead(DAY)
    assert (clock()["ok"], clock()["suspended"]) == (False, True)
    sweep_tables()
    report = clock()
    assert (report["ok"], report["suspended"]) == (True, False)
    assert report["jumped_seconds"] == pytest.approx(DAY.total_seconds(), abs=15)
    assert (
        datetime.fromisoformat(str(report["jumped_at"])) > services_clock.database_time() - MINUTE
    )


@pytest.mark.both_databases
def test_the_time_is_the_database_s(django_assert_num_queries: Callable[..., object]) -> None:
    """On SQLite the machine's own, which is the only one there is."""
    with django_assert_num_queries(int(connection.vendor == "postgresql")):
        assert services_clock.database_time().tzinfo is not None
    before = services_clock.database_time()
    assert before <= services_clock.database_time() <= services_clock.cached_time() + LITTLE
    with django_assert_num_queries(1):
        assert services_clock.read_clock().previous is None
    sweep_tables()
    with django_assert_num_queries(1):
        outages.return_lost_time()
    assert Pulse.objects.get().seen_at >= before

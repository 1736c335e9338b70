"""What is due at tables without anybody asking for it."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from redis.exceptions import RedisError

from games.models import Account
from tables import tasks
from tables.ending import deadlines
from tables.ending.deadlines import sweep_tables
from tables.lobby.opening import open_table
from tables.lobby.seats import sit_down
from tables.locks import read_table
from tables.models import Phase, Place, Table
from tables.play.entries import submit_entry
from tables.play.position import legal_in_position, read_position
from tables.terms import Terms
from tests.site.standing.test_races import at_once
from tests.worlds.tables import act_once, awaited, dealt, opened, people, share

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)

Woken = list[tuple[str, int]]


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> Woken:
    messages: Woken = []

    def send(table_id: str, ply: int) -> bool:
        messages.append((table_id, ply))
        return True

    monkeypatch.setattr(deadlines, "send_computer_task", send)
    return messages


def late(table: Table, by: timedelta = HOUR) -> Table:
    """The table, its deadline over for so long, and awaited for longer."""
    start_time = timezone.now()
    Table.objects.filter(pk=table.pk).update(
        deadline=start_time - by, awaited_since=start_time - 2 * by
    )
    return read_table(table.pk)


@pytest.mark.parametrize("pace", ["live", "days"])
def test_a_table_that_nobody_fills_is_closed(pace: str) -> None:
    table = opened(people("ana"), seats=2, pace=pace)
    assert sweep_tables() == 0
    late(table)
    assert sweep_tables() == 1
    assert read_table(table.pk).phase == Phase.ABANDONED
    assert sweep_tables() == 0


def test_one_that_was_filled_meanwhile_is_not(ana: Account, ben: Account) -> None:
    table = late(opened([ana], seats=2))
    sit_down(table.pk, ben)
    assert not deadlines.close_unfilled(table)
    assert read_table(table.pk).phase == Phase.PLAYING


def test_it_is_dealt_without_the_shares_that_do_not_come(ana: Account, ben: Account) -> None:
    table = open_table(ana, Terms(promise=share()[1]))
    sit_down(table.pk, ben)
    assert read_table(table.pk).phase == Phase.DEALING
    assert sweep_tables() == 0
    late(table)
    assert sweep_tables() == 1
    assert read_table(table.pk).phase == Phase.PLAYING


@pytest.mark.parametrize("pace", ["live", "days"])
def test_a_computer_player_stands_in_for_a_player_whose_time_is_over(pace: str) -> None:
    table = dealt(people("ana", "ben"), pace=pace)
    assert sweep_tables() == 0
    late(table)
    assert tasks.sweep_tables_task() == 1
    place = Place.objects.get(table=table, turn=table.awaited)
    assert (place.replaced_at, place.replaced_why) == (table.plies + 1, Place.ReplacementCause.TIME)
    assert place.is_computer
    assert read_table(table.pk).deadline is None
    assert sweep_tables() == 0


@pytest.mark.parametrize(("rated", "phase"), [(True, Phase.PLAYING), (False, Phase.ABANDONED)])
def test_when_nobody_is_left_only_a_rated_game_goes_on(rated: bool, phase: Phase) -> None:
    table = dealt(people("ana"), computers=("greedy",), rated=rated)
    while awaited(table).is_computer:
        act_once(table.pk)
    late(table)
    assert sweep_tables() == 1
    assert read_table(table.pk).phase == phase


def test_a_player_who_acted_in_time_is_not_replaced() -> None:
    """The sweep had read the row before."""
    table = late(dealt(people("ana", "ben")))
    Table.objects.filter(pk=table.pk).update(deadline=timezone.now() + HOUR)
    act_once(table.pk)
    Table.objects.filter(pk=table.pk).update(deadline=timezone.now() - HOUR)
    assert not deadlines.replace_awaited(table)
    assert not Place.objects.filter(table=table, replaced_at__isnull=False).exists()


def test_a_table_at_which_it_fails_does_not_keep_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ana, ben = people("ana", "ben")
    bad, good = late(dealt([ana, ben]), 2 * HOUR), late(dealt([ben, ana]))
    replace = deadlines.replace_player

    def fails(table: Table, place: Place, cause: Place.ReplacementCause) -> bool:
        if table.pk == bad.pk:
            raise ZeroDivisionError
        return replace(table, place, cause)

    monkeypatch.setattr(deadlines, "replace_player", fails)
    assert sweep_tables() == 1
    assert Place.objects.get(table=good, turn=good.awaited).is_computer


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_a_move_at_the_last_moment_comes_first_or_too_late(ana: Account, ben: Account) -> None:
    """The player's clock runs out while they act: either their entry stands and no player was
    replaced, or a computer player acts for them and the entry is not there."""
    for _ in range(5):
        table = dealt([ana, ben])
        place, text = awaited(table), legal_in_position(read_position(table), table.awaited)[0]
        soon = timezone.now() + timedelta(milliseconds=15)
        Table.objects.filter(pk=table.pk).update(deadline=soon)

        def move(table: Table = table, place: Place = place, text: str = text) -> int:
            return submit_entry(table.pk, place.account, table.plies + 1, text).ply

        outcome, *_ = at_once(move, sweep_tables, sweep_tables, sweep_tables)
        sweep_until_over(soon)
        now, then = read_table(table.pk), Place.objects.get(pk=place.pk)
        acted = isinstance(outcome, int)
        assert acted == (now.plies > table.plies)
        if acted:
            assert then.replaced_at is None or then.replaced_at > table.plies + 1
        else:
            assert then.replaced_at == table.plies + 1


def sweep_until_over(deadline: Any) -> None:
    while timezone.now() <= deadline:
        pass
    sweep_tables()


@pytest.fixture
def waiting() -> Table:
    """A table that has waited for a computer player for a minute."""
    table = dealt(people("ana"), computers=("greedy",))
    while not awaited(table).is_computer:
        act_once(table.pk)
    since = timezone.now() - timedelta(minutes=1)
    Table.objects.filter(pk=table.pk).update(awaited_since=since)
    return read_table(table.pk)


def test_a_computer_player_is_woken_again_but_not_at_every_sweep(
    waiting: Table, woken: Woken
) -> None:
    assert (sweep_tables(), sweep_tables()) == (1, 0)
    assert woken == [(waiting.pk, waiting.plies + 1)]


def test_without_a_cache_at_every_sweep(
    waiting: Table, woken: Woken, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object, **__: object) -> bool:
        raise RedisError

    monkeypatch.setattr(deadlines.cache, "add", away)
    assert (sweep_tables(), sweep_tables()) == (1, 1)


def test_one_that_has_just_been_asked_is_left_alone(waiting: Table, woken: Woken) -> None:
    Table.objects.filter(pk=waiting.pk).update(awaited_since=timezone.now())
    assert sweep_tables() == 0
    assert woken == []


def test_a_person_is_not_woken(woken: Woken) -> None:
    table = dealt(people("ana", "ben"))
    Table.objects.filter(pk=table.pk).update(awaited_since=timezone.now() - HOUR)
    assert sweep_tables() == 0
    assert woken == []

"""Computer players think in workers: once for each entry, whatever happens to the messages."""

from typing import Any

import pytest
from django.conf import settings as site

from engine.computer import LEVELS
from games.models import Account
from tables import tasks
from tables.ending.ending import leave_game
from tables.locks import read_table
from tables.models import Phase, Table, TableEntry
from tables.play import computers, publishing
from tables.play.computers import act_for_computer
from tables.play.entries import submit_computer_entry
from tables.play.position import legal_in_position, read_position
from tests.worlds.tables import act_once, awaited, dealt, people

pytestmark = pytest.mark.django_db

Sent = list[tuple[str, int, float]]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """The messages that are sent: table, entry, seconds."""
    messages: Sent = []

    def send(table_id: str, ply: int, seconds: float = 0.0) -> bool:
        messages.append((table_id, ply, seconds))
        return True

    monkeypatch.setattr(publishing, "send_computer_task", send)
    return messages


def until(table: Table, *, computer: bool) -> Table:
    """Played on until a computer player is awaited, or a person."""
    while awaited(table).is_computer is not computer:
        act_once(table.pk)
    return read_table(table.pk)


@pytest.fixture
def waiting() -> Table:
    """A table that waits for a computer player."""
    return until(dealt(people("ana"), computers=("greedy",)), computer=True)


def test_it_writes_what_it_chose(waiting: Table) -> None:
    could = legal_in_position(read_position(waiting), waiting.awaited)
    assert act_for_computer(waiting.pk, waiting.plies + 1)
    row = TableEntry.objects.get(table=waiting, ply=waiting.plies + 1)
    assert row.by is not None
    assert row.by.computer == "greedy"
    assert row.text.partition(" ")[2] in could
    assert read_table(waiting.pk).plies > waiting.plies


def test_a_message_that_comes_twice_or_late_does_nothing(waiting: Table) -> None:
    assert act_for_computer(waiting.pk, waiting.plies + 1)
    plies = read_table(waiting.pk).plies
    for ply in (waiting.plies, waiting.plies + 1, plies + 2, 0):
        assert not act_for_computer(waiting.pk, ply)
    assert not act_for_computer("000000000000", 1)
    assert read_table(waiting.pk).plies == plies


def test_it_does_not_act_for_a_person() -> None:
    table = until(dealt(people("ana"), computers=("random",)), computer=False)
    assert not act_for_computer(table.pk, table.plies + 1)
    assert read_table(table.pk).plies == table.plies


def test_of_two_workers_one_writes(waiting: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other finds out when it is about to write."""

    def quicker(at: Any, place: Any) -> Any:
        action = chosen(at, place)
        submit_computer_entry(waiting.pk, place, waiting.plies + 1, action.text)
        return action

    chosen = computers.choose_action
    monkeypatch.setattr(computers, "choose_action", quicker)
    assert not act_for_computer(waiting.pk, waiting.plies + 1)
    rows = TableEntry.objects.filter(table=waiting, ply=waiting.plies + 1)
    assert rows.count() == 1


def test_a_choice_that_fails_does_not_stop_the_game(
    waiting: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(computers, "choose", fails)
    assert act_for_computer(waiting.pk, waiting.plies + 1)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_acts(level: str) -> None:
    table = until(dealt(people("ana"), computers=(level,)), computer=True)
    assert tasks.play_computer_turn(table.pk, table.plies + 1)


def test_a_stand_in_acts_for_a_player_who_left(ana: Account, ben: Account) -> None:
    table = dealt([ana, ben])
    leave_game(table.pk, awaited(table).account)
    assert act_for_computer(table.pk, table.plies + 1)
    row = TableEntry.objects.get(table=table, ply=table.plies + 1)
    assert row.by is not None
    assert row.by.computer


def test_computer_players_play_a_game_to_its_end() -> None:
    table = dealt(people("ana"), computers=("greedy", "random"), seats=3)
    while read_table(table.pk).phase == Phase.PLAYING:
        current_table = read_table(table.pk)
        if not act_for_computer(table.pk, current_table.plies + 1):
            act_once(table.pk)
    assert read_table(table.pk).upload is not None


def test_a_worker_is_woken_when_the_transaction_has_committed(
    sent: Sent, django_capture_on_commit_callbacks: Any
) -> None:
    table = until(dealt(people("ana"), computers=("greedy",)), computer=False)
    assert sent == []
    with django_capture_on_commit_callbacks(execute=True):
        until(table, computer=True)
    current_table = read_table(table.pk)
    assert sent[-1] == (table.pk, current_table.plies + 1, 0.0)


def test_nobody_is_woken_for_a_person(sent: Sent, django_capture_on_commit_callbacks: Any) -> None:
    table = dealt(people("ana", "ben"))
    with django_capture_on_commit_callbacks(execute=True):
        act_once(table.pk)
    assert sent == []


def test_people_are_given_time_to_follow(settings: Any) -> None:
    settings.COMPUTER_PAUSE_SECONDS = 0.6
    assert publishing.pause_before("greedy") == 0.6
    assert publishing.pause_before("search-1") == pytest.approx(0.1)
    assert publishing.pause_before("search-2") == 0.0
    assert publishing.pause_before("") == 0.6


def test_a_queue_that_is_away_costs_the_message(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object, **__: object) -> None:
        raise ConnectionError

    monkeypatch.setattr(publishing.current_app, "send_task", away)
    assert not publishing.send_computer_task("000000000000", 1)


def test_messages_have_a_queue_of_their_own() -> None:
    assert site.CELERY_TASK_ROUTES["tables.tasks.think"] == {"queue": publishing.PLAY_QUEUE}
    assert publishing.PLAY_QUEUE in {queue.name for queue in site.CELERY_TASK_QUEUES}

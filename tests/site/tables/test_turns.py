"""Where it is one's turn: counted, the next table, and who is told that it has changed."""

from datetime import timedelta

import pytest

from games.models import Account
from tables.clocks import clock
from tables.ending.ending import abandon, leave_game
from tables.models import Table
from tables.notifications import turns
from tables.notifications.turns import account_turns
from tests.cast import account
from tests.worlds.tables import act_once, awaited, dealt, opened

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks):
    """Gives a function: the accounts that are told when something is done."""
    sent: list[str] = []
    monkeypatch.setattr(
        turns, "publish_messages", lambda messages: sent.extend(name for name, _ in messages)
    )

    def told_by(do, *arguments) -> set[str]:
        sent.clear()
        with django_capture_on_commit_callbacks(execute=True):
            do(*arguments)
        return set(sent)

    return told_by


def name(account: Account) -> str:
    return f"turns:{account.pk}"


def test_the_most_urgent_table_is_the_next(ana, ben):
    assert account_turns(ana) == turns.Turns()
    opened([ana], seats=2)
    assert account_turns(ana) == (0, "", True, 0)
    tables = [dealt([ana, ben]) for _ in range(6)]
    tables_of_ana = [table for table in tables if awaited(table).account == ana]
    soonest = tables_of_ana[-1]
    Table.objects.filter(pk=soonest.pk).update(
        deadline=clock.database_time() + timedelta(seconds=5)
    )
    assert account_turns(ana)[:2] == (len(tables_of_ana), soonest.pk)
    besides = account_turns(ana, soonest.pk)
    assert besides.waiting == len(tables_of_ana)
    assert besides.next in {table.pk for table in tables_of_ana[:-1]} | (
        {""} if len(tables_of_ana) == 1 else set()
    )


def test_who_passes_the_turn_and_who_gets_it_are_told_alone(told, ana, ben, cleo):
    table = dealt([ana, ben, cleo])
    moves = 0
    while moves < 6:
        before = awaited(table).account
        heard = told(act_once, table.pk)
        after = awaited(table).account
        assert heard == ({name(before), name(after)} if before != after else set())
        moves += 1


def test_all_persons_are_told_of_a_beginning_and_an_end(told, ana, ben):
    both_channels = {name(ana), name(ben)}
    tables = []
    assert told(lambda: tables.append(dealt([ana, ben]))) == both_channels
    assert told(abandon, tables[0].pk) == both_channels
    last = dealt([ana, ben])
    assert told(leave_game, last.pk, ana) == {name(ana)}


def test_a_stranger_learns_nothing_of_others(client, ana, ben):
    table = dealt([ana, ben])
    client.force_login(account("eve"))
    assert client.get(f"/play/turns.json?besides={table.pk}").json() == {
        "turns": 0,
        "words": "",
        "invited": 0,
        "next": "",
        "waits": {
            "confirm": {"n": 0, "words": "0 games to confirm"},
            "notices": {"n": 0, "words": "0 notices"},
        },
    }
    assert client.get("/play/turns.json?besides=%00%ff").status_code == 200

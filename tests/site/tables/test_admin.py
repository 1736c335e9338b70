"""What moderators see of tables, and do about them."""

import random

import pytest
from django.test import Client

from games.models import Account, ModeratorAction
from tables import chat
from tables.ending.ending import close_table
from tables.locks import read_table
from tables.models import ChatLine, ChatReport, Phase, Table, TableEntry
from tests.cast import account, client_of
from tests.worlds.admin_scene import do, list_of, page_of
from tests.worlds.tables import act_once, dealt, everything, people, play_out, secret_of
from web.errors import Conflict, Invalid, NotAllowed

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(judge: Account) -> Client:
    return client_of(judge)


@pytest.fixture
def table() -> Table:
    return dealt(people("ana", "ben"))


def test_a_stuck_table_is_closed_with_a_reason(client: Client, table: Table) -> None:
    assert "Public reason" in do(client, "close", table)
    page = do(client, "close", table, answers={"reason": "both are gone"})
    assert "Done: 1 row." in page
    assert read_table(table.pk).phase == Phase.ABANDONED
    action = ModeratorAction.objects.get()
    assert action.kind == ModeratorAction.Kind.CLOSE_TABLE
    assert action.reason == f"table {table.pk}: both are gone"
    assert "has ended already" in do(client, "close", table, answers={"reason": "again"})


def test_who_may_close_one(table: Table, judge: Account) -> None:
    with pytest.raises(NotAllowed):
        close_table(table.host, table, "I am losing")
    with pytest.raises(Invalid):
        close_table(judge, table, " ")
    close_table(judge, table, "both are gone")
    with pytest.raises(Conflict):
        close_table(judge, table, "both are gone")


def test_tables_are_found_by_who_sits_there(client: Client, table: Table) -> None:
    other = dealt(people("cleo", "dina"))
    for word in ("@ben", table.pk, table.pk.upper()):
        page = client.get(list_of(Table), {"q": word}).content.decode()
        assert table.pk in page
        assert other.pk not in page


def test_a_moderator_who_may_play_sees_nothing_hidden(client: Client) -> None:
    """Neither the secret, nor a card that somebody else looked at: before the end."""
    table = everything(people("ana", "ben"))
    chance = random.Random(1)
    for _ in range(400):
        if TableEntry.objects.filter(table=table, only_for__isnull=False).exists():
            break
        act_once(table.pk, chance)
    hidden = TableEntry.objects.filter(table=table, only_for__isnull=False).first()
    assert hidden is not None
    page = client.get(page_of(table)).content.decode()
    assert secret_of(table).hex() not in page
    assert str(secret_of(table)) not in page
    assert hidden.shown in page
    assert hidden.text not in page


def test_afterwards_everything(client: Client, table: Table) -> None:
    table = play_out(table.pk)
    page = client.get(page_of(table)).content.decode()
    last = TableEntry.objects.filter(table=table).order_by("-ply").first()
    assert last is not None
    assert last.text in page


def test_lines_are_hidden_and_shown(client: Client, table: Table) -> None:
    line = chat.post_chat_line(table.pk, table.host, "something bad")
    assert "something bad" in client.get(list_of(ChatLine), {"q": table.pk}).content.decode()
    do(client, "hide", line, answers={"reason": "insulting"})
    line.refresh_from_db()
    assert line.hidden_at is not None
    do(client, "show", line, answers={"reason": "a quotation"})
    line.refresh_from_db()
    assert line.hidden_at is None


@pytest.mark.parametrize(("action", "upheld"), [("uphold", True), ("dismiss", False)])
def test_reports_are_settled(client: Client, table: Table, action: str, upheld: bool) -> None:
    report = chat.report_chat_line(
        chat.post_chat_line(table.pk, table.host, "donkey"), account("cleo"), "rude"
    )
    still_open = client.get(list_of(ChatReport), {"state": "open"}).content.decode()
    assert "donkey" in still_open
    do(client, action, report, answers={"reason": "see the rules"})
    report.refresh_from_db()
    assert report.upheld is upheld
    settled = "upheld" if upheld else "dismissed"
    assert "donkey" in client.get(list_of(ChatReport), {"state": settled}).content.decode()
    assert "donkey" not in client.get(list_of(ChatReport), {"state": "open"}).content.decode()


def test_they_are_found_by_handle(client: Client, table: Table) -> None:
    chat.report_chat_line(
        chat.post_chat_line(table.pk, table.host, "donkey"), account("cleo"), "rude"
    )
    handle = f"@{table.host.username}"
    for word, listed in ((handle, True), ("@cleo", True), ("@judge", False)):
        page = client.get(list_of(ChatReport), {"q": word}).content.decode()
        assert ("donkey" in page) is listed
    assert "donkey" in client.get(list_of(ChatLine), {"q": handle}).content.decode()

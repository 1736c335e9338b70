"""What is said at a table: who may say it, who reads it, and what a moderator does about it."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Account, ModeratorAction
from tables import chat
from tables.chat import (
    block_account,
    blocked_by,
    chat_lines,
    post_chat_line,
    report_chat_line,
    unblock_account,
)
from tables.ending.ending import abandon, leave_game
from tables.models import Block, ChatLine, ChatReport, Table
from tables.play.computers import computer_account
from tests.cast import account, client_of
from tests.worlds.tables import dealt, opened
from web.errors import Conflict, Invalid, NotAllowed
from web.rate_limits import Throttle

pytestmark = pytest.mark.django_db

Kind = ModeratorAction.Kind


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests write faster than people."""
    monkeypatch.setattr(chat, "CHAT_LINES", Throttle("test-say", most=100_000, seconds=60))


@pytest.fixture
def table(ana: Account, ben: Account) -> Table:
    return dealt([ana, ben])


def heard(table: Table, account: Account | None, after: int = 0) -> list[str]:
    return [line.text for line in chat_lines(table, account, after)]


def test_everybody_who_looks_reads_what_is_said(table: Table, ana: Account, ben: Account) -> None:
    first = post_chat_line(table.pk, ana, "  Good luck,\n everybody! ")
    post_chat_line(table.pk, ben, "And to you.")
    lines = ["Good luck, everybody!", "And to you."]
    assert heard(table, ana) == heard(table, ben) == heard(table, None) == lines
    assert heard(table, ana, first.pk) == lines[1:]
    assert [line.account for line in chat_lines(table, ana)] == [ana, ben]


def test_one_chats_while_waiting_for_players(ana: Account) -> None:
    table = opened([ana], seats=3)
    assert post_chat_line(table.pk, ana, "Anybody?").table == table


def test_only_who_sits_there_says_something(table: Table) -> None:
    with pytest.raises(NotAllowed):
        post_chat_line(table.pk, account("cleo"), "I am only looking.")


def test_a_suspended_account_says_nothing(table: Table, ana: Account) -> None:
    ana.is_active = False
    ana.save()
    with pytest.raises(NotAllowed):
        post_chat_line(table.pk, ana, "But")


def test_a_replaced_player_may_say_good_bye(table: Table, ana: Account) -> None:
    leave_game(table.pk, ana)
    post_chat_line(table.pk, ana, "My train is here.")
    assert heard(table, None) == ["My train is here."]


def test_a_table_that_ended_long_ago_is_silent(table: Table, ana: Account) -> None:
    abandon(table.pk)
    post_chat_line(table.pk, ana, "Pity.")
    Table.objects.filter(pk=table.pk).update(ended_at=timezone.now() - timedelta(days=2))
    with pytest.raises(Conflict):
        post_chat_line(table.pk, ana, "Is anybody here?")


@pytest.mark.parametrize("text", ["", " \n\t ", "\u202e", "x" * 501])
def test_what_is_no_line(table: Table, ana: Account, text: str) -> None:
    with pytest.raises(Invalid):
        post_chat_line(table.pk, ana, text)
    assert not ChatLine.objects.exists()


def test_a_line_is_plain_text(table: Table, ana: Account) -> None:
    post_chat_line(table.pk, ana, "a\0b \u202eturned\u2028 <b>plain</b> 👩‍🌾 ")
    assert heard(table, ana) == ["a b turned <b>plain</b> 👩‍🌾"]


def test_too_much_at_once(table: Table, ana: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "CHAT_LINES", Throttle(f"test-{table.pk}", most=2, seconds=60))
    post_chat_line(table.pk, ana, "one")
    post_chat_line(table.pk, ana, "two")
    with pytest.raises(Invalid):
        post_chat_line(table.pk, ana, "three")
    assert heard(table, ana) == ["one", "two"]


def test_the_last_lines_are_read_with_one_query(table: Table, ana: Account) -> None:
    ChatLine.objects.bulk_create(
        ChatLine(table=table, account=ana, text=str(n)) for n in range(chat.LINES_READ + 10)
    )
    with CaptureQueriesContext(connection) as queries:
        lines = [(line.text, line.account.username) for line in chat_lines(table, ana)]
    assert len(queries) == 1
    assert lines[0] == ("10", "ana")
    assert len(lines) == chat.LINES_READ


def test_a_line_is_published_without_its_words(
    table: Table, ana: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    published: list[Any] = []
    monkeypatch.setattr(
        chat, "publish_table_change", lambda *what, **facts: published.append((what, facts))
    )
    post_chat_line(table.pk, ana, "hush")
    assert published == [((table.pk, "talk"), {"plies": table.plies})]


def test_lines_of_a_blocked_account_are_not_shown(table: Table, ana: Account, ben: Account) -> None:
    post_chat_line(table.pk, ben, "Hurry up!")
    block_account(ana, "@Ben")
    block_account(ana, "ben")
    assert heard(table, ana) == []
    assert heard(table, ben) == heard(table, None) == ["Hurry up!"]
    assert [block.blocked for block in blocked_by(ana)] == [ben]
    unblock_account(ana, "@ben")
    unblock_account(ana, "nobody\0")
    assert heard(table, ana) == ["Hurry up!"]


@pytest.mark.parametrize("handle", ["ana", "@ana", "nobody", "", "a\0b", "computer-greedy"])
def test_accounts_that_cannot_be_blocked(ana: Account, handle: str) -> None:
    computer_account("greedy")
    with pytest.raises(Invalid):
        block_account(ana, handle)
    assert not Block.objects.exists()


def test_so_many_and_no_more(ana: Account, ben: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "BLOCK_LIMIT", 1)
    block_account(ana, "ben")
    account("cleo")
    with pytest.raises(Conflict):
        block_account(ana, "cleo")


def test_a_report_is_made_once(table: Table, ana: Account, ben: Account) -> None:
    line = post_chat_line(table.pk, ben, "You play like a donkey.")
    first = report_chat_line(line, ana, " rude ")
    assert report_chat_line(line, ana, "very rude") == first
    assert ChatReport.objects.get().reason == "rude"
    with pytest.raises(Invalid):
        report_chat_line(line, ben, "I did not mean it")
    with pytest.raises(Invalid):
        report_chat_line(line, account("cleo"), "x" * 501)


def test_a_hidden_line_is_shown_to_none(table: Table, ana: Account, judge: Account) -> None:
    line = post_chat_line(table.pk, ana, "something bad")
    chat.hide_chat_line(judge, line, "insulting")
    assert line.hidden_at is not None
    assert heard(table, ana) == heard(table, judge) == heard(table, None) == []
    action = ModeratorAction.objects.get()
    assert (action.kind, action.player.name) == (Kind.HIDE_LINE, "ana")
    assert action.reason == f"table {table.pk}, line {line.pk} of @ana: insulting"
    with pytest.raises(Conflict):
        chat.hide_chat_line(judge, line, "insulting")
    chat.show_chat_line(judge, line, "a quotation")
    assert heard(table, None) == ["something bad"]
    with pytest.raises(Conflict):
        chat.show_chat_line(judge, line, "a quotation")
    assert ModeratorAction.objects.count() == 2


@pytest.mark.parametrize("upheld", [True, False])
def test_a_report_is_settled_once(
    table: Table, ana: Account, ben: Account, judge: Account, upheld: bool
) -> None:
    report = report_chat_line(post_chat_line(table.pk, ben, "donkey"), ana)
    chat.settle_chat_report(judge, report, upheld, "see the rules")
    assert (report.settled_by, report.upheld) == (judge, upheld)
    assert heard(table, None) == ([] if upheld else ["donkey"])
    assert ModeratorAction.objects.get().kind == Kind.SETTLE_REPORT
    with pytest.raises(Conflict):
        chat.settle_chat_report(judge, report, not upheld, "on second thought")
    assert heard(table, None) == ([] if upheld else ["donkey"])


def test_two_reports_of_a_line_can_both_be_upheld(table: Table, judge: Account) -> None:
    ana, ben = [place.account for place in table.places.all()]
    line = post_chat_line(table.pk, ana, "donkey")
    reports = [report_chat_line(line, report) for report in (ben, account("cleo"))]
    for report in reports:
        chat.settle_chat_report(judge, report, True, "rude")
    assert heard(table, None) == []


def test_others_moderate_nothing(table: Table, ana: Account, ben: Account) -> None:
    line = post_chat_line(table.pk, ana, "well")
    report = report_chat_line(line, ben)
    for action in (
        lambda: chat.hide_chat_line(ben, line, "why not"),
        lambda: chat.show_chat_line(ben, line, "why not"),
        lambda: chat.settle_chat_report(ben, report, True, "why not"),
    ):
        with pytest.raises(NotAllowed):
            action()
    assert not ModeratorAction.objects.exists()


def test_a_moderator_says_why(table: Table, ana: Account, judge: Account) -> None:
    line = post_chat_line(table.pk, ana, "well")
    with pytest.raises(Invalid):
        chat.hide_chat_line(judge, line, "  ")
    assert heard(table, None) == ["well"]


def test_people_of_a_table(ana: Account, cleo: Account) -> None:
    """Two who block each other each read themselves only."""
    table = dealt([ana, cleo])
    block_account(ana, "cleo")
    block_account(cleo, "ana")
    post_chat_line(table.pk, ana, "A")
    post_chat_line(table.pk, cleo, "C")
    assert (heard(table, ana), heard(table, cleo)) == (["A"], ["C"])


def test_a_phrase_is_stored_by_its_word_and_read_in_the_language_of_the_reader(
    table: Table, ana: Account, ben: Account
) -> None:
    line = post_chat_line(table.pk, ana, "", "luck")
    assert (line.text, line.phrase) == ("", "luck")
    assert line.words == "Good luck!"
    page = client_of(ben).get(f"/tables/{table.pk}/talk/").content.decode()
    assert "Good luck!" in page
    answer = client_of(ben).get(f"/api/v1/tables/{table.pk}/talk").json()["lines"][0]
    assert (answer["text"], answer["phrase"]) == ("Good luck!", "luck")
    posted = client_of(ben).post(
        f"/tables/{table.pk}/say/", {"phrase": "thanks"}, headers={"accept": "application/json"}
    )
    assert posted.status_code == 201
    for word in ("thank", "LUCK", "x" * 99, "\0"):
        with pytest.raises(Invalid):
            post_chat_line(table.pk, ana, "text", word)


def test_a_page_marks_own_lines_so_that_they_are_never_unread(
    table: Table, ana: Account, ben: Account
) -> None:
    post_chat_line(table.pk, ana, "Hello")
    assert "data-own" in client_of(ana).get(f"/tables/{table.pk}/talk/").content.decode()
    assert "data-own" not in client_of(ben).get(f"/tables/{table.pk}/talk/").content.decode()
    assert "data-unread" in client_of(ben).get(f"/tables/{table.pk}/").content.decode()
    assert "data-unread" not in Client().get(f"/tables/{table.pk}/").content.decode()

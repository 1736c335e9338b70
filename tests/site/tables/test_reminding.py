"""E-mail to people who are not looking."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from games.models import Account
from tables import tasks
from tables.ending.ending import abandon, leave_game
from tables.lobby.seats import decline_invitation, sit_down
from tables.models import Invitation, Place, Table
from tables.notifications import mail_reminders
from tables.notifications.mail_reminders import send_table_mail
from tests.cast import account
from tests.worlds.tables import act_once, awaited, dealt, opened, people

pytestmark = pytest.mark.django_db


def sent_mails() -> list[tuple[str, str]]:
    """The recipients and titles of the mails sent; forgets them."""
    mails = [
        (", ".join(message.to), message.subject.partition(" · ")[0]) for message in mail.outbox
    ]
    mail.outbox.clear()
    return mails


def waiting_for(table: Table, hours: int) -> Account:
    """Who is to act, and has been for so long."""
    current_time = timezone.now()
    Table.objects.filter(pk=table.pk).update(awaited_since=current_time - timedelta(hours=hours))
    return awaited(table).account


def test_an_invited_account_gets_one_mail(ana: Account, ben: Account, settings: Any) -> None:
    settings.SITE_URL = "https://games.example.org"
    table = opened([ana], seats=2, invited=("ben",))
    assert tasks.mail_reminders() == 1
    (sent,) = mail.outbox
    assert sent.to == ["ben@example.org"]
    assert sent.subject == "@ana invites you to play · Imhotep"
    assert f"https://games.example.org/tables/{table.pk}/\n" in sent.body
    assert "https://games.example.org/accounts/me/" in sent.body
    assert send_table_mail() == 0


def test_not_who_declined_nor_to_a_table_that_is_closed(ana: Account, ben: Account) -> None:
    first = opened([ana], seats=2, invited=("ben",))
    decline_invitation(first.pk, ben)
    abandon(opened([ana], seats=2, invited=("ben",)).pk)
    assert send_table_mail() == 0
    assert sent_mails() == []


def test_not_who_does_not_want_it_or_has_no_address(ana: Account, ben: Account) -> None:
    cleo, _dina = people("cleo", "dina")
    Account.objects.filter(pk=ben.pk).update(reminders=False)
    EmailAddress.objects.filter(user=cleo).delete()
    opened([ana], seats=4, invited=("ben", "cleo", "dina"))
    assert send_table_mail() == 1
    assert sent_mails() == [("dina@example.org", "@ana invites you to play")]
    assert not Invitation.objects.filter(told=False).exists()


def test_who_had_waited_gets_a_mail_that_the_game_has_begun(ana: Account, ben: Account) -> None:
    table = opened([ana], seats=2)
    long_ago = timezone.now() - timedelta(hours=3)
    Place.objects.filter(table=table).update(joined_at=long_ago)
    assert send_table_mail() == 0
    sit_down(table.pk, ben)
    assert send_table_mail() == 1
    assert sent_mails() == [("ana@example.org", "The game has begun")]
    assert send_table_mail() == 0


def test_who_sits_there_when_it_begins_sees_it(ana: Account, ben: Account) -> None:
    dealt([ana, ben])
    assert send_table_mail() == 0


def test_half_of_the_days_may_go_by(ana: Account, ben: Account) -> None:
    table = dealt([ana, ben], pace="days", days=2)
    late = waiting_for(table, 23)
    assert send_table_mail() == 0
    late = waiting_for(table, 25)
    assert send_table_mail() == 1
    assert sent_mails() == [(late.email, "It is your turn")]
    assert send_table_mail() == 0


def test_once_a_turn(ana: Account, ben: Account) -> None:
    table = dealt([ana, ben], pace="days", days=1)
    for _ in range(3):
        late = waiting_for(table, 13)
        assert (send_table_mail(), send_table_mail()) == (1, 0)
        assert sent_mails() == [(late.email, "It is your turn")]
        act_once(table.pk)


def test_not_at_a_live_table_nor_a_computer_player(ana: Account, ben: Account) -> None:
    waiting_for(dealt([ana, ben]), 13)
    table = dealt([ana, ben, account("cleo")], pace="days", days=1)
    leave_game(table.pk, waiting_for(table, 13))
    Table.objects.filter(pk=table.pk).update(awaited_since=timezone.now() - timedelta(days=1))
    assert send_table_mail() == 0


def test_the_mail_says_until_when(ana: Account, ben: Account) -> None:
    table = dealt([ana, ben], pace="days", days=1)
    waiting_for(table, 13)
    send_table_mail()
    table.refresh_from_db()
    assert f"{table.deadline:%-d %b %Y, %H:%M} UTC" in mail.outbox[0].body


def test_if_no_mail_can_be_sent_the_next_run_tries_again(
    ana: Account, ben: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object, **__: object) -> int:
        raise ConnectionRefusedError

    table = dealt([ana, ben], pace="days", days=1)
    opened([ana], seats=2, invited=("ben",))
    waiting_for(table, 13)
    with monkeypatch.context() as patched:
        patched.setattr(mail_reminders, "send_mail", away)
        assert (send_table_mail(), send_table_mail()) == (0, 0)
    assert send_table_mail() == 2
    assert sorted(title for _, title in sent_mails()) == [
        "@ana invites you to play",
        "It is your turn",
    ]


def test_everybody_can_switch_it_off(client: Any, ana: Account) -> None:
    address = reverse("account-reminders")
    assert client.post(address, {"wanted": "no"}).status_code == 302
    ana.refresh_from_db()
    assert ana.reminders
    client.force_login(ana)
    page = client.get(reverse("account")).content.decode()
    assert 'value="no"' in page
    for choice, becomes in (("no", False), ("yes", True), ("what?", False)):
        assert client.post(address, {"wanted": choice}).status_code == 302
        ana.refresh_from_db()
        assert ana.reminders is becomes
    assert 'value="yes"' in client.get(reverse("account")).content.decode()

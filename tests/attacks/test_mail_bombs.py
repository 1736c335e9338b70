"""Mail that nobody asked for: to somebody who has not shown where they are, or too much."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from games.models import Account
from tables.models import Invitation
from tables.notifications.mail_reminders import send_table_mail
from tests.cast import account
from tests.worlds.tables import opened
from web.mail_limits import LIMITS, Mail, may_mail, not_sent

pytestmark = pytest.mark.django_db


def invited_often(hosts: int, tables: int) -> None:
    for number in range(hosts):
        host = account(f"host{number}")
        for _ in range(tables):
            opened([host], seats=2, invited=("ben",))


def test_an_address_that_nobody_verified_gets_no_invitations(ben: Account):
    EmailAddress.objects.filter(user=ben).update(verified=False)
    invited_often(1, 3)
    assert (send_table_mail(), mail.outbox) == (0, [])
    assert not Invitation.objects.filter(told=False).exists()


def test_many_tables_and_many_runs_are_a_few_mails(ben: Account):
    invited_often(3, 10)
    for _ in range(4):
        send_table_mail()
    assert len(mail.outbox) == LIMITS[Mail.TABLE_INVITATION].recipient
    assert not Invitation.objects.filter(told=False).exists()


def test_one_host_cannot_write_to_everybody(db: None):
    host = account("host")
    for number in range(LIMITS[Mail.TABLE_INVITATION].account // 3 + 3):
        names = [f"guest{number}{letter}" for letter in "abc"]
        for name in names:
            account(name)
        opened([host], seats=4, invited=tuple(names))
    for _ in range(4):
        send_table_mail()
    assert len(mail.outbox) == LIMITS[Mail.TABLE_INVITATION].account


def test_a_mail_server_that_is_away_uses_nothing_up(ben: Account, monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: object, **__: object) -> int:
        raise ConnectionRefusedError

    invited_often(1, 1)
    with monkeypatch.context() as patched:
        patched.setattr("tables.notifications.mail_reminders.send_mail", refuse)
        for _ in range(LIMITS[Mail.TABLE_INVITATION].recipient + 1):
            assert send_table_mail() == 0
    assert send_table_mail() == 1


@pytest.mark.parametrize(
    "spelled", ["v@example.org", "V@Example.ORG", "v+1@example.org", "v+x+y@example.org"]
)
@pytest.mark.parametrize("redis_url", ["", "unix:///nowhere/at.all"], ids=["redis", "no-redis"])
def test_a_mailbox_is_one_however_it_is_spelled(settings: Any, spelled: str, redis_url: str):
    settings.REDIS_URL = redis_url or settings.REDIS_URL
    for _ in range(LIMITS[Mail.RESET].recipient):
        assert may_mail(Mail.RESET, "v@example.org")
    assert not may_mail(Mail.RESET, spelled)
    assert may_mail(Mail.RESET, "w@example.org")


def test_what_one_account_causes_is_counted_and_refusals_are_not(ben: Account):
    limits = LIMITS[Mail.VERIFICATION]
    for number in range(limits.account):
        assert may_mail(Mail.VERIFICATION, f"v{number}@example.org", ben)
    assert not may_mail(Mail.VERIFICATION, "other@example.org", ben)
    for _ in range(limits.recipient):
        assert may_mail(Mail.VERIFICATION, "other@example.org")
    not_sent(Mail.VERIFICATION, "other@example.org")
    assert may_mail(Mail.VERIFICATION, "other@example.org")
    assert not may_mail(Mail.VERIFICATION, "other@example.org")

"""Nine accounts of one mailbox: one of them is verified, however the address is written."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.core import mail
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.test import Client

from games.accounts.closing import close
from games.accounts.invitations import invite
from games.accounts.lifecycle import sign_up
from games.accounts.mail import send_verification
from games.models import Account, VerifiedMailbox
from tests.cast import account, client_of
from web.mailboxes import mailbox_of

pytestmark = pytest.mark.django_db

PASSWORD = "seven-stones-on-a-sled"
SPELLINGS = {
    "gmail": (
        "mr.puppet@gmail.com",
        "mrpuppet@gmail.com",
        "m.r.p.u.p.p.e.t+7@gmail.com",
        "MrPuppet@GoogleMail.com",
    ),
    "proton": ("mr.puppet@proton.me", "mr-pup_pet+x@protonmail.com", "mrpuppet@pm.me"),
    "yandex": ("mr.puppet@yandex.ru", "mr-puppet@ya.ru", "mr.puppet+2@yandex.com"),
    "capitals": ("puppet@example.org", "Puppet@Example.ORG"),
}
TWO_MAILBOXES = (
    ("puppet@example.org", "puppet+1@example.org"),
    ("mr.puppet@example.org", "mrpuppet@example.org"),
    ("puppet@gmail.com", "puppet@example.org"),
    ("mr.puppet@yandex.ru", "mrpuppet@yandex.ru"),
    ("mr-puppet@gmail.com", "mrpuppet@gmail.com"),
)


@pytest.fixture(autouse=True)
def a_new_day() -> None:
    cache.clear()


def verify(puppet: Account) -> str:
    """Follows the link of the mail that verifies the address of `puppet`; gives the page."""
    cache.clear()  # the five mails a day to a mailbox are another lock
    mail.outbox.clear()
    assert send_verification(EmailAddress.objects.get(user=puppet))
    (message,) = mail.outbox
    assert message.to == [puppet.email]
    link = re.search(r"https?://[^/]+(/\S+)", message.body)
    assert link
    return str(client_of(puppet).post(link[1], follow=True).content.decode())


def is_verified(puppet: Account) -> bool:
    return EmailAddress.objects.filter(user=puppet, verified=True).exists()


@pytest.mark.parametrize("provider", SPELLINGS)
def test_one_mailbox_verifies_one_account(provider: str) -> None:
    spellings = SPELLINGS[provider]
    assert len({mailbox_of(address) for address in spellings}) == 1
    puppets = [sign_up(f"puppet{n}", address, PASSWORD) for n, address in enumerate(spellings)]
    for puppet in puppets:
        page = verify(puppet)
        assert ("another account has it" in page) is (puppet != puppets[0])
    assert [is_verified(puppet) for puppet in puppets] == [True] + [False] * (len(puppets) - 1)


@pytest.mark.parametrize("addresses", TWO_MAILBOXES)
def test_two_mailboxes_are_two_people(addresses: tuple[str, str]) -> None:
    for number, address in enumerate(addresses):
        person = sign_up(f"person{number}", address, PASSWORD)
        verify(person)
        assert is_verified(person)


def test_an_account_may_write_its_own_address_in_another_way() -> None:
    puppet = sign_up("puppet", "mr.puppet@gmail.com", PASSWORD)
    verify(puppet)
    EmailAddress.objects.create(user=puppet, email="mrpuppet@gmail.com")
    link = send_verification(EmailAddress.objects.get(user=puppet, verified=False))
    assert link
    path = re.search(r"https?://[^/]+(/\S+)", mail.outbox[-1].body)
    assert path
    client_of(puppet).post(path[1])
    addresses = EmailAddress.objects.filter(user=puppet).values_list("email", "verified")
    assert list(addresses) == [("mrpuppet@gmail.com", True)]
    assert VerifiedMailbox.objects.get().address.email == "mrpuppet@gmail.com"


def test_a_closed_account_leaves_its_mailbox() -> None:
    first = sign_up("first", "mr.puppet@gmail.com", PASSWORD)
    verify(first)
    close(first)
    assert not VerifiedMailbox.objects.exists()
    second = sign_up("second", "mrpuppet@gmail.com", PASSWORD)
    verify(second)
    assert is_verified(second)


def test_an_invitation_verifies_no_second_account(settings: Any) -> None:
    first = sign_up("first", "mr.puppet@gmail.com", PASSWORD)
    verify(first)
    settings.SIGN_UP = "invitation"
    _row, plain = invite(account("mo", moderator=True), "a guest", "mrpuppet@gmail.com")
    second = sign_up("second", "mrpuppet@gmail.com", PASSWORD, plain)
    assert not is_verified(second)


@pytest.mark.both_databases
def test_the_database_has_a_mailbox_once() -> None:
    for name in ("first", "second"):
        sign_up(name, f"{name}@example.org", PASSWORD)
    first, second = EmailAddress.objects.order_by("pk")
    VerifiedMailbox.objects.create(address=first, mailbox="puppet@gmail.com")
    with pytest.raises(IntegrityError), transaction.atomic():
        VerifiedMailbox.objects.create(address=second, mailbox="puppet@gmail.com")


def test_accounts_that_share_a_mailbox_from_before_keep_their_addresses() -> None:
    puppets = [
        sign_up(f"puppet{n}", address, PASSWORD) for n, address in enumerate(SPELLINGS["gmail"])
    ]
    EmailAddress.objects.filter(user__in=puppets[:3]).update(verified=True)
    import_module("games.migrations.0031_verified_mailboxes").reserve_mailboxes(apps, None)
    rows = VerifiedMailbox.objects.order_by("pk").values_list("mailbox", "is_shared")
    assert list(rows) == [("mrpuppet@gmail.com", shared) for shared in (False, True, True)]
    assert all(map(is_verified, puppets[:3]))
    close(puppets[0])
    verify(puppets[3])
    assert not is_verified(puppets[3])


def test_spellings_of_a_mailbox_share_the_mails_of_a_day() -> None:
    extra = sign_up("extra", "mrpuppet+9@googlemail.com", PASSWORD)
    assert all(send_verification(EmailAddress.objects.get(user=extra)) for _ in range(5))
    dotted = sign_up("dotted", "m.r.puppet@gmail.com", PASSWORD)
    assert not send_verification(EmailAddress.objects.get(user=dotted))


def test_a_visitor_cannot_ask_which_mailbox_is_here() -> None:
    verify(sign_up("first", "mr.puppet@gmail.com", PASSWORD))
    form = {"handle": "second", "email": "mrpuppet@gmail.com", "password": PASSWORD}
    page = Client().post("/accounts/signup/", form, follow=True).content.decode()
    assert "another account" not in page

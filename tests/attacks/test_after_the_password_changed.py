"""Somebody knew the password, and has made themselves a token: with a new password it is over."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.management.commands import changepassword
from django.core.management import call_command
from django.test import Client

from games.models import Account
from games.services import tokens
from games.services.passwords import keep_tokens
from tests.cast import account
from tests.site.api.world import Asker, token

pytestmark = pytest.mark.django_db

NEW = "nine-stones-on-a-sled"


@pytest.fixture
def ana() -> Account:
    return account("ana")


def works(plain: str) -> bool:
    return bool(Asker(plain).ask("GET", "uploads").status_code == 200)


def change(one: Account) -> None:
    one.set_password(NEW)
    one.save()


def test_tokens_and_sessions_end(ana: Account) -> None:
    plain, of_another = token(ana), token(account("ben"))
    browser = Client()
    browser.force_login(ana)
    assert works(plain)
    change(ana)
    assert not works(plain)
    assert works(of_another)
    assert browser.get("/accounts/me/").status_code == 302


def test_tokens_stay_if_their_owner_keeps_them_and_no_longer_than_that(ana: Account) -> None:
    plain = token(ana)
    keep_tokens(ana)
    change(ana)
    assert works(plain)
    change(ana)
    assert not works(plain)


def test_those_of_an_operator_s_command_too(ana: Account, monkeypatch: Any) -> None:
    plain = token(ana)
    monkeypatch.setattr(changepassword.Command, "_get_pass", lambda *_: NEW)
    call_command("changepassword", "ana", stdout=StringIO())
    assert Account.objects.get(pk=ana.pk).check_password(NEW)
    assert not works(plain)


def test_a_hash_that_is_only_made_stronger_ends_nothing(ana: Account, settings: Any) -> None:
    """At a login, when the settings ask for another hash."""
    plain = token(ana)
    settings.PASSWORD_HASHERS = list(reversed(settings.PASSWORD_HASHERS))
    before = Account.objects.get(pk=ana.pk)
    assert before.check_password("seven-stones-on-a-sled")
    assert Account.objects.get(pk=ana.pk).password != ana.password
    assert works(plain)


def test_whoever_listens_is_told(ana: Account, monkeypatch: Any) -> None:
    """So that streams of the old sessions end at once, tokens kept or not."""
    from games.services import passwords

    told: list[str] = []
    for module in (passwords, tokens):
        monkeypatch.setattr(module, "tell_that_passes_ended", lambda: told.append("!"))
    change(ana)
    keep_tokens(ana)
    change(ana)
    assert told == ["!", "!"]

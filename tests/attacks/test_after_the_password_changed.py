"""Somebody knew the password, and has made themselves a token: with a new password it is over."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.contrib.auth.hashers import make_password
from django.contrib.auth.management.commands import changepassword
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games.accounts import tokens
from games.accounts.tokens import keep_tokens
from games.models import Account
from tests.attacks.accounts import is_in, logged_in
from tests.cast import PASSWORD, account, client_of
from tests.worlds.api_world import Asker, token

pytestmark = pytest.mark.django_db

NEW = "nine-stones-on-a-sled"


def works(plain: str) -> bool:
    return bool(Asker(plain).ask("GET", "uploads").status_code == 200)


def change(account: Account) -> None:
    account.set_password(NEW)
    account.save()


def test_tokens_and_sessions_end(ana: Account) -> None:
    plain, of_another = token(ana), token(account("ben"))
    browser = client_of(ana)
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
    assert Account.objects.get(pk=ana.pk).check_password("seven-stones-on-a-sled")
    assert Account.objects.get(pk=ana.pk).password != ana.password
    assert works(plain)


def test_open_streams_are_ended(ana: Account, monkeypatch: Any) -> None:
    """So that streams of the old sessions end at once, tokens kept or not."""
    published: list[str] = []
    monkeypatch.setattr(tokens, "publish_ended_credentials", lambda: published.append("!"))
    change(ana)
    keep_tokens(ana)
    change(ana)
    assert published == ["!", "!"]


# --- the pages ----------------------------------------------------------------


def typed(**fields: str) -> dict[str, str]:
    return {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW, **fields}


def test_the_page_asks_with_a_ticked_box_those_who_have_tokens(ana: Account) -> None:
    client = logged_in(ana)
    assert "end_tokens" not in client.get(reverse("password_change")).content.decode()
    token(ana)
    page = client.get(reverse("password_change"))
    assert page.context["form"]["end_tokens"].initial is True
    assert 'name="end_tokens"' in page.content.decode()


@pytest.mark.parametrize(("box", "stay"), [({"end_tokens": "on"}, False), ({}, True)])
def test_a_password_changed_on_its_page(ana: Account, box: dict[str, str], stay: bool) -> None:
    plain, client, elsewhere = token(ana), logged_in(ana), logged_in(ana)
    assert client.post(reverse("password_change"), typed(**box)).status_code == 302
    assert works(plain) == stay
    assert is_in(client)
    assert not is_in(elsewhere)


@pytest.mark.parametrize(("box", "stay"), [({"end_tokens": "on"}, False), ({}, True)])
def test_a_password_chosen_by_the_link_of_a_mail(
    ana: Account, box: dict[str, str], stay: bool
) -> None:
    plain, elsewhere, client = token(ana), logged_in(ana), Client()
    ana.refresh_from_db()
    key = (user_pk_to_url_str(ana), default_token_generator.make_token(ana))
    page = client.get(reverse("account_reset_password_from_key", args=key), follow=True)
    assert page.context["form"]["end_tokens"].initial is True
    assert client.post(page.request["PATH_INFO"], {**typed(), **box}).status_code == 302
    assert Account.objects.get().check_password(NEW)
    assert works(plain) == stay
    assert not is_in(elsewhere)


def test_a_first_password(ana: Account) -> None:
    """Of an account that had none, and whose owner came in by another way."""
    plain = token(ana)
    Account.objects.filter(pk=ana.pk).update(password=make_password(None))
    client = client_of(Account.objects.get())
    answer = client.post(reverse("account_set_password"), typed(end_tokens="on"))
    assert answer.status_code == 302
    assert Account.objects.get().check_password(NEW)
    assert not works(plain)

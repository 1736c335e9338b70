"""A minute at another player's unlocked laptop: no token of the API comes of it."""

from __future__ import annotations

import re
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.core import mail
from django.test import Client
from django.utils import timezone

from games import tasks
from games.accounts.tokens import announce_token_ends, make_token
from games.models import Account, ApiToken
from tests.attacks.accounts import AGAIN, logged_in, say_again
from tests.cast import PASSWORD, account, client_of
from tests.worlds.api_world import Asker

pytestmark = pytest.mark.django_db

PAGE = "/accounts/tokens/"
FORM = {"name": "laptop", "scopes": ["read", "play"]}
YEAR = timedelta(days=365)


def works(plain: str) -> bool:
    return bool(Asker(plain).ask("GET", "uploads").status_code == 200)


def plain_of(page: str) -> str:
    match = re.search(r'<code class="token">(\w+\S+)</code>', page)
    assert match
    return match[1]


def test_a_browser_left_alone_makes_no_token(ana: Account) -> None:
    left_alone = client_of(ana)  # the password was typed long ago
    answer = left_alone.post(PAGE, FORM)
    assert answer.status_code == 302
    assert answer["Location"].startswith(AGAIN)
    wrong = left_alone.post(answer["Location"], {"password": "seven"})
    assert wrong.status_code == 200
    assert not ApiToken.objects.exists()
    assert left_alone.get(PAGE).status_code == 200


def test_the_owner_goes_on_after_the_password(ana: Account) -> None:
    browser = client_of(ana)
    question = browser.post(PAGE, FORM)
    page = browser.post(question["Location"], {"password": PASSWORD, "next": PAGE}, follow=True)
    assert works(plain_of(page.content.decode()))


def test_the_owner_gets_a_mail_without_the_token(ana: Account) -> None:
    browser = logged_in(ana)
    say_again(browser)
    mail.outbox.clear()
    plain = plain_of(browser.post(PAGE, FORM).content.decode())
    (message,) = mail.outbox
    assert message.to == ["ana@example.org"]
    assert "API token" in message.body
    assert plain[4:] not in message.subject + message.body
    assert "imh_" not in message.subject + message.body


def test_it_ends_after_a_year(ana: Account) -> None:
    token, plain = make_token(ana, "laptop", ["read"])
    assert abs(token.expires_at - timezone.now() - YEAR) < timedelta(minutes=1)
    longer, _ = make_token(ana, "for ever", ["read"], timezone.now() + 9 * YEAR)
    assert longer.expires_at < timezone.now() + YEAR + timedelta(minutes=1)
    ApiToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert not works(plain)


@pytest.mark.parametrize("wish", [{"tokens": "end"}, {}])
def test_tokens_end_with_all_logins_on_request(ana: Account, wish: dict[str, str]) -> None:
    _, plain = make_token(ana, "laptop", ["read"])
    _, of_ben = make_token(account("ben"), "laptop", ["read"])
    other, browser = logged_in(ana), logged_in(ana)
    assert 'name="tokens"' in browser.get("/accounts/sessions/").content.decode()
    browser.post("/accounts/sessions/", wish)
    assert other.get("/accounts/me/").status_code == 302
    assert works(plain) is not bool(wish)
    assert works(of_ben)


# --- tokens from before ---------------------------------------------------------


def upgraded() -> None:
    import_module("games.migrations.0030_token_ends").set_ends(apps, None)


def test_a_token_from_before_works_for_a_year_and_its_owner_hears_of_it_once(
    ana: Account, monkeypatch: Any
) -> None:
    plains = [make_token(ana, name, ["read"])[1] for name in ("laptop", "phone")]
    nameless, revoked = account("ben"), make_token(ana, "old", ["read"])[0]
    make_token(nameless, "laptop", ["read"])
    nameless.emailaddress_set.all().delete()
    ApiToken.objects.update(expires_at=None)
    ApiToken.objects.filter(pk=revoked.pk).update(revoked_at=timezone.now())
    upgraded()
    mail.outbox.clear()
    assert all(map(works, plains))
    ends = ApiToken.objects.exclude(pk=revoked.pk).values_list("expires_at", flat=True)
    assert all(abs(end - timezone.now() - YEAR) < timedelta(minutes=1) for end in ends)
    revoked.refresh_from_db()
    assert revoked.expires_at is None
    monkeypatch.setattr(tasks.mail_digest, "send_mail_digests", lambda: 0)
    assert tasks.mail_notices() == 2
    assert [message.to for message in mail.outbox] == [["ana@example.org"]]
    assert "Yours expire one year after" in mail.outbox[0].body
    assert announce_token_ends() == 0
    assert len(mail.outbox) == 1


def test_a_mail_that_could_not_be_sent_is_tried_again(ana: Account, monkeypatch: Any) -> None:
    make_token(ana, "laptop", ["read"])
    ApiToken.objects.update(expires_at=None)
    upgraded()

    def away(*_args: object, **_options: object) -> int:
        raise OSError("the mail server is away")

    with monkeypatch.context() as broken:
        broken.setattr("games.accounts.mail.send_mail", away)
        assert announce_token_ends() == 0
    assert announce_token_ends() == 1


def test_a_visitor_has_no_such_page() -> None:
    assert Client().post(PAGE, FORM).status_code == 302

"""Signing up, logging in, a forgotten password."""

import re

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client

from games.models import Account
from games.tasks import answer_forgotten
from tests.cast import PASSWORD, account
from web.rate_limits import WRONG_PASSWORDS


def sign_up(client: Client, **typed: str):
    data = {"handle": "dora", "email": "d@example.org", "password": PASSWORD} | typed
    return client.post("/accounts/signup/", data)


def test_signing_up_logs_in_and_goes_on(db: None):
    client = Client()
    assert sign_up(client, next="/upload/")["Location"] == "/upload/"
    assert "@dora" in client.get("/").content.decode()


@pytest.mark.parametrize(
    ("typed", "phrase"),
    [
        ({"handle": "x"}, "2 to 24"),
        ({"handle": "Ötzi"}, "2 to 24"),
        ({"handle": "a" * 50}, "at most 40"),
        ({"handle": "admin"}, "reserved"),
        ({"handle": "ANA"}, "taken"),
        ({"handle": ""}, "required"),
        ({"handle": "a\0b"}, "Null characters"),
        ({"email": "nowhere"}, "valid email"),
        ({"password": "12345678"}, "common"),
        ({"password": "short"}, "too short"),
        ({"handle": "dora-of-giza", "password": "dora-of-giza1"}, "similar"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_the_rest_stays(
    db: None, typed: dict[str, str], phrase: str
):
    account("ana")
    answer = sign_up(Client(), **typed)
    text = answer.content.decode()
    assert answer.status_code == 200
    assert phrase in text
    assert typed.get("email", "d@example.org") in text
    assert PASSWORD not in text
    assert Account.objects.count() == 1


def log_in(client: Client, username: str, password: str):
    return client.post("/accounts/login/", {"username": username, "password": password})


@pytest.mark.parametrize("typed", ["ana", "@ana", " Ana "])
def test_the_handle_may_be_typed_as_in_a_log(db: None, typed: str, ana):
    assert log_in(Client(), typed, PASSWORD).status_code == 302


def test_a_wrong_password_is_said_and_the_handle_stays(db: None, ana):
    text = log_in(Client(), "ana", "wrong").content.decode()
    assert "Wrong handle or password" in text
    assert 'value="ana"' in text


def test_one_who_tries_passwords_is_kept_waiting(db: None, ana, ben):
    client = Client()
    for _ in range(WRONG_PASSWORDS.most):
        assert log_in(client, "ana", "wrong").status_code == 200
    assert "Too many attempts" in log_in(client, "ana", PASSWORD).content.decode()
    assert "Too many attempts" in log_in(client, "@ANA", PASSWORD).content.decode()
    assert log_in(client, "ben", PASSWORD).status_code == 302
    elsewhere = Client(REMOTE_ADDR="198.51.100.7")
    assert "Too many attempts" in log_in(elsewhere, "ana", PASSWORD).content.decode()


def test_a_success_forgets_the_failures(db: None, ana):
    client = Client()
    for _ in range(3):
        for _ in range(WRONG_PASSWORDS.most - 1):
            log_in(client, "ana", "wrong")
        assert log_in(client, "ana", PASSWORD).status_code == 302


def test_a_forgotten_password_is_replaced_by_mail(db: None, ana):
    client = Client()
    client.post("/accounts/reset/", {"email": "ana@example.org"})
    answer_forgotten("ana@example.org")  # a worker does it
    (letter, *_) = mail.outbox
    assert "Hello @ana" in letter.body
    link = re.search(rf"{settings.SITE_URL}(/accounts/reset/\S+)", letter.body)
    assert link is not None
    form = client.get(link[1], follow=True)
    new = "nine-stones-on-a-sled"
    done = client.post(
        form.redirect_chain[-1][0], {"password1": new, "password2": new}, follow=True
    )
    assert "You can log in with your new password now." in done.content.decode()
    assert log_in(client, "ana", new).status_code == 302
    assert "has expired" in client.get(link[1], follow=True).content.decode()


def test_it_does_not_say_who_has_an_account(db: None):
    answer = Client().post("/accounts/reset/", {"email": "who@example.org"}, follow=True)
    assert "If an account has this address" in answer.content.decode()
    answer_forgotten("who@example.org")
    assert not mail.outbox


def test_a_crash_is_shown_without_the_database(db: None, monkeypatch: pytest.MonkeyPatch):
    import imhotep_site.views
    from imhotep_site.api import handlers

    def crash(*_: object) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr(imhotep_site.views, "latest_games", crash)
    monkeypatch.setattr(handlers, "current_request_id", lambda: "4f2a77b0c1")
    client = Client(raise_request_exception=False)
    answer = client.get("/")
    assert answer.status_code == 500
    text = answer.content.decode()
    assert "Something went wrong" in text
    assert "4f2a77b0c1" in text
    assert 'href="/games/"' in text
    assert 'href="/about/"' in text

"""What happened can be read afterwards, and the log gives nothing away."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.lifecycle import reinstate, suspend
from games.accounts.tokens import make_token
from games.models import Account
from tests.cast import PASSWORD, account


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level("INFO", "imhotep.security")
    return caplog


def log_lines(lines: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in lines.records if record.name == "imhotep.security"]


def log_in(handle: str, password: str) -> Client:
    client = Client()
    client.post(reverse("login"), {"username": handle, "password": password})
    return client


def test_logins_and_guesses_are_written_down_with_who_and_from_where(
    ana: Account, lines: pytest.LogCaptureFixture
) -> None:
    log_in("ana", "not-it")
    log_in("ana", PASSWORD)
    assert log_lines(lines) == [
        f"password-wrong address=127.0.0.1 account={ana.pk}",
        f"login address=127.0.0.1 account={ana.pk}",
    ]


def test_guesses_that_are_not_looked_at_are_written_down_too(
    ana: Account, lines: pytest.LogCaptureFixture
) -> None:
    for _ in range(11):
        log_in("ana", "not-it")
    assert log_lines(lines)[-1] == f"password-not-looked-at address=127.0.0.1 account={ana.pk}"


def test_a_password_in_the_wrong_field_is_not_in_the_log(
    ana: Account, lines: pytest.LogCaptureFixture
) -> None:
    log_in(PASSWORD, "ana")
    assert log_lines(lines) == ["password-wrong address=127.0.0.1 account=none"]
    assert PASSWORD not in lines.text


def test_tokens_that_do_not_work_are_written_down_without_the_token(
    ana: Account, lines: pytest.LogCaptureFixture
) -> None:
    _token, plain = make_token(ana, "a bot", ["read"])
    wrong = plain[:-1] + ("a" if plain[-1] != "a" else "b")
    answer = Client().get("/api/v1/uploads", headers={"Authorization": f"Bearer {wrong}"})
    logged = [f"token-made account={ana.pk}", "token-wrong address=127.0.0.1"]
    assert (answer.status_code, log_lines(lines)) == (401, logged)
    assert wrong not in lines.text


def test_actions_of_moderators_are_written_down_by_number_and_not_by_name(
    ana: Account, lines: pytest.LogCaptureFixture
) -> None:
    mona = account("mona", moderator=True)
    suspend(mona, ana, "for @ana")
    (line,) = log_lines(lines)
    assert line.startswith(f"deed account={mona.pk} kind=suspend player=")
    assert "ana" not in line


def test_sessions_from_before_a_suspension_do_not_come_back_with_the_account(
    ana: Account,
) -> None:
    mona = account("mona", moderator=True)
    client = log_in("ana", PASSWORD)
    assert client.get(reverse("account")).status_code == 200
    suspend(mona, ana, "a stolen account")
    reinstate(mona, ana, "it is theirs again")
    assert client.get(reverse("account")).status_code == 302

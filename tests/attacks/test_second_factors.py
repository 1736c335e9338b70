"""Second factors: codes used twice, guessed, gone around; moderators without one."""

from __future__ import annotations

import time
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import call_command
from django.test import Client

from games.models import Account
from tests.attacks.accounts import (
    STEP,
    add_app,
    code_of,
    is_in,
    log_in,
    logged_in,
    say_again,
    show_code,
)
from tests.attacks.test_guessing import at_once
from tests.cast import PASSWORD, account
from web.rate_limits import WRONG_CODES

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def middle_of_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock stands: no test runs from one code of an app into the next."""
    seconds = time.time()
    monkeypatch.setattr(time, "time", lambda: seconds - seconds % STEP + STEP / 2)


def test_the_password_alone_lets_nobody_in() -> None:
    add_app(logged_in(account("ana")))
    client = Client()
    assert log_in(client, "ana")["Location"] == "/accounts/second-factor/show/"
    assert not is_in(client)


def test_a_code_works_once_and_an_older_one_no_more() -> None:
    secret = add_app(logged_in(account("ana")))
    used = code_of(secret)
    for code, works in [(used, False), (code_of(secret, 1), True), (code_of(secret, 1), False)]:
        client = Client()
        log_in(client, "ana")
        show_code(client, code)
        assert is_in(client) == works, code
    client = Client()
    log_in(client, "ana")
    show_code(client, code_of(secret, -1))
    assert not is_in(client)


def test_one_code_sent_twenty_times_at_once_lets_one_in(transactional_db: None) -> None:
    secret = add_app(logged_in(account("ana")))
    clients = [Client() for _ in range(8)]
    for client in clients:
        log_in(client, "ana")
    code = code_of(secret, 1)
    at_once(8, lambda index: show_code(clients[index], code))
    assert sum(is_in(client) for client in clients) == 1


def test_codes_are_guessed_ten_times_and_not_from_another_place_either() -> None:
    right = code_of(add_app(logged_in(account("ana"))), 1)
    for number in range(WRONG_CODES.most):
        client = Client(REMOTE_ADDR=f"198.51.100.{number}")
        log_in(client, "ana")
        assert "This code is wrong" in show_code(client, "000000").content.decode()
    client = Client(REMOTE_ADDR="203.0.113.1")
    log_in(client, "ana")
    assert "Too many attempts" in show_code(client, right).content.decode()
    assert not is_in(client)


def test_a_recovery_code_works_once() -> None:
    logged = logged_in(account("ana"))
    add_app(logged)
    codes = logged.get("/accounts/second-factor/codes/").context["unused_codes"]
    assert codes[0].isdecimal()
    for works in (True, False):
        client = Client()
        log_in(client, "ana")
        show_code(client, codes[0])
        assert is_in(client) == works
    later = logged.get("/accounts/second-factor/codes/").context["unused_codes"]
    assert not any(code.isdecimal() for code in later)  # shown once


def test_a_stolen_session_neither_adds_nor_removes_a_factor() -> None:
    client = logged_in(account("ana"))
    pages = ("app/add/", "app/remove/", "codes/new/")
    answers = [client.get(f"/accounts/second-factor/{page}") for page in pages[::2]]
    assert all(answer["Location"].startswith("/accounts/again/") for answer in answers)
    add_app(client)
    client.session.flush()
    stolen = logged_in(account("ben"))
    assert stolen.post("/accounts/second-factor/app/remove/").status_code == 404
    assert Authenticator.objects.filter(type="totp").count() == 1


def test_a_new_factor_ends_the_sessions_that_began_without_it() -> None:
    ana = account("ana")
    own_browser, stolen = logged_in(ana), logged_in(ana)
    add_app(own_browser)
    assert is_in(own_browser)
    assert not is_in(stolen)


def test_a_copy_of_the_database_makes_no_codes() -> None:
    secret = add_app(logged_in(account("ana")))
    assert secret not in str(list(Authenticator.objects.values_list("data", flat=True)))


@pytest.mark.parametrize("root", [False, True], ids=["moderator", "superuser"])
def test_in_production_nobody_moderates_without_a_second_factor(settings: Any, root: bool) -> None:
    settings.MODERATORS_NEED_SECOND_FACTOR = True
    judge = account("judge", moderator=True)
    Account.objects.filter(pk=judge.pk).update(is_superuser=root)
    client = logged_in(judge)
    pages = ("/admin/", "/admin/games/account/", "/admin/games/submission/queue/")
    for page in (*pages, "/moderation/patterns/", "/moderation/reports/"):
        answer = client.get(page)
        assert answer.status_code == 302, page
        assert client.get(answer["Location"])["Location"] == "/accounts/second-factor/"
    secret = add_app(client)
    login = client.get("/admin/login/?next=/admin/")["Location"]
    assert login == "/accounts/second-factor/again/?next=%2Fadmin%2F"
    answer = client.post(login, {"code": code_of(secret, 1)})
    assert (answer["Location"], client.get("/admin/").status_code) == ("/admin/", 200)


def test_a_session_from_before_the_factor_does_not_moderate(settings: Any) -> None:
    settings.MODERATORS_NEED_SECOND_FACTOR = True
    judge = account("judge", moderator=True)
    add_app(logged_in(judge))
    stolen = Client()
    stolen.force_login(judge)  # a session that shows no factor
    assert stolen.get("/admin/").status_code == 302
    say_again(stolen)  # the password is not enough
    assert stolen.get("/admin/").status_code == 302


def test_the_operator_helps_an_account_that_has_lost_everything() -> None:
    add_app(logged_in(account("ana")))
    call_command("forget_second_factor", "@ana")
    client = Client()
    assert log_in(client, "ana", PASSWORD)["Location"] == "/"
    assert is_in(client)

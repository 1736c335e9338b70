"""Passwords, codes and tokens are tried, by many at once and from many places."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.db import connections
from django.test import Client, RequestFactory

from tests.cast import PASSWORD, account
from web import login_limits
from web.login_limits import TooManyGuesses, guess_code, guess_password
from web.rate_limits import WRONG_CODES, WRONG_PASSWORDS, WRONG_PASSWORDS_FROM, WRONG_TOKENS

NOWHERE = "unix:///nowhere/at.all"


def log_in(client: Client, handle: str, password: str = "wrong", **extra: Any) -> Any:
    typed = {"username": handle, "login": handle, "password": password}
    return client.post("/accounts/login/", typed, **extra)


def tried(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts the passwords that are really compared, by handle."""
    counter: Counter[str] = Counter()

    def counting_function(*args: Any, **named: Any) -> Any:
        counter[str(named.get("username"))] += 1
        return authenticate(*args, **named)

    monkeypatch.setattr("allauth.account.adapter.authenticate", counting_function)
    return counter


def at_once(number: int, call: Any) -> list[Any]:
    def alone(index: int) -> Any:
        try:
            return call(index)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(number) as people:
        return list(people.map(alone, range(number)))


@pytest.mark.parametrize("redis_url", ["", NOWHERE], ids=["redis", "no-redis"])
def test_of_forty_passwords_at_once_ten_are_compared(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch, settings: Any, redis_url: str
):
    settings.REDIS_URL = redis_url or settings.REDIS_URL
    account("ana")
    compared = tried(monkeypatch)
    at_once(40, lambda number: log_in(Client(REMOTE_ADDR=f"198.51.100.{number}"), "ana"))
    assert compared["ana"] == WRONG_PASSWORDS.most


@pytest.mark.parametrize("redis_url", ["", NOWHERE], ids=["redis", "no-redis"])
def test_many_handles_from_one_address_are_stopped(
    db: None, monkeypatch: pytest.MonkeyPatch, settings: Any, redis_url: str
):
    settings.REDIS_URL = redis_url or settings.REDIS_URL
    account("ana")
    compared = tried(monkeypatch)
    for number in range(WRONG_PASSWORDS_FROM.most + 20):
        log_in(Client(), f"nobody-{number}")
    assert sum(compared.values()) == WRONG_PASSWORDS_FROM.most
    assert "Too many attempts" in log_in(Client(), "ana", PASSWORD).content.decode()
    assert log_in(Client(REMOTE_ADDR="198.51.100.7"), "ana", PASSWORD).status_code == 302


def test_a_network_of_ipv6_addresses_is_one_address(db: None):
    request = RequestFactory().get("/")
    for number in range(WRONG_PASSWORDS_FROM.most):
        request.META["REMOTE_ADDR"] = f"2001:db8:1:2::{number:x}"
        guess_password(request, f"nobody-{number}")
    request.META["REMOTE_ADDR"] = "2001:db8:1:2:ffff:ffff:ffff:ffff"
    with pytest.raises(TooManyGuesses):
        guess_password(request, "ana")
    request.META["REMOTE_ADDR"] = "2001:db8:1:3::1"
    guess_password(request, "ana")


def test_logging_in_as_oneself_does_not_empty_the_count_of_the_address(
    db: None, monkeypatch: pytest.MonkeyPatch
):
    account("ana")
    account("eve")
    compared = tried(monkeypatch)
    for number in range(WRONG_PASSWORDS_FROM.most + 20):
        log_in(Client(), f"nobody-{number}")
        if number % 5 == 0:
            log_in(Client(), "eve", PASSWORD)
    wrong = sum(number for handle, number in compared.items() if handle != "eve")
    assert wrong == WRONG_PASSWORDS_FROM.most


def test_a_stranger_cannot_keep_a_person_out_of_a_device_they_use(db: None):
    account("ana")
    device = Client()
    assert log_in(device, "ana", PASSWORD).status_code == 302
    device.cookies.pop("sessionid")
    stranger = Client(REMOTE_ADDR="198.51.100.7")
    for _ in range(WRONG_PASSWORDS.most + 1):
        log_in(stranger, "ana")
    assert "Too many attempts" in log_in(Client(), "ana", PASSWORD).content.decode()
    assert log_in(device, "ana", PASSWORD).status_code == 302


def test_a_device_that_is_known_for_one_handle_is_not_for_another(db: None):
    account("ana")
    account("eve")
    device = Client()
    log_in(device, "eve", PASSWORD)
    for _ in range(WRONG_PASSWORDS.most):
        log_in(device, "ana")
    assert "Too many attempts" in log_in(device, "ana", PASSWORD).content.decode()


def test_a_device_that_is_known_may_not_guess_for_ever(db: None):
    account("ana")
    device = Client()
    log_in(device, "ana", PASSWORD)
    device.cookies.pop("sessionid")
    for _ in range(WRONG_PASSWORDS.most):
        log_in(device, "ana")
    assert "Too many attempts" in log_in(device, "ana", PASSWORD).content.decode()


def test_nobody_signs_themselves_a_known_device(db: None):
    account("ana")
    client = Client()
    for _ in range(WRONG_PASSWORDS.most):
        log_in(client, "ana")
    client.cookies[login_limits.COOKIE] = "ana|invented:1tXyZ0:" + "A" * 43
    assert "Too many attempts" in log_in(client, "ana", PASSWORD).content.decode()


def test_codes_of_the_second_factor_are_counted_for_the_account(db: None):
    ana, ben = account("ana"), account("ben")
    for _ in range(WRONG_CODES.most):
        guess_code(ana)
    with pytest.raises(TooManyGuesses):
        guess_code(ana)
    guess_code(ben).was_right()


def test_wrong_tokens_are_counted_and_right_ones_let_in(db: None):
    from games.accounts.tokens import make_token

    _, plain = make_token(account("ana"), "bot", ["read"])

    def request_answer(token: str) -> Any:
        return Client().get("/api/v1/editions", headers={"Authorization": f"Bearer {token}"})

    statuses = [request_answer("imh_wrong").status_code for _ in range(WRONG_TOKENS.most + 1)]
    assert statuses == [401] * WRONG_TOKENS.most + [429]
    assert int(request_answer("imh_wrong")["Retry-After"]) > 60
    assert request_answer(plain).status_code == 200

"""What the attacks on accounts do again and again: logging in, second factors."""

from __future__ import annotations

import time
from typing import Any

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.test import Client

from games.models import Account
from tests.cast import PASSWORD

LOGIN = "/accounts/login/"
AGAIN = "/accounts/again/"
STEP = 30
"""Seconds that a code of an app holds."""


def log_in(client: Client, handle: str, password: str = PASSWORD, **fields: Any) -> Any:
    return client.post(LOGIN, {"username": handle, "password": password}, **fields)


def logged_in(account: Account) -> Client:
    """Through the page, as people do; not yet asked for the second factor."""
    client = Client()
    assert log_in(client, account.username).status_code == 302
    return client


def say_again(client: Client) -> None:
    """The password once more, before something that only the owner may do."""
    assert client.post(AGAIN, {"password": PASSWORD}).status_code == 302


def code_of(secret: str, steps: int = 0) -> str:
    """What an app shows now, or `steps` later."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // STEP + steps))


def add_app(client: Client) -> str:
    """Give the account of `client` an app, whose secret it returns. The code of now is used up."""
    say_again(client)
    page = client.get("/accounts/second-factor/app/add/")
    secret: str = page.context["form"].secret
    answer = client.post("/accounts/second-factor/app/add/", {"code": code_of(secret)})
    assert answer["Location"] == "/accounts/second-factor/codes/"
    return secret


def show_code(client: Client, code: str) -> Any:
    return client.post("/accounts/second-factor/show/", {"code": code})


def is_in(client: Client) -> bool:
    return client.get("/accounts/me/").status_code == 200

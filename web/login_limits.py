"""Passwords and second-factor codes: each try is counted before it is checked.

    guess = guess_password(request, handle)   # raises TooManyGuesses
    ...                                       # check the password
    guess.was_right()                         # only if it was; a wrong one stays counted

A password is counted for the handle and for the address. So that wrong passwords for a handle do
not keep its owner out, a device that has logged in with the handle before has a
count of its own, and is not kept out by the other two (OWASP, "device cookies").
See ``docs/decisions/throttling.md``.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from web.rate_limits import (
    WRONG_CODES,
    WRONG_PASSWORDS,
    WRONG_PASSWORDS_AT,
    WRONG_PASSWORDS_FROM,
    Throttle,
    client_key,
)

COOKIE: Final = "known_device"
SALT: Final = "web.login_limits.known_device"
DEVICE_SECONDS: Final = 180 * 24 * 3600
"""Seconds since the last login in which a device is known."""


class TooManyGuesses(Exception):
    """Wait `seconds`. Nothing was counted."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"too many guesses; wait {seconds:.0f} seconds")
        self.seconds = seconds


@dataclass(frozen=True)
class LoginAttempt:
    """A try that has been counted under each of `counts`, the first of them the narrowest."""

    counts: tuple[tuple[Throttle, str], ...]

    def was_right(self) -> None:
        """Forget the wrong tries of the account or device, and give this one back to the other
        counts.

        Who guesses cannot empty the count of their address by logging in as themselves.
        """
        (narrowest, client), *wider = self.counts
        narrowest.forget(client)
        for throttle, other in wider:
            throttle.give_back(other)


def guess_password(request: HttpRequest | None, handle: str) -> LoginAttempt:
    """A try at the password of `handle`, which need not exist. Raises ``TooManyGuesses``."""
    handle = handle.lower()
    if device := _device(request, handle):
        return _count_attempt((WRONG_PASSWORDS_AT, f"{handle}|{device}"))
    return _count_attempt((WRONG_PASSWORDS, handle), (WRONG_PASSWORDS_FROM, client_key(request)))


def guess_code(account: AbstractBaseUser) -> LoginAttempt:
    """A try at the second factor of `account`. Raises ``TooManyGuesses``."""
    return _count_attempt((WRONG_CODES, str(account.pk)))


def know_device(answer: HttpResponseBase, account: AbstractBaseUser) -> None:
    """Let the browser that gets `answer` be known as one that has logged in as `account`."""
    value = f"{account.get_username()}|{secrets.token_urlsafe(16)}"
    answer.set_cookie(
        COOKIE,
        signing.TimestampSigner(salt=SALT).sign(value),
        max_age=DEVICE_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _device(request: HttpRequest | None, handle: str) -> str:
    """The name of the device, if it has logged in as `handle`; else nothing."""
    signed = request.COOKIES.get(COOKIE, "") if request else ""
    try:
        value = signing.TimestampSigner(salt=SALT).unsign(signed, max_age=DEVICE_SECONDS)
    except signing.BadSignature:
        return ""
    owner, _, device = value.partition("|")
    return device if owner == handle else ""


def _count_attempt(*counts: tuple[Throttle, str]) -> LoginAttempt:
    """Count the widest throttle first: a client that its address keeps out counts for no
    account."""
    passed: list[tuple[Throttle, str]] = []
    for throttle, client in reversed(counts):
        number, left = throttle.take(client)
        if number > throttle.most:
            for other, key in passed:
                other.give_back(key)
            raise TooManyGuesses(left)
        passed.append((throttle, client))
    return LoginAttempt(counts)

"""How often a client may ask the API; see ``web.rate_limits``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from django.conf import settings
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from web.rate_limits import Throttle, client_key

if TYPE_CHECKING:
    from rest_framework.views import APIView

PERIODS: Final = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}
RATE: Final = re.compile(r"([0-9]+)/(second|minute|hour|day)")


def parse_rate(rate: str) -> tuple[int, int]:
    """Requests, and seconds.

    >>> parse_rate("30/minute")
    (30, 60)
    """
    match = RATE.fullmatch(rate)
    if match is None:
        raise ValueError(f"{rate!r} is not a rate: write it like 30/minute")
    return int(match[1]), PERIODS[match[2]]


class WindowThrottle(BaseThrottle):
    """Limit on the requests of an account, or else an address, in each window.

    The rates are ``settings.API_THROTTLES[name]``: one for accounts, one for others.
    """

    name = "any"
    left: float | None = None

    def allow_request(self, request: Request, view: APIView) -> bool:
        return self.take(request)

    def take(self, request: Request, weight: int = 1) -> bool:
        """True if the request may do what weighs so much; if so, it is counted."""
        account = request.user if request.user.is_authenticated else None
        throttle = Throttle(
            f"api:{self.name}", *parse_rate(settings.API_THROTTLES[self.name][0 if account else 1])
        )
        client = f"account:{account.pk}" if account else f"address {self.get_ident(request)}"
        number, self.left = throttle.take(client, weight)
        return number <= throttle.most

    def wait(self) -> float | None:
        return self.left

    def get_ident(self, request: Request) -> str:
        return client_key(request._request)


class UploadThrottle(WindowThrottle):
    name = "upload"


class DryRunThrottle(WindowThrottle):
    """Counts logs: one when the request comes, the others when it is taken apart."""

    name = "dry_run"

    def take_logs(self, request: Request, logs: int) -> None:
        """Raises ``Throttled``."""
        if logs > 1 and not self.take(request, logs - 1):
            raise exceptions.Throttled(self.wait())

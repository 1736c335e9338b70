"""How often a client may ask the API; see ``web.rate_limits``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from django.conf import settings
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from web.rate_limits import Throttle, address_of

if TYPE_CHECKING:
    from rest_framework.views import APIView

PERIODS: Final = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}
RATE: Final = re.compile(r"([0-9]+)/(second|minute|hour|day)")


def parsed(rate: str) -> tuple[int, int]:
    """Requests, and seconds.

    >>> parsed("30/minute")
    (30, 60)
    """
    found = RATE.fullmatch(rate)
    if found is None:
        raise ValueError(f"{rate!r} is no rate: write 30/minute")
    return int(found[1]), PERIODS[found[2]]


class WindowThrottle(BaseThrottle):
    """At most so many requests in each window, for an account or else for an address.

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
            f"api:{self.name}", *parsed(settings.API_THROTTLES[self.name][0 if account else 1])
        )
        who = f"account:{account.pk}" if account else f"address:{self.get_ident(request)}"
        number, self.left = throttle.take(who, weight)
        return number <= throttle.most

    def wait(self) -> float | None:
        return self.left

    def get_ident(self, request: Request) -> str:
        return address_of(request._request)


class UploadThrottle(WindowThrottle):
    name = "upload"


class DryRunThrottle(WindowThrottle):
    """Counts logs: one when the request comes, the others when it is taken apart."""

    name = "dry_run"

    def take_logs(self, request: Request, logs: int) -> None:
        """Raises ``Throttled``."""
        if logs > 1 and not self.take(request, logs - 1):
            raise exceptions.Throttled(self.wait())

"""How often somebody may ask: a count for each window of time, kept in the cache.

If the cache does not answer, everybody may: a dead Redis must not take the API down.
"""

from __future__ import annotations

import logging
import re
import time
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.core.cache import cache
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

if TYPE_CHECKING:
    from rest_framework.views import APIView

PERIODS: Final = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}
RATE: Final = re.compile(r"([0-9]+)/(second|minute|hour|day)")

logger = logging.getLogger(__name__)


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

    The rates are ``settings.API_THROTTLES[name]``: one for whoever is logged in, one for others.
    """

    name = "any"
    left: float | None = None

    def allow_request(self, request: Request, view: APIView) -> bool:
        account = request.user if request.user.is_authenticated else None
        most, period = parsed(settings.API_THROTTLES[self.name][0 if account else 1])
        who = f"account:{account.pk}" if account else f"address:{self.get_ident(request)}"
        now = time.time()
        self.left = period - now % period
        return self._count(f"throttle:{self.name}:{who}:{now // period:.0f}", period) <= most

    def wait(self) -> float | None:
        return self.left

    @staticmethod
    def _count(key: str, period: int) -> int:
        """Which request of its window this is, from 1; 0 if nobody counts."""
        try:
            cache.add(key, 0, timeout=period)
            return cache.incr(key)
        except ValueError:  # the window closed in between
            return 1
        except (RedisError, OSError) as error:
            logger.warning("requests are not counted, the cache does not answer: %s", error)
            return 0


class UploadThrottle(WindowThrottle):
    name = "upload"


class DryRunThrottle(WindowThrottle):
    name = "dry_run"

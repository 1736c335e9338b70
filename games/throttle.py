"""Slows down whoever tries passwords, or checks log after log without an account.

The counts live in the cache. Without a cache nobody is kept out.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from django.core.cache import cache
from django.http import HttpRequest
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Throttle:
    """At most `most` of something in `seconds` from the first one on."""

    name: str
    most: int
    seconds: int

    def is_closed(self, who: str) -> bool:
        try:
            return int(cache.get(self._key(who), 0)) >= self.most
        except RedisError:
            logger.exception("no cache: nothing is slowed down")
            return False

    def count(self, who: str) -> None:
        key = self._key(who)
        try:
            cache.add(key, 0, self.seconds)
            cache.incr(key)
        except (RedisError, ValueError):  # ValueError: it has expired in between
            logger.exception("one was not counted")

    def forget(self, who: str) -> None:
        try:
            cache.delete(self._key(who))
        except RedisError:
            logger.exception("no cache: nothing is forgotten")

    def _key(self, who: str) -> str:
        return f"throttle:{self.name}:{sha256(who.encode('utf-8', 'replace')).hexdigest()[:32]}"


def address_of(request: HttpRequest | None) -> str:
    return str(request.META.get("REMOTE_ADDR", "")) if request else ""


FAILED_LOGINS: Final = Throttle("login", most=10, seconds=15 * 60)
"""For a handle from an address."""

DRY_RUNS: Final = Throttle("dry-run", most=30, seconds=60)
"""For an address, without an account."""

PICTURES: Final = Throttle("picture", most=60, seconds=60)
"""Painted for an address; those painted before cost nothing."""

OFFLINE_FILES: Final = Throttle("offline", most=30, seconds=60)
"""For an address."""

BRANCHES: Final = Throttle("branch", most=120, seconds=60)
"""Steps of a what-if, for an address."""

NOTES: Final = Throttle("note", most=20, seconds=60)
"""Written by an account."""

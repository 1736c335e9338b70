"""Counts with an end, which all processes share: in Redis, and here while Redis is away.

One round trip counts and says which number this is. So who counts *before* the work lets as many
through as may, however many come at once.
"""

from __future__ import annotations

import logging
import time
from functools import cache
from threading import Lock
from typing import Any, Final, NamedTuple

import redis
from django.conf import settings
from redis.commands.core import Script

MOST_KEPT: Final = 50_000
"""Counts that a process keeps while Redis is away."""

ASKED_AGAIN: Final = 2.0
"""Seconds after a failure in which Redis is not asked."""

TIMEOUT: Final = 2.0
"""Seconds that Redis has for an answer."""

ADD: Final = """
local weight, most, lasts = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local number = tonumber(redis.call('GET', KEYS[1]) or '0') + weight
local left = redis.call('PTTL', KEYS[1])
if left < 0 then left = lasts end
if number <= most then redis.call('SET', KEYS[1], number, 'PX', math.max(left, 1)) end
return {number, left}
"""
TAKE_AWAY: Final = """
local left = redis.call('PTTL', KEYS[1])
local number = tonumber(redis.call('GET', KEYS[1]) or '0') - tonumber(ARGV[1])
if number <= 0 or left <= 0 then return redis.call('DEL', KEYS[1]) end
return redis.call('SET', KEYS[1], number, 'PX', left)
"""

logger = logging.getLogger(__name__)


class Counted(NamedTuple):
    """The count in this window, and the seconds `left` until it resets.

    A number above what was allowed was not added.
    """

    number: int
    left: float


class Here:
    """Counts of this process, at most `most_kept`; the oldest are forgotten first."""

    def __init__(self, most_kept: int = MOST_KEPT) -> None:
        self._most_kept = most_kept
        self._lock = Lock()
        self._counts: dict[str, tuple[int, float]] = {}

    def __len__(self) -> int:
        return len(self._counts)

    def add(self, key: str, weight: int, most: int, seconds: float) -> Counted:
        now = time.monotonic()
        with self._lock:
            before, end = self._counts.get(key, (0, 0.0))
            if end <= now:
                before, end = 0, now + seconds
                self._counts.pop(key, None)
            if before + weight <= most:
                self._make_space(key, now)
                self._counts[key] = (before + weight, end)
        return Counted(before + weight, end - now)

    def take_away(self, key: str, weight: int) -> None:
        with self._lock:
            before, end = self._counts.pop(key, (0, 0.0))
            if before > weight:
                self._counts[key] = (before - weight, end)

    def clear(self) -> None:
        with self._lock:
            self._counts.clear()

    def forget(self, key: str) -> None:
        with self._lock:
            self._counts.pop(key, None)

    def _make_space(self, key: str, now: float) -> None:
        if key in self._counts or len(self._counts) < self._most_kept:
            return
        self._counts = {one: kept for one, kept in self._counts.items() if kept[1] > now}
        too_many = len(self._counts) - self._most_kept + max(1, self._most_kept // 10)
        for one in list(self._counts)[: max(0, too_many)]:
            del self._counts[one]


here = Here()
_away_until: dict[str, float] = {}


def add(key: str, weight: int, most: int, seconds: int) -> Counted:
    """Count `weight` more under `key`, unless that makes more than `most`.

    Counting begins anew `seconds` after the first one. While Redis does not answer each process
    counts for itself.
    """
    answer = _asked(ADD, key, weight, most, seconds * 1000)
    if answer is None:
        return here.add(key, weight, most, seconds)
    number, left = answer
    return Counted(int(number), int(left) / 1000)


def take_away(key: str, weight: int) -> None:
    """Count `weight` less under `key`; not below none."""
    if _asked(TAKE_AWAY, key, weight) is None:
        here.take_away(key, weight)


def forget(key: str) -> None:
    """Count from none again under `key`."""
    here.forget(key)
    _asked("return redis.call('DEL', KEYS[1])", key)


def _asked(script: str, key: str, *arguments: int) -> Any:
    """The script's answer; None if Redis is away."""
    url = settings.REDIS_URL
    if time.monotonic() < _away_until.get(url, 0.0):
        return None
    try:
        return _script(url, script)(keys=[key], args=list(arguments))
    except (redis.RedisError, OSError) as error:
        logger.warning("Redis does not answer, this process counts for itself: %s", error)
        _away_until[url] = time.monotonic() + ASKED_AGAIN
        return None


@cache
def _client(url: str) -> redis.Redis:
    """One for the process; its connections are made anew after a fork."""
    made: redis.Redis = redis.Redis.from_url(
        url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT
    )
    return made


@cache
def _script(url: str, script: str) -> Script:
    return _client(url).register_script(script)

"""Counts with an end, which all processes share: in Redis, and here while Redis is away.

One round trip counts and says which number this is. So who counts *before* the work lets as many
through as may, however many come at once.
"""

from __future__ import annotations

import logging
import time
from functools import cache
from threading import Lock
from typing import Final, NamedTuple, cast

import redis
from django.conf import settings
from redis.commands.core import Script

from web.redis_client import redis_client

LOCAL_CAPACITY: Final = 50_000
"""Counts that a process keeps while Redis is away."""

RETRY_SECONDS: Final = 2.0
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


class CountResult(NamedTuple):
    """The count in this window, and the seconds `left` until it resets.

    A number above what was allowed was not added.
    """

    number: int
    left: float


class LocalCounts:
    """Counts of this process, at most `capacity`; the oldest are forgotten first."""

    def __init__(self, capacity: int = LOCAL_CAPACITY) -> None:
        self._capacity = capacity
        self._lock = Lock()
        self._counts: dict[str, tuple[int, float]] = {}

    def __len__(self) -> int:
        return len(self._counts)

    def add(self, key: str, weight: int, limit: int, seconds: float) -> CountResult:
        current = time.monotonic()
        with self._lock:
            before, end = self._counts.get(key, (0, 0.0))
            if end <= current:
                before, end = 0, current + seconds
                self._counts.pop(key, None)
            if before + weight <= limit:
                self._make_space(key, current)
                self._counts[key] = (before + weight, end)
        return CountResult(before + weight, end - current)

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

    def _make_space(self, key: str, current: float) -> None:
        if key in self._counts or len(self._counts) < self._capacity:
            return
        self._counts = {name: count for name, count in self._counts.items() if count[1] > current}
        excess = len(self._counts) - self._capacity + max(1, self._capacity // 10)
        for name in list(self._counts)[: max(0, excess)]:
            del self._counts[name]


local_counts = LocalCounts()
_away_until: dict[str, float] = {}


def count_up(key: str, weight: int, limit: int, seconds: int) -> CountResult:
    """Count `weight` more under `key`, unless that makes more than `limit`.

    Counting begins again `seconds` after the first one. While Redis does not answer each process
    counts for itself.
    """
    answer = _run_script(ADD, key, weight, limit, seconds * 1000)
    if answer is None:
        return local_counts.add(key, weight, limit, seconds)
    number, left = cast("tuple[int, int]", answer)
    return CountResult(int(number), int(left) / 1000)


def take_away(key: str, weight: int) -> None:
    """Count `weight` less under `key`; not below none."""
    if _run_script(TAKE_AWAY, key, weight) is None:
        local_counts.take_away(key, weight)


def reset_count(key: str) -> None:
    """Count from none again under `key`."""
    local_counts.forget(key)
    _run_script("return redis.call('DEL', KEYS[1])", key)


def _run_script(script: str, key: str, *arguments: int) -> object:
    """The script's answer; None if Redis is away."""
    url = settings.REDIS_URL
    if time.monotonic() < _away_until.get(url, 0.0):
        return None
    try:
        return _script(url, script)(keys=[key], args=list(arguments))
    except (redis.RedisError, OSError) as error:
        logger.warning("Redis does not answer; this process counts on its own: %s", error)
        _away_until[url] = time.monotonic() + RETRY_SECONDS
        return None


@cache
def _client(url: str) -> redis.Redis:
    """One for the process; its connections are made again after a fork."""
    client: redis.Redis = redis_client(url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT)
    return client


@cache
def _script(url: str, script: str) -> Script:
    return _client(url).register_script(script)

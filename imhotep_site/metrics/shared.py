"""Figures of all processes, in Redis: counts in one hash, levels in a field for each web process.

Redis and not files of prometheus-client's own: it is there, several machines share it, and what a
dead process left ends by itself. A Redis that is away costs figures and nothing else; one that was
emptied counts from none, as Prometheus expects after a restart.
"""

from __future__ import annotations

import json
import logging
import os
import socket
import threading
import time
from collections import Counter
from functools import cache
from typing import Final, NamedTuple
from uuid import uuid4

import redis
from django.conf import settings

from web.process_figures import take_figures
from web.redis_client import redis_client

COUNTS: Final = "imhotep:metrics:counts"
LEVELS: Final = "imhotep:metrics:levels"
SWEEPS: Final = "imhotep:metrics:sweeps"
SHARE_SECONDS: Final = 10.0
"""Seconds after which a web process shares its figures."""
STALE_SECONDS: Final = 45.0
"""Levels of a process that has said nothing for so long count no more."""
TIMEOUT: Final = 1.0

PROCESS: Final = f"{socket.gethostname()}:{os.getpid()}:{uuid4().hex[:8]}"

logger = logging.getLogger(__name__)


class SharedFigures(NamedTuple):
    """`processes`: web processes that share their figures; `sweeps`: seconds since 1970 of the last
    run that did not fail, by task; `messages`: by queue."""

    counts: dict[str, float]
    levels: Counter[str]
    processes: int
    sweeps: dict[str, float]
    messages: dict[str, int]


def begin_sharing() -> None:
    """Share the figures every few seconds for as long as this process lives."""
    threading.Thread(target=_share_repeatedly, name="figures", daemon=True).start()


def share_figures() -> None:
    """Add the counts of this process to those of all. Raises ``RedisError``; then they are lost."""
    figures = take_figures()
    with _client().pipeline(transaction=False) as pipe:
        for name, amount in figures.counts.items():
            pipe.hincrbyfloat(COUNTS, name, amount)
        pipe.hset(LEVELS, PROCESS, json.dumps({"shared": time.time(), **figures.levels}))
        pipe.execute()


def note_sweep(task: str) -> None:
    """A periodic task has run."""
    try:
        _client().hset(SWEEPS, task, f"{time.time():.0f}")
    except redis.RedisError as error:
        logger.debug("could not store the time of a sweep: %s", error)


def read_shared(queues: list[str]) -> SharedFigures:
    """One round trip, and another if a process has ended. Raises ``RedisError``."""
    with _client().pipeline(transaction=False) as pipe:
        for key in (COUNTS, LEVELS, SWEEPS):
            pipe.hgetall(key)
        for queue in queues:
            pipe.llen(queue)
        counts, texts, sweeps, *lengths = pipe.execute()
    levels: Counter[str] = Counter()
    current, stale = time.time(), []
    for process, text in texts.items():
        numbers = json.loads(text)
        if abs(current - numbers.pop("shared")) > STALE_SECONDS:
            stale.append(process)
        else:
            levels.update(numbers)
    if stale:
        _client().hdel(LEVELS, *stale)
    return SharedFigures(
        counts={name: float(number) for name, number in counts.items()},
        levels=levels,
        processes=len(texts) - len(stale),
        sweeps={name: float(seconds) for name, seconds in sweeps.items()},
        messages=dict(zip(queues, lengths, strict=True)),
    )


def _share_repeatedly() -> None:
    while True:
        time.sleep(SHARE_SECONDS)
        try:
            share_figures()
        except redis.RedisError as error:
            logger.debug("could not report metrics: %s", error)


@cache
def _client() -> redis.Redis:
    """One for the process; its connections are made again after a fork."""
    client: redis.Redis = redis_client(
        settings.REDIS_URL,
        socket_timeout=TIMEOUT,
        socket_connect_timeout=TIMEOUT,
        decode_responses=True,
    )
    return client

"""Tells the other processes that something happened, and nothing of what.

The rows are the truth; a notice says that it is worth reading them. A Redis that is away costs the
notice and nothing else.
"""

from __future__ import annotations

import json
import logging
from functools import cache
from typing import Final

import redis
from django.conf import settings
from django.db import transaction

PASSES: Final = "passes"
"""The channel on which is said that somebody may no longer be let in: ``{"kind": "pass"}``."""

logger = logging.getLogger(__name__)


def tell_that_passes_ended() -> None:
    """Once the transaction has committed (now, if there is none), have every process look whether
    those who listen may still do so."""
    messages = [(PASSES, json.dumps({"kind": "pass"}))]
    transaction.on_commit(lambda: publish(messages), robust=True)


def publish(messages: list[tuple[str, str]]) -> None:
    """Publish (channel, message) pairs now; a failure is logged."""
    try:
        with _client().pipeline(transaction=False) as pipe:
            for channel, message in messages:
                pipe.publish(channel, message)
            pipe.execute()
    except redis.RedisError as error:
        logger.warning("the change could not be published: %s", error)


@cache
def _client() -> redis.Redis:
    """One for the process; its connections are made anew after a fork."""
    made: redis.Redis = redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1
    )
    return made

"""Publishes to the other processes that something happened, and nothing of what.

The rows are the truth; a message says that it is worth reading them. A Redis that is away costs the
message and nothing else.
"""

from __future__ import annotations

import json
import logging
from functools import cache
from typing import Final

import redis
from django.conf import settings
from django.db import transaction

from web.redis_client import redis_client

CREDENTIALS: Final = "passes"
"""The channel for credentials that have ended: ``{"kind": "pass"}``. Its name is that of earlier
versions, which may run next to this one."""

logger = logging.getLogger(__name__)


def publish_ended_credentials() -> None:
    """Once the transaction has committed (now, if there is none), have every process check
    the credentials of its open streams."""
    messages = [(CREDENTIALS, json.dumps({"kind": "pass"}))]
    transaction.on_commit(lambda: publish_messages(messages), robust=True)


def publish_messages(messages: list[tuple[str, str]]) -> None:
    """Publish (channel, message) pairs now; a failure is logged."""
    try:
        with _client().pipeline(transaction=False) as pipe:
            for channel, message in messages:
                pipe.publish(channel, message)
            pipe.execute()
    except redis.RedisError as error:
        logger.warning("could not publish the change: %s", error)


@cache
def _client() -> redis.Redis:
    """One for the process; its connections are made again after a fork."""
    client: redis.Redis = redis_client(
        settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1
    )
    return client

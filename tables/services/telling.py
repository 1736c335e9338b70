"""Tells those who look at a table that something happened there.

The rows are the truth, a message only says that it is worth reading them again; nothing that
somebody may not know is ever in one. A Redis that is away costs the notice and nothing else.
"""

from __future__ import annotations

import json
import logging
from functools import cache
from typing import Final, Literal

import redis
from django.conf import settings
from django.db import transaction

Kind = Literal["entry", "places", "talk", "phase"]
"""What happened: an entry was written; somebody sat down, stood up, promised or opened a share,
was replaced, agreed to cancel; something was said; the table moved to another phase."""

LOBBY: Final = "lobby"
LOBBY_KINDS: Final = ("places", "phase")
"""What changes the lobby too."""

logger = logging.getLogger(__name__)


def channel_of(table_id: str) -> str:
    """The channel on which a table's messages are published."""
    return f"table:{table_id}"


def tell(table_id: str, kind: Kind, **facts: int | str) -> None:
    """Once the transaction has committed (now, if there is none), publish that `kind` happened.

    The message is a JSON object of `kind` and `facts`, such as ``plies``. The channel ``lobby``
    gets ``{"kind": "lobby"}`` when the lobby has changed, and learns no table from it.
    """
    messages = [(channel_of(table_id), json.dumps({"kind": kind, **facts}))]
    if kind in LOBBY_KINDS:
        messages.append((LOBBY, json.dumps({"kind": "lobby"})))
    transaction.on_commit(lambda: publish(messages), robust=True)


def publish(messages: list[tuple[str, str]]) -> None:
    """Publish (channel, message) pairs now; a failure is logged."""
    try:
        with _client().pipeline(transaction=False) as pipe:
            for channel, message in messages:
                pipe.publish(channel, message)
            pipe.execute()
    except redis.RedisError as error:
        logger.warning("nobody could be told: %s", error)


@cache
def _client() -> redis.Redis:
    """One for the process; its connections are made anew after a fork."""
    made: redis.Redis = redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1
    )
    return made

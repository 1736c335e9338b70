"""What other processes tell of tables: one connection to Redis for all streams of this process.

Redis forgets what nobody hears, so a notice is no more than a reason to look at the rows. When
the connection breaks every hearer is told, for what was said meanwhile is lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections import defaultdict
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from django.conf import settings
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from games.services.notices import PASSES
from tables.services.telling import LOBBY, channel_of

PATTERN: Final = channel_of("*")
SILENCE: Final = 10.0
"""Seconds without a word, after which Redis is asked whether it is there; and after as many more
it is not."""
PATIENCE: Final = 2.0
"""Seconds for the connection to stand."""

ENTRY: Final = "entry"
LOST: Final = "!lost"
ENDING: Final = "!ending"
"""Redis is away; this process ends."""


class Message(NamedTuple):
    """`kind`: what happened, or ``LOST`` or ``ENDING``. `plies`: entries up to that number were
    written, and nothing else has changed; ``None``: anything may have."""

    kind: str
    plies: int | None = None


Hear = Callable[[Message], None]
"""Called with each message. It must not wait."""

logger = logging.getLogger(__name__)


class NoNotices(Exception):
    """Redis does not answer."""


class Notices:
    """Hearers by channel. Listens while there are any. Belongs to one event loop."""

    def __init__(self) -> None:
        self._hearers: defaultdict[str, set[Hear]] = defaultdict(set)
        self._opening = asyncio.Lock()
        self._listener: asyncio.Task[None] | None = None

    async def attach(self, channel: str, hear: Hear) -> None:
        """From now on `hear` is called for every notice of `channel`.

        Raises ``NoNotices``. Whatever comes of it, ``detach`` has to follow some day.
        """
        self._hearers[channel].add(hear)
        try:
            async with self._opening:
                if self._listener is None:
                    await self._open()
        except (RedisError, OSError, TimeoutError) as error:
            raise NoNotices(str(error)) from error

    def detach(self, channel: str, hear: Hear) -> None:
        """`hear` is not called any more. Nobody left: the connection is closed."""
        self._hearers[channel].discard(hear)
        if not self._hearers[channel]:
            del self._hearers[channel]
        if not self._hearers:
            self._close()

    def tell_all(self, kind: str) -> None:
        """Every hearer of every channel hears `kind`."""
        for hear in [hear for hearers in self._hearers.values() for hear in hearers]:
            hear(Message(kind))

    # --- inside ---------------------------------------------------------------

    async def _open(self) -> None:
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._listener = asyncio.create_task(self._listen(ready))
        try:
            await asyncio.wait_for(ready, PATIENCE)
        except BaseException:
            self._close()
            raise

    def _close(self) -> None:
        if self._listener is not None:
            self._listener.cancel()
            self._listener = None

    async def _listen(self, ready: asyncio.Future[None]) -> None:
        try:
            await self._hand_on(ready)
        except (RedisError, OSError, asyncio.IncompleteReadError) as error:
            logger.warning("nothing is heard of other processes: %s", error)
            if not ready.done():
                ready.set_exception(error)
        finally:
            if self._listener is asyncio.current_task():
                self._listener = None
                self.tell_all(LOST)

    async def _hand_on(self, ready: asyncio.Future[None]) -> None:
        client = Redis.from_url(
            settings.REDIS_URL,
            socket_timeout=None,
            socket_connect_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 0),  # whoever connects again by itself has missed something
        )
        async with contextlib.AsyncExitStack() as stack:
            stack.push_async_callback(client.aclose)
            pubsub = client.pubsub()
            stack.push_async_callback(pubsub.aclose)
            await pubsub.psubscribe(PATTERN)
            await pubsub.subscribe(LOBBY, PASSES)
            confirmed, asked = 0, False
            while True:
                message = await pubsub.get_message(timeout=SILENCE)
                if message is None and asked:
                    raise ConnectionError("Redis is silent")
                asked = message is None
                if message is None:
                    await pubsub.ping()
                elif message["type"] in ("psubscribe", "subscribe"):
                    confirmed += 1
                    if confirmed == 3 and not ready.done():
                        ready.set_result(None)
                elif message["type"] in ("pmessage", "message"):
                    self._tell(message)

    def _tell(self, message: dict[str, Any]) -> None:
        found = message_in(message["data"])
        for hear in list(self._hearers.get(message["channel"].decode("utf-8", "replace"), ())):
            hear(found)


def message_in(data: bytes) -> Message:
    """The message that was published; ``other`` for one that cannot be read: something changed."""
    try:
        said = json.loads(data)
        kind, plies = str(said["kind"]).lstrip("!"), said.get("plies")
    except (ValueError, TypeError, KeyError, AttributeError):
        return Message("other")
    return Message(kind, plies if kind == ENTRY and type(plies) is int else None)

"""Messages of other processes: one connection to Redis for all streams of this process.

Redis keeps no message, so a message is no more than a reason to look at the rows. When the
connection breaks every callback gets ``LOST``, for messages of that time are lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from typing import Any, Final, NamedTuple

from django.conf import settings
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from tables.notifications import turns
from tables.play.publishing import LOBBY, table_channel
from web.publish import CREDENTIALS
from web.redis_client import async_redis_client

PATTERNS: Final = (table_channel("*"), turns.turns_channel("*"))
SILENCE: Final = 10.0
"""Seconds without a message, after which Redis is asked whether it is there; and after as many more
it is not."""
PATIENCE: Final = 2.0
"""Seconds for the connection to stand."""

ENTRY: Final = "entry"
LOST: Final = "!lost"
ENDING: Final = "!ending"
"""Redis is away; this process ends."""


class StreamMessage(NamedTuple):
    """`kind`: what happened, or ``LOST`` or ``ENDING``. `plies`: entries up to that number were
    written, and nothing else has changed; ``None``: anything may have."""

    kind: str
    plies: int | None = None


Callback = Callable[[StreamMessage], None]
"""Called with each message. It must not wait."""

logger = logging.getLogger(__name__)


class BrokerUnavailable(Exception):
    """Redis does not answer."""


class Subscriptions:
    """Callbacks by channel. Connected while there are any. Belongs to one event loop."""

    def __init__(self) -> None:
        self._callbacks: defaultdict[str, set[Callback]] = defaultdict(set)
        self._opening = asyncio.Lock()
        self._reader: asyncio.Task[None] | None = None

    async def subscribe(self, channel: str, callback: Callback) -> None:
        """From now on `callback` is called for every message on `channel`.

        Raises ``BrokerUnavailable``. In that case too ``unsubscribe`` has to follow.
        """
        self._callbacks[channel].add(callback)
        try:
            async with self._opening:
                if self._reader is None:
                    await self._open()
        except (RedisError, OSError, TimeoutError) as error:
            raise BrokerUnavailable(str(error)) from error

    def unsubscribe(self, channel: str, callback: Callback) -> None:
        """`callback` is not called any more. After the last one the connection is closed."""
        self._callbacks[channel].discard(callback)
        if not self._callbacks[channel]:
            del self._callbacks[channel]
        if not self._callbacks:
            self._close()

    def call_all(self, kind: str) -> None:
        """Calls every callback of every channel with `kind`."""
        for callback in [handler for group in self._callbacks.values() for handler in group]:
            callback(StreamMessage(kind))

    # --- inside ---------------------------------------------------------------

    async def _open(self) -> None:
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._reader = asyncio.create_task(self._read(ready))
        try:
            await asyncio.wait_for(ready, PATIENCE)
        except BaseException:
            self._close()
            raise

    def _close(self) -> None:
        if self._reader is not None:
            self._reader.cancel()
            self._reader = None

    async def _read(self, ready: asyncio.Future[None]) -> None:
        try:
            await self._hand_on(ready)
        except (RedisError, OSError, asyncio.IncompleteReadError) as error:
            logger.warning("messages of other processes do not arrive: %s", error)
            if not ready.done():
                ready.set_exception(error)
        finally:
            if self._reader is asyncio.current_task():
                self._reader = None
                self.call_all(LOST)

    async def _hand_on(self, ready: asyncio.Future[None]) -> None:
        client = async_redis_client(
            settings.REDIS_URL,
            socket_timeout=None,
            socket_connect_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 0),  # connecting again by itself would miss messages
        )
        async with contextlib.AsyncExitStack() as stack:
            stack.push_async_callback(client.aclose)
            pubsub = client.pubsub()
            stack.push_async_callback(pubsub.aclose)
            await pubsub.psubscribe(*PATTERNS)
            await pubsub.subscribe(LOBBY, CREDENTIALS)
            confirmed, pinged = 0, False
            while True:
                message = await pubsub.get_message(timeout=SILENCE)
                if message is None and pinged:
                    raise ConnectionError("Redis is silent")
                pinged = message is None
                if message is None:
                    await pubsub.ping()
                elif message["type"] in ("psubscribe", "subscribe"):
                    confirmed += 1
                    if confirmed == len(PATTERNS) + 2 and not ready.done():
                        ready.set_result(None)
                elif message["type"] in ("pmessage", "message"):
                    self._dispatch(message)

    def _dispatch(self, message: dict[str, Any]) -> None:
        parsed = parse_message(message["data"])
        channel = message["channel"].decode("utf-8", "replace")
        for callback in list(self._callbacks.get(channel, ())):
            callback(parsed)


@contextlib.asynccontextmanager
async def listening(
    subscriptions: Subscriptions, channel: str, callback: Callback
) -> AsyncIterator[None]:
    """Subscribed to `channel` while this lasts. Raises ``BrokerUnavailable``."""
    try:
        await subscriptions.subscribe(channel, callback)
        yield
    finally:
        subscriptions.unsubscribe(channel, callback)


def parse_message(body: bytes) -> StreamMessage:
    """The message that was published; ``other`` for one that cannot be read: something changed."""
    try:
        fields = json.loads(body)
        kind, plies = str(fields["kind"]).lstrip("!"), fields.get("plies")
    except (ValueError, TypeError, KeyError, AttributeError):
        return StreamMessage("other")
    return StreamMessage(kind, plies if kind == ENTRY and type(plies) is int else None)

"""The streams of this process by table. What changed at a table is read once for all of them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator
from typing import Final

from django.db import Error as DatabaseError

from games.accounts import Credential, ended
from tables.play.publishing import table_channel
from tables.stream.snapshots import (
    Snapshot,
    TableProgress,
    read_in_thread,
    read_progress,
    snapshot_of,
    snapshot_progress,
)
from tables.stream.subscriptions import ENDING, ENTRY, LOST, StreamMessage, Subscriptions
from tables.stream.wire import EndReason
from web.process_figures import add_count

WAITING: Final = 64
"""Items that a stream may leave unread; one that leaves more is ended."""
LOOK_SECONDS: Final = 4.0
"""Seconds between two looks whether a message got lost."""
CHAT: Final = "talk"
LEFT: Final = "!left"
"""To a stream of the lobby: its viewer is no longer logged in."""
ENDS: Final = {LOST: EndReason.REDIS, ENDING: EndReason.STOP, LEFT: EndReason.GONE}

CHANGED: Final = StreamMessage("changed")
"""Anything may have changed."""

Delivery = Snapshot | EndReason | StreamMessage
"""A snapshot, the reason why the stream ends, or a message to a client that reads for itself."""

logger = logging.getLogger(__name__)


class Subscriber:
    """A stream of a channel. `known`: the last entry that it has; ``None`` for a stream whose
    client gets messages only, and reads for itself. `given`: the credential of its viewer."""

    def __init__(self, last_ply: int | None, credential: Credential | None = None) -> None:
        self.last_ply = last_ply
        self.credential = credential
        self.deliveries: asyncio.Queue[Delivery] = asyncio.Queue(WAITING)

    def put(self, delivery: Delivery) -> None:
        """Never waits. A stream whose queue is full ends."""
        if isinstance(delivery, Snapshot):
            self.last_ply = delivery.plies
        try:
            self.deliveries.put_nowait(delivery)
        except asyncio.QueueFull:
            self.end(EndReason.SLOW)

    def end(self, reason: EndReason) -> None:
        """The next item is `reason`, the last one. What has not been read is dropped."""
        while not self.deliveries.empty():
            self.deliveries.get_nowait()
        self.deliveries.put_nowait(reason)

    def leave(self) -> None:
        """Its viewer may not look any longer."""
        self.end(EndReason.GONE)


class TableChannel:
    """A table, and its subscribers in this process."""

    def __init__(self, table_id: str) -> None:
        self.table_id = table_id
        self.subscribers: set[Subscriber] = set()
        self.progress: TableProgress | None = None
        self._waiting: set[Subscriber] = set()
        self._reading: asyncio.Task[None] | None = None

    def on_message(self, message: StreamMessage) -> None:
        """See ``subscriptions.Callback``."""
        if message.kind in ENDS:
            self.send(ENDS[message.kind])
        elif message.kind == CHAT:
            self.send(message)
        else:
            self.change(message)

    def change(self, message: StreamMessage) -> None:
        """Something changed: clients that read for themselves get the message, the table is read
        for the others."""
        for subscriber in self.subscribers:
            if subscriber.last_ply is None:
                subscriber.put(message)
        self.read_for(self.subscribers)

    def send(self, delivery: Delivery) -> None:
        """To all subscribers."""
        for subscriber in self.subscribers:
            subscriber.put(delivery)

    def read_for(self, subscribers: set[Subscriber]) -> None:
        """Read what is new for those of `subscribers` that want snapshots. All that ask while the
        table is being read share the next reading."""
        self._waiting |= {
            subscriber for subscriber in subscribers if subscriber.last_ply is not None
        }
        if self._waiting and self._reading is None:
            self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            while waiting := self._waiting & self.subscribers:
                began, self._waiting = time.monotonic(), set()
                after = min(subscriber.last_ply or 0 for subscriber in waiting)
                snapshot = await read_in_thread(snapshot_of, self.table_id, after)
                if snapshot is None:
                    self.send(EndReason.GONE)
                    return
                self.progress = snapshot_progress(snapshot)
                await self._hand_out(snapshot, waiting)
                add_count("stream-lag:seconds", time.monotonic() - began)
                add_count("stream-lag:number")
        except Exception:  # whatever it is: no stream waits for a snapshot that does not come
            logger.exception("table %s cannot be read for its streams", self.table_id)
            self.send(EndReason.POLL)
        finally:
            self._reading = None

    async def _hand_out(self, snapshot: Snapshot, subscribers: set[Subscriber]) -> None:
        """Give `snapshot` to `subscribers`. A private one is not given to subscribers whose
        credential has ended."""
        credentials = {
            subscriber.credential for subscriber in subscribers if subscriber.credential is not None
        }
        gone = (
            await read_in_thread(ended, credentials) if credentials and snapshot.is_private else ()
        )
        for subscriber in subscribers:
            if subscriber.credential in gone:
                subscriber.leave()
            else:
                subscriber.put(snapshot)


class TableChannels:
    """All channels of one event loop."""

    def __init__(self, subscriptions: Subscriptions) -> None:
        self.subscriptions = subscriptions
        self.by_table: dict[str, TableChannel] = {}
        self._watch: asyncio.Task[None] | None = None

    @contextlib.asynccontextmanager
    async def subscribed(
        self,
        table_id: str,
        last_ply: int | None,
        credential: Credential | None = None,
        progress: TableProgress | None = None,
    ) -> AsyncIterator[Subscriber]:
        """A subscriber that gets what is new after entry `last_ply`, and then all that happens at
        the table while this lasts. With ``None`` it gets messages only, the first at once.
        `credential`: of its viewer. `progress`: how far the table was when the request read it.

        Raises ``BrokerUnavailable``.
        """
        channel = self.by_table.setdefault(table_id, TableChannel(table_id))
        channel.progress = channel.progress or progress
        subscriber = Subscriber(last_ply, credential)
        channel.subscribers.add(subscriber)
        try:
            await self.subscriptions.subscribe(table_channel(table_id), channel.on_message)
            if last_ply is None:
                subscriber.put(CHANGED)
            else:
                channel.read_for({subscriber})
            if self._watch is None:
                self._watch = asyncio.create_task(self._watch_progress())
            yield subscriber
        finally:
            channel.subscribers.discard(subscriber)
            if not channel.subscribers:
                self._remove(channel)

    def _remove(self, channel: TableChannel) -> None:
        if self.by_table.get(channel.table_id) is channel:
            del self.by_table[channel.table_id]
        self.subscriptions.unsubscribe(table_channel(channel.table_id), channel.on_message)
        if not self.by_table and self._watch is not None:
            self._watch.cancel()
            self._watch = None

    async def _watch_progress(self) -> None:
        """One query for all tables, now and then: a message may get lost."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            with contextlib.suppress(DatabaseError):
                current = await read_in_thread(read_progress, list(self.by_table))
                for table_id, progress in current.items():
                    channel = self.by_table.get(table_id)
                    if (
                        channel is not None
                        and channel.progress is not None
                        and channel.progress != progress
                    ):
                        played_on = channel.progress[1:] == progress[1:]
                        channel.progress = progress
                        channel.change(StreamMessage(ENTRY, progress[0]) if played_on else CHANGED)

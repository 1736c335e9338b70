"""The streams of this process by table. What changed at a table is read once for all of them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from typing import Final

from django.db import Error as DatabaseError

from games.accounts.credentials import Credential, ended
from tables.services.publishing import channel_of
from tables.stream.snapshots import Seen, Snapshot, in_thread, seen_in, seen_now, snapshot_of
from tables.stream.subscriptions import ENDING, ENTRY, LOST, Message, Subscriptions
from tables.stream.wire import Why

WAITING: Final = 64
"""Items that a stream may leave unread; one that leaves more is ended."""
LOOK_AGAIN: Final = 4.0
"""Seconds between two looks whether a message got lost."""
CHAT: Final = "talk"
LEFT: Final = "!left"
"""To a stream of the lobby: its viewer is no longer logged in."""
ENDS: Final = {LOST: Why.REDIS, ENDING: Why.STOP, LEFT: Why.GONE}

CHANGED: Final = Message("changed")
"""Anything may have changed."""

Item = Snapshot | Why | Message
"""A snapshot, the reason why the stream ends, or a message to a client that reads for itself."""

logger = logging.getLogger(__name__)


class Subscriber:
    """A stream of a channel. `known`: the last entry that it has; ``None`` for a stream whose
    client gets messages only, and reads for itself. `given`: the credential of its viewer."""

    def __init__(self, known: int | None, given: Credential | None = None) -> None:
        self.known = known
        self.given = given
        self.items: asyncio.Queue[Item] = asyncio.Queue(WAITING)

    def put(self, item: Item) -> None:
        """Never waits. A stream whose queue is full ends."""
        if isinstance(item, Snapshot):
            self.known = item.plies
        try:
            self.items.put_nowait(item)
        except asyncio.QueueFull:
            self.end(Why.SLOW)

    def end(self, why: Why) -> None:
        """The next item is `why`, the last one. What has not been read is dropped."""
        while not self.items.empty():
            self.items.get_nowait()
        self.items.put_nowait(why)

    def leave(self) -> None:
        """Its viewer may not look any longer."""
        self.end(Why.GONE)


class Channel:
    """A table, and its subscribers in this process."""

    def __init__(self, table_id: str) -> None:
        self.table_id = table_id
        self.subscribers: set[Subscriber] = set()
        self.seen: Seen | None = None
        self._waiting: set[Subscriber] = set()
        self._reading: asyncio.Task[None] | None = None

    def on_message(self, message: Message) -> None:
        """See ``subscriptions.Callback``."""
        if message.kind in ENDS:
            self.send(ENDS[message.kind])
        elif message.kind == CHAT:
            self.send(message)
        else:
            self.change(message)

    def change(self, message: Message) -> None:
        """Something changed: some clients get the message, the table is read for the others."""
        for subscriber in self.subscribers:
            if subscriber.known is None:
                subscriber.put(message)
        self.read_for(self.subscribers)

    def send(self, item: Item) -> None:
        """To all subscribers."""
        for subscriber in self.subscribers:
            subscriber.put(item)

    def read_for(self, subscribers: set[Subscriber]) -> None:
        """Read what is new for those of `subscribers` that want snapshots. All that ask while the
        table is being read share the next reading."""
        self._waiting |= {subscriber for subscriber in subscribers if subscriber.known is not None}
        if self._waiting and self._reading is None:
            self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            while waiting := self._waiting & self.subscribers:
                self._waiting = set()
                after = min(subscriber.known or 0 for subscriber in waiting)
                snapshot = await in_thread(snapshot_of, self.table_id, after)
                if snapshot is None:
                    self.send(Why.GONE)
                    return
                self.seen = seen_in(snapshot)
                await self._hand_out(snapshot, waiting)
        except Exception:  # whatever it is: no stream waits for a snapshot that does not come
            logger.exception("table %s cannot be read for its streams", self.table_id)
            self.send(Why.POLL)
        finally:
            self._reading = None

    async def _hand_out(self, snapshot: Snapshot, subscribers: set[Subscriber]) -> None:
        """Give `snapshot` to `subscribers`. A private one is not given to subscribers whose
        credential has ended."""
        given = {subscriber.given for subscriber in subscribers if subscriber.given is not None}
        gone = await in_thread(ended, given) if given and snapshot.is_private else ()
        for subscriber in subscribers:
            if subscriber.given in gone:
                subscriber.leave()
            else:
                subscriber.put(snapshot)


class Channels:
    """All channels of one event loop."""

    def __init__(self, subscriptions: Subscriptions) -> None:
        self.subscriptions = subscriptions
        self.by_table: dict[str, Channel] = {}
        self._watch: asyncio.Task[None] | None = None

    @contextlib.asynccontextmanager
    async def subscribed(
        self,
        table_id: str,
        known: int | None,
        given: Credential | None = None,
        seen: Seen | None = None,
    ) -> AsyncIterator[Subscriber]:
        """A subscriber that gets what is new after entry `known`, and then all that happens at the
        table while this lasts. With ``None`` it gets messages only, the first at once. `given`: the
        credential of its viewer. `seen`: how far the table was when the request read it.

        Raises ``BrokerUnavailable``.
        """
        channel = self.by_table.setdefault(table_id, Channel(table_id))
        channel.seen = channel.seen or seen
        subscriber = Subscriber(known, given)
        channel.subscribers.add(subscriber)
        try:
            await self.subscriptions.subscribe(channel_of(table_id), channel.on_message)
            if known is None:
                subscriber.put(CHANGED)
            else:
                channel.read_for({subscriber})
            if self._watch is None:
                self._watch = asyncio.create_task(self._look_again())
            yield subscriber
        finally:
            channel.subscribers.discard(subscriber)
            if not channel.subscribers:
                self._remove(channel)

    def _remove(self, channel: Channel) -> None:
        if self.by_table.get(channel.table_id) is channel:
            del self.by_table[channel.table_id]
        self.subscriptions.unsubscribe(channel_of(channel.table_id), channel.on_message)
        if not self.by_table and self._watch is not None:
            self._watch.cancel()
            self._watch = None

    async def _look_again(self) -> None:
        """One query for all tables, now and then: a message may get lost."""
        while True:
            await asyncio.sleep(LOOK_AGAIN)
            with contextlib.suppress(DatabaseError):
                found = await in_thread(seen_now, list(self.by_table))
                for table_id, seen in found.items():
                    channel = self.by_table.get(table_id)
                    if channel is not None and channel.seen is not None and channel.seen != seen:
                        played_on = channel.seen[1:] == seen[1:]
                        channel.seen = seen
                        channel.change(Message(ENTRY, seen[0]) if played_on else CHANGED)

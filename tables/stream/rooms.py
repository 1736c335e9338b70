"""The streams of this process by table. What changed at a table is read once for all of them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from typing import Final

from django.db import Error as DatabaseError

from games.services.passes import Pass, ended
from tables.services.telling import channel_of
from tables.stream.news import News, Seen, in_thread, news_of, seen_in, seen_now
from tables.stream.notices import ENDING, ENTRY, LOST, Message, Notices
from tables.stream.wire import Why

WAITING: Final = 64
"""Items that a stream may leave unread; one that leaves more is ended."""
LOOK_AGAIN: Final = 4.0
"""Seconds between two looks whether a notice got lost."""
TALK: Final = "talk"
LEFT: Final = "!left"
"""To a stream of the lobby: its viewer is no longer logged in."""
ENDS: Final = {LOST: Why.REDIS, ENDING: Why.STOP, LEFT: Why.GONE}

CHANGED: Final = Message("changed")
"""Anything may have changed."""

Item = News | Why | Message
"""News, the reason why it ends, or a message for those who read for themselves."""

logger = logging.getLogger(__name__)


class Listener:
    """One stream's end of a room. `known`: the last entry that it knows or has been given,
    ``None`` for one that is told to look and reads for itself; `given`: what its viewer came in
    by."""

    def __init__(self, known: int | None, given: Pass | None = None) -> None:
        self.known = known
        self.given = given
        self.items: asyncio.Queue[Item] = asyncio.Queue(WAITING)

    def put(self, item: Item) -> None:
        """Never waits. Who does not read is told that this was the end."""
        if isinstance(item, News):
            self.known = item.plies
        try:
            self.items.put_nowait(item)
        except asyncio.QueueFull:
            self.end(Why.SLOW)

    def end(self, why: Why) -> None:
        """What has not been read never is: this was the end."""
        while not self.items.empty():
            self.items.get_nowait()
        self.items.put_nowait(why)

    def leave(self) -> None:
        """Its viewer may not look any longer."""
        self.end(Why.GONE)


class Room:
    """A table and who listens to it here."""

    def __init__(self, table_id: str) -> None:
        self.table_id = table_id
        self.listeners: set[Listener] = set()
        self.seen: Seen | None = None
        self._waiting: set[Listener] = set()
        self._reading: asyncio.Task[None] | None = None

    def hear(self, message: Message) -> None:
        """See ``notices.Hear``."""
        if message.kind in ENDS:
            self.tell(ENDS[message.kind])
        elif message.kind == TALK:
            self.tell(message)
        else:
            self.change(message)

    def change(self, message: Message) -> None:
        """Something changed: those who read for themselves are told to, the others are read for."""
        for listener in self.listeners:
            if listener.known is None:
                listener.put(message)
        self.read_for(self.listeners)

    def tell(self, item: Item) -> None:
        for listener in self.listeners:
            listener.put(item)

    def read_for(self, listeners: set[Listener]) -> None:
        """Read what is new for those of `listeners` who do not read for themselves. Those who ask
        while one reading goes on share the next."""
        self._waiting |= {listener for listener in listeners if listener.known is not None}
        if self._waiting and self._reading is None:
            self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            while waiting := self._waiting & self.listeners:
                self._waiting = set()
                after = min(listener.known or 0 for listener in waiting)
                news = await in_thread(news_of, self.table_id, after)
                if news is None:
                    self.tell(Why.GONE)
                    return
                self.seen = seen_in(news)
                await self._hand_out(news, waiting)
        except Exception:  # whatever it is: nobody waits for news that do not come
            logger.exception("table %s cannot be read for its streams", self.table_id)
            self.tell(Why.POLL)
        finally:
            self._reading = None

    async def _hand_out(self, news: News, listeners: set[Listener]) -> None:
        """Give `news` to `listeners`. What is not for everybody is given to nobody whose pass has
        ended since it was looked at last."""
        given = {listener.given for listener in listeners if listener.given is not None}
        gone = await in_thread(ended, given) if given and news.is_private else ()
        for listener in listeners:
            if listener.given in gone:
                listener.leave()
            else:
                listener.put(news)


class Rooms:
    """All rooms of one event loop, and the notices that they live on."""

    def __init__(self, notices: Notices) -> None:
        self.notices = notices
        self.rooms: dict[str, Room] = {}
        self._watch: asyncio.Task[None] | None = None

    @contextlib.asynccontextmanager
    async def listening(
        self,
        table_id: str,
        known: int | None,
        given: Pass | None = None,
        seen: Seen | None = None,
    ) -> AsyncIterator[Listener]:
        """A listener that is given what is new after entry `known`, and then all that happens at
        the table while this lasts; with ``None``, that it is to look, at once and whenever
        something changes. `given`: what its viewer came in by; `seen`: how far the table was when
        the request read it.

        Raises ``NoNotices``.
        """
        room = self.rooms.setdefault(table_id, Room(table_id))
        room.seen = room.seen or seen
        listener = Listener(known, given)
        room.listeners.add(listener)
        try:
            await self.notices.attach(channel_of(table_id), room.hear)
            if known is None:
                listener.put(CHANGED)
            else:
                room.read_for({listener})
            if self._watch is None:
                self._watch = asyncio.create_task(self._look_again())
            yield listener
        finally:
            room.listeners.discard(listener)
            if not room.listeners:
                self._remove(room)

    def _remove(self, room: Room) -> None:
        if self.rooms.get(room.table_id) is room:
            del self.rooms[room.table_id]
        self.notices.detach(channel_of(room.table_id), room.hear)
        if not self.rooms and self._watch is not None:
            self._watch.cancel()
            self._watch = None

    async def _look_again(self) -> None:
        """One query for all tables, now and then: a notice may get lost."""
        while True:
            await asyncio.sleep(LOOK_AGAIN)
            with contextlib.suppress(DatabaseError):
                found = await in_thread(seen_now, list(self.rooms))
                for table_id, seen in found.items():
                    room = self.rooms.get(table_id)
                    if room is not None and room.seen is not None and room.seen != seen:
                        played_on = room.seen[1:] == seen[1:]
                        room.seen = seen
                        room.change(Message(ENTRY, seen[0]) if played_on else CHANGED)

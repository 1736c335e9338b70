"""The streams themselves: what a viewer of a table, or of the lobby, is told."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from typing import Final

from django.db import Error as DatabaseError

from games.errors import NotAllowed
from games.services.passes import Pass
from tables.services.reading import entry_for
from tables.services.telling import LOBBY
from tables.stream.house import NOBODY, Full, Who, here
from tables.stream.news import News, Seats, Seen, in_thread, news_of
from tables.stream.notices import ENTRY, Message, NoNotices
from tables.stream.rooms import CHANGED, ENDS, LEFT, TALK, Item, Listener
from tables.stream.wire import BEGIN, HEARTBEAT, Why, bye, event

HEARTBEAT_SECONDS: Final = 15.0
LIFETIME: Final = 3600.0
"""Seconds after which a stream ends without a word: the browser opens it again, and whoever may
not look any longer finds out."""
LOBBY_PAUSE: Final = 1.0
"""Seconds between two hints that the lobby has changed."""

logger = logging.getLogger(__name__)


@dataclass
class Told:
    """Who is told by one stream, and what has been: the entries up to `after`.

    `look` gives the viewer (a seat, None for a spectator), and raises ``NotAllowed``; it is called
    in a thread, whenever the seats are not those as of which `viewer` is known. `given`: what the
    viewer came in by; the stream ends with it. `seen`: how far the table was when it was asked
    for. `only_look`: the stream says when to look and nothing else, so `after` means nothing.
    """

    look: Callable[[], int | None]
    after: int
    viewer: int | None = None
    seats: Seats | None = None
    given: Pass | None = None
    seen: Seen | None = None
    only_look: bool = False
    has_begun: bool = False

    def of(self, news: News) -> Iterator[bytes]:
        """The events of `news` that have not been told."""
        if not self.has_begun:  # nobody can know entries that are not there
            self.after, self.has_begun = min(self.after, news.plies), True
        for entry in news.entries:
            if entry.ply > self.after:
                yield event("entry", entry_for(entry, self.viewer, is_open=news.is_open), entry.ply)
        self.after = max(self.after, news.plies)
        yield event("state", news.state)

    def lacks(self, news: News) -> bool:
        """Whether entries are missing between what was told and `news`."""
        return news.plies > self.after and (
            not news.entries or news.entries[0].ply > self.after + 1
        )


async def table_events(table_id: str, told: Told, who: Who = NOBODY) -> AsyncIterator[bytes]:
    """The stream of a table for `who`: what has not been told, then all that happens."""
    yield BEGIN
    try:
        house = here()
        with house.space_for_one(who):
            known = None if told.only_look else told.after
            async with (
                house.rooms.listening(table_id, known, told.given, told.seen) as listener,
                house.gate.watching(told.given, listener.leave),
            ):
                async for part in _told(table_id, told, listener):
                    yield part
    except NoNotices:
        async for part in _once(table_id, told, Why.REDIS):
            yield part
    except Full:
        async for part in _once(table_id, told, Why.FULL):
            yield part
    except NotAllowed:
        yield bye(Why.GONE)
    except DatabaseError as error:
        logger.warning("the stream of table %s ends: %s", table_id, error)
        yield bye(Why.POLL)


async def lobby_events(given: Pass | None = None, who: Who = NOBODY) -> AsyncIterator[bytes]:
    """The stream of the lobby: a hint whenever something has changed, one a second at most. It
    ends with `given`, what its viewer came in by."""
    yield BEGIN
    heard: asyncio.Queue[Message] = asyncio.Queue()
    house = here()
    try:
        with house.space_for_one(who):
            try:
                await house.notices.attach(LOBBY, heard.put_nowait)
                async with house.gate.watching(given, lambda: heard.put_nowait(Message(LEFT))):
                    async for part in _hints(heard):
                        yield part
            finally:
                house.notices.detach(LOBBY, heard.put_nowait)
    except NoNotices:
        yield bye(Why.REDIS)
    except Full:
        yield bye(Why.FULL)


def table_events_once(table_id: str, told: Told) -> Iterator[bytes]:
    """What a server that cannot keep a stream open says: how it stands, and to ask again."""
    yield BEGIN
    if told.only_look:
        yield look(CHANGED)
    elif news := news_of(table_id, told.after):
        if told.seats != news.seats:
            told.viewer = told.look()
        yield from told.of(news)
    yield bye(Why.POLL)


def lobby_events_once() -> Iterator[bytes]:
    """The same of the lobby."""
    yield BEGIN + bye(Why.POLL)


# --- inside -------------------------------------------------------------------


async def _told(table_id: str, told: Told, listener: Listener) -> AsyncIterator[bytes]:
    """Everything, until it ends; the last may be why."""
    ends = time.monotonic() + LIFETIME
    while time.monotonic() < ends:
        try:
            item: Item | None = await asyncio.wait_for(listener.items.get(), HEARTBEAT_SECONDS)
        except TimeoutError:
            item = None
        match item:
            case Why():
                yield bye(item)
                return
            case News():
                if told.lacks(item):
                    item = await in_thread(news_of, table_id, told.after) or item
                    told.seats = None  # what is read late is for who may look now
                yield await _events(told, item)
            case Message(kind=kind) if kind == TALK:
                yield event(TALK, {})
            case Message():
                if item.kind != ENTRY:  # so may who looks, and as whom
                    await in_thread(told.look)
                yield look(item)
            case None:
                yield HEARTBEAT


def look(message: Message) -> bytes:
    """The event that says that the table is to be read again; `plies` if that is for entries."""
    return event("look", {} if message.plies is None else {"plies": message.plies})


async def _events(told: Told, news: News) -> bytes:
    """The events of `news`, for whoever has the viewer's seat as of it."""
    if told.seats != news.seats:
        told.viewer, told.seats = await in_thread(told.look), news.seats
    return b"".join(told.of(news))


async def _hints(heard: asyncio.Queue[Message]) -> AsyncIterator[bytes]:
    ends = time.monotonic() + LIFETIME
    while time.monotonic() < ends:
        try:
            kinds = {(await asyncio.wait_for(heard.get(), HEARTBEAT_SECONDS)).kind}
        except TimeoutError:
            yield HEARTBEAT
            continue
        while not heard.empty():
            kinds.add(heard.get_nowait().kind)
        for kind in kinds & ENDS.keys():
            yield bye(ENDS[kind])
            return
        yield event("lobby", {})
        await asyncio.sleep(LOBBY_PAUSE)


async def _once(table_id: str, told: Told, why: Why) -> AsyncIterator[bytes]:
    """How it stands, and the end."""
    try:
        if told.only_look:
            yield look(CHANGED)
        elif news := await in_thread(news_of, table_id, told.after):
            yield await _events(told, news)
        yield bye(why)
    except (NotAllowed, DatabaseError):
        yield bye(why)

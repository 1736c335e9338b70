"""The streams themselves: what a viewer of a table, or of the lobby, is told."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.db import Error as DatabaseError

from games.errors import NotAllowed
from tables.models import TableEntry
from tables.stream.house import Full, here
from tables.stream.news import News, in_thread, news_of
from tables.stream.notices import LOBBY, NoNotices
from tables.stream.rooms import ENDS, TALK, Item, Listener
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
    """What one stream has told, and who is told. `look` gives the viewer (a seat, None for a
    spectator), and raises ``NotAllowed``."""

    look: Callable[[], int | None]
    viewer: int | None
    after: int
    seats: dict[int, tuple[int | None, bool]] | None = None

    def of(self, news: News) -> Iterator[bytes]:
        """The events of `news` that have not been told."""
        for entry in news.entries:
            if entry.ply > self.after:
                yield event("entry", entry_as(entry, self.viewer, is_open=news.is_open), entry.ply)
        self.after = max(self.after, news.plies)
        yield event("state", news.state)

    def lacks(self, news: News) -> bool:
        """Whether entries are missing between what was told and `news`."""
        return news.plies > self.after and (
            not news.entries or news.entries[0].ply > self.after + 1
        )


def entry_as(entry: TableEntry, viewer: int | None, *, is_open: bool) -> dict[str, Any]:
    """An entry as `viewer` may read it."""
    return {
        "ply": entry.ply,
        "seat": entry.seat,
        "text": entry.text if is_open else entry.seen_by(viewer),
        "at": entry.at.isoformat(),
        "by": entry.by.username if entry.by else None,
    }


async def table_events(
    table_id: str, look: Callable[[], int | None], after: int
) -> AsyncIterator[bytes]:
    """The stream of a table: entries after `after`, then all that happens.

    `look` as in ``Told``; it is called in a thread, whenever somebody sits down or stands up.
    """
    yield BEGIN
    try:
        house = here()
        with house.space_for_one():
            async with house.rooms.listening(table_id, after) as listener:
                async for part in _told(table_id, Told(look, None, after), listener):
                    yield part
    except NoNotices:
        async for part in _once(table_id, look, after, Why.REDIS):
            yield part
    except Full:
        async for part in _once(table_id, look, after, Why.FULL):
            yield part
    except NotAllowed:
        yield bye(Why.GONE)
    except DatabaseError as error:
        logger.warning("the stream of table %s ends: %s", table_id, error)
        yield bye(Why.POLL)


async def lobby_events() -> AsyncIterator[bytes]:
    """The stream of the lobby: a hint whenever something has changed, one a second at most."""
    yield BEGIN
    heard: asyncio.Queue[str] = asyncio.Queue()
    house = here()
    try:
        with house.space_for_one():
            try:
                await house.notices.attach(LOBBY, heard.put_nowait)
                async for part in _hints(heard):
                    yield part
            finally:
                house.notices.detach(LOBBY, heard.put_nowait)
    except NoNotices:
        yield bye(Why.REDIS)
    except Full:
        yield bye(Why.FULL)


def table_events_once(table_id: str, look: Callable[[], int | None], after: int) -> Iterator[bytes]:
    """What a server that cannot keep a stream open says: how it stands, and to ask again."""
    yield BEGIN
    news = news_of(table_id, after)
    if news is not None:
        yield from Told(look, look(), after).of(news)
    yield bye(Why.POLL)


def lobby_events_once() -> Iterator[bytes]:
    """The same of the lobby."""
    yield BEGIN + bye(Why.POLL)


# --- inside -------------------------------------------------------------------


async def _told(table_id: str, told: Told, listener: Listener) -> AsyncIterator[bytes]:
    """Everything, until it ends; the last may be why."""
    item: Item | None = await in_thread(news_of, table_id, told.after)
    if item is None:
        yield bye(Why.GONE)
        return
    if isinstance(item, News):  # nobody can know entries that are not there
        told.after = listener.known = min(told.after, item.plies)
    ends = time.monotonic() + LIFETIME
    while time.monotonic() < ends:
        match item:
            case Why():
                yield bye(item)
                return
            case News():
                if told.lacks(item):
                    item = await in_thread(news_of, table_id, told.after) or item
                if told.seats != item.seats:
                    told.viewer, told.seats = await in_thread(told.look), item.seats
                yield b"".join(told.of(item))
                listener.known = max(listener.known, told.after)
            case str():
                yield event(TALK, {})
            case None:
                yield HEARTBEAT
        try:
            item = await asyncio.wait_for(listener.items.get(), HEARTBEAT_SECONDS)
        except TimeoutError:
            item = None


async def _hints(heard: asyncio.Queue[str]) -> AsyncIterator[bytes]:
    ends = time.monotonic() + LIFETIME
    while time.monotonic() < ends:
        try:
            kinds = {await asyncio.wait_for(heard.get(), HEARTBEAT_SECONDS)}
        except TimeoutError:
            yield HEARTBEAT
            continue
        while not heard.empty():
            kinds.add(heard.get_nowait())
        for kind in kinds & ENDS.keys():
            yield bye(ENDS[kind])
            return
        yield event("lobby", {})
        await asyncio.sleep(LOBBY_PAUSE)


async def _once(
    table_id: str, look: Callable[[], int | None], after: int, why: Why
) -> AsyncIterator[bytes]:
    """How it stands, and the end."""
    try:
        news = await in_thread(news_of, table_id, after)
        if news is not None:
            yield b"".join(Told(look, await in_thread(look), after).of(news))
        yield bye(why)
    except (NotAllowed, DatabaseError):
        yield bye(why)

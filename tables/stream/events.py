"""The events of a stream: of a table, as its viewer may see it, or of the lobby."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.db import Error as DatabaseError

from games.accounts import Credential
from tables.notifications.turns import TURNS, turns_channel
from tables.play.publishing import LOBBY
from tables.play.reading import entry_for
from tables.stream.channels import CHANGED, CHAT, ENDS, LEFT, Delivery, Subscriber
from tables.stream.hub import ANONYMOUS, Hub, StreamOwner, TooManyStreams, current_hub
from tables.stream.snapshots import Seats, Snapshot, TableProgress, read_in_thread, snapshot_of
from tables.stream.subscriptions import ENTRY, BrokerUnavailable, StreamMessage, listening
from tables.stream.wire import BEGIN, HEARTBEAT, EndReason, bye_event, server_sent_event
from web.errors import NotAllowed

HEARTBEAT_SECONDS: Final = 15.0
LIFETIME: Final = 3600.0
"""Seconds after which a stream ends without a word. The browser opens it again, and the request is
checked as any other."""
LOBBY_PAUSE: Final = 1.0
"""Seconds between two hints that the lobby has changed."""

logger = logging.getLogger(__name__)


@dataclass
class Cursor:
    """How far a stream is, and for which viewer: entries up to `after` were sent.

    `look` gives the viewer (a seat, None for a spectator) and raises ``NotAllowed``. It is called
    in a thread, whenever the seats are not those of which `viewer` is known. `given`: the
    credential of the viewer; the stream ends with it. `seen`: how far the table was at the request.
    `only_look`: the stream says when to look and nothing else, so `after` means nothing.
    """

    look: Callable[[], int | None]
    after: int
    viewer: int | None = None
    seats: Seats | None = None
    credential: Credential | None = None
    progress: TableProgress | None = None
    only_look: bool = False
    has_begun: bool = False
    take_back_count: int = 0

    def rewind(self, snapshot: Snapshot) -> None:
        """Go back before what was taken back since the last snapshot."""
        firsts = [first for number, first in snapshot.take_backs if number > self.take_back_count]
        self.after = min([self.after, *(first - 1 for first in firsts)])
        self.take_back_count = len(snapshot.take_backs)

    def events_of(self, snapshot: Snapshot) -> Iterator[bytes]:
        """The events of `snapshot` that were not sent yet."""
        if not self.has_begun:  # a client cannot know entries that are not there
            self.after, self.has_begun = min(self.after, snapshot.plies), True
        for entry in snapshot.entries:
            if entry.ply > self.after:
                yield server_sent_event(
                    "entry", entry_for(entry, self.viewer, is_open=snapshot.is_open), entry.ply
                )
        self.after = max(self.after, snapshot.plies)
        yield snapshot.state_event

    def lacks(self, snapshot: Snapshot) -> bool:
        """True if entries are missing between what was sent and `snapshot`."""
        return snapshot.plies > self.after and (
            not snapshot.entries or snapshot.entries[0].ply > self.after + 1
        )


async def table_events(
    table_id: str, cursor: Cursor, owner: StreamOwner = ANONYMOUS
) -> AsyncIterator[bytes]:
    """The stream of a table for `owner`: what is new after `cursor`, then all that happens."""
    yield BEGIN
    try:
        hub = current_hub()
        with hub.count_stream(owner):
            last_ply = None if cursor.only_look else cursor.after
            async with (
                hub.channels.subscribed(
                    table_id, last_ply, cursor.credential, cursor.progress
                ) as subscriber,
                hub.gate.watching(cursor.credential, subscriber.leave),
                _turns(hub, cursor.credential if cursor.only_look else None, subscriber.put),
            ):
                async for part in _until_end(table_id, cursor, subscriber):
                    yield part
    except BrokerUnavailable:
        async for part in _once(table_id, cursor, EndReason.REDIS):
            yield part
    except TooManyStreams:
        async for part in _once(table_id, cursor, EndReason.FULL):
            yield part
    except NotAllowed:
        yield bye_event(EndReason.GONE)
    except DatabaseError as error:
        logger.warning("the stream of table %s ends: %s", table_id, error)
        yield bye_event(EndReason.POLL)


def lobby_events(
    credential: Credential | None = None, owner: StreamOwner = ANONYMOUS
) -> AsyncIterator[bytes]:
    """The stream of the lobby: a hint whenever something has changed, one a second at most; and
    one whenever the turns of its viewer may have. It ends with `credential`, their credential."""
    return _hinted([LOBBY], credential, owner)


def turns_events(credential: Credential, owner: StreamOwner) -> AsyncIterator[bytes]:
    """The stream of an account: a hint whenever its turns may have changed."""
    return _hinted([], credential, owner)


def table_events_once(table_id: str, cursor: Cursor) -> Iterator[bytes]:
    """Events of a server that cannot keep a stream open: the state, and to ask again."""
    yield BEGIN
    if cursor.only_look:
        yield look_event(CHANGED)
    elif snapshot := snapshot_of(table_id, cursor.after):
        if cursor.seats != snapshot.seats:
            cursor.viewer = cursor.look()
        yield from cursor.events_of(snapshot)
    yield bye_event(EndReason.POLL)


def hints_once() -> Iterator[bytes]:
    """The same of the lobby, and of the turns of an account."""
    yield BEGIN + bye_event(EndReason.POLL)


# --- inside -------------------------------------------------------------------


async def _until_end(table_id: str, cursor: Cursor, subscriber: Subscriber) -> AsyncIterator[bytes]:
    """Everything, until it ends; the last may be why."""
    ends = time.monotonic() + LIFETIME
    while time.monotonic() < ends:
        try:
            delivery: Delivery | None = await asyncio.wait_for(
                subscriber.deliveries.get(), HEARTBEAT_SECONDS
            )
        except TimeoutError:
            delivery = None
        match delivery:
            case EndReason():
                yield bye_event(delivery)
                return
            case Snapshot():
                cursor.rewind(delivery)
                if cursor.lacks(delivery):
                    delivery = await read_in_thread(snapshot_of, table_id, cursor.after) or delivery
                    cursor.seats = None  # a late read is for the viewers of now
                yield await _events(cursor, delivery)
            case StreamMessage(kind=kind) if kind in (CHAT, TURNS):
                yield server_sent_event(kind, {})
            case StreamMessage():
                if delivery.kind != ENTRY:  # so may the viewer, and their seat
                    await read_in_thread(cursor.look)
                yield look_event(delivery)
            case None:
                yield HEARTBEAT


def look_event(message: StreamMessage) -> bytes:
    """The event that says that the table is to be read again; `plies` if that is for entries."""
    return server_sent_event("look", {} if message.plies is None else {"plies": message.plies})


async def _events(cursor: Cursor, snapshot: Snapshot) -> bytes:
    """The events of `snapshot`, for the viewer of `cursor` in the seat that they have in it."""
    if cursor.seats != snapshot.seats:
        cursor.viewer, cursor.seats = await read_in_thread(cursor.look), snapshot.seats
    return b"".join(cursor.events_of(snapshot))


@contextlib.asynccontextmanager
async def _turns(
    hub: Hub, credential: Credential | None, hear: Callable[[StreamMessage], None]
) -> AsyncIterator[None]:
    """While this lasts, `hear` gets a message whenever the turns of the account of `credential` may
    have changed; without a credential never. Raises ``BrokerUnavailable``."""
    if credential is None:
        yield
        return

    def on_message(message: StreamMessage) -> None:
        if message.kind == TURNS:
            hear(message)

    async with listening(hub.subscriptions, turns_channel(credential.account), on_message):
        yield


async def _hinted(
    channels: list[str], credential: Credential | None, owner: StreamOwner
) -> AsyncIterator[bytes]:
    yield BEGIN
    messages: asyncio.Queue[StreamMessage] = asyncio.Queue()
    hear = messages.put_nowait
    hub = current_hub()
    try:
        with hub.count_stream(owner):
            async with contextlib.AsyncExitStack() as stack:
                for channel in channels:
                    await stack.enter_async_context(listening(hub.subscriptions, channel, hear))
                end = partial(hear, StreamMessage(LEFT))
                await stack.enter_async_context(hub.gate.watching(credential, end))
                await stack.enter_async_context(_turns(hub, credential, hear))
                # The client asked when the line stood; what was said since then is lost.
                if credential is not None:
                    hear(StreamMessage(TURNS))
                if channels:
                    hear(CHANGED)
                async for part in _hints(messages):
                    yield part
    except BrokerUnavailable:
        yield bye_event(EndReason.REDIS)
    except TooManyStreams:
        yield bye_event(EndReason.FULL)


async def _hints(messages: asyncio.Queue[StreamMessage]) -> AsyncIterator[bytes]:
    ends = time.monotonic() + LIFETIME
    while time.monotonic() < ends:
        try:
            kinds = {(await asyncio.wait_for(messages.get(), HEARTBEAT_SECONDS)).kind}
        except TimeoutError:
            yield HEARTBEAT
            continue
        while not messages.empty():
            kinds.add(messages.get_nowait().kind)
        for kind in kinds & ENDS.keys():
            yield bye_event(ENDS[kind])
            return
        if TURNS in kinds:
            yield server_sent_event(TURNS, {})
        if kinds - {TURNS}:
            yield server_sent_event("lobby", {})
        await asyncio.sleep(LOBBY_PAUSE)


async def _once(table_id: str, cursor: Cursor, reason: EndReason) -> AsyncIterator[bytes]:
    """How it stands, and the end."""
    try:
        if cursor.only_look:
            yield look_event(CHANGED)
        elif snapshot := await read_in_thread(snapshot_of, table_id, cursor.after):
            yield await _events(cursor, snapshot)
        yield bye_event(reason)
    except (NotAllowed, DatabaseError):
        yield bye_event(reason)

"""The hub: state that all streams of a process share, and their end with it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import threading
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from types import FrameType
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from django.db import Error as DatabaseError

from games.accounts import Credential, ended
from tables.people.presence import note_presence
from tables.presence import note_hosts
from tables.stream.channels import TableChannels
from tables.stream.snapshots import read_in_thread
from tables.stream.subscriptions import ENDING, StreamMessage, Subscriptions
from web.process_figures import add_count, raised_level
from web.publish import CREDENTIALS
from web.rate_limits import wider_networks

Handler = Callable[[int, FrameType | None], object] | int | None
"""Result of ``signal.getsignal``."""

MAX_STREAMS: Final = 2000
"""Open at once in one process. A client beyond that has to ask again and again instead."""
MAX_OF_ACCOUNT: Final = 32
MAX_OF_ADDRESS: Final = 64
"""The same, of an account, and of an address without one; more of the networks around an IPv6
address, as with other limits."""


class TooManyStreams(Exception):
    """There are ``MAX_STREAMS``, or as many as one may have."""


class StreamOwner(NamedTuple):
    """Whose stream it is: an account's, else an address's."""

    name: str = ""
    is_account: bool = False

    @property
    def limits(self) -> dict[StreamOwner, int]:
        """Limits of this owner and, for an IPv6 address, of the networks around it."""
        if self.is_account or not self.name:
            return {self: MAX_OF_ACCOUNT} if self.name else {}
        wider = {
            StreamOwner(network): MAX_OF_ADDRESS * factor
            for network, factor in wider_networks(self.name)
        }
        return {self: MAX_OF_ADDRESS, **wider}


ANONYMOUS: Final = StreamOwner()


class Hub:
    """State that all streams of one event loop share."""

    def __init__(self) -> None:
        self.subscriptions = Subscriptions()
        self.channels = TableChannels(self.subscriptions)
        self.gate = Gate(self.subscriptions)
        self.streams = 0
        self.by_owner: Counter[StreamOwner] = Counter()

    @contextlib.contextmanager
    def count_stream(self, owner: StreamOwner = ANONYMOUS) -> Iterator[None]:
        """Counts a stream of `owner` while it lasts. Raises ``TooManyStreams``."""
        limits = owner.limits
        full = any(self.by_owner[network] >= limit for network, limit in limits.items())
        if full or self.streams >= MAX_STREAMS:
            add_count("streams-refused")
            raise TooManyStreams
        self.streams += 1
        self.by_owner.update(limits.keys())
        try:
            with raised_level("streams"):
                yield
        finally:
            self.streams -= 1
            self.by_owner.subtract(limits.keys())
            for network in limits:
                if not self.by_owner[network]:
                    del self.by_owner[network]


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def current_hub() -> Hub:
    """The hub of the running event loop."""
    loop = asyncio.get_running_loop()
    hub = _hubs.get(loop)
    if hub is None:
        hub = _hubs[loop] = Hub()
        _end_with_process(loop, hub)
    return hub


def _end_with_process(loop: asyncio.AbstractEventLoop, hub: Hub) -> None:
    """SIGTERM and SIGINT: every stream says goodbye, then the server does what it does anyhow.

    A server waits for its connections to close, and a stream has no end of its own.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)

        def goodbye(number: int, frame: FrameType | None, before: Handler = before) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(hub.subscriptions.call_all, ENDING)
            if callable(before):
                before(number, frame)
            elif before == signal.SIG_DFL:
                signal.signal(number, before)
                signal.raise_signal(number)

        signal.signal(number, goodbye)


LOOK_EVERY: Final = 3.0
"""Seconds between two looks without a message. A stream ends within five."""
PAUSE: Final = 0.25
"""Seconds between two looks at least, however many messages there are."""
NOTE_EVERY: Final = 60.0
"""Seconds between two notes of which hosts have a page open."""

End = Callable[[], None]
"""Called when the credential of a stream has ended. It must not wait."""

logger = logging.getLogger(__name__)


class Gate:
    """The credentials of the open streams. Belongs to one event loop."""

    def __init__(self, subscriptions: Subscriptions) -> None:
        self.subscriptions = subscriptions
        self._open: defaultdict[Credential, set[End]] = defaultdict(set)
        self._wake = asyncio.Event()
        self._watch: asyncio.Task[None] | None = None
        self._noted_at = float("-inf")

    @contextlib.asynccontextmanager
    async def watching(self, credential: Credential | None, end: End) -> AsyncIterator[None]:
        """While this lasts, `end` is called when `credential` ends; None never ends.

        Raises ``BrokerUnavailable``.
        """
        if credential is None:
            yield
            return
        if credential not in self._open:
            self._noted_at = float("-inf")
        self._open[credential].add(end)
        try:
            await self.subscriptions.subscribe(CREDENTIALS, self._on_message)
            if self._watch is None:
                self._watch = asyncio.create_task(self._watch_credentials())
            yield
        finally:
            self._remove(credential, end)

    def _remove(self, credential: Credential, end: End) -> None:
        self._open[credential].discard(end)
        if not self._open[credential]:
            del self._open[credential]
        if self._open:
            return
        self.subscriptions.unsubscribe(CREDENTIALS, self._on_message)
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    def _on_message(self, message: StreamMessage) -> None:
        self._wake.set()

    async def _watch_credentials(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), LOOK_EVERY)
            self._wake.clear()
            try:
                await self._look()
            except DatabaseError as error:  # nothing can be read, so nothing is sent either
                logger.warning("the credentials of streams could not be checked: %s", error)
            await asyncio.sleep(PAUSE)

    async def _look(self) -> None:
        for credential in await read_in_thread(ended, list(self._open)):
            for end in list(self._open.get(credential, ())):
                end()
        if time.monotonic() - self._noted_at >= NOTE_EVERY:
            self._noted_at = time.monotonic()
            accounts = {credential.account for credential in self._open}
            await read_in_thread(note_hosts, accounts)
            await read_in_thread(note_presence, accounts)

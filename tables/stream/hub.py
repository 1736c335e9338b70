"""The hub: state that all streams of a process share, and their end with it."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from tables.stream.channels import TableChannels
from tables.stream.gate import Gate
from tables.stream.subscriptions import ENDING, Subscriptions

Handler = Callable[[int, FrameType | None], object] | int | None
"""Result of ``signal.getsignal``."""

MAX_STREAMS: Final = 2000
"""Open at once in one process. A client beyond that has to ask again and again instead."""
MAX_OF_ACCOUNT: Final = 32
MAX_OF_ADDRESS: Final = 64
"""The same, of an account, and of an address without one."""


class TooManyStreams(Exception):
    """There are ``MAX_STREAMS``, or as many as one may have."""


class StreamOwner(NamedTuple):
    """Whose stream it is: an account's, else an address's."""

    name: str = ""
    is_account: bool = False

    @property
    def limit(self) -> int:
        return MAX_OF_ACCOUNT if self.is_account else MAX_OF_ADDRESS


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
        if self.streams >= MAX_STREAMS or (owner.name and self.by_owner[owner] >= owner.limit):
            raise TooManyStreams
        self.streams += 1
        self.by_owner[owner] += 1
        try:
            yield
        finally:
            self.streams -= 1
            self.by_owner[owner] -= 1
            if not self.by_owner[owner]:
                del self.by_owner[owner]


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

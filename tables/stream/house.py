"""What all streams of a process share, and how they end with it."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType
from typing import Any, Final
from weakref import WeakKeyDictionary

from tables.stream.gate import Gate
from tables.stream.notices import ENDING, Notices
from tables.stream.rooms import Rooms

MOST_STREAMS: Final = 2000
"""Open at once in one process; who comes then has to ask again and again instead."""


class Full(Exception):
    """There are ``MOST_STREAMS``."""


class House:
    """Of one event loop."""

    def __init__(self) -> None:
        self.notices = Notices()
        self.rooms = Rooms(self.notices)
        self.gate = Gate(self.notices)
        self.streams = 0

    @contextlib.contextmanager
    def space_for_one(self) -> Iterator[None]:
        """Counts a stream while it lasts. Raises ``Full``."""
        if self.streams >= MOST_STREAMS:
            raise Full
        self.streams += 1
        try:
            yield
        finally:
            self.streams -= 1


_houses: WeakKeyDictionary[asyncio.AbstractEventLoop, House] = WeakKeyDictionary()


def here() -> House:
    """The house of the running event loop."""
    loop = asyncio.get_running_loop()
    house = _houses.get(loop)
    if house is None:
        house = _houses[loop] = House()
        _end_with_process(loop, house)
    return house


def _end_with_process(loop: asyncio.AbstractEventLoop, house: House) -> None:
    """SIGTERM and SIGINT: every stream says goodbye, then the server does what it does anyhow.

    A server waits for its connections to close, and a stream has no end of its own.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)

        def goodbye(number: int, frame: FrameType | None, before: Any = before) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(house.notices.tell_all, ENDING)
            if callable(before):
                before(number, frame)
            elif before == signal.SIG_DFL:
                signal.signal(number, before)
                signal.raise_signal(number)

        signal.signal(number, goodbye)

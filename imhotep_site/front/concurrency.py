"""Concurrency of requests: a few at once in the threads of a process; the others wait, in turn by
address.

An address that sends a hundred requests waits behind itself: it has few threads at once, and
waiting addresses take turns. Heavy requests (``web.priorities``) have threads of their own, so that
quick ones never wait behind them.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Mapping
from typing import Final, NamedTuple

from django.conf import settings

from web.priorities import Priority
from web.process_figures import raised_level
from web.rate_limits import UNKNOWN

LONGEST_WAIT: Final = 30.0
"""Seconds that a request waits for a thread before it is refused."""
LONGEST_PAUSE: Final = 1.0
"""Seconds that a thread rests."""


class Bounds(NamedTuple):
    """Limits of a queue: running and waiting requests, in all and of one address. After a long
    request its thread rests for `pause` times as long, if another one waits."""

    running: int
    running_per_address: int
    waiting: int
    waiting_per_address: int
    pause: float = 0.0


def bounds() -> Mapping[Priority, Bounds]:
    """Limits of a process: its queues share ``REQUEST_CONCURRENCY``.

    One heavy request at a time: two of them would take two thirds of the interpreter from
    every page. A queue of them leaves it to the others for a part of the time.
    """
    quick = max(1, settings.REQUEST_CONCURRENCY - 2)
    return {
        Priority.QUICK: Bounds(quick, max(1, quick // 3), 2000, 500),
        Priority.HEAVY: Bounds(1, 1, 400, 100, pause=1.0),
        Priority.DRY_RUN: Bounds(1, 1, 16, 4, pause=4.0),
    }


class Crowded(Exception):
    """No thread, and no room to wait for one. `by_address`: because of this address alone."""

    def __init__(self, *, by_address: bool) -> None:
        super().__init__()
        self.by_address = by_address


class Queue:
    """Requests of one priority. Belongs to one event loop. `name`: that of its metrics."""

    def __init__(self, bounds: Bounds, name: str = "") -> None:
        self.bounds = bounds
        self.name = name
        self.running: Counter[str] = Counter()
        self.inside = 0
        self.waiting = 0
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @contextlib.asynccontextmanager
    async def thread(self, address: str) -> AsyncIterator[None]:
        """A thread while this lasts, for a request from `address`. Raises ``Crowded``."""
        await self._enter(address)
        begun = time.monotonic()
        try:
            yield
        finally:
            self._finish(address, time.monotonic() - begun)

    async def _enter(self, address: str) -> None:
        if address not in self._lines and self._has_room(address):
            self._start(address)
            return
        if len(self._lines.get(address, ())) >= self.bounds.waiting_per_address:
            raise Crowded(by_address=True)
        if self.waiting >= self.bounds.waiting:
            raise Crowded(by_address=False)
        await self._wait(address)

    async def _wait(self, address: str) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line = self._lines.setdefault(address, deque())
        line.append(turn)
        self.waiting += 1
        try:
            with raised_level(f"waiting:{self.name}"):
                async with asyncio.timeout(LONGEST_WAIT):
                    await turn
        except BaseException as ended:
            if turn.done() and not turn.cancelled():
                self._leave(address)  # the thread came in the same moment
            else:
                self._give_up(address, turn)
            if isinstance(ended, TimeoutError):
                raise Crowded(by_address=False) from None
            raise

    def _give_up(self, address: str, turn: asyncio.Future[None]) -> None:
        line = self._lines.get(address, deque())
        if turn in line:
            line.remove(turn)
            self.waiting -= 1
            if not line:
                del self._lines[address]

    def _has_room(self, address: str) -> bool:
        """Requests without an address come through a socket of this machine, as everybody may."""
        limit = self.bounds.running if address == UNKNOWN else self.bounds.running_per_address
        return self.inside < self.bounds.running and self.running[address] < limit

    def _start(self, address: str) -> None:
        self.inside += 1
        self.running[address] += 1

    def _finish(self, address: str, lasted: float) -> None:
        """Leave, at once if no request waits."""
        pause = min(lasted * self.bounds.pause, LONGEST_PAUSE) if self._lines else 0.0
        if pause > 0:
            asyncio.get_running_loop().call_later(pause, self._leave, address)
        else:
            self._leave(address)

    def _leave(self, address: str) -> None:
        self.inside -= 1
        self.running[address] -= 1
        if not self.running[address]:
            del self.running[address]
        if address in self._lines:
            self._lines.move_to_end(address)
        self._admit()

    def _admit(self) -> None:
        """Give free threads to the next addresses; they then wait behind the others."""
        while (address := next(filter(self._has_room, self._lines), None)) is not None:
            line = self._lines.pop(address)
            turn = line.popleft()
            self.waiting -= 1
            if line:
                self._lines[address] = line
            if not turn.done():  # else it has given up in this moment
                self._start(address)
                turn.set_result(None)


class Queues:
    """A queue for each priority."""

    def __init__(self) -> None:
        self.queues = {
            priority: Queue(limits, priority.value) for priority, limits in bounds().items()
        }

    def thread(
        self, priority: Priority, address: str
    ) -> contextlib.AbstractAsyncContextManager[None]:
        """As ``Queue.thread``, of the queue of `priority`."""
        return self.queues[priority].thread(address)

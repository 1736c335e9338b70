"""A few requests at once in the threads of a process; the others wait, in turn by address.

Who sends a hundred requests waits behind themselves: each address has few slots at once, and
when one is free the addresses that wait take turns. Expensive requests have slots of their own
(``lanes.Lane``), so that quick ones never wait behind them.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Mapping
from typing import Final, NamedTuple

from django.conf import settings

from imhotep_site.front.client import UNKNOWN
from imhotep_site.front.lanes import Lane

LONGEST_WAIT: Final = 30.0
"""Seconds that a request waits for a slot before it is refused."""
LONGEST_REST: Final = 1.0
"""Seconds that a slot rests."""


class Bounds(NamedTuple):
    """Of a lane: requests `at_once` in threads and `waiting` for one, in all and `of_one`
    address. After a request that took a while, its slot rests for `rest` times as long, if another
    one waits."""

    at_once: int
    at_once_of_one: int
    waiting: int
    waiting_of_one: int
    rest: float = 0.0


def bounds() -> Mapping[Lane, Bounds]:
    """Of a process, as the settings say: the lanes share ``REQUEST_CONCURRENCY``.

    One expensive request at a time: two of them would take two thirds of the interpreter from
    every page. A queue of them leaves it to the others for a part of the time.
    """
    quick = max(1, settings.REQUEST_CONCURRENCY - 2)
    return {
        Lane.QUICK: Bounds(quick, max(1, quick // 3), 2000, 500),
        Lane.HEAVY: Bounds(1, 1, 400, 100, rest=1.0),
        Lane.DRY_RUN: Bounds(1, 1, 16, 4, rest=4.0),
    }


class Crowded(Exception):
    """No slot, and no place to wait for one. `of_one`: because of this address alone."""

    def __init__(self, *, of_one: bool) -> None:
        super().__init__()
        self.of_one = of_one


class Queue:
    """The slots of one lane. Belongs to one event loop."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.running: Counter[str] = Counter()
        self.inside = 0
        self.waiting = 0
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @contextlib.asynccontextmanager
    async def slot(self, who: str) -> AsyncIterator[None]:
        """A slot while this lasts, for the address `who`. Raises ``Crowded``."""
        await self._enter(who)
        begun = time.monotonic()
        try:
            yield
        finally:
            self._rest(who, time.monotonic() - begun)

    async def _enter(self, who: str) -> None:
        if who not in self._lines and self._has_room(who):
            self._take(who)
            return
        if len(self._lines.get(who, ())) >= self.bounds.waiting_of_one:
            raise Crowded(of_one=True)
        if self.waiting >= self.bounds.waiting:
            raise Crowded(of_one=False)
        await self._wait(who)

    async def _wait(self, who: str) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line = self._lines.setdefault(who, deque())
        line.append(turn)
        self.waiting += 1
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                await turn
        except BaseException as ended:
            if turn.done() and not turn.cancelled():
                self._leave(who)  # the slot came in the same moment
            else:
                self._give_up(who, turn)
            if isinstance(ended, TimeoutError):
                raise Crowded(of_one=False) from None
            raise

    def _give_up(self, who: str, turn: asyncio.Future[None]) -> None:
        line = self._lines.get(who, deque())
        if turn in line:
            line.remove(turn)
            self.waiting -= 1
            if not line:
                del self._lines[who]

    def _has_room(self, who: str) -> bool:
        """Who has no address comes through a socket of this machine, as everybody may."""
        most = self.bounds.at_once if who == UNKNOWN else self.bounds.at_once_of_one
        return self.inside < self.bounds.at_once and self.running[who] < most

    def _take(self, who: str) -> None:
        self.inside += 1
        self.running[who] += 1

    def _rest(self, who: str, lasted: float) -> None:
        """Leave, at once if no request waits."""
        pause = min(lasted * self.bounds.rest, LONGEST_REST) if self._lines else 0.0
        if pause > 0:
            asyncio.get_running_loop().call_later(pause, self._leave, who)
        else:
            self._leave(who)

    def _leave(self, who: str) -> None:
        self.inside -= 1
        self.running[who] -= 1
        if not self.running[who]:
            del self.running[who]
        if who in self._lines:
            self._lines.move_to_end(who)
        self._admit()

    def _admit(self) -> None:
        """Give what is free to the next addresses that may have it; they then wait behind the
        others."""
        while (who := next((one for one in self._lines if self._has_room(one)), None)) is not None:
            line = self._lines.pop(who)
            turn = line.popleft()
            self.waiting -= 1
            if line:
                self._lines[who] = line
            if not turn.done():  # else it has given up in this moment
                self._take(who)
                turn.set_result(None)


class Slots:
    """Of all lanes."""

    def __init__(self) -> None:
        self.lanes = {lane: Queue(found) for lane, found in bounds().items()}

    def slot(self, lane: Lane, who: str) -> contextlib.AbstractAsyncContextManager[None]:
        """As ``Queue.slot``, in `lane`."""
        return self.lanes[lane].slot(who)

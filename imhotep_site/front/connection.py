"""The server's end of a connection: uvicorn's own, which ends what never gets on.

``uvicorn imhotep_site.asgi:application --http imhotep_site.front.connection:Connection``
"""

from __future__ import annotations

import asyncio
import resource
from collections import Counter
from typing import Any, Final

from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

from web.rate_limits import network_of

HEAD_WITHIN: Final = 10.0
"""Seconds for the whole head of a request, from the first byte or from the connection's start."""
READ_WITHIN: Final = 30.0
"""Seconds in which a client has to take what is ready for it: 64 KiB at most, beyond what the
system keeps."""
RESERVED_FILES: Final = 128
"""Files that a process needs besides its connections."""


class Crowd:
    """The open connections of a process by address."""

    def __init__(self) -> None:
        self.by_address: Counter[str] = Counter()

    def lets_in(self, address: str) -> bool:
        """True if one more may come from `address`; empty: a socket of this machine."""
        if self.by_address.total() >= connection_limit():
            return False
        limit: int = settings.CONNECTIONS_PER_ADDRESS
        return not address or not limit or self.by_address[address] < limit

    def add(self, address: str) -> None:
        self.by_address[address] += 1

    def remove(self, address: str) -> None:
        self.by_address[address] -= 1
        if not self.by_address[address]:
            del self.by_address[address]


def connection_limit() -> int:
    """As many as the system's limit of open files leaves room for."""
    return max(64, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - RESERVED_FILES)


def raise_limit_of_files() -> None:
    """To what the system allows: a stream takes one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = 8192 if hard == resource.RLIM_INFINITY else min(8192, hard)
    if soft != resource.RLIM_INFINITY and soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))


crowd: Final = Crowd()


class Clock:
    """Ends a connection, unless it is stopped in time."""

    def __init__(self, seconds: float, protocol: Connection) -> None:
        self.seconds, self.protocol = seconds, protocol
        self.timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """If it does not run."""
        if self.timer is None:
            end = self.protocol.transport.abort
            self.timer = self.protocol.loop.call_later(self.seconds, end)

    def stop(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class Connection(H11Protocol):
    """Ends itself when a head does not come, or an answer is not taken, in time.

    Bodies are timed by ``bodies``, idle connections by uvicorn.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._head = Clock(HEAD_WITHIN, self)
        self._reader = Clock(READ_WITHIN, self)
        self._who: str | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        address = network_of(self.client[0]) if self.client else ""
        if not crowd.lets_in(address):
            transport.abort()
            return
        self._who = address
        crowd.add(address)
        transport.set_write_buffer_limits(high=0)  # every byte that waits starts the clock
        self._head.start()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._head.stop()
        self._reader.stop()
        if self._who is not None:
            crowd.remove(self._who)
            self._who = None

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._has_open_request():
            self._head.stop()
        else:
            self._head.start()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._has_open_request():  # the next request came with the one before
            self._head.stop()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reader.start()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reader.stop()

    def _has_open_request(self) -> bool:
        """True if there is a request that is not answered."""
        cycle: Any = self.cycle
        return cycle is not None and not cycle.response_complete

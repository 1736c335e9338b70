"""Bodies are bounded before they are read: in bytes, in time, and in how many there are.

Django's ASGI handler takes in the whole body, in memory or in the folder for temporary files,
before any of its own limits is asked.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Iterator
from typing import Final

from django.conf import settings

from games.limits import DRY_RUN
from imhotep_site.front.asgi import Application, Message, Receive, Scope, Send, address_of
from imhotep_site.front.priorities import FORM, LARGE_BODIES, SMALL_BODY, is_dry_run, place_of
from imhotep_site.front.refusals import DELAY, send_refusal

GRACE: Final = 10.0
"""Seconds before a body has to be as fast as ``SLOWEST``."""
SLOWEST: Final = 16 << 10
"""Bytes a second."""
LONGEST: Final = 300.0
"""Seconds that a body may take."""
LARGE_BODIES_AT_ONCE: Final = 16
LARGE_BODIES_PER_ADDRESS: Final = 4
"""Bodies above ``SMALL_BODY`` at once, in one process."""
FASTEST: Final = 8 << 20
"""Bytes a second of all large bodies together: the event loop has other work."""
BYTES_PER_PROCESS: Final = 192 << 20
"""Of all bodies that one process holds."""

GONE: Final[Message] = {"type": "http.disconnect"}


class Bodies:
    """Answers 404, 408, 413, 429 or 503 in the place of `application` to a request whose body is
    not taken."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.held = BodyCounter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not has_body(scope):
            await self.application(scope, receive, send)
            return
        limit, announced = body_limit(scope), announced_length(scope)
        if not limit:
            await refuse(scope, send, 404)
        elif announced is not None and announced > limit:
            await refuse(scope, send, 413)
        else:
            await self._take_in(scope, receive, send, limit, announced)

    async def _take_in(
        self, scope: Scope, receive: Receive, send: Send, limit: int, announced: int | None
    ) -> None:
        is_large = (limit if announced is None else announced) > SMALL_BODY
        address = address_of(scope)
        if is_large and (status := self.held.refuses(address)):
            await refuse(scope, send, status)
            return
        with self.held.body(address if is_large else None) as body:
            body_reader = CountedBody(scope, receive, send, limit, body, is_large=is_large)
            await self.application(scope, body_reader.receive, body_reader.send)


class BodyCounter:
    """The bodies that this process holds, until their requests are answered."""

    def __init__(self) -> None:
        self.bytes = 0
        self.large: Counter[str] = Counter()
        self._free_at = 0.0

    async def pace(self, size: int) -> None:
        """Returns when `size` bytes more are no faster than ``FASTEST``."""
        time = asyncio.get_running_loop().time()
        self._free_at = max(time, self._free_at) + size / FASTEST
        await asyncio.sleep(self._free_at - time)

    def refuses(self, address: str) -> int:
        """The status for another large body from `address`; 0: it is taken."""
        if self.large[address] >= LARGE_BODIES_PER_ADDRESS:
            return 429
        return (
            503
            if self.large.total() >= LARGE_BODIES_AT_ONCE or self.bytes >= BYTES_PER_PROCESS
            else 0
        )

    @contextlib.contextmanager
    def body(self, address: str | None) -> Iterator[Body]:
        """A body while it is held; of `address`, if it counts as large."""
        body = Body(self)
        if address is not None:
            self.large[address] += 1
        try:
            yield body
        finally:
            self.bytes -= body.size
            if address is not None:
                self.large[address] -= 1
                if not self.large[address]:
                    del self.large[address]


class Body:
    """One of them, as far as it has come."""

    def __init__(self, counter: BodyCounter) -> None:
        self.held, self.size = counter, 0

    def add(self, size: int) -> bool:
        """False if all bodies together are too many bytes."""
        self.size += size
        self.held.bytes += size
        return self.held.bytes <= BYTES_PER_PROCESS


class CountedBody:
    """`receive` and `send` of a request whose body is counted and timed."""

    def __init__(
        self, scope: Scope, receive: Receive, send: Send, limit: int, body: Body, *, is_large: bool
    ) -> None:
        self.scope, self.most, self.body, self.is_large = scope, limit, body, is_large
        self._receive, self._send = receive, send
        self.is_complete = self.is_refused = False
        self.began = asyncio.get_running_loop().time()

    async def receive(self) -> Message:
        """The next message. What is not taken is refused here, and then the client has gone."""
        if self.is_refused:
            return GONE
        if self.is_complete:
            message: Message = await self._receive()
            return message
        try:
            async with asyncio.timeout_at(self.deadline()):
                message = await self._receive()
        except TimeoutError:
            return await self._refuse(408)
        size = len(message.get("body", b""))
        fits = self.body.add(size)
        if self.is_large:
            await self.delay_reading(size)
        if self.body.size > self.most:
            return await self._refuse(413)
        if not fits:
            return await self._refuse(503)
        self.is_complete = not message.get("more_body", False)
        return message

    async def send(self, message: Message) -> None:
        if not self.is_refused:
            await self._send(message)

    async def delay_reading(self, size: int) -> None:
        """Time that the server itself waits, which does not count as the client's slowness."""
        before = asyncio.get_running_loop().time()
        await self.body.held.pace(size)
        self.began += asyncio.get_running_loop().time() - before

    def deadline(self) -> float:
        """When the next part has to be there, by the clock of the event loop."""
        return self.began + min(LONGEST, GRACE + self.body.size / SLOWEST)

    async def _refuse(self, status: int) -> Message:
        self.is_refused = True
        await send_refusal(self.scope, self._send, status)
        return GONE


def has_body(scope: Scope) -> bool:
    """True if a body follows (RFC 9112, 6)."""
    return announced_length(scope) != 0


def announced_length(scope: Scope) -> int | None:
    """The Content-Length; None: it comes in chunks, or the length is no number; 0: no body."""
    headers = dict(scope["headers"])
    length = headers.get(b"content-length")
    if b"transfer-encoding" in headers or (length is not None and not length.isdigit()):
        return None
    return int(length[:20]) if length else 0


def body_limit(scope: Scope) -> int:
    """The bytes of a body that are taken at this address; 0: there is nothing here."""
    place = place_of(scope["path"])
    if not place.is_known:
        return 0
    if scope["method"] != "POST" or place.name not in LARGE_BODIES:
        return SMALL_BODY
    limit = LARGE_BODIES[place.name] or settings.LARGEST_BODY
    if is_dry_run(scope) or is_anonymous(scope):
        return min(limit, DRY_RUN.received + FORM)
    return limit


def is_anonymous(scope: Scope) -> bool:
    """True if there is no session and no token: what a stranger brings is not kept."""
    session = f"{settings.SESSION_COOKIE_NAME}=".encode()
    return not any(
        name == b"authorization" or (name == b"cookie" and session in value)
        for name, value in scope["headers"]
    )


async def refuse(scope: Scope, send: Send, status: int) -> None:
    """After a pause: who sends too much does not send more by asking again at once."""
    await asyncio.sleep(DELAY)
    await send_refusal(scope, send, status)

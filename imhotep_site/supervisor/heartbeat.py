"""Processes that run and do nothing: the worker's heartbeat tells them from those at work.

Read without Django, and from our own queue without a client's library.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from imhotep_site.supervisor.child import Child

SILENCE: Final = 60.0
"""Seconds without a new heartbeat after which those whose work it is are started again. This clock
stands still while the machine sleeps."""
FIRST: Final = 180.0
"""Seconds until the first one: a slow machine needs a while to start them."""
LOOK_EVERY: Final = 5.0


@dataclass
class Heartbeat:
    """`queue`: the server of the queue, if it is ours. `askers`: beat, which asks for a heartbeat,
    and the worker, which writes it. `read`: gives the last heartbeat, as a text, or raises
    ``OSError``."""

    queue: Child | None
    askers: Sequence[Child]
    read: Callable[[], str | None]
    latest: str | None = None
    looked_at: float = 0.0
    silent_at: float = field(default_factory=lambda: time.monotonic() + FIRST)
    """When they are ended, unless there is a new heartbeat before."""

    def silent_children(self) -> Sequence[Child]:
        """Those to be ended, since they have done nothing for ``SILENCE``."""
        moment = time.monotonic()
        if moment < self.looked_at + LOOK_EVERY:
            return ()
        self.looked_at = moment
        answers = True
        try:
            heartbeat = self.read()
        except OSError:
            heartbeat, answers = None, False
        if heartbeat is not None and heartbeat != self.latest:
            self.latest, self.silent_at = heartbeat, moment + SILENCE
        if moment < self.silent_at:
            return ()
        self.silent_at = time.monotonic() + FIRST
        return self.askers if answers or self.queue is None else (self.queue, *self.askers)


PATIENCE: Final = 2.0
"""Seconds that the queue has for an answer."""
UNIX_SCHEME: Final = "unix://"


def heartbeat_reader(url: str, key: str) -> Callable[[], str | None]:
    """Reads the text at `key` of the queue at `url`."""
    if url.startswith(UNIX_SCHEME) and "?" not in url:
        return lambda: _read_from_socket(url.removeprefix(UNIX_SCHEME), key)
    import redis

    from web.redis_client import redis_client

    client = redis_client(
        url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, decode_responses=True
    )

    def read() -> str | None:
        try:
            text = client.get(key)
        except redis.RedisError as error:
            raise ConnectionError from error
        return None if text is None else str(text)

    return read


def _read_from_socket(path: str, key: str) -> str | None:
    """Raises ``OSError``. (https://redis.io/docs/latest/develop/reference/protocol-spec/)"""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(PATIENCE)
        connection.connect(path)
        connection.sendall(f"GET {key}\r\n".encode())
        with connection.makefile("rb") as answer:
            size = answer.readline()
            if not size.startswith(b"$"):
                raise ConnectionError(size.decode("utf-8", "replace"))
            return None if size == b"$-1\r\n" else answer.readline().decode().strip()

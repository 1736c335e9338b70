"""Attackers in ``benchmarks.siege``: connections that do one thing again and again.

``python -m benchmarks.attackers KIND`` with a JSON object on the standard input: ``host``,
``port``, ``connections``, ``addresses`` (each connection comes from one of them, in turn),
``tokens``, ``logs``, and ``paths`` for the kind ``drawn addresses``. It prints an empty line at its
beginning, goes on until it is ended, and prints the answers by status.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final
from urllib.parse import quote

LARGE: Final = 8 << 20
PAUSE: Final = 0.05
"""Seconds before a connection that broke is opened again."""
SEARCHES: Final = (
    "/games/?market=D&pyramid=D&temple=D&burial_chamber=D",
    "/games/?players=4&market=B&obelisks=C&played_before=2019-01-01",
    "/players/?q=a",
    "/api/v1/players?search=e&page_size=100",
    "/api/v1/games?market=C&temple=C&page_size=100",
    "/players/?pool=overall",
)


@dataclass
class Mob:
    """All attackers of one kind."""

    host: str
    port: int
    connections: int
    addresses: list[str]
    tokens: list[str]
    logs: list[str]
    paths: list[str] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)
    numbers: Any = field(default_factory=count)

    async def open(self, n: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        here = (self.addresses[n % len(self.addresses)], 0)
        return await asyncio.open_connection(self.host, self.port, local_addr=here)

    async def go_on(self, n: int, attack: Attack) -> None:
        """One connection after the other, for ever."""
        while True:
            writer = None
            try:
                reader, writer = await self.open(n)
                while True:
                    self.statuses[await attack(self, n, reader, writer)] += 1
            except (OSError, asyncio.IncompleteReadError, ValueError):
                self.statuses["closed"] += 1
                await asyncio.sleep(PAUSE)
            finally:
                if writer is not None:
                    writer.close()

    def head(self, method: str, path: str, *headers: str) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}", *headers, "", ""]
        return "\r\n".join(lines).encode()


Attack = Callable[[Mob, int, asyncio.StreamReader, asyncio.StreamWriter], Awaitable[str]]


async def answer(reader: asyncio.StreamReader) -> str:
    """The status of an answer, which is read to its end."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin1").lower()
    status = head.split(" ", 2)[1]
    if "content-length: " in head:
        await reader.readexactly(int(head.partition("content-length: ")[2].partition("\r\n")[0]))
    elif "chunked" in head:
        while size := int(await reader.readline(), 16):
            await reader.readexactly(size + 2)
        await reader.readline()
    if "connection: close" in head:
        raise ConnectionError(status)
    return status


async def uploads(
    mob: Mob, n: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> str:
    """Uploads that wait for their verdict; each log is another one."""
    token = mob.tokens[n % len(mob.tokens)]
    number = next(mob.numbers)
    log = mob.logs[number % len(mob.logs)].replace("2026-01-02", f"20{10 + number % 15}-01-02")
    return await posted(mob, reader, writer, "/api/v1/uploads", log, token)


async def dry_runs(
    mob: Mob, n: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> str:
    """Twenty logs each, anonymously."""
    return await posted(mob, reader, writer, "/api/v1/uploads?dry_run=1", "".join(mob.logs[:20]))


async def posted(
    mob: Mob,
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    path: str,
    text: str,
    token: str = "",
) -> str:
    body = text.encode()
    more = ["Content-Type: text/plain", "Prefer: wait=10", f"Content-Length: {len(body)}"]
    more += [f"Authorization: Bearer {token}"] if token else []
    writer.write(mob.head("POST", path, *more) + body)
    return await answer(reader)


async def bodies(
    mob: Mob, n: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> str:
    """Large ones, to a page that does not exist and to one that takes them."""
    path = ("/no/such/page/", "/upload/")[n % 2]
    more = ["Cookie: sessionid=nobody", f"Content-Length: {LARGE}"]
    writer.write(mob.head("POST", path, *more))
    said = asyncio.create_task(answer(reader))
    try:
        for _ in range(LARGE >> 16):
            writer.write(bytes(1 << 16))
            await writer.drain()
            if said.done():
                break
        return await said
    finally:
        said.cancel()


async def half_open(
    mob: Mob, n: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> str:
    """A head that does not end, or a body that does not come."""
    begun = mob.head("POST", "/accounts/login/", "Content-Length: 900")
    writer.write(begun if n % 2 else begun[:-2])
    await reader.read()
    raise ConnectionError


async def streams(
    mob: Mob, n: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> str:
    """Of the lobby, for as long as they last."""
    writer.write(mob.head("GET", "/api/v1/lobby/stream", "Accept: text/event-stream"))
    await reader.read()
    raise ConnectionError


async def searches(
    mob: Mob, n: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> str:
    """Lists with filters, and players by a part of their name."""
    path = SEARCHES[next(mob.numbers) % len(SEARCHES)]
    writer.write(mob.head("GET", quote(path, safe="/?&=")))
    return await answer(reader)


async def drawn_addresses(
    mob: Mob, n: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> str:
    """One path after the other, as they were drawn."""
    writer.write(mob.head("GET", mob.paths[next(mob.numbers) % len(mob.paths)]))
    return await answer(reader)


DRAWN_ADDRESSES: Final = "drawn addresses"
ATTACKS: Final[dict[str, Attack]] = {
    "waiting uploads": uploads,
    "dry runs": dry_runs,
    "large bodies": bodies,
    "half-open requests": half_open,
    "streams": streams,
    "searches": searches,
}


async def besiege(kind: str, mob: Mob) -> None:
    ended = asyncio.Event()
    attack = drawn_addresses if kind == DRAWN_ADDRESSES else ATTACKS[kind]
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    attackers = [asyncio.create_task(mob.go_on(n, attack)) for n in range(mob.connections)]
    print(flush=True)
    await ended.wait()
    for one in attackers:
        one.cancel()
    for outcome in await asyncio.gather(*attackers, return_exceptions=True):
        if isinstance(outcome, Exception):
            raise outcome
    print(json.dumps(mob.statuses))


if __name__ == "__main__":
    asyncio.run(besiege(sys.argv[1], Mob(**json.load(sys.stdin))))

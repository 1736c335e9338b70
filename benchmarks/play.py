"""From a move sent to seen by the others: 200 tables at once, a stream open at every seat.

``python -m benchmarks.play``. What is promised stands in ``benchmarks/README.md``; the last line is
JSON. PostgreSQL, Redis and two web processes are its own, as ``compose.yaml`` has them; the client
is on the same machine. The peer, in the same run and at the same rate, is ``benchmarks.echo``: the
same way of a message without Django, rules and database.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from benchmarks.servers import private_servers

LIMIT: Final = 1000.0
"""Milliseconds within which 95 of 100 moves are seen."""
BAR: Final = 20.0
"""The median of the site is at most so many times that of the echo."""

TABLES: Final = 200
SEATS: Final = 3
PEOPLE: Final = 60
EVERY: Final = 20.0
"""Seconds between two moves at a table."""
SECONDS: Final = 60.0
PROCESSES: Final = 2
KEEP_ALIVE_SECONDS: Final = 3.0
"""Seconds after which a quiet connection is not trusted: the server closes it after five."""


@dataclass
class Sightings:
    """When something was sent, by table and number; how long it took to be seen, in ms."""

    sent: dict[tuple[str, int], float] = field(default_factory=dict)
    waited: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    moves: int = 0
    late: int = 0
    open: int = 0

    async def all_open(self, streams: list[asyncio.Task[None]]) -> None:
        """Measuring begins when every stream is there."""
        while self.open < len(streams):
            if broken := [one for one in streams if one.done()]:
                broken[0].result()
                raise SystemExit("a stream ended")
            await asyncio.sleep(0.1)
        await asyncio.sleep(1)

    def see(self, table: str, number: int) -> None:
        began = self.sent.get((table, number))
        if began is not None:
            self.waited.append((time.perf_counter() - began) * 1000)

    def summary(self, name: str) -> dict[str, Any]:
        cuts = statistics.quantiles(self.waited, n=20)
        answers = statistics.quantiles(self.answered, n=20)
        print(
            f"{name:6}{self.moves:8}{len(self.waited):10}{cuts[9]:10.1f}{cuts[18]:10.1f}"
            f"{max(self.waited):10.1f}{answers[9]:10.1f}{self.late:8}"
        )
        return {
            "moves": self.moves,
            "seen": len(self.waited),
            "p50_ms": round(cuts[9], 1),
            "p95_ms": round(cuts[18], 1),
            "worst_ms": round(max(self.waited), 1),
            "answer_p50_ms": round(answers[9], 1),
            "late": self.late,
        }


class Wire:
    """HTTP on one kept connection, as little of it as there can be."""

    def __init__(self, address: str, token: str = "") -> None:
        place = urlsplit(address)
        self.host, self.port = place.hostname or "", place.port or 80
        self.head = f"Host: {self.host}\r\n"
        if token:
            self.head += f"Authorization: Bearer {token}\r\n"

    async def open(self) -> None:
        self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        self.used = time.monotonic()

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        if time.monotonic() - self.used > KEEP_ALIVE_SECONDS:
            self.writer.close()
            await self.open()
        self.used = time.monotonic()
        data = b"" if body is None else json.dumps(body).encode()
        kind = "Content-Type: application/json\r\n" if data else ""
        head = f"{method} {path} HTTP/1.1\r\n{self.head}{kind}Content-Length: {len(data)}\r\n\r\n"
        self.writer.write(head.encode() + data)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin1").lower()
        status = int(answer.split(" ", 2)[1])
        if "content-length: " in answer:
            size = int(answer.partition("content-length: ")[2].partition("\r\n")[0])
            return status, await self.reader.readexactly(size)
        parts = []
        while size := int(await self.reader.readline(), 16):
            parts.append(await self.reader.readexactly(size))
            await self.reader.readline()
        await self.reader.readline()
        return status, b"".join(parts)

    async def listen(self, path: str) -> None:
        """Ask for a stream; its lines are read from `reader`."""
        self.writer.write(f"GET {path} HTTP/1.1\r\n{self.head}\r\n".encode())
        answer = await self.reader.readuntil(b"\r\n\r\n")
        if b" 200 " not in answer.split(b"\r\n")[0]:
            raise SystemExit(f"no stream: {answer[:200]!r}")


async def watch(
    wire: Wire, path: str, table: str, me: int, seen: Sightings, heard: dict[str, Any] | None = None
) -> None:
    """Read a stream for ever, note the entries of the others, and keep in `heard` how the table
    stands. It is open when it has said so: before that the server may still be reading for those
    who came first."""
    await wire.open()
    await wire.listen(path)
    name, begun = b"", False
    while line := await wire.reader.readline():
        if line.startswith((b"event: ", b"data: ")) and not begun:
            begun = True
            seen.open += 1
        if line.startswith(b"event: "):
            name = line[7:].strip()
        elif line.startswith(b"data: ") and name == b"entry":
            entry = json.loads(line[6:])
            if entry["seat"] != me:
                seen.see(table, int(entry["ply"]))
        elif line.startswith(b"data: ") and name == b"state" and heard is not None:
            heard |= json.loads(line[6:])


# --------------------------------------------------------------------------- the site


@dataclass
class Seat:
    """Of one table: its stream, and the connection on which it acts. `heard`: how the table stands,
    as the stream says."""

    table: str
    turn: int
    address: str
    token: str
    heard: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.wire = Wire(self.address, self.token)

    async def watch(self, seen: Sightings) -> None:
        path = f"/api/v1/tables/{self.table}/stream?after=9999"
        wire = Wire(self.address, self.token)
        await watch(wire, path, self.table, self.turn, seen, self.heard)


async def play(table: str, seats: list[Seat], seen: Sightings, every: float, ends: float) -> None:
    """A move at the table every so many seconds, by the seat that is to act."""
    chance = random.Random(table)
    path = f"/api/v1/tables/{table}"
    for seat in seats:
        await seat.wire.open()
    due = time.perf_counter() + chance.random() * every
    while due < ends:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        seen.late += time.perf_counter() - due > every
        due += every
        state = max((seat.heard for seat in seats), key=lambda heard: int(heard["plies"]))
        if state["phase"] != "playing":
            return
        mover = next(seat for seat in seats if seat.turn == state["awaited"])
        _, raw = await mover.wire.ask("GET", f"{path}/legal")
        asked = json.loads(raw)
        if not asked["legal"]:  # the stream has not said yet that a seat acted
            seen.late += 1
            continue
        loads = [text for text in asked["legal"] if text.startswith(("take", "load"))]
        ply = asked["plies"] + 1
        began = seen.sent[table, ply] = time.perf_counter()
        text = chance.choice(loads or asked["legal"])
        status, raw = await mover.wire.ask("POST", f"{path}/entries", {"ply": ply, "text": text})
        if status != 201:
            raise SystemExit(f"{status}: {raw[:300]!r}")
        seen.answered.append((time.perf_counter() - began) * 1000)
        seen.moves += 1


def tables_and_tokens(number: int) -> list[tuple[str, list[tuple[int, str]]]]:
    """Tables in play: the id, and turn and token of each seat."""
    from games.accounts import make_token
    from tests.worlds.tables import dealt, people

    crowd = people(*(f"player-{n}" for n in range(PEOPLE)))
    tokens = {account.pk: make_token(account, "benchmark", ["play"])[1] for account in crowd}
    tables = []
    for n in range(number):
        table = dealt([crowd[(n + k) % PEOPLE] for k in range(SEATS)], minutes=180)
        places = [(place.turn or 0, tokens[place.account_id]) for place in table.places.all()]
        tables.append((table.pk, places))
    return tables


async def measure_site(address: str, tables: Any, every: float, seconds: float) -> Sightings:
    seen = Sightings()
    seated = {
        table: [Seat(table, turn, address, token) for turn, token in places]
        for table, places in tables
    }
    streams = [asyncio.create_task(seat.watch(seen)) for seats in seated.values() for seat in seats]
    await seen.all_open(streams)
    ends = time.perf_counter() + seconds
    await asyncio.gather(*(play(*one, seen, every, ends) for one in seated.items()))
    await finish(streams)
    return seen


# --------------------------------------------------------------------------- the echo


async def measure_echo(address: str, tables: Any, every: float, seconds: float) -> Sightings:
    """The same number of streams and messages, a third as many senders."""
    seen = Sightings()
    streams = [
        asyncio.create_task(watch(Wire(address), f"/{table}", table, turn, seen))
        for table, places in tables
        for turn, _ in places
    ]
    await seen.all_open(streams)
    ends = time.perf_counter() + seconds
    await asyncio.gather(*(shout(Wire(address), table, seen, every, ends) for table, _ in tables))
    await finish(streams)
    return seen


async def shout(wire: Wire, table: str, seen: Sightings, every: float, ends: float) -> None:
    chance = random.Random(table)
    await wire.open()
    due = time.perf_counter() + chance.random() * every
    ply = 0
    while due < ends:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        due += every
        ply += 1
        began = seen.sent[table, ply] = time.perf_counter()
        await wire.ask("POST", f"/{table}", {"seat": ply % SEATS, "ply": ply, "text": "take"})
        seen.answered.append((time.perf_counter() - began) * 1000)
        seen.moves += 1


async def finish(streams: list[asyncio.Task[None]]) -> None:
    """Wait for the last messages; report broken streams."""
    await asyncio.sleep(1)
    for stream in streams:
        if stream.done():
            stream.result()
            raise SystemExit("a stream ended")
        stream.cancel()
    await asyncio.gather(*streams, return_exceptions=True)


# --------------------------------------------------------------------------- the run


def run(number: int, every: float, seconds: float, web_processes: int) -> dict[str, Any]:
    from django.core.management import call_command

    from tests.services import processes

    call_command("migrate", verbosity=0)
    began = time.perf_counter()
    tables = tables_and_tokens(number)
    print(f"{number} tables, {number * SEATS} streams ({time.perf_counter() - began:.0f} s)")
    print(
        f"{'':6}{'moves':>8}{'seen':>10}{'p50':>10}{'p95':>10}{'worst':>10}{'answer':>10}{'late':>8}"
    )
    measured: dict[str, Any] = {}
    # All come from one address here, with twice as many connections as streams.
    with processes.web(
        DATABASE_POOL="11", CONNECTIONS_PER_ADDRESS="0", WEB_CONCURRENCY=str(web_processes)
    ) as (address, web):
        used = cpu_of(web.pid)
        sightings = asyncio.run(measure_site(address, tables, every, seconds))
        measured["site"] = sightings.summary("site")
        measured["memory_mb"] = memory_of(web.pid)
        measured["web_cpu_ms_a_move"] = round(1000 * (cpu_of(web.pid) - used) / sightings.moves, 1)
        print(f"processor time of the web processes: {measured['web_cpu_ms_a_move']} ms a move")
    port = processes.free_port()
    echo = processes.start(
        "echo",
        *("uvicorn", "benchmarks.echo:application", "--port", str(port), "--lifespan", "off"),
        *("--timeout-graceful-shutdown", "1", "--no-access-log"),
    )
    address = f"http://127.0.0.1:{port}"
    processes.wait_until(lambda: "running on" in echo.log, echo)
    measured["echo"] = asyncio.run(measure_echo(address, tables, every, seconds)).summary("echo")
    echo.stop()
    for name in ("p50_ms", "p95_ms"):
        ratio = measured["site"][name] / measured["echo"][name]
        measured[f"{name[:3]}_over_echo"] = round(ratio, 2)
        print(f"{name[:3]}: site / echo {ratio:.1f}")
    return {
        "tables": number,
        "streams": number * SEATS,
        "every_s": every,
        "processes": web_processes,
        "limit_ms": LIMIT,
        "bar": BAR,
    } | measured


def memory_of(pid: int) -> float:
    """Of a process and its children, in MB."""
    with open(f"/proc/{pid}/status") as file:
        size = next(line for line in file if line.startswith("VmRSS"))
    return round(int(size.split()[1]) / 1000 + sum(map(memory_of, children_of(pid))), 1)


def cpu_of(pid: int) -> float:
    """Seconds that a process and its children have had a processor; none, if it ended meanwhile.
    The load of the machine changes little about them; opening the streams is in them too."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
        user, system = stat.rpartition(")")[2].split()[11:13]
        process = (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
        return process + sum(map(cpu_of, children_of(pid)))
    except (FileNotFoundError, ProcessLookupError):
        return 0.0


def children_of(pid: int) -> list[int]:
    """Of all its threads."""
    files = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for file in files for child in file.read_text().split()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--every", type=float, default=EVERY)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--processes", type=int, default=PROCESSES, help="of the web")
    parser.add_argument("--embedded", action="store_true", help="on SQLite and Valkey")
    options = parser.parse_args()
    with private_servers(embedded=options.embedded):
        print(json.dumps(run(options.tables, options.every, options.seconds, options.processes)))


if __name__ == "__main__":
    main()

"""A hundred connections attack the site, and a quiet visitor goes on reading.

``python -m benchmarks.siege``. What is promised stands in ``benchmarks/README.md``; the last line
is JSON. PostgreSQL, Redis, two web processes and a worker of two are its own, as ``compose.yaml``
has them; attackers (a process of their own) and visitor are on the same machine. The visitor comes
from 127.0.0.1, the attackers from 127.0.0.2, and then from a hundred addresses in 127.0.1.0/24.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from benchmarks.attackers import ATTACKS
from benchmarks.servers import private_servers

HEALTH_BAR: Final = 100.0
"""Milliseconds: p95 of ``/healthz`` in every siege."""
PAGE_BAR: Final = 5.0
"""p95 of a page in every siege, over its p95 before."""

GAMES: Final = 20_000
PLAYERS: Final = 1_000
ATTACKERS: Final = 10
"""Accounts that upload."""
LOGS: Final = 40
SECONDS: Final = 15.0
SETTLES: Final = 4.0
"""Seconds between the beginning of a siege and that of measuring."""
EVERY: Final = 0.2
"""Seconds between two questions of the visitor."""
PATIENCE: Final = 30.0
PAGE: Final = "/"


@dataclass
class Visit:
    """Milliseconds that the visitor waited. An answer that did not come counts as ``PATIENCE``."""

    health: list[float] = field(default_factory=list)
    page: list[float] = field(default_factory=list)
    failed: int = 0

    @property
    def health_p95(self) -> float:
        return p95(self.health)

    @property
    def page_p95(self) -> float:
        return p95(self.page)


def p95(waited: list[float]) -> float:
    return statistics.quantiles(waited, n=20)[18]


async def asked(host: str, port: int, path: str) -> bool:
    """One question on a connection of its own, from connecting to the last byte."""
    reader, writer = await asyncio.open_connection(host, port, local_addr=("127.0.0.1", 0))
    try:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        return b" 200 " in (await reader.read())[:20]
    finally:
        writer.close()


async def visit(host: str, port: int, seconds: float) -> Visit:
    """Waiting time of a visitor who asks for one thing at a time."""
    seen = Visit()

    async def again(path: str, waited: list[float]) -> None:
        ends = time.perf_counter() + seconds
        while time.perf_counter() < ends:
            began = time.perf_counter()
            try:
                is_well = await asyncio.wait_for(asked(host, port, path), PATIENCE)
            except (OSError, TimeoutError):
                is_well = False
            took = time.perf_counter() - began
            seen.failed += not is_well
            waited.append((took if is_well else PATIENCE) * 1000)
            await asyncio.sleep(max(0.0, EVERY - took))

    await asyncio.gather(again("/healthz", seen.health), again(PAGE, seen.page))
    return seen


@contextmanager
def attack(kind: str, mob: dict[str, Any], settles: float) -> Iterator[dict[str, int]]:
    """Attackers in a process of their own, from `settles` seconds before; afterwards the dictionary
    has the statuses that they got."""
    statuses: dict[str, int] = {}
    command = [sys.executable, "-m", "benchmarks.attackers", kind]
    attackers = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert attackers.stdin is not None
    attackers.stdin.write(json.dumps(mob))
    attackers.stdin.close()
    attackers.stdin = None
    assert attackers.stdout is not None
    attackers.stdout.readline()
    time.sleep(settles)
    try:
        yield statuses
    finally:
        attackers.send_signal(signal.SIGTERM)
        output = attackers.communicate(timeout=60)[0]
    statuses |= json.loads(output)


def besieged(kind: str, mob: dict[str, Any], seconds: float) -> tuple[Visit, dict[str, int]]:
    """The visit during a siege, and the statuses that the attackers got."""
    with attack(kind, mob, SETTLES) as statuses:
        visits = asyncio.run(visit(mob["host"], mob["port"], seconds))
    return visits, statuses


def weapons() -> dict[str, Any]:
    """Equipment of attackers: tokens of their own accounts, and logs."""
    from games.accounts import make_token
    from games.models import Account
    from tests.cast import finished_log

    people = [Account.objects.create_user(f"mob{n}", "", None) for n in range(ATTACKERS)]
    return {
        "tokens": [make_token(account, "siege", ["upload"])[1] for account in people],
        "logs": [finished_log("black=Ann white=Bob", seed=n) for n in range(1, LOGS + 1)],
    }


def run(games: int, connections: int, seconds: float, kinds: list[str]) -> dict[str, Any]:
    from django.core.management import call_command

    from benchmarks.league import fill
    from tests.services import processes

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    fill(games, PLAYERS)
    mob = weapons() | {"connections": connections}
    print(f"{games:,} games, {connections} attacking connections, page {PAGE}")
    head = f"{'siege':22}{'from':>6}{'healthz p50':>13}{'p95':>9}{'page p50':>11}{'p95':>9}"
    print(f"{head}{'over quiet':>12}{'failed':>8}  answers to the attackers")
    with (
        processes.web(WEB_CONCURRENCY="2", DATABASE_POOL="11") as (address, _),
        processes.worker(concurrency=2, beat=True),
    ):
        place = urlsplit(address)
        mob |= {"host": place.hostname, "port": place.port}
        asyncio.run(visit(mob["host"], mob["port"], 3))  # templates, prepared queries
        quiet = asyncio.run(visit(mob["host"], mob["port"], seconds))
        report("quiet", 0, quiet, quiet, {})
        sieges = {}
        for sources in (1, connections):
            mob["addresses"] = addresses(sources)
            for kind in kinds:
                visits, answers = besieged(kind, mob, seconds)
                report(kind, sources, visits, quiet, answers)
                sieges[f"{kind} from {sources}"] = visits
                time.sleep(2)
    return summed(quiet, sieges)


def addresses(number: int) -> list[str]:
    return ["127.0.0.2"] if number == 1 else [f"127.0.1.{n % 250 + 1}" for n in range(number)]


def report(kind: str, sources: int, visits: Visit, quiet: Visit, answers: dict[str, int]) -> None:
    print(
        f"{kind:22}{sources or '':>6}{statistics.median(visits.health):13.1f}"
        f"{visits.health_p95:9.1f}"
        f"{statistics.median(visits.page):11.1f}{visits.page_p95:9.1f}"
        f"{visits.page_p95 / quiet.page_p95:12.1f}{visits.failed:8}  "
        + ", ".join(f"{status}: {n}" for status, n in sorted(answers.items())),
        flush=True,
    )


def summed(quiet: Visit, sieges: dict[str, Visit]) -> dict[str, Any]:
    """The worst of all sieges."""
    health = max(visits.health_p95 for visits in sieges.values())
    over = max(visits.page_p95 for visits in sieges.values()) / quiet.page_p95
    return {
        "healthz_p95_ms": round(health, 1),
        "page_p95_over_quiet": round(over, 2),
        "quiet_page_p95_ms": round(quiet.page_p95, 1),
        "quiet_healthz_p95_ms": round(quiet.health_p95, 1),
        "failed": sum(visits.failed for visits in sieges.values()),
        "bars": [HEALTH_BAR, PAGE_BAR],
        "is_met": health <= HEALTH_BAR and over <= PAGE_BAR,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--connections", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--kind", action="append", choices=list(ATTACKS), help="only these")
    options = parser.parse_args()
    kinds = options.kind or list(ATTACKS)
    with private_servers():
        print(json.dumps(run(options.games, options.connections, options.seconds, kinds)))


if __name__ == "__main__":
    main()

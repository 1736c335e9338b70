"""Twelve connections ask one address after another, and a reader goes on reading the rules.

``python -m benchmarks.every_address``: every address of the site, on a machine as in
``benchmarks.siege``; each request draws another game, player, table or day. The attackers come from
three addresses and have no account. Promised: in the median the reader waits at most three times as
long as on the idle site of the same run, which is measured again before every 25 addresses.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import time
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from benchmarks.attackers import DRAWN_ADDRESSES
from benchmarks.servers import private_servers
from benchmarks.siege import PATIENCE, asked, attack
from benchmarks.site_addresses import DRAWN, Values, drawn_values, site_addresses

BAR: Final = 3.0
CONNECTIONS: Final = 12
SOURCES: Final = ("127.0.2.1", "127.0.2.2", "127.0.2.3")
PAGE: Final = "/rules/"
GAMES: Final = 2_000
SECONDS: Final = 1.5
IDLE_SECONDS: Final = 4.0
BLOCK: Final = 25
"""Addresses between two measurements of the idle site."""
SETTLES: Final = 0.4
EVERY: Final = 0.1
"""Seconds between two questions of the reader."""
PRINTED: Final = 25


class MeasuredAddress(NamedTuple):
    """`p50`, `p95`: waiting of the reader over that on the idle site. `failed`: pages that the
    reader did not get. `statuses`: answers to the attackers."""

    p50: float
    p95: float
    failed: int
    route: str
    statuses: dict[str, int]

    def __str__(self) -> str:
        statuses = ", ".join(f"{status}: {n}" for status, n in sorted(self.statuses.items()))
        return f"{self.p50:6.2f}{self.p95:8.2f}{self.failed:4}  /{self.route}  {statuses}"


class WaitingTimes(NamedTuple):
    """Milliseconds that the reader waited; a page that did not come counts as ``PATIENCE``."""

    waits: list[float]
    failed: int

    @property
    def p50(self) -> float:
        return statistics.median(self.waits)

    @property
    def p95(self) -> float:
        return percentile(self.waits, 0.95)


def percentile(values: list[float], part: float) -> float:
    """The smallest of `values` that at least this part of them does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -int(-len(ordered) * part // 1) - 1)]


async def read(host: str, port: int, seconds: float) -> WaitingTimes:
    """A reader of ``PAGE``, each time on a connection of its own; at least two pages."""
    waits: list[float] = []
    failed = 0
    ends = time.perf_counter() + seconds
    while time.perf_counter() < ends or len(waits) < 2:
        began = time.perf_counter()
        try:
            is_well = await asyncio.wait_for(asked(host, port, PAGE), PATIENCE)
        except (OSError, TimeoutError):
            is_well = False
        took = time.perf_counter() - began
        failed += not is_well
        waits.append((took if is_well else PATIENCE) * 1000)
        await asyncio.sleep(max(0.0, EVERY - took))
    return WaitingTimes(waits, failed)


def database_values() -> Values:
    """Draws from a database that ``fill`` has filled, and from tables, a club and an event that are
    made here."""
    from events.clubs.founding import create_club
    from games.models import Game, Player
    from tests.worlds.evenings import evening
    from tests.worlds.tables import act_once, dealt, opened, people, play_out

    ana, ben, cat = people("ana", "ben", "cat")
    running = dealt([ana, ben, cat])
    act_once(running.pk)
    tables = [opened([ana], seats=3), running, play_out(dealt([ana, ben]).pk)]
    games = Game.objects.order_by("?").values_list("pk", flat=True)[:DRAWN]
    players = Player.objects.order_by("?").values_list("pk", flat=True)[:DRAWN]
    clubs = [create_club(ana, "Thursday Club").slug]
    events = [evening("@dan", "Mia", "Tom").event.pk]
    keys = [table.pk for table in tables]
    return drawn_values(list(games), list(players), keys, clubs, events)


def measure(
    host: str, port: int, seconds: float, seed: int
) -> tuple[list[WaitingTimes], list[MeasuredAddress]]:
    """The idle site, and the reader beside the attackers of each address."""
    values, chance = database_values(), random.Random(seed)
    mob: dict[str, Any] = {
        "host": host,
        "port": port,
        "connections": CONNECTIONS,
        "addresses": SOURCES,
    }
    mob |= {"tokens": [], "logs": []}
    print(f"{PAGE} over the idle site\n   p50     p95  failed")
    idle: list[WaitingTimes] = []
    measured: list[MeasuredAddress] = []
    for number, address in enumerate(site_addresses()):
        if number % BLOCK == 0:
            idle.append(asyncio.run(read(host, port, IDLE_SECONDS)))
        mob["paths"] = [address.draw(chance, values) for _ in range(DRAWN)]
        with attack(DRAWN_ADDRESSES, mob, SETTLES) as statuses:
            times = asyncio.run(read(host, port, seconds))
        p50, p95 = times.p50 / idle[-1].p50, times.p95 / idle[-1].p95
        measured.append(MeasuredAddress(p50, p95, times.failed, address.route, statuses))
        print(measured[-1], flush=True)
    idle.append(asyncio.run(read(host, port, IDLE_SECONDS)))
    return idle, sorted(measured, reverse=True)


def run(games: int, seconds: float, seed: int) -> dict[str, Any]:
    from django.core.management import call_command

    from benchmarks.league import fill
    from tests.services import processes

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    fill(games, 300)
    with processes.web(WEB_CONCURRENCY="2", DATABASE_POOL="11") as (address, _):
        place = urlsplit(address)
        host, port = str(place.hostname), int(place.port or 80)
        asyncio.run(read(host, port, 3))  # templates, prepared queries
        idle, measured = measure(host, port, seconds, seed)
    print(f"the slowest of {len(measured)} addresses:")
    for row in measured[:PRINTED]:
        print(row)
    return summed(idle, measured) | {"seed": seed}


def summed(idle: list[WaitingTimes], measured: list[MeasuredAddress]) -> dict[str, Any]:
    over_bar = [row.route for row in measured if row.p50 > BAR]
    return {
        "idle_p50_ms": [round(times.p50, 1) for times in idle],
        "idle_p95_ms": [round(times.p95, 1) for times in idle],
        "addresses": len(measured),
        "p50_over_idle": round(statistics.median(row.p50 for row in measured), 2),
        "p95_over_idle": round(statistics.median(row.p95 for row in measured), 2),
        "worst_p50_over_idle": round(measured[0].p50, 2),
        "worst_p95_over_idle": round(max(row.p95 for row in measured), 2),
        "failed": sum(row.failed for row in measured),
        "without_answer": [row.route for row in measured if not answers(row.statuses)],
        "over_bar": over_bar,
        "is_met": not over_bar and not any(row.failed for row in measured),
    }


def answers(statuses: dict[str, int]) -> int:
    """How many requests were answered with a page, a way to another one, or a refusal in words."""
    return sum(n for status, n in statuses.items() if status != "closed")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with private_servers():
        print(json.dumps(run(options.games, options.seconds, options.seed)))


if __name__ == "__main__":
    main()

"""Twelve connections ask one address after another, and a reader goes on reading the rules.

``python -m benchmarks.every_address``: every address of the site, on a machine as in
``benchmarks.siege``. The attackers come from three addresses. Promised: in the median the reader
waits at most three times as long as on the idle site of the same run.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import statistics
import time
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urlsplit

from benchmarks.attackers import Mob, answer
from benchmarks.servers import private_servers

BAR: Final = 3.0
CONNECTIONS: Final = 12
SOURCES: Final = ("127.0.2.1", "127.0.2.2", "127.0.2.3")
PAGE: Final = "/rules/"
GAMES: Final = 2_000
SECONDS: Final = 1.5
IDLE_SECONDS: Final = 8.0
SETTLES: Final = 0.3
EVERY: Final = 0.1
"""Seconds between two questions of the reader."""


def every_path(samples: dict[str, str]) -> Iterator[str]:
    """Each address with `samples` for its parameters; those with another parameter are left out."""
    from django.urls import URLResolver, get_resolver

    def is_reachable(pattern: Any, route: str) -> bool:
        is_plain = "stream" not in route and not set(route) & set("^(")
        return is_plain and pattern.pattern.converters.keys() <= samples.keys()

    def paths(patterns: Any, before: str) -> Iterator[str]:
        for pattern in patterns:
            route = before + str(pattern.pattern)
            if isinstance(pattern, URLResolver) and route != "admin/":
                yield from paths(pattern.url_patterns, route)
            elif route != "admin/" and is_reachable(pattern, route):
                yield "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda name: samples[name[1]], route)

    yield from dict.fromkeys(paths(get_resolver().url_patterns, ""))


def samples() -> dict[str, str]:
    from games.models import Game, Player

    game = Game.objects.order_by("pk").values_list("pk", flat=True)[0]
    player, other = Player.objects.order_by("pk").values_list("pk", flat=True)[:2]
    return {
        "game_id": game,
        "game": game,
        "ply": "40",
        "number": "1",
        "name": "temple",
        "side": "A",
        "edition": "2026.1",
        "player_id": str(player),
        "other_id": str(other),
        "pool": "overall",
        "dimension": "players",
        "slug": "front-to-back",
        "task": "1",
        "kind": "draft-changed",
        "handle": "ana",
        "language": "en",
        "path": "0/000",
    }


async def read(host: str, port: int, seconds: float) -> list[float]:
    """Milliseconds that a reader of ``PAGE`` waited, each time on a connection of its own."""
    waited: list[float] = []
    mob = Mob(host, port, 1, ["127.0.0.1"], [], [])
    ends = time.perf_counter() + seconds
    while time.perf_counter() < ends:
        began = time.perf_counter()
        reader, writer = await mob.open(0)
        writer.write(mob.head("GET", PAGE, "Connection: close"))
        await reader.read()
        writer.close()
        took = time.perf_counter() - began
        waited.append(took * 1000)
        await asyncio.sleep(max(0.0, EVERY - took))
    return waited


async def waiting_times(mob: Mob, path: str, seconds: float) -> list[float]:
    """As ``read``, while all connections of `mob` ask for `path`."""

    async def ask(
        mob: Mob, _n: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> str:
        writer.write(mob.head("GET", path))
        return await answer(reader)

    asking = [asyncio.create_task(mob.go_on(n, ask)) for n in range(mob.connections)]
    await asyncio.sleep(SETTLES)
    try:
        return await read(mob.host, mob.port, seconds)
    finally:
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)


def run(games: int, seconds: float) -> dict[str, Any]:
    from django.core.management import call_command

    from benchmarks.league import fill
    from tests.services import processes

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    fill(games, 300)
    paths = list(every_path(samples()))
    with processes.web(WEB_CONCURRENCY="2", DATABASE_POOL="11") as (address, _):
        place = urlsplit(address)
        host, port = str(place.hostname), int(place.port or 80)
        asyncio.run(read(host, port, 3))  # templates, prepared queries
        idle = statistics.median(asyncio.run(read(host, port, IDLE_SECONDS)))
        rows: list[tuple[float, str, str]] = []
        for path in paths:
            mob = Mob(host, port, CONNECTIONS, list(SOURCES), [], [])
            waited = statistics.median(asyncio.run(waiting_times(mob, path, seconds)))
            statuses = ", ".join(f"{status}: {n}" for status, n in sorted(mob.statuses.items()))
            rows.append((waited / idle, path, statuses))
        last = statistics.median(asyncio.run(read(host, port, IDLE_SECONDS)))
    rows.sort(reverse=True)
    print(f"{PAGE} idle {idle:.1f} ms before, {last:.1f} ms after; {len(rows)} addresses")
    for over, path, statuses in rows[:25]:
        print(f"{over:6.2f}  {path}  {statuses}")
    over_bar = [path for over, path, _statuses in rows if over > BAR]
    return {
        "idle_ms": round(idle, 1),
        "idle_after_ms": round(last, 1),
        "addresses": len(rows),
        "median_over_idle": round(statistics.median(over for over, _path, _ in rows), 2),
        "worst_over_idle": round(rows[0][0], 2),
        "over_bar": over_bar,
        "is_met": not over_bar,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    options = parser.parse_args()
    with private_servers():
        print(json.dumps(run(options.games, options.seconds)))


if __name__ == "__main__":
    main()

"""Server time of the list and leaderboard pages over 100,000 games, on PostgreSQL.

``python -m benchmarks.pages``. What is promised stands in ``benchmarks/README.md``; the last line
is JSON. Each page is asked for in this process through Django's whole stack, from middleware to
rendered bytes; the network and the browser are left out. How fast the machine is at that moment is
said by python-chess, in plies a second: the bar is for 150,000.
"""

from __future__ import annotations

import argparse
import gc
import json
import statistics
import time
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from benchmarks.replay import chess_games, judge_chess, seconds
from benchmarks.servers import private_servers

BAR: Final = 50.0
"""Milliseconds: the median server time of each page."""
BAR_PLIES: Final = 150_000
"""The speed of the machine for which the bar is meant."""

GAMES: Final = 100_000
GAMES_A_PLAYER: Final = 20
"""Games on a site by its players: 50,000 of a million."""
ROUNDS: Final = 40
TALLIED: Final = 60.0
"""Seconds in which games are counted for the statistics; pages read sums, of however many."""

SEARCHES: Final = (
    "players=4 market=B won obelisks>=5 statue=0",
    "won obelisks>=5",
    "winner=@player17 obelisks>=3",
    "statue>=4 other:statue>=4",
    "entry:sail-empty market=D pyramid=D temple=D",
    "points>=70 sails=2",
    "margin=0 decided-by-sled players=2",
    "lead-changes>=6 came-back",
)
"""By what happened: usual, rare, of one player, of two seats. ``benchmarks.searches`` draws
many."""


@dataclass(frozen=True)
class Page:
    """Measurements of one page: milliseconds, database queries."""

    name: str
    median: float
    worst: float
    queries: int


def pages() -> dict[str, str]:
    """The pages by name; addresses are made when the database is full."""
    from django.db.models import Count
    from django.urls import reverse

    from games.models import Game, Player, Seat

    often = (
        Seat.objects.order_by().values("player").annotate(n=Count("pk")).order_by("-n", "player")
    )
    first, second = often.values_list("player", flat=True)[:2]
    player = Player.objects.order_by("pk")[17]
    old = Game.objects.order_by("played_on", "accepted_at")[1000]
    games, board = reverse("games"), reverse("players")
    return {
        "home": reverse("home"),
        "games": games,
        "games, two filters": f"{games}?players=2&market=B",
        "games, rare filter": f"{games}?market=D&pyramid=D&temple=D&burial_chamber=D",
        "games of a player": f"{games}?player={player.pk}",
        "games of a day": f"{games}?played_before={old.played_on}",
        **{f"search: {text}": f"{games}?{urlencode({'q': text})}" for text in SEARCHES},
        "leaderboard": board,
        "leaderboard of two": f"{board}?pool=2",
        "player": reverse("player", args=[player.pk]),
        "statistics": reverse("stats"),
        "openings": reverse("stats-openings"),
        "the field, most games": reverse("player-field", args=[first]),
        "head to head, most games": reverse("player-against", args=[first, second]),
        "API statistics": "/api/v1/stats/side",
        "game": reverse("game", args=[old.pk]),
        "API games": "/api/v1/games",
        "API leaderboard": "/api/v1/leaderboards/overall",
    }


def measure(name: str, address: str, rounds: int) -> Page:
    """Ask for `address` again and again; raises ``SystemExit`` if it does not answer with 200."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client(headers={"host": "localhost"})

    def ask() -> Any:
        answer = client.get(address)
        if answer.status_code != 200:
            raise SystemExit(f"{address} answered {answer.status_code}")
        return answer.content

    ask()  # templates and prepared queries
    with CaptureQueriesContext(connection) as captured:
        ask()
        queries = len(captured)
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        ask()
        times.append((time.perf_counter() - began) * 1000)
    return Page(name, statistics.median(times), max(times), queries)


def plies_a_second() -> float:
    """Of python-chess, which judges random games: how fast this machine is at present."""
    games = chess_games()
    return sum(map(len, games)) / min(seconds(judge_chess, games) for _ in range(3))


def run(games: int, rounds: int) -> dict[str, Any]:
    """Fill a database of our own, then measure every page."""
    from django.core.management import call_command

    from benchmarks.league import fill
    from games.models import Game
    from games.search.packing import pack_for
    from insights.stats.services.tally import tally

    call_command("migrate", verbosity=0)
    began = time.perf_counter()
    if not Game.objects.exists():
        fill(games, max(100, games // GAMES_A_PLAYER))
        print(f"{games:,} games in {time.perf_counter() - began:.0f} s")
    pack_for(float("inf"))
    began = time.perf_counter()
    print(f"{tally(TALLIED):,} games tallied in {time.perf_counter() - began:.0f} s")
    gc.collect()
    gc.freeze()  # what filled the database; a web process has none of it
    before = plies_a_second()
    print(f"python-chess: {before:,.0f} plies/s\n")
    print(f"{'page':56}{'median ms':>12}{'worst ms':>12}{'queries':>10}")
    measured = []
    for name, address in pages().items():
        page = measure(name, address, rounds)
        measured.append(page)
        print(f"{name:56}{page.median:12.1f}{page.worst:12.1f}{page.queries:10}")
    after = plies_a_second()
    print(f"\npython-chess: {after:,.0f} plies/s")
    return {
        "games": games,
        "bar_ms": BAR,
        "bar_plies_a_second": BAR_PLIES,
        "plies_a_second": [round(before), round(after)],
        "medians_ms": {page.name: round(page.median, 1) for page in measured},
        "queries": {page.name: page.queries for page in measured},
        "slowest_over_bar": round(max(page.median for page in measured) / BAR, 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    with private_servers():
        # no `setup_test_environment`: it copies the context of every template that is rendered
        from django.conf import settings
        from django.core.management import call_command

        call_command("collectstatic", interactive=False, verbosity=0)
        settings.REST_FRAMEWORK["DEFAULT_THROTTLE_CLASSES"] = []
        print(json.dumps(run(options.games, options.rounds)))


if __name__ == "__main__":
    main()

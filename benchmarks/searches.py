"""Time of searches drawn from the whole grammar, over 100,000 games on PostgreSQL.

``python -m benchmarks.searches``. What is promised stands in ``benchmarks/README.md``; the last
line is JSON. A query has one to three words: all facts and columns, values as they occur and over
the whole range, ranges and lists, people, scopes, minus signs, and each sort order of columns.
What the language refuses is drawn again. Timed is the first page, from its parameters to games with
their seats; a page of HTML is left to ``benchmarks.pages``. Beside milliseconds stand those of
processors, here and in the database, which a busy machine changes less. How fast the machine is at
that moment is said by python-chess, in plies a second. ``--check`` compares the pages with those of
a search that asks the tables alone, without a limit.

A server that ``TEST_DATABASE_URL`` names keeps its games for the next run.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from benchmarks.pages import BAR, BAR_PLIES, GAMES_A_PLAYER, plies_a_second
from benchmarks.servers import private_servers

GAMES: Final = 100_000
QUERIES: Final = 500
ORIGINALS: Final = 3_000
SIZE: Final = 25
SAMPLED: Final = 4_000
"""Games whose values are drawn from."""
OPERATORS: Final = ("=", "!=", "<", "<=", ">", ">=")


class Occurring(NamedTuple):
    """Values that occur: of facts and numbers by their word, and the handles of players."""

    values: dict[str, list[int]]
    handles: list[str]


class Timing(NamedTuple):
    """A search: its words, its sort order, milliseconds, those of processors here and in the
    database, and games on its first page; None: it was stopped."""

    query: str
    sort: str
    ms: float
    processor_ms: float
    games: list[str] | None


# --- what is searched for -------------------------------------------------------


def occurring(chance: random.Random) -> Occurring:
    from engine.facts import FACTS, GAME
    from games.models import Account, Game

    ids = list(Game.objects.order_by("pk").values_list("pk", flat=True)[:SAMPLED])
    games = Game.objects.filter(pk__in=ids).select_related("facts").prefetch_related("seat_facts")
    values: dict[str, set[int]] = {name: set() for name in FACTS}
    for game in games.defer("log"):
        for name, fact in FACTS.items():
            rows = [game.facts] if fact.of == GAME else game.seat_facts.all()
            values[name].update(v for row in rows if (v := row.values[fact.number]) is not None)
        for name, column in (("entries", "entries"), ("rating", "strength")):
            values.setdefault(name, set()).add(getattr(game, column))
    handles = list(Account.objects.order_by("pk").values_list("username", flat=True))
    return Occurring({name: sorted(some) or [0] for name, some in values.items()}, handles)


def a_number(chance: random.Random, word: str, values: list[int]) -> str:
    """`word` compared with a number."""
    number = chance.choice(values)
    if chance.random() < 0.3:
        number = chance.randrange(min(0, values[0]), values[-1] + 3)
    form = chance.random()
    if form < 0.15:
        return f"{word}={number}..{number + chance.randrange(1, 6)}"
    if form < 0.25:
        return f"{word}={number}|{chance.choice(values)}"
    return f"{word}{chance.choice(OPERATORS)}{number}"


def a_fact(chance: random.Random, there: Occurring) -> str:
    from engine.facts import FACTS

    name = chance.choice([*FACTS])
    word = name if chance.random() < 0.2 else a_number(chance, name, there.values[name])
    entry = "entry:" if chance.random() < 0.1 else ""
    scope = chance.choice([""] * 6 + ["other:"] * 2 + ["none:", "every:"])
    return f"{scope}{entry}{word}"


def a_person(chance: random.Random, there: Occurring) -> str:
    role = chance.choice(["player", "player", "winner", "loser", "opponent"])
    handles = chance.sample(there.handles, 2 if chance.random() < 0.1 else 1)
    scope = "other:" if role in ("player", "winner") and chance.random() < 0.15 else ""
    return f"{scope}{role}=" + "|".join(f"@{handle}" for handle in handles)


def a_setup(chance: random.Random, _there: Occurring) -> str:
    from games.search.terms import CHOICES, SITES

    sides = "".join(chance.choice("AABBCD") for _ in range(5))
    letters = chance.choice(["A", "B", "C", "D", "A|B", "C|D"])
    return chance.choice(
        [
            f"{chance.choice([*SITES])}{chance.choice(['=', '=', '!='])}{letters}",
            f"{chance.choice([*SITES])}={letters}",
            f"sides={sides}",
            a_number(chance, "players", [2, 3, 4]),
            f"module={chance.choice(CHOICES['module'])}",
            f"profile={chance.choice(CHOICES['profile'])}",
            "edition=2026.1",
            f"standing={chance.choice(CHOICES['standing'])}",
        ]
    )


def a_day(chance: random.Random, _there: Occurring) -> str:
    year, month = chance.randrange(2015, 2028), chance.randrange(1, 13)
    return chance.choice(
        [
            f"year{chance.choice(OPERATORS)}{year}",
            f"year={year}..{year + chance.randrange(1, 4)}",
            f"from={year}-{month:02}",
            f"until={year}-{month:02}-15",
            f"date{chance.choice(OPERATORS)}{year}-{month:02}",
        ]
    )


def a_column(chance: random.Random, there: Occurring) -> str:
    name = chance.choice(["entries", "rating"])
    return a_number(chance, name, there.values[name])


def a_seat(chance: random.Random, _there: Occurring) -> str:
    from games.search.terms import CHOICES

    return chance.choice(
        [
            f"seat={chance.randrange(1, 5)}",
            f"colour={chance.choice(CHOICES['colour'])}",
            f"computer={chance.choice(CHOICES['computer'])}",
            f"mark>={chance.choice(CHOICES['mark'])}",
        ]
    )


WORDS: Final[tuple[tuple[Callable[[random.Random, Occurring], str], int], ...]] = (
    (a_fact, 12),
    (a_setup, 4),
    (a_person, 3),
    (a_day, 3),
    (a_column, 2),
    (a_seat, 1),
)


def a_query(chance: random.Random, there: Occurring) -> str:
    draws, weights = zip(*WORDS, strict=True)
    words = []
    for draw in chance.choices(draws, weights, k=chance.randrange(1, 4)):
        minus = "-" if chance.random() < 0.15 else ""
        words.append(minus + draw(chance, there))
    return " ".join(words)


def queries(chance: random.Random, count: int) -> list[tuple[str, str]]:
    """So many searches that can be read, with sort orders."""
    from games.queries import GAME_SORTS
    from games.search.find import parse_search
    from games.search.terms import UnreadableSearch

    there = occurring(chance)
    drawn: list[tuple[str, str]] = []
    while len(drawn) < count:
        text = a_query(chance, there)
        try:
            parse_search(text)
        except UnreadableSearch:
            continue
        by_date = chance.random() < 0.85
        drawn.append((text, "date" if by_date else chance.choice([*GAME_SORTS])))
    return drawn


# --- timed ----------------------------------------------------------------------


def processor_ms() -> float:
    """Of this process, and of the one that the database has for it."""
    from django.db import connection

    pid = connection.connection.info.backend_pid
    with open(f"/proc/{pid}/schedstat") as file:
        return time.process_time() * 1e3 + int(file.read().split()[0]) / 1e6


def timed(text: str, sort: str) -> Timing:
    """The first page of a search as the list of games asks for it."""
    from django.http import QueryDict

    from games.queries import games_list
    from games.search.filters import GameFilter
    from games.search.hits import page_of_hits
    from games.search.time_limit import TooLong

    params = QueryDict(mutable=True)
    params["q"] = text
    began, processors = time.perf_counter(), processor_ms()
    games: list[str] | None = None
    try:
        game_filter = GameFilter(params, games_list())
        if not game_filter.form.is_valid():
            raise SystemExit(f"{text} was refused")
        search = game_filter.form.cleaned_data["q"]
        hits = page_of_hits(game_filter.qs, search, sort, {}, SIZE)
        games = [game.pk for game in hits.page.rows]
    except TooLong:
        pass
    ms = (time.perf_counter() - began) * 1000
    return Timing(text, sort, ms, processor_ms() - processors, games)


def differing(timings: list[Timing]) -> list[str]:
    """Searches whose first page is another one by the tables alone."""
    from games.models import Game
    from games.queries import GAME_SORTS
    from games.search.find import filter_games, parse_search

    wrong = []
    for timing in timings:
        if timing.games is not None:
            games = Game.objects.order_by(*GAME_SORTS[timing.sort])
            rows = filter_games(games, parse_search(timing.query))
            if list(rows.values_list("pk", flat=True)[:SIZE]) != timing.games:
                wrong.append(timing.query)
    return wrong


def percentile(ordered: list[float], part: float) -> float:
    return round(ordered[min(len(ordered) - 1, int(part * len(ordered)))], 1)


def report(timings: list[Timing]) -> dict[str, Any]:
    ordered = sorted(timing.ms for timing in timings)
    processors = sorted(timing.processor_ms for timing in timings)
    stopped = [timing for timing in timings if timing.games is None]
    parts = (50, 90, 95, 99)
    figures = {f"p{part}_ms": percentile(ordered, part / 100) for part in parts}
    figures |= {f"p{part}_processor_ms": percentile(processors, part / 100) for part in parts}
    print(" ".join(f"{name} {ms}" for name, ms in figures.items()))
    print(f"over {BAR:.0f} ms: {sum(ms > BAR for ms in ordered)}, stopped: {len(stopped)}")
    for timing in sorted(timings, key=lambda timing: -timing.ms)[:10]:
        number = "stopped" if timing.games is None else len(timing.games)
        ms = f"{timing.ms:9.1f}{timing.processor_ms:9.1f}"
        print(f"{ms} {number:>8}  {timing.query}   [{timing.sort}]")
    return {
        **figures,
        "slowest_ms": round(ordered[-1], 1),
        "over_bar": sum(ms > BAR for ms in ordered),
        "stopped": len(stopped),
        "found_nothing": sum(timing.games == [] for timing in timings),
    }


def run(options: argparse.Namespace) -> dict[str, Any]:
    from django.core.management import call_command

    from benchmarks.league import fill
    from games.models import Game
    from games.search.packing import pack_for

    call_command("migrate", verbosity=0)
    if not Game.objects.exists():
        began = time.perf_counter()
        players = max(100, options.games // GAMES_A_PLAYER)
        fill(options.games, players, originals=ORIGINALS)
        print(f"{options.games:,} games in {time.perf_counter() - began:.0f} s", flush=True)
    began = time.perf_counter()
    if blocks := pack_for(float("inf")):
        print(f"{blocks} blocks packed in {time.perf_counter() - began:.0f} s", flush=True)
    gc.collect()
    gc.freeze()
    drawn = queries(random.Random(options.seed), options.queries)
    for text, sort in drawn[:20]:
        timed(text, sort)  # prepared statements, pages of the tables
    before, load = plies_a_second(), os.getloadavg()[0]
    timings = [min((timed(*query) for _ in range(2)), key=lambda t: t.ms) for query in drawn]
    print(f"seed {options.seed}, {len(timings)} searches, load {load:.1f}")
    figures = report(timings)
    wrong = differing(timings) if options.check else []
    for text in wrong:
        print(f"another first page: {text}")
    after = plies_a_second()
    print(f"python-chess: {before:,.0f} to {after:,.0f} plies/s")
    return {
        "games": Game.objects.count(),
        "seed": options.seed,
        "queries": len(timings),
        "load": round(load, 1),
        "bar_ms": BAR,
        "bar_plies_a_second": BAR_PLIES,
        "plies_a_second": [round(before), round(after)],
        **figures,
        **({"wrong": len(wrong)} if options.check else {}),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--queries", type=int, default=QUERIES)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    parser.add_argument("--check", action="store_true", help="compare first pages")
    options = parser.parse_args()
    with private_servers():
        print(json.dumps(run(options)))


if __name__ == "__main__":
    main()

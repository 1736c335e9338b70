"""From upload to rated: how long one game takes, and how many a second a bulk import reaches.

``python -m benchmarks.pipeline``. What is promised stands in ``benchmarks/README.md``; the last
line is JSON. It starts PostgreSQL, Redis and two worker processes of its own. Beside the import
stands the time that PostgreSQL needs to take in all the same rows by COPY.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import tempfile
import time
import zipfile
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from benchmarks.servers import create, private_servers

BAR: Final = 5.0
"""A bulk import takes at most so many times as long as COPY takes for its rows."""

GAMES: Final = 3_000
SINGLES: Final = 100
WORKERS: Final = 2
FILES: Final = 3
POLL: Final = 0.002
POLL_BULK: Final = 0.05
"""Seconds between questions whether it is done: they cost the database time too."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--singles", type=int, default=SINGLES)
    parser.add_argument("--shuffled", action="store_true", help="days in no order")
    options = parser.parse_args()
    texts = logs(options.games + options.singles)
    with private_servers() as backend:
        print(json.dumps(run(backend.database_url, texts, options.singles, options.shuffled)))


def run(address: str, texts: list[str], first: int, shuffled: bool) -> dict[str, Any]:
    """Measure; the `first` texts are uploaded one by one, the others in bulk."""
    from django.core.management import call_command
    from django.db import connection

    from games.models import Submission
    from tests.pipeline.site import people
    from tests.services.processes import workers

    call_command("migrate", verbosity=0)
    connection.close()
    create(address, "copied", "TEMPLATE imhotep")
    people()
    with workers(WORKERS), tempfile.TemporaryDirectory() as folder:
        waited = singles(texts[:first])
        last = Submission.objects.latest("pk").pk
        pack(texts[first:], Path(folder), shuffled=shuffled)
        handed, judging, rated = bulk(Path(folder))
    copied, size, count = by_copy(address, address.replace("/imhotep?", "/copied?"), last)
    return summary(waited, handed, judging, rated, copied, size, count, len(texts) - first)


def summary(
    waited: list[float],
    handed: float,
    judging: float,
    rated: float,
    copied: float,
    size: int,
    count: int,
    games: int,
) -> dict[str, Any]:
    """The figures in words, and as the last line has them."""
    cuts = statistics.quantiles(waited, n=20)
    p50, p95 = cuts[9] * 1000, cuts[18] * 1000
    print(f"one game, upload to rated: p50 {p50:.0f} ms, p95 {p95:.0f} ms ({len(waited)} games)")
    print(f"import of {games:,} games: handed over after {handed:.2f} s, judged {judging:.2f} s")
    print(f"rated {rated:.2f} s: {games / rated:.0f} games/s through {WORKERS} workers")
    print(
        f"COPY of all {count:,} rows ({count / games:.1f} a game, {size / 1e6:.1f} MB): "
        f"{copied:.2f} s"
    )
    print(f"import / COPY: {rated / copied:.1f}, bar {BAR:.0f}")
    return {
        "games": games,
        "single_p50_ms": round(p50, 1),
        "single_p95_ms": round(p95, 1),
        "handed_s": round(handed, 3),
        "judged_s": round(judging, 3),
        "rated_s": round(rated, 3),
        "games_per_second": round(games / rated, 1),
        "copy_s": round(copied, 3),
        "copy_rows": count,
        "import_over_copy": round(rated / copied, 2),
        "bar": BAR,
    }


def logs(number: int) -> list[str]:
    """The texts of so many games, of all sides, modules and numbers of players."""
    from tests.pipeline.corpus import game

    with get_context("fork").Pool(2) as pool:
        return pool.map(game, range(number), chunksize=50)


def until(done: Callable[[], bool], seconds: float, every: float = POLL) -> None:
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() > end:
            raise SystemExit("it takes too long")
        time.sleep(every)


# --------------------------------------------------------------------------- the two ways


def singles(texts: list[str]) -> list[float]:
    """Seconds from upload to rated, a game at a time."""
    from games.intake import receive
    from games.models import Account, Channel
    from tests.pipeline.site import all_rated

    judge = Account.objects.get(username="judge")
    durations = []
    for text in texts:
        began = time.perf_counter()
        receive(judge, text.encode(), "game.imh", Channel.PAGE)
        until(all_rated, 30)
        durations.append(time.perf_counter() - began)
    return durations


def pack(texts: list[str], folder: Path, *, shuffled: bool) -> None:
    """Archives as a club has them, the oldest games first; or `shuffled`, as the worst case."""
    day = re.compile(r"^played: (.*)$", re.MULTILINE)
    texts = texts if shuffled else sorted(texts, key=lambda text: day.findall(text)[0])
    size = -(-len(texts) // FILES)
    for file in range(FILES):
        with zipfile.ZipFile(folder / f"{file}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            for number, text in enumerate(texts[file * size : (file + 1) * size]):
                archive.writestr(f"{number}.imh", text)


def bulk(folder: Path) -> tuple[float, float, float]:
    """Seconds until all games of `folder` are handed over, judged, rated."""
    from games.intake import Import, files_in, hand_over
    from games.models import Account
    from tests.pipeline.site import all_judged, all_rated

    began = time.perf_counter()
    work = Import(Account.objects.get(username="judge"), hand_over)
    for path in files_in([folder]):
        work.add(path)
    work.flush()
    handed = time.perf_counter() - began
    until(all_judged, 300, POLL_BULK)
    judging = time.perf_counter() - began
    until(all_rated, 300, POLL_BULK)
    return handed, judging, time.perf_counter() - began


# ----------------------------------------------------------------------------------- COPY

KEYS: Final = {"upload_id": "upload_id", "submission_id": "id", "game_id": "game_id"}
"""Columns of tables that name what is brought, and the same of ``games_submission``."""
FIRST: Final = ("games_upload", "games_submission", "games_game")
BEFORE: Final = ("games_account", "games_player", "ratings_fold")
"""Rows that the others name; their time does not count."""


def tables_of_games() -> list[tuple[str, str, str]]:
    """The tables of all rows that a game writes, those that others name first; the column of each
    that says of what it is, and that of ``games_submission``."""
    from django.apps import apps

    models = [model for model in apps.get_models() if model._meta.managed]
    columns = {
        model._meta.db_table: [field.column for field in model._meta.concrete_fields]
        for model in models
    }
    keys = {"games_upload": ("id", "upload_id"), "games_submission": ("id", "id")}
    keys["games_game"] = ("id", "game_id")
    tables = [(table, *keys[table]) for table in FIRST]
    for table, names in columns.items():
        named = [column for column in reversed(KEYS) if column in names]
        if named and table not in (*FIRST, *BEFORE):
            tables.append((table, named[0], KEYS[named[0]]))
    return tables


def by_copy(source: str, target: str, last: int) -> tuple[float, int, int]:
    """Seconds that an empty database of the same tables, indexes and constraints needs for all
    rows of the submissions after `last`; how many bytes and rows they are."""
    import psycopg
    from psycopg.sql import SQL, Composed, Identifier, Literal

    tables: dict[str, bytes] = {}
    of_games = tables_of_games()
    with psycopg.connect(source) as connection, connection.cursor() as cursor:
        queries = {table: SQL("SELECT * FROM {}").format(Identifier(table)) for table in BEFORE}
        for table, column, key in of_games:
            submissions = SQL("SELECT {} FROM games_submission WHERE id > {}")
            queries[table] = SQL("SELECT * FROM {} WHERE {} IN ({})").format(
                Identifier(table),
                Identifier(column),
                submissions.format(Identifier(key), Literal(last)),
            )
        for table, query in queries.items():
            with cursor.copy(SQL("COPY ({}) TO STDOUT").format(query)) as copy:
                tables[table] = b"".join(bytes(part) for part in copy)
    with psycopg.connect(target) as connection, connection.cursor() as cursor:

        def take_in(table: str) -> None:
            into: Composed = SQL("COPY {} FROM STDIN").format(Identifier(table))
            with cursor.copy(into) as copy:
                copy.write(tables[table])

        for table in BEFORE:
            take_in(table)
        connection.commit()
        began = time.perf_counter()
        for table, _, _ in of_games:
            take_in(table)
        connection.commit()
        duration = time.perf_counter() - began
    copies = [tables[table] for table, _, _ in of_games]
    return duration, sum(map(len, copies)), sum(data.count(b"\n") for data in copies)


if __name__ == "__main__":
    main()

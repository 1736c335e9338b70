"""Games are played through the API while web processes, workers and Redis are killed at random:
no game is lost, no entry is written twice, every log is proved, the ledger is what a rebuild makes.

``PLAY_GAMES=500 .venv/bin/python -m pytest tests/pipeline/test_tables_survive.py --timeout=0``
plays as many as one likes; ``PLAY_KILLS`` says after how many seconds the next process is killed.
"""

import os
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from engine import Proof, prove, read_log
from games.accounts.tokens import make_token
from games.intake.verify import sweep_queue as sweep_submissions
from games.models import Game, Standing, Status, Submission
from ratings.services.rebuild import rebuild_ledger
from tables.ending.deadlines import sweep_tables
from tables.models import Phase, Table, TableEntry
from tests.cast import account
from tests.pipeline.players import Client, Company, Played
from tests.pipeline.site import all_judged, all_rated
from tests.services.ending import Child
from tests.services.processes import answers, free_port, start, wait_until

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(0)]

GAMES = int(os.environ.get("PLAY_GAMES", "5"))
KILL_EVERY = float(os.environ.get("PLAY_KILLS", "5"))
AT_ONCE = 8
HANDLES = tuple(f"player-{number}" for number in range(24))
SWEEP_EVERY = 2.0


class Crew:
    """The processes of a site: they are killed and begin again."""

    def __init__(self, broker: Any) -> None:
        self.broker = broker
        self.environment = {"REDIS_URL": broker.url, "JUDGING_LEASE_SECONDS": "3"}
        self.ports = [free_port(), free_port()]
        self.killed: Counter[str] = Counter()
        self.starts: dict[str, Callable[[], Child]] = {
            f"web {port}": lambda port=port: self._web(port)  # type: ignore[misc]
            for port in self.ports
        } | {f"worker {number}": lambda number=number: self._worker(number) for number in (1, 2)}  # type: ignore[misc]
        self.running = {name: begin() for name, begin in self.starts.items()}

    def kill_one(self, chance: random.Random) -> None:
        """SIGKILL for one of them, or for Redis; it begins again, empty of what it knew."""
        name = chance.choice([*self.starts, "redis"])
        self.killed[name.partition(" ")[0]] += 1
        if name == "redis":
            self.broker.kill()
            time.sleep(0.3)
            self.broker.start()
            return
        self.running[name].kill()
        self.running[name] = self.starts[name]()

    @property
    def is_whole(self) -> bool:
        """True if everything runs, what was killed last included."""
        workers = [child for name, child in self.running.items() if name.startswith("worker")]
        return all(" ready." in child.log for child in workers) and all(
            answers(f"http://127.0.0.1:{port}/healthz") for port in self.ports
        )

    def end(self) -> None:
        for child in self.running.values():
            child.kill()

    def _web(self, port: int) -> Child:
        return start(
            "web",
            *("uvicorn", "imhotep_site.asgi:application", "--port", str(port)),
            *("--http", "imhotep_site.front.connection:Connection"),
            *("--timeout-graceful-shutdown", "1", "--no-access-log", "--log-level", "warning"),
            **self.environment,
            DATABASE_POOL="6",
        )

    def _worker(self, number: int) -> Child:
        return start(
            f"worker{number}",
            *("celery", "-A", "imhotep_site", "worker", "--loglevel", "INFO"),
            *("--concurrency", "1", "--hostname", f"play{number}@%h"),
            *("--without-gossip", "--without-mingle"),
            **self.environment,
        )


@contextmanager
def crew(broker: Any) -> Iterator[Crew]:
    crew = Crew(broker)
    try:
        wait_until(lambda: crew.is_whole, *crew.running.values(), seconds=60)
        yield crew
    finally:
        crew.end()


def test_games_survive_whatever_is_killed(transactional_db, broker, settings):
    settings.JUDGING_LEASE_SECONDS = 3
    settings.CACHES = {"default": settings.CACHES["default"] | {"LOCATION": broker.url}}
    settings.REDIS_URL = broker.url
    began = time.monotonic()
    with crew(broker) as site:
        with closing(Company(clients(site.ports))) as company:
            played = play_all(company, site)
        wait_until(swept(all_rated), seconds=90)
    took = time.monotonic() - began
    check(played)
    entries = TableEntry.objects.count()
    print(
        f"\n{GAMES} games, {entries} entries, {sum(game.twice for game in played)} sent twice, "
        f"{took:.0f} s; killed: {dict(site.killed)}"
    )


def clients(ports: list[int]) -> dict[str, Client]:
    addresses = [("127.0.0.1", port) for port in ports]
    return {
        handle: Client(addresses, make_token(account(handle), "a bot", ["play"])[1])
        for handle in HANDLES
    }


def play_all(company: Company, site: Crew) -> list[Played]:
    """Have all games played, and now and then something killed meanwhile."""
    chance = random.Random()
    sweeps = swept(lambda: False)
    with ThreadPoolExecutor(AT_ONCE) as players:
        games = [players.submit(company.play, number) for number in range(GAMES)]
        due = time.monotonic() + KILL_EVERY
        while not all(game.done() for game in games):
            failed(games)
            sweeps()
            if time.monotonic() > due and site.is_whole:
                site.kill_one(chance)
                due = time.monotonic() + KILL_EVERY
            time.sleep(0.2)
    return [game.result() for game in games]


def failed(games: list[Future[Played]]) -> None:
    """Nobody waits for the other games when one has failed."""
    for game in games:
        if game.done() and game.exception():
            for other in games:
                other.cancel()
            game.result()


def swept(done: Callable[[], bool]) -> Callable[[], bool]:
    """`done`, and now and then what beat has done: here what was queued has waited for long
    enough at once."""
    last = time.monotonic()

    def none_open() -> bool:
        nonlocal last
        if time.monotonic() - last > SWEEP_EVERY:
            last = time.monotonic()
            sweep_tables()
            if not all_judged():
                long_ago = timezone.now() - timedelta(minutes=1)
                Submission.objects.filter(status=Status.QUEUED).update(queued_at=long_ago)
                sweep_submissions()
        return done()

    return none_open


def check(played: list[Played]) -> None:
    """What has to be true, whatever happened."""
    # not those of which nobody heard: the answer was lost
    tables_sent = [game.table for game in played]
    tables = Table.objects.in_bulk(tables_sent)
    assert Counter(table.phase for table in tables.values()) == {Phase.FINISHED: GAMES}
    assert len(tables) == GAMES
    rows: dict[str, dict[int, str]] = {key: {} for key in tables}
    table_entries = TableEntry.objects.filter(table__in=tables_sent)
    for table, ply, text in table_entries.values_list("table", "ply", "text"):
        assert ply not in rows[table]
        rows[table][ply] = text
    for game in played:
        assert game.phase == Phase.FINISHED
        row = rows[game.table]
        assert sorted(row) == list(range(1, tables[game.table].plies + 1))
        for ply, text in game.accepted.items():
            assert row[ply].partition(" ")[2] == text
    check_record(rows)


def check_record(rows: dict[str, dict[int, str]]) -> None:
    """Every table became one game, whose log says what the table says, and is proved."""
    assert Counter(Submission.objects.values_list("status", flat=True)) == {Status.VERIFIED: GAMES}
    games = Game.objects.in_bulk(field_name="id")
    assert len(games) == GAMES
    for submission in Submission.objects.select_related("upload__table"):
        game = games[submission.game_id]
        log = read_log(game.log)
        assert prove(log) is Proof.PROVED
        assert len(log.entries) == len(rows[submission.upload.table.pk])
        assert game.standing == (Standing.UNRATED if game.unrated else Standing.COUNTED)
        assert game.played_here
    assert rebuild_ledger(dry_run=True).nothing_differs

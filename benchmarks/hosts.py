"""A site of two web and two worker hosts, while each of its parts dies.

    python -m benchmarks.hosts --tables 34 --games 200

Hosts are processes with folders and ports of their own; they share PostgreSQL with a synchronous
standby, a Redis master with a replica and three Sentinels, and an S3 server. Players play and
clients upload through a balancer, and a file of games is imported. For each fault it prints the
longest time without an answer to a reader and without an acknowledged write, and the time until a
new log is judged. Everything that was acknowledged has to be there once; ledger and the audit of
a dump from object storage have to be without a difference. The last line is JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import os
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.error import HTTPError

if TYPE_CHECKING:
    from tests.chaos.load import Load
    from tests.services.backend import Backend
    from tests.services.ending import Child

LEASE: Final = "10"
DOWN_SECONDS: Final = 10
"""Seconds until a host that died is started again, or the standby promoted."""
LOOK_SECONDS: Final = 0.1
READ_SECONDS: Final = 0.5
"""Between two questions of the reader: a stranger may ask so often."""
BOTS: Final = 100
PAUSE: Final = 2.0
"""Seconds for which a player thinks."""


class Host:
    """Processes of a host, with a folder of their own; `commands`: as for ``python -m``."""

    def __init__(self, name: str, folder: Path, commands: list[list[str]]) -> None:
        self.name, self.commands = name, commands
        self.data = folder / name
        (self.data / "static").mkdir(parents=True)
        self.children: list[Child] = []

    def start(self) -> None:
        from tests.services.ending import Child
        from tests.services.processes import ROOT

        environment = os.environ | {"IMHOTEP_DATA": str(self.data)}
        for number, command in enumerate(self.commands):
            log = self.data / f"{number}.log"
            words = [sys.executable, "-m", *command]
            self.children.append(Child(words, log, environment=environment, folder=ROOT))

    def kill(self) -> None:
        for child in self.children:
            child.kill()
        self.children = []


def web_host(name: str, folder: Path, port: int) -> Host:
    command = ["uvicorn", "imhotep_site.asgi:application", "--port", str(port), "--host"]
    command += ["127.0.0.1", "--http", "imhotep_site.front.connection:Connection"]
    return Host(name, folder, [[*command, "--timeout-graceful-shutdown", "1", "--no-access-log"]])


def worker_host(name: str, folder: Path) -> Host:
    celery = ["celery", "-A", "imhotep_site"]
    worker = [*celery, "worker", "--loglevel", "INFO", "--concurrency", "1"]
    worker += ["--hostname", f"{name}@%h"]
    beat = [*celery, "beat", "--schedule", str(folder / name / "beat")]
    return Host(name, folder, [worker, beat])


class Balancer(threading.Thread):
    """Passes connections on to the next of `ports` at which something listens."""

    def __init__(self, ports: list[int]) -> None:
        super().__init__(daemon=True)
        self.ports, self.turn = ports, 0
        self.port = 0
        self.ready = threading.Event()

    def run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self.ready.set()
        await server.serve_forever()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in self.ports:
            self.turn += 1
            port = self.ports[self.turn % len(self.ports)]
            with contextlib.suppress(OSError):
                inner, outer = await asyncio.open_connection("127.0.0.1", port)
                await asyncio.gather(_copy(reader, outer), _copy(inner, writer))
                return
        writer.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while piece := await reader.read(65536):
            writer.write(piece)
            await writer.drain()
    with contextlib.suppress(OSError):
        writer.close()


class Gaps(threading.Thread):
    """Longest times without an answer to a reader, and without an acknowledged write."""

    def __init__(self, address: str, load: Load) -> None:
        super().__init__(daemon=True)
        self.address, self.load = f"{address}/api/v1/games?page_size=1", load
        self.over = threading.Event()
        self.begin()

    def begin(self) -> None:
        """Measure from now on."""
        self.read_at = self.written_at = time.monotonic()
        self.longest_read = self.longest_write = 0.0
        self.written = self.load.noted.answers[201]

    def run(self) -> None:
        reader = threading.Thread(target=self._read, daemon=True)
        reader.start()
        while not self.over.wait(LOOK_SECONDS):
            moment = time.monotonic()
            self.longest_write = max(self.longest_write, moment - self.written_at)
            if (written := self.load.noted.answers[201]) > self.written:
                self.written, self.written_at = written, moment

    def _read(self) -> None:
        while not self.over.wait(READ_SECONDS):
            is_answered = self._answers()
            moment = time.monotonic()
            self.longest_read = max(self.longest_read, moment - self.read_at)
            if is_answered:
                self.read_at = moment

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.address, timeout=30) as answer:
                return bool(answer.read())
        except HTTPError as refused:
            refused.close()
            return refused.code == 429
        except OSError:
            return False


class Fault(NamedTuple):
    """`cause` breaks a part and mends what the recipe mends."""

    name: str
    cause: Callable[[], None]


class Stage:
    """All servers and hosts of the site."""

    def __init__(self, backend: Backend) -> None:
        from tests.services import ending, object_storage
        from tests.services.processes import free_port
        from tests.services.sentinels import Sentinels
        from tests.services.standby import Standby, wait_for_standby

        self.folder = Path(tempfile.mkdtemp(prefix="hosts-", dir=backend.folder))
        self.folder.chmod(0o755)
        self.primary = backend.folder / "postgres"
        self._create_database()
        self.server = next(
            child
            for child in ending._running
            if child.log_file.parent == self.primary and child.alive
        )
        self.standby = Standby(self.primary, self.folder / "standby")
        wait_for_standby(self.primary, synchronous=True)
        self.sentinels = Sentinels(self.folder)
        self.storage = object_storage.ObjectStorageServer(self.folder / "weed", free_port())
        self.storage_child = self.storage.start()
        ports = [free_port(), free_port()]
        folders = f"{self.primary},{self.standby.folder}"
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "imhotep_site.settings",
            "DATABASE_URL": f"postgres://imhotep@/imhotep?host={folders}"
            "&target_session_attrs=read-write&connect_timeout=3",
            "REDIS_URL": self.sentinels.url,
            "STORAGE_URL": object_storage.storage_url(self.storage.port, object_storage.BUCKET),
            "JUDGING_LEASE_SECONDS": LEASE,
        }
        self.webs = [web_host(f"web-{n}", self.folder, port) for n, port in enumerate(ports)]
        self.workers = [worker_host(f"worker-{n}", self.folder) for n in range(2)]
        self.balancer = Balancer(ports)
        self.balancer.start()
        self.balancer.ready.wait()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.balancer.port}"

    def start(self) -> None:
        from tests.services.processes import answers, wait_until

        for host in (*self.webs, *self.workers):
            host.start()
        for port in self.balancer.ports:
            address = f"http://127.0.0.1:{port}/healthz"
            wait_until(partial(answers, address), seconds=400)
        log = self.workers[0].children[0]
        wait_until(lambda: " ready." in log.log, log, seconds=400)

    def faults(self) -> list[Fault]:
        return [
            Fault("kill -9 a web host", lambda: self._restart(self.webs[0])),
            Fault("kill -9 a worker host", lambda: self._restart(self.workers[0])),
            Fault("kill -9 the Redis master", self._kill_redis),
            Fault("kill -9 the object storage", self._kill_storage),
            Fault("kill -9 the database, promote", self._fail_over),
        ]

    def _create_database(self) -> None:
        import psycopg

        from tests.services import postgres

        with psycopg.connect(
            host=str(self.primary), user="imhotep", dbname="postgres", autocommit=True
        ) as connection:
            connection.execute(f"CREATE DATABASE imhotep TEMPLATE {postgres.MIGRATED}")
            connection.execute("ALTER DATABASE imhotep SET synchronous_commit = on")

    def _restart(self, host: Host) -> None:
        host.kill()
        time.sleep(DOWN_SECONDS)
        host.start()

    def _kill_redis(self) -> None:
        port = self.sentinels.kill_master()
        time.sleep(DOWN_SECONDS)
        self.sentinels.restart(port)

    def _kill_storage(self) -> None:
        self.storage_child.kill()
        time.sleep(DOWN_SECONDS)
        self.storage_child = self.storage.start()

    def _fail_over(self) -> None:
        self.server.kill()
        time.sleep(DOWN_SECONDS)
        self.standby.promote()


def suffer(fault: Fault, load: Load, gaps: Gaps) -> list[str]:
    """Cause it, print the row of its numbers; a sentence for each thing that went wrong."""
    from tests.chaos.check import check, wait_until_done
    from tests.chaos.witness import recover

    errors, busy = len(load.noted.errors), load.noted.answers[503]
    gaps.begin()
    fault.cause()
    recovered = recover(load)
    row = (f"{seconds:.1f}" for seconds in (gaps.longest_read, gaps.longest_write, recovered))
    load.pause()
    is_done = wait_until_done()
    findings = check(load.noted)
    load.go_on()
    wrong = [f"{kind}: {row}" for kind, rows in findings._asdict().items() for row in rows]
    wrong += load.noted.errors[errors:] + ([] if is_done else ["logs or games wait for ever"])
    print(f"| {fault.name} | {' | '.join(row)} | {load.noted.answers[503] - busy} | ", end="")
    print(f"{len(wrong) or 'nothing'} |", flush=True)
    for sentence in wrong:
        print(f"* {sentence}", file=sys.stderr, flush=True)
    return wrong


def final_checks(stage: Stage, games: int) -> list[str]:
    """Refusals of the site's own checks, of the import, and of the audit of the published dump."""
    from games.models import Channel, Status, Submission
    from tests.chaos.check import run_own_checks
    from tests.services.processes import ROOT

    refusals = run_own_checks(SimpleNamespace(data=stage.folder / "here"))  # type: ignore[arg-type]
    imported = Submission.objects.filter(upload__channel=Channel.COMMAND)
    judged = imported.filter(status__in=[Status.VERIFIED, Status.DUPLICATE]).count()
    if judged != games:
        refusals.append(f"{judged} of {games} imported games are judged")
    fetched = stage.folder / "fetched"
    for words in (
        ["manage.py", "dump", "--publish"],
        ["-m", "audit", "--fetch", f"{stage.address}/dump/", str(fetched)],
    ):
        run = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True)
        if run.returncode:
            refusals.append(f"{' '.join(words)}: {run.stdout[-2000:]}{run.stderr[-1000:]}")
    return refusals


def start_import(stage: Stage, games: int) -> Child:
    """`games` logs in one file, which the arbiter imports while hosts die."""
    from tests.pipeline.corpus import game
    from tests.services.ending import Child
    from tests.services.processes import ROOT

    path = stage.folder / "import.imh"
    path.write_text("".join(game(100_000 + number) for number in range(games)), "utf-8")
    words = [sys.executable, "manage.py", "import_logs", str(path), "--as", "judge"]
    return Child(words, stage.folder / "import.log", folder=ROOT)


def run(tables: int, games: int, seed: int, only: str) -> int:
    from tests.services.backend import Backend

    backend = Backend(embedded=False)
    backend.export(os.environ)
    backend.start()
    stage = Stage(backend)
    os.environ.pop("DATABASE_POOL")
    import django
    from django.conf import settings

    django.setup()
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    logging.disable(logging.WARNING)
    from tests.chaos import load as loads
    from tests.chaos.check import wait_until_done

    loads.AT_ONCE, loads.PAUSE = tables, PAUSE
    loads.PLAYERS = tuple(f"bot-{number}" for number in range(BOTS))
    stage.start()
    load = loads.Load(stage.address, seed)
    gaps = Gaps(stage.address, load)
    gaps.start()
    wrong: list[str] = []
    try:
        start_import(stage, games)
        print("| fault | no answer, s | no write, s | new log judged, s | 503 | went wrong |")
        print("|---|---|---|---|---|---|", flush=True)
        for fault in stage.faults():
            if only in fault.name:
                time.sleep(5)
                wrong += suffer(fault, load, gaps)
        gaps.over.set()
        load.end()
        wrong += [] if wait_until_done() else ["logs or games wait for ever"]
        wrong += final_checks(stage, games)
    finally:
        load.over.set()
        backend.end()
    uploads, moves = len(load.noted.uploads), sum(len(t.accepted) for t in load.noted.tables)
    print(f"{uploads} uploads and {moves} moves were acknowledged")
    for sentence in wrong:
        print(f"* {sentence}")
    figures = {"uploads": uploads, "moves": moves, "acknowledged": uploads + moves}
    print(json.dumps(figures | {"wrong": len(wrong)}))
    return int(bool(wrong))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hosts", description=__doc__)
    parser.add_argument("--tables", type=int, default=34, help="tables that are played at")
    parser.add_argument("--games", type=int, default=200, help="games of the import")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="faults whose name has this")
    options = parser.parse_args()
    return run(options.tables, options.games, options.seed, options.only)


if __name__ == "__main__":
    sys.exit(main())

"""The site that is broken: one supervisor, its processes, and the servers of its store."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.services import migrated, postgres
from tests.services.backend import Backend
from tests.services.ending import Child
from tests.services.processes import ROOT, free_port

START = 400.0
"""Seconds until the site answers: the machine may have much else to do."""
LEASE = "10"
"""Seconds of a worker's lease on logs: a paused worker comes back after it has ended."""
ROLES = {
    "web": lambda words: "uvicorn" in words,
    "beat": lambda words: "beat" in words and "celery" in words,
    "worker": lambda words: "worker" in words and "celery" in words,
    "queue": lambda words: "--unixsocket" in words,
    "supervisor": lambda words: {"serve", "imhotep_site.supervisor.successor"} & set(words),
}


class Site:
    """`embedded`: SQLite and the supervisor's own queue; else PostgreSQL and a Redis beside it."""

    def __init__(self, *, embedded: bool) -> None:
        self.embedded = embedded
        self.backend = Backend(embedded=embedded)
        self.backend.export(os.environ)
        self.backend.start()
        self.data = Path(os.environ["IMHOTEP_DATA"])
        self.port = free_port()
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "imhotep_site.settings",
            "JUDGING_LEASE_SECONDS": LEASE,
            "PORT": str(self.port),
        }
        for name in ("DATABASE_POOL", *(("DATABASE_URL", "REDIS_URL") if embedded else ())):
            os.environ.pop(name)
        if embedded:
            shutil.copy(migrated.sqlite(), self.data / "imhotep.sqlite3")
        self.servers = [] if embedded else self._external_servers()
        self.web_pauses: list[tuple[float, float]] = []
        """From when to when no web process ran since it was stopped, by the monotonic clock."""
        self.supervisor = self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Child:
        number = len([*self.data.parent.glob("serve-*.txt")])
        command = [sys.executable, "manage.py", "serve", "--games", "0"]
        self.supervisor = Child(command, self.data.parent / f"serve-{number}.txt", folder=ROOT)
        wait_for(self.answers, START, "the site's start")
        return self.supervisor

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (OSError, urllib.error.URLError):
            return False

    def end(self) -> None:
        self.supervisor.stop()
        self.backend.end()

    def processes(self, *roles: str) -> list[int]:
        """Of `roles`, in the order of their start."""
        pids = []
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                words = (folder / "cmdline").read_bytes().decode().split("\0")
                environment = (folder / "environ").read_bytes()
                if str(self.data).encode() in environment and any(
                    ROLES[role](words) for role in roles
                ):
                    pids.append(int(folder.name))
        return sorted(pids)

    @contextlib.contextmanager
    def paused(self, pids: list[int]) -> Iterator[None]:
        begun, web = time.monotonic(), set(self.processes("web")) & set(pids)
        send(signal.SIGSTOP, pids)
        try:
            yield
        finally:
            send(signal.SIGCONT, pids)
            if web:
                self.web_pauses.append((begun, time.monotonic()))

    def worker_children(self) -> list[int]:
        pids = self.processes("worker")
        return [pid for pid in pids if parent_of(pid) in pids]

    def worker_parents(self) -> list[int]:
        pids = self.processes("worker")
        return [pid for pid in pids if parent_of(pid) not in pids]

    # --- the servers of PostgreSQL's site ----------------------------------------

    def _external_servers(self) -> list[Child]:
        import psycopg

        from tests.services import ending

        folder = self.backend.folder / "postgres"
        with psycopg.connect(
            host=str(folder), user="imhotep", dbname="postgres", autocommit=True
        ) as connection:
            connection.execute(f"CREATE DATABASE imhotep TEMPLATE {postgres.MIGRATED}")
            # Tests do without; but here what was acknowledged has to be written when it is killed.
            connection.execute("ALTER DATABASE imhotep SET synchronous_commit = on")
        return [child for child in ending._running if child.log_file.name != "serve-0.txt"]

    def server(self, name: str) -> Child:
        """``postgres`` or ``redis``, as it runs now."""
        return next(child for child in self.servers if name in child.log_file.name)

    def restart(self, name: str, pause: float) -> None:
        """SIGKILL for a server, and another one after `pause` seconds."""
        old = self.server(name)
        user = None
        if name == "postgres" and os.getuid() == 0:
            user = (self.backend.folder / "postgres" / "data").stat().st_uid
        old.kill()
        time.sleep(pause)
        if name == "redis":
            (self.backend.folder / "redis" / "redis.sock").unlink(missing_ok=True)
        child = Child(
            old.command, old.log_file, user=user, end_with=old.end_with, folder=old.log_file.parent
        )
        self.servers = [child if server is old else server for server in self.servers]

    def server_processes(self, name: str) -> list[int]:
        pid = self.server(name).pid
        return [pid, *(child for child in all_processes() if parent_of(child) == pid)]


def all_processes() -> list[int]:
    return [int(folder.name) for folder in Path("/proc").glob("[0-9]*")]


def parent_of(pid: int) -> int:
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


def send(number: signal.Signals, pids: list[int]) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def wait_for(condition: Callable[[], object], seconds: float, subject: str) -> float:
    """Seconds that it took. Raises ``TimeoutError``."""
    begun = time.monotonic()
    while not condition():
        if time.monotonic() - begun > seconds:
            raise TimeoutError(f"{subject}: not within {seconds:g} s")
        time.sleep(0.1)
    return time.monotonic() - begun

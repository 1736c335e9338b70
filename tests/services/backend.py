"""Servers of a test run: chosen before Django reads its settings, started when needed."""

from __future__ import annotations

import atexit
import contextlib
import os
import secrets
import shutil
import tempfile
import time
from collections.abc import MutableMapping
from pathlib import Path

from tests.services import migrated, object_storage, postgres, redis_server
from tests.services.ending import stop_all
from tests.services.errors import ServiceMissing

PREFIX = "imhotep-tests-"
SETTINGS = "tests.settings"
# What a developer's shell may say about the site must not reach its tests.
FOREIGN = (
    *("DEBUG", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "EMAIL_URL", "PORT", "SECRET_KEY"),
    *("HOST", "LAN", "SITE_URL", "SITE_NAME", "IMPRINT", "PRIVACY", "LOG_LEVEL"),
)


class Backend:
    """The servers of one run. `missing` holds a sentence a service that cannot be had."""

    def __init__(self, *, embedded: bool) -> None:
        _remove_leftovers()
        self.embedded = embedded
        self.folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir="/tmp"))
        self.folder.chmod(0o711)
        self.missing: list[str] = []
        self.lines: list[str] = []
        self.started = False
        self.seconds = 0.0
        self._start: list[postgres.Postgres | redis_server.RedisServer] = []
        self.migrated = ""  # where migrated databases are copied from
        self.database_url = self._database()
        self.redis_url = self._redis()
        atexit.register(self.end)

    def export(self, environ: MutableMapping[str, str]) -> None:
        """Tell Django's settings, here and in every process started from here."""
        data = self.folder / "data"
        (data / "static").mkdir(parents=True)
        chosen = environ.get("IMHOTEP_ENGINE", "source")
        for name in list(environ):
            if name in FOREIGN or name.startswith("IMHOTEP_"):
                del environ[name]
        environ.update(
            {
                "DJANGO_SETTINGS_MODULE": SETTINGS,
                "IMHOTEP_DATA": str(data),
                "IMHOTEP_ENGINE": chosen,
                "SECRET_KEY": secrets.token_hex(32),
                "PUSH_KEY": secrets.token_urlsafe(31),
                "DATABASE_URL": self.database_url,
                "DATABASE_POOL": "0",
                "REDIS_URL": self.redis_url,
                migrated.VARIABLE: self.migrated,
                object_storage.FOLDER: str(self.folder / "storage"),
            }
        )

    @property
    def step(self) -> str:
        """The work that `start` is at."""
        done = migrated.progress()
        return f"migrating the database, {done} done" if done else "starting"

    def start(self) -> None:
        """Start what is not running yet. Raises ``ServiceMissing`` if a server does not start."""
        if self.started:
            return
        self.started, begun = True, time.monotonic()
        if self.embedded:
            migrated.make_sqlite()
        for server in self._start:
            server.folder.mkdir(exist_ok=True)
            server.start()
        self.seconds = time.monotonic() - begun

    def end(self) -> None:
        stop_all()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _database(self) -> str:
        if self.embedded:
            self.lines.append("SQLite (embedded default)")
            self.migrated = str(migrated.sqlite())
            return f"sqlite:///{self.folder}/data/imhotep.sqlite3"
        if test_database_url := os.environ.get("TEST_DATABASE_URL"):
            self.lines.append("database of TEST_DATABASE_URL")
            return test_database_url
        try:
            server = postgres.Postgres(postgres.find_binaries(), self.folder / "postgres")
        except ServiceMissing as missing:
            self.missing.append(str(missing))
            return "postgres://missing@/missing?host=/nonexistent"
        self._start.append(server)
        self.migrated = postgres.MIGRATED
        self.lines.append(f"PostgreSQL {server.version} ({server.binaries})")
        return server.url

    def _redis(self) -> str:
        if not self.embedded and (test_redis_url := os.environ.get("TEST_REDIS_URL")):
            self.lines.append("Redis of TEST_REDIS_URL")
            return test_redis_url
        try:
            binary = redis_server.find_binary(embedded=self.embedded)
        except ServiceMissing as missing:
            self.missing.append(str(missing))
            return "unix:///nonexistent"
        server = redis_server.RedisServer(binary, self.folder / "redis")
        self._start.append(server)
        self.lines.append(f"{server.version} ({binary})")
        return server.url


def for_xdist_worker(environ: MutableMapping[str, str], worker: str) -> None:
    """The same Redis, another of its sixteen databases (gw0 has number 1), and a data folder that
    no other worker writes to. pytest-django gives each worker a database of its own."""
    number = int(worker.removeprefix("gw")) % 15 + 1
    environ["REDIS_URL"] += f"?db={number}"
    data = Path(environ["IMHOTEP_DATA"]) / worker
    (data / "static").mkdir(parents=True, exist_ok=True)
    environ["IMHOTEP_DATA"] = str(data)


def _remove_leftovers() -> None:
    """Folders of runs that were killed."""
    for folder in Path("/tmp").glob(f"{PREFIX}*"):
        number = folder.name.removeprefix(PREFIX).partition("-")[0]
        if number.isdigit() and not _runs(int(number)):
            shutil.rmtree(folder, ignore_errors=True)


def _runs(pid: int) -> bool:
    with contextlib.suppress(PermissionError):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
    return True

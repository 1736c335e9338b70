"""A standby of our own PostgreSQL, copied by pg_basebackup, that can be promoted."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Final

import psycopg

from tests.services import postgres
from tests.services.ending import Child
from tests.services.errors import ServiceMissing

NAME: Final = "standby"
PATIENCE: Final = 60


class Standby:
    """Follows the server whose socket lies in `primary`; its own socket lies in `folder`."""

    def __init__(self, primary: Path, folder: Path) -> None:
        self.primary, self.folder = primary, folder
        self.user = postgres._nobody() if os.getuid() == 0 else None
        self.binaries = postgres.find_binaries()
        folder.mkdir(parents=True)
        if self.user is not None:
            os.chown(folder, self.user, self.user)
            self.binaries = postgres._within_reach(self.binaries, folder)
        self.data = folder / "data"
        self._copy()
        self.child = self._serve()

    def promote(self) -> None:
        """It takes writes from now on."""
        with self.connect() as connection:
            connection.execute("SELECT pg_promote()")

    def connect(self, name: str = "postgres") -> psycopg.Connection:
        return psycopg.connect(host=f"{self.folder}", user="imhotep", dbname=name, autocommit=True)

    def _copy(self) -> None:
        source = ["-h", f"{self.primary}", "-U", "imhotep", "-D", f"{self.data}"]
        ways = ["-R", "-X", "stream", "-c", "fast", "--no-sync"]
        copy = Child(
            [f"{self.binaries}/pg_basebackup", *source, *ways],
            self.folder / "basebackup.log",
            user=self.user,
            folder=self.folder,
        )
        if copy.process.wait(300):
            raise ServiceMissing(f"pg_basebackup failed:\n{copy.log}")
        with (self.data / "postgresql.auto.conf").open("a") as settings:
            settings.write(
                f"primary_conninfo = 'host={self.primary} user=imhotep application_name={NAME}'\n"
                "hot_standby_feedback = on\nsynchronous_standby_names = ''\n"
            )

    def _serve(self) -> Child:
        options = postgres.PLAIN + postgres.SIZE + ("fsync=off",)
        words = [word for setting in options for word in ("-c", setting)]
        server = Child(
            [f"{self.binaries}/postgres", "-D", f"{self.data}", "-k", f"{self.folder}", *words],
            self.folder / "postgres.log",
            user=self.user,
            folder=self.folder,
            end_with=signal.SIGQUIT,
        )
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                self.connect().close()
                return server
            except psycopg.OperationalError as refused:
                if not server.alive or time.monotonic() > deadline:
                    raise ServiceMissing(f"the standby does not start:\n{server.log}") from refused
                time.sleep(0.05)


def wait_for_standby(primary: Path, *, synchronous: bool) -> None:
    """Until it follows. `synchronous`: a commit waits for it from now on, in all databases."""
    with psycopg.connect(
        host=f"{primary}", user="imhotep", dbname="postgres", autocommit=True
    ) as connection:
        if synchronous:
            connection.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{NAME}'")
            connection.execute("SELECT pg_reload_conf()")
        states = ("sync", "quorum") if synchronous else ("async", "sync", "quorum")
        deadline = time.monotonic() + PATIENCE
        while True:
            rows = connection.execute(
                "SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'"
            ).fetchall()
            if any(row[0] in states for row in rows):
                return
            if time.monotonic() > deadline:
                raise ServiceMissing("the standby does not follow")
            time.sleep(0.1)

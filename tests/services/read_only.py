"""An SQLite database that may not be written to, whoever asks."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def can_be_read_only(folder: Path) -> bool:
    """False for root where its processes may not make a file immutable, or the disk knows no such
    files: root writes whatever the permissions are, and a mount in use refuses to change."""
    probe = folder / "probe"
    probe.touch()
    try:
        with read_only([probe]):
            return True
    except (OSError, subprocess.CalledProcessError):
        return False
    finally:
        probe.unlink()


@contextmanager
def read_only_database(file: Path) -> Iterator[None]:
    """The file, its write-ahead log and their folder; not its index, which is mapped into memory:
    a process that writes there would be killed."""
    files = [file.parent, file, file.with_name(f"{file.name}-wal")]
    with read_only([path for path in files if path.exists()]):
        yield


@contextmanager
def read_only(paths: list[Path]) -> Iterator[None]:
    """For root immutable (``chattr``), which holds for files that are open too; for others without
    the permission to write, which does not."""
    if os.geteuid() == 0:
        names = [str(path) for path in paths]
        subprocess.run(["chattr", "+i", *names], check=True, capture_output=True)
        try:
            yield
        finally:
            subprocess.run(["chattr", "-i", *names], check=True, capture_output=True)
        return
    modes = [path.stat().st_mode for path in paths]
    for path, mode in zip(paths, modes, strict=True):
        path.chmod(mode & ~0o222)
    try:
        yield
    finally:
        for path, mode in zip(paths, modes, strict=True):
            path.chmod(mode)

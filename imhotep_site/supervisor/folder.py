"""The data folder: made, checked, and held by one supervisor at a time."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Callable
from pathlib import Path

from imhotep_site.supervisor import CannotServe

SPACE_NEEDED = 64 * 1024 * 1024
"""Bytes that should be free: the example league, static files and logs take about half."""

PARTS = ("log", "static")


def prepare(data: Path) -> None:
    """Make the folder (0700), its parts and its secret key (0600).

    Raises ``CannotServe`` if it cannot be written to or the disk is full.
    """
    try:
        data.mkdir(parents=True, exist_ok=True)
        data.chmod(0o700)
        for part in PARTS:
            (data / part).mkdir(exist_ok=True)
        _try_to_write(data)
        _keep(data / "secret_key", lambda: secrets.token_urlsafe(48))
        _keep(data / "push_key", new_push_key)
        if not (data / "record_key").exists():  # a log from before keeps its name
            _keep(data / "record_origin", new_record_origin)
        _keep(data / "record_key", new_record_key)
        free = shutil.disk_usage(data).free
    except OSError as error:
        raise CannotServe(
            f"The data folder {data} can't be used: {error.strerror}. Set another one with "
            "IMHOTEP_DATA=/path/of/folder."
        ) from None
    if free < SPACE_NEEDED:
        raise CannotServe(f"The disk of {data} is full: only {free // 1024 // 1024} MiB are free.")


def _try_to_write(data: Path) -> None:
    probe = data / "log" / ".probe"
    probe.write_bytes(bytes(4096))
    probe.unlink()
    for path in data.glob("imhotep.sqlite3*"):
        path.open("r+b").close()


def _keep(path: Path, make: Callable[[], str]) -> None:
    """A secret, made once, readable by its owner only."""
    if not path.exists():
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(make() + "\n")


def new_push_key() -> str:
    """A private key of the curve P-256: any number below its order, but 0."""
    return secrets.token_urlsafe(31)


def new_record_key() -> str:
    """The seed of an Ed25519 key."""
    return secrets.token_urlsafe(32)


def new_record_origin() -> str:
    """A name that no other log has."""
    return f"localhost/log-{secrets.token_hex(6)}"


class Hold:
    """Keeps a second supervisor out of the folder for as long as this process lives."""

    def __init__(self, data: Path, address: str) -> None:
        """Raises ``CannotServe``, with the address of the site that runs there."""
        import fcntl

        self.file = (data / "serve.lock").open("a+")
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.file.seek(0)
            url = self.file.read().strip()
            raise CannotServe(
                f"Imhotep already runs with the data folder {data}, at {url}. "
                "A second site needs its own folder and port: IMHOTEP_DATA=/path/of/folder "
                "PORT=8123 make run"
            ) from None
        self.file.truncate(0)
        self.file.write(address + "\n")
        self.file.flush()

    def release(self) -> None:
        self.file.close()

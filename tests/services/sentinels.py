"""A Redis master with a replica, and three Sentinels that promote it: one program five times."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

import redis

from tests.services.ending import Child
from tests.services.errors import ServiceMissing
from tests.services.processes import free_port
from tests.services.redis_server import QUIET, find_binary

MASTER: Final = "imhotep"
PASSWORD: Final = "se:cr/et"
SENTINELS: Final = 3
PATIENCE: Final = 60
SILENT_MS: Final = 1000
"""After so many milliseconds without an answer a Sentinel takes the master for dead."""


class Sentinels:
    """They run until the end of the test. `nodes`: by port, the master first."""

    def __init__(self, folder: Path, *, embedded: bool = False) -> None:
        self.binary = find_binary(embedded=embedded)
        self.folder = folder
        self.ports = [free_port() for _ in range(SENTINELS)]
        master, replica = free_port(), free_port()
        self.nodes = {master: self._node(master), replica: self._node(replica, master)}
        self.watchers = [self._sentinel(port, master) for port in self.ports]
        deadline = time.monotonic() + PATIENCE
        while not all(self._knows_all(port) for port in self.ports):
            if time.monotonic() > deadline:
                raise ServiceMissing("the Sentinels do not find each other")
            time.sleep(0.1)

    @property
    def url(self) -> str:
        hosts = ",".join(f"127.0.0.1:{port}" for port in self.ports)
        password = PASSWORD.replace(":", "%3A").replace("/", "%2F")
        return f"sentinel://:{password}@{hosts}/0?master={MASTER}"

    def master_port(self) -> int:
        """The port of the master, as the first Sentinel that answers names it."""
        for port in self.ports:
            try:
                with redis.Redis(port=port, socket_timeout=2) as sentinel:
                    return int(sentinel.sentinel_get_master_addr_by_name(MASTER)[1])
            except redis.RedisError:
                continue
        raise ServiceMissing("no Sentinel answers")

    def kill_master(self) -> int:
        """Its port."""
        port = self.master_port()
        self.nodes[port].kill()
        return port

    def restart(self, port: int) -> None:
        """What was the master becomes a replica of the other one."""
        self.nodes[port] = self._node(port)

    def end(self) -> None:
        for child in (*self.watchers, *self.nodes.values()):
            child.kill()

    def _node(self, port: int, master: int = 0) -> Child:
        replica = ["--replicaof", "127.0.0.1", str(master)] if master else []
        words = ["--port", str(port), "--bind", "127.0.0.1", *QUIET[2:], *replica]
        words += [
            "--requirepass",
            PASSWORD,
            "--masterauth",
            PASSWORD,
            "--repl-diskless-sync-delay",
            "0",
        ]
        folder = self.folder / str(port)
        folder.mkdir(exist_ok=True)
        return Child([f"{self.binary}", *words, "--dir", f"{folder}"], folder / "log")

    def _sentinel(self, port: int, master: int) -> Child:
        folder = self.folder / str(port)
        folder.mkdir()
        config = folder / "sentinel.conf"
        lines = [
            f"port {port}",
            "bind 127.0.0.1",
            f"dir {folder}",
            f"sentinel monitor {MASTER} 127.0.0.1 {master} 2",
            f'sentinel auth-pass {MASTER} "{PASSWORD}"',
            f"sentinel down-after-milliseconds {MASTER} {SILENT_MS}",
            f"sentinel failover-timeout {MASTER} 5000",
        ]
        config.write_text("\n".join(lines) + "\n", "utf-8")
        return Child([f"{self.binary}", f"{config}", "--sentinel"], folder / "log")

    def _knows_all(self, port: int) -> bool:
        try:
            with redis.Redis(port=port, socket_timeout=2) as sentinel:
                state = sentinel.sentinel_master(MASTER)
        except redis.RedisError:
            return False
        peers = int(state["num-other-sentinels"])
        return int(state["num-slaves"]) == 1 and peers == SENTINELS - 1

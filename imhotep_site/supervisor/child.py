"""A process that is started, watched, started again, and ended."""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

FIRST_DELAY = 1.0
LONGEST_DELAY = 30.0
CALM_AFTER = 60.0
"""Seconds a process has to live before the next start is not delayed any longer."""
LARGEST_LOG = 5 * 1024 * 1024
PR_SET_PDEATHSIG = 1


class AdoptedProcess:
    """A child that this process started while it was another program. As ``subprocess.Popen``."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        return self._reap(os.WNOHANG)

    def wait(self) -> int | None:
        return self._reap(0)

    def terminate(self) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal.SIGTERM)

    def _reap(self, options: int) -> int | None:
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, options)
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode


@dataclass
class Child:
    """`log` takes what it prints. It leads a process group of its own: Ctrl-C reaches the
    supervisor only, which ends the others in order, with whatever they have started."""

    name: str
    command: Sequence[str]
    log: Path
    environment: Mapping[str, str]
    folder: Path
    delay: float = FIRST_DELAY
    process: subprocess.Popen[bytes] | AdoptedProcess | None = None
    started: float = 0.0
    due: float = field(default=0.0)
    """When to start it again, by the monotonic clock."""

    def start(self) -> None:
        self.rotate()
        self.started = time.monotonic()
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                env=dict(self.environment),
                cwd=self.folder,
                process_group=0,
                preexec_fn=_end_with_parent,
            )

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def restart_later(self) -> str:
        """It has ended: set when to start it again; a sentence for the person at the keyboard."""
        assert self.process is not None
        ended = time.monotonic()
        if ended - self.started > CALM_AFTER:
            self.delay = FIRST_DELAY
        self._end_group()
        self.due, wait = ended + self.delay, self.delay
        self.delay = min(2 * self.delay, LONGEST_DELAY)
        how = _how(self.process.wait() or 0)
        return f"{self.name} ended ({how}); it starts again in {wait:g} s. See {self.log}"

    def ask_to_end(self) -> None:
        if self.process is not None and self.alive:
            with contextlib.suppress(ProcessLookupError):
                self.process.terminate()

    def end_now(self) -> None:
        """SIGKILL for it and all it started."""
        if self.process is not None:
            self._end_group()
            self.process.wait()

    def rotate(self) -> None:
        """Keep one older log beside a new one when it has grown large; the process may run."""
        with contextlib.suppress(FileNotFoundError):
            if self.log.stat().st_size > LARGEST_LOG:
                shutil.copyfile(self.log, self.log.with_suffix(".log.1"))
                os.truncate(self.log, 0)

    def last_words(self, lines: int = 12) -> str:
        with contextlib.suppress(FileNotFoundError):
            return "\n".join(self.log.read_text("utf-8", "replace").splitlines()[-lines:])
        return ""

    def _end_group(self) -> None:
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)


def _how(status: int) -> str:
    return f"signal {-status}" if status < 0 else f"exit status {status}"


def _end_with_parent() -> None:
    """In the child: on Linux it is asked to end even if the supervisor is killed."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)

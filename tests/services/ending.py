"""Child processes that never outlive the test run."""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

PR_SET_PDEATHSIG = 1

_running: list[Child] = []


def _end_with_parent() -> None:
    """In the child: Linux kills it when the process that started it is gone."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Child:
    """A process in a session of its own; what it prints is kept in `log`."""

    def __init__(
        self,
        command: Sequence[str],
        log: Path,
        *,
        environment: Mapping[str, str] | None = None,
        user: int | None = None,
        end_with: signal.Signals = signal.SIGTERM,
        folder: Path | None = None,
    ) -> None:
        self.command, self.log_file, self.end_with = list(command), log, end_with
        as_user: dict[str, Any] = (
            {} if user is None else {"user": user, "group": user, "extra_groups": []}
        )
        with log.open("ab") as out:
            self.process: subprocess.Popen[bytes] = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                env=None if environment is None else dict(environment),
                cwd=folder,
                start_new_session=True,
                preexec_fn=_end_with_parent,
                **as_user,
            )
        _running.append(self)

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    @property
    def log(self) -> str:
        """Everything it printed so far."""
        return self.log_file.read_text("utf-8", "replace")

    def kill(self) -> None:
        """SIGKILL for it and all its children, at once: nothing is said goodbye to."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        self.process.wait()
        self._forget()

    def stop(self, seconds: float = 20) -> int:
        """Ask it to end, wait, and kill what is left; its exit status."""
        if self.alive:
            self.process.send_signal(self.end_with)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(seconds)
        self.kill()
        return self.process.returncode

    def _forget(self) -> None:
        if self in _running:
            _running.remove(self)


@atexit.register
def stop_all() -> None:
    """End whatever is left, the youngest first."""
    for child in reversed(_running.copy()):
        child.stop()

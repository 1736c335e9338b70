"""The process of a bot, bounded in time, memory, processes and output."""

from __future__ import annotations

import ctypes
import os
import resource
import select
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

LINE_LIMIT: Final = 1_000
OUTPUT_LIMIT: Final = 64 * 1024
"""Bytes that a bot may write for one answer."""

PROCESSES: Final = Path("/proc")
SUBREAPER: Final = 36
"""Of ``prctl``: orphans of the bot become children of the bridge."""

DUMPABLE: Final = 4
"""The same: without it a bot of the same user cannot read the bridge's memory, and its token."""


class BotFailure(Exception):
    """The bot gave no usable answer; the message says why. It is not asked again."""


class Limits(NamedTuple):
    """Bounds of a bot: `memory` of each process in MiB, `processes` and threads, `cpu` seconds of
    each process, `start` seconds until it is ready."""

    memory: int = 1024
    processes: int = 16
    cpu: int = 3600
    start: float = 10.0


class BotProcess:
    """A running bot. Every wait has an end; ``close`` kills all that it started."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        self.limits = limits
        self._buffer = b""
        if PROCESSES.is_dir():
            ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
            ctypes.CDLL(None).prctl(DUMPABLE, 0, 0, 0, 0)
        self._children = set(_descendants())
        try:
            self.child = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                preexec_fn=self._bound,
            )
        except OSError as error:
            raise BotFailure(f"it does not start: {error}") from None
        assert self.child.stdin is not None
        assert self.child.stdout is not None
        self._input, self._output = self.child.stdin.fileno(), self.child.stdout.fileno()
        os.set_blocking(self._input, False)

    def send(self, lines: Sequence[str], seconds: float) -> None:
        """Write `lines`. Raises ``BotFailure`` if the bot does not read them in time."""
        text, end = "".join(f"{line}\n" for line in lines).encode(), time.monotonic() + seconds
        while text:
            _, writable, _ = select.select([], [self._input], [], _left(end))
            if not writable:
                raise BotFailure("it does not read")
            try:
                text = text[os.write(self._input, text) :]
            except BlockingIOError:
                continue
            except OSError:
                raise BotFailure("it has ended") from None

    def answer(self, verb: str, seconds: float) -> str:
        """Words after `verb` in the next line that begins with it; other lines are passed over.
        Raises ``BotFailure``."""
        end, size = time.monotonic() + seconds, 0
        while True:
            while b"\n" in self._buffer:
                line, _, self._buffer = self._buffer.partition(b"\n")
                size += len(line) + 1
                first, _, words = line.decode("utf-8", "replace").strip().partition(" ")
                if first == verb and len(line) <= LINE_LIMIT:
                    return words.strip()
            if size + len(self._buffer) > OUTPUT_LIMIT or len(self._buffer) > LINE_LIMIT:
                raise BotFailure("it writes too much")
            self._check_processes()
            readable, _, _ = select.select([self._output], [], [], min(1.0, _left(end)))
            if readable:
                chunk = os.read(self._output, 4096)
                if not chunk:
                    raise BotFailure("it has ended")
                self._buffer += chunk
            elif time.monotonic() >= end:
                raise BotFailure(f"no “{verb}” within {seconds:g} seconds")

    def forget_output(self) -> None:
        """Drop what was written before it was asked: it is no answer to the next question."""
        size = len(self._buffer)
        self._buffer = b""
        while select.select([self._output], [], [], 0)[0]:
            chunk = os.read(self._output, 4096)
            size += len(chunk)
            if not chunk or size > OUTPUT_LIMIT:
                raise BotFailure("it writes too much" if chunk else "it has ended")

    def close(self) -> None:
        """Kill every process that the bot started, also those that left its group."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.child.pid, signal.SIGKILL)
        end = time.monotonic() + 10
        while (alive := set(_descendants()) - self._children) and time.monotonic() < end:
            for pid in alive:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    continue
            self._reap()
        self.child.wait(10)
        for pipe in (self.child.stdin, self.child.stdout):
            with suppress(BrokenPipeError):
                pipe.close()  # type: ignore[union-attr]  # both are pipes

    # --- inside -------------------------------------------------------------------

    def _bound(self) -> None:
        """In the child, before the bot: a limit that is lower already stays."""
        memory = self.limits.memory * 1024 * 1024
        _lower(resource.RLIMIT_AS, memory)
        _lower(resource.RLIMIT_CPU, self.limits.cpu)
        _lower(resource.RLIMIT_CORE, 0)
        _lower(resource.RLIMIT_NPROC, _tasks_of_user() + self.limits.processes)

    def _check_processes(self) -> None:
        number = len(set(_descendants()) - self._children)
        if number > self.limits.processes:
            raise BotFailure(f"it has {number} processes")

    def _reap(self) -> None:
        """Orphans of the bot that have ended."""
        self.child.poll()
        for pid in set(_descendants()) - self._children - {self.child.pid}:
            try:
                os.waitpid(pid, os.WNOHANG)
            except ChildProcessError:
                continue


def _left(end: float) -> float:
    return max(0.0, end - time.monotonic())


def _lower(kind: int, limit: int) -> None:
    _, hard = resource.getrlimit(kind)
    new = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
    resource.setrlimit(kind, (new, new))


def _statuses() -> Iterator[tuple[int, int, int]]:
    """Each process: its number, its parent's, its owner's."""
    for folder in PROCESSES.glob("[0-9]*"):
        try:
            words = (folder / "stat").read_text().rpartition(")")[2].split()
            yield int(folder.name), int(words[1]), folder.stat().st_uid
        except OSError:
            continue


def _tasks_of_user() -> int:
    """Threads of this user now, which ``RLIMIT_NPROC`` counts too."""
    user, number = os.getuid(), 0
    for pid, _, owner in _statuses():
        if owner == user:
            try:
                number += len(os.listdir(PROCESSES / str(pid) / "task"))
            except OSError:
                continue
    return number


def _descendants() -> Iterator[int]:
    """Processes below this one."""
    children: dict[int, list[int]] = {}
    for pid, parent, _ in _statuses():
        children.setdefault(parent, []).append(pid)
    below = list(children.get(os.getpid(), []))
    while below:
        pid = below.pop()
        yield pid
        below += children.get(pid, [])

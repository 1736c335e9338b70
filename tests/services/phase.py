"""Run one phase of `make test`, and record how it ended and how long it took.

    python -m tests.services.phase [--tick] NAME COMMAND...

Its exit status is 0 also when the phase has failed, so that the next phase runs: the summary of
``tests.services.outcomes`` comes last and fails. `--tick` is for a command that prints nothing
while it works. After an interrupt no further phase is to run: the status is 130.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.services import outcomes

EVERY = 10.0
"""Seconds from one sign of life to the next."""
NO_TESTS = 5
"""pytest's status when none was chosen: as it should be where ``-k`` chooses them."""
INTERRUPTED = 130


@contextmanager
def ticking(
    line: Callable[[int], str], write: Callable[[str], None] = lambda text: print(text, flush=True)
) -> Iterator[None]:
    """While this lasts, `line` is written every so many seconds; it is given those that passed."""
    over, began = threading.Event(), time.monotonic()

    def tick() -> None:
        while not over.wait(EVERY):
            write(line(round(time.monotonic() - began)))

    thread = threading.Thread(target=tick, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def run(name: str, command: list[str], *, tick: bool) -> int:
    """Run `command`, and its status; 0 for a run of pytest from which ``-k`` took every test."""
    print(f"\n=== {name}", flush=True)
    with subprocess.Popen(command) as process:
        try:
            if tick:
                with ticking(lambda seconds: f"{name}: {seconds} s …"):
                    process.wait()
            else:
                process.wait()
        except KeyboardInterrupt:
            process.wait()
            return INTERRUPTED
    if process.returncode == NO_TESTS and "pytest" in command and "-k" in command:
        return 0
    return process.returncode


def main(arguments: list[str]) -> int:
    tick = arguments[:1] == ["--tick"]
    name, *command = arguments[tick:]
    began = time.monotonic()
    status = run(name, command, tick=tick)
    if status == INTERRUPTED:
        return INTERRUPTED
    phase = outcomes.Phase(name, status, time.monotonic() - began)
    outcomes.append(Path(os.environ[outcomes.VARIABLE]), phase._asdict())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

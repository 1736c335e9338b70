"""The supervisor of a site that runs: once everything is started, Django's process becomes this
small program (exec). Its children stay its children, and its lock stays held.

It imports nothing but the standard library, so that what only waits takes little memory.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
from pathlib import Path
from typing import NoReturn

from imhotep_site.supervisor.child import AdoptedProcess, Child
from imhotep_site.supervisor.heartbeat import Heartbeat, heartbeat_reader
from imhotep_site.supervisor.watch import ENDING, Ended, Watch

GOODBYE = "Imhotep has ended."


def become_successor(
    children: list[Child], queue: Child | None, askers: list[Child], url: str, key: str, lock: int
) -> NoReturn:
    """Hand everything on. A signal that comes meanwhile waits until the successor listens."""
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    letter = {
        "children": [_description(child) for child in children],
        "queue": None if queue is None else children.index(queue),
        "askers": [children.index(asker) for asker in askers],
        "url": url,
        "key": key,
    }
    # It has passwords of the environment: a file without a name, and no argument.
    with tempfile.TemporaryFile("w+") as file:
        json.dump(letter, file)
        file.flush()
        file.seek(0)
        for descriptor in (file.fileno(), lock):
            os.set_inheritable(descriptor, True)
        sys.stdout.flush()
        command = [sys.executable, "-m", __name__, str(file.fileno())]
        os.execv(sys.executable, command)


def _description(child: Child) -> dict[str, object]:
    assert child.process is not None
    return {
        "name": child.name,
        "command": list(child.command),
        "log": str(child.log),
        "environment": dict(child.environment),
        "folder": str(child.folder),
        "delay": child.delay,
        "started": child.started,
        "pid": child.process.pid,
    }


def main(descriptor: int) -> None:
    """Until it is asked to end."""
    with os.fdopen(descriptor) as file:
        letter = json.load(file)
    watch = Watch(lambda line: print(line, flush=True))
    watch.children = [_adopted(**description) for description in letter["children"]]
    queue = None if letter["queue"] is None else watch.children[letter["queue"]]
    askers = [watch.children[number] for number in letter["askers"]]
    heartbeat = Heartbeat(queue, askers, heartbeat_reader(letter["url"], letter["key"]))
    try:
        with watch:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
            watch.keep_running(heartbeat.silent_children)
    except Ended:
        watch.say(GOODBYE)


def _adopted(
    *,
    name: str,
    command: list[str],
    log: str,
    environment: dict[str, str],
    folder: str,
    delay: float,
    started: float,
    pid: int,
) -> Child:
    child = Child(name, command, Path(log), environment, Path(folder), delay, AdoptedProcess(pid))
    child.started = started
    return child


if __name__ == "__main__":
    main(int(sys.argv[1]))

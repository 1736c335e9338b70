"""The site's own processes on the test database: uvicorn, Celery workers, beat.

They see what is committed: use them with ``transactional_db`` (or ``live``, see conftest).
A worker is killed with ``kill()``, asked to end with ``stop()``; what it said is in ``log``.

    with workers(2) as (first, second):
        first.kill()
"""

from __future__ import annotations

import contextlib
import http.client
import os
import socket
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

from tests.services.ending import Child

ROOT = Path(__file__).resolve().parents[2]
_numbers = count(1)


def live_environment() -> dict[str, str]:
    """This process's environment, with the database that the tests use as DATABASE_URL."""
    from django.db import connection

    name = str(connection.settings_dict["NAME"])
    url = os.environ["DATABASE_URL"]
    if connection.vendor == "sqlite":
        return os.environ | {"DATABASE_URL": f"sqlite:///{name}"}
    before, question, options = url.partition("?")
    address = f"{before.rpartition('/')[0]}/{name}{question}{options}"
    return os.environ | {"DATABASE_URL": address}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start(name: str, *command: str, **environment: str) -> Child:
    """``python -m …`` of this project; ends with the test run at the latest."""
    folder = Path(os.environ["IMHOTEP_DATA"]) / "log"
    folder.mkdir(exist_ok=True)
    return Child(
        [sys.executable, "-m", *command],
        folder / f"{next(_numbers)}-{name}.log",
        environment=live_environment() | environment,
        folder=ROOT,
    )


def wait_until(
    true: Callable[[], object], *processes: Child, seconds: float = 30, what: str = ""
) -> None:
    """Ask every 50 ms. Fails with the processes' logs when the time is up or one has died."""
    deadline = time.monotonic() + seconds
    while not true():
        died = [process for process in processes if not process.alive]
        if died or time.monotonic() > deadline:
            reason = "a process ended" if died else f"not within {seconds:g} s"
            logs = "\n".join(f"--- {one.log_file.name}\n{one.log[-8000:]}" for one in processes)
            raise AssertionError(f"{what or 'waiting'}: {reason}\n{logs}")
        time.sleep(0.05)


@contextlib.contextmanager
def worker(**options: Any) -> Iterator[Child]:
    """A Celery worker that is ready for tasks; ended (SIGTERM, then SIGKILL) afterwards. The
    options are those of ``begin_worker``."""
    with workers(1, **options) as (process,):
        yield process


@contextlib.contextmanager
def workers(number: int, **options: Any) -> Iterator[list[Child]]:
    """Several at once, which start side by side: a start costs some seconds."""
    with ExitStack() as ended:
        children = [begin_worker(ended, **options) for _ in range(number)]
        for started in children:
            wait_for_worker(started)
        yield children


def begin_worker(
    ended: ExitStack,
    *,
    queues: str = "",
    concurrency: int = 1,
    beat: bool = False,
    **environment: str,
) -> Child:
    """Start a worker that ends with `ended`; it is not ready yet. It consumes the queues of the
    settings, as the site's own do, or those that `queues` names."""
    name = f"worker{next(_numbers)}"
    schedule = ["--beat", "--schedule", f"{os.environ['IMHOTEP_DATA']}/{name}.schedule"]
    process = start(
        name,
        *("celery", "-A", "imhotep_site", "worker", "--loglevel", "INFO"),
        *("--concurrency", str(concurrency), "--hostname", f"{name}@%h"),
        *("--without-gossip", "--without-mingle"),
        *(["--queues", queues] if queues else []),
        *(schedule if beat else []),
        **environment,
    )
    ended.callback(process.stop)
    return process


def wait_for_worker(process: Child) -> None:
    wait_until(lambda: " ready." in process.log, process, what="the worker's start")


@contextlib.contextmanager
def web(port: int = 0, **environment: str) -> Iterator[tuple[str, Child]]:
    """uvicorn with the site: its address (no slash at the end) and its process."""
    with ExitStack() as ended:
        address, process = begin_web(ended, port, **environment)
        wait_for_web(address, process)
        yield address, process


def begin_web(ended: ExitStack, port: int = 0, **environment: str) -> tuple[str, Child]:
    """Start it, to end with `ended`; it does not answer yet."""
    port = port or free_port()
    process = start(
        "web",
        *("uvicorn", "imhotep_site.asgi:application", "--host", "127.0.0.1"),
        *("--http", "imhotep_site.front.connection:Connection"),
        *("--port", str(port), "--timeout-graceful-shutdown", "1", "--no-access-log"),
        **environment,
    )
    ended.callback(process.stop)
    return f"http://127.0.0.1:{port}", process


def wait_for_web(address: str, process: Child) -> None:
    wait_until(lambda: answers(f"{address}/healthz"), process, what="the web's start")


def answers(address: str) -> bool:
    """True if a server answers there, with whatever status."""
    with contextlib.suppress(OSError, http.client.HTTPException):
        try:
            urllib.request.urlopen(address, timeout=5).close()
        except urllib.error.HTTPError as refused:
            refused.close()
        return True
    return False

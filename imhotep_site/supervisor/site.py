"""Processes of the site, and preparations before they start."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import OperationalError, connections

from engine import COMPILED
from games.judging import HEARTBEAT
from imhotep_site.progress import Progress
from imhotep_site.static_files import collect_static
from imhotep_site.supervisor import CannotServe, addresses, folder, stores
from imhotep_site.supervisor.addresses import Place
from imhotep_site.supervisor.child import Child
from imhotep_site.supervisor.heartbeat import Heartbeat, heartbeat_reader
from imhotep_site.supervisor.successor import become_successor
from imhotep_site.supervisor.watch import Watch

RULES = (
    "The engine is compiled."
    if COMPILED
    else "The engine is not compiled; `make fast` makes it more than twice as fast."
)
PATIENCE = 60.0
"""Seconds until the first page has to come."""
WORKERS = 2
ARENAS = {"MALLOC_ARENA_MAX": "2"}
"""Threads share free memory: glibc would give each its own."""
# Celery's command line obeys these silently.
FOREIGN = ("BROKER_URL", "RESULT_BACKEND", "APP", "LOADER", "CONFIG_MODULE")


def serve(
    host: str, port: int, games: int, say: Callable[[str], None], *, fetch: bool = False
) -> None:
    """Serve the site until ``Ended``; an empty one gets `games` games of an example. With `fetch`
    what recording needs is fetched once the first page has come. When nothing is left to do, this
    process becomes its ``successor``.

    Raises ``CannotServe``, whose message is for people.
    """
    data: Path = settings.DATA_DIR
    place = addresses.place(host, port)
    folder.prepare(data)
    hold = folder.Hold(data, place.urls[0])
    addresses.check_free(place.host, port)
    say(f"Imhotep stores everything in {data}")
    try:
        for line in stores.announce_external():
            say(line)
        with Watch(say) as watch:
            with Progress(say) as progress:
                progress.update("Starting the queue")
                queue = start_queue(watch, data)
                lines = set_up(games, progress)
                progress.update("Starting the web server")
                server = watch.start(web(data, place))
                askers = [watch.start(make(data, place)) for make in (worker, scheduler)]
                wait_for_page(server, place.asked_at, port)
            for line in (*addresses.lines(place), *lines, RULES):
                say(line)
            fetching = threading.Thread(target=fetch_pyodide, args=(say,), daemon=True)
            if fetch:
                fetching.start()
            url, key = settings.REDIS_URL, HEARTBEAT
            heartbeat = Heartbeat(queue, askers, heartbeat_reader(url, key))
            watch.keep_running(heartbeat.silent_children, fetching.is_alive)
            become_successor(watch.children, queue, askers, url, key, hold.file.fileno())
    finally:
        hold.release()


def start_queue(watch: Watch, data: Path) -> Child | None:
    """The server of the queue; ``None`` where the operator runs one."""
    if os.environ.get("REDIS_URL"):
        return None
    server = watch.start(stores.make(data, Path(settings.REDIS_URL.removeprefix("unix://"))))
    stores.wait_for(server, settings.REDIS_URL)
    return server


def set_up(games: int, progress: Progress) -> list[str]:
    """Migrations, static files, the example league; returns lines about logging in."""
    from imhotep_site.supervisor.example import fill_if_empty

    try:
        progress.update("Preparing the database")
        call_command("migrate", verbosity=0, interactive=False, progress=progress)
        progress.update("Collecting static files")
        collect_static(settings.DATA_DIR / "static.digest")
        return fill_if_empty(games, progress)
    except (OperationalError, OSError) as error:
        raise CannotServe(f"The data folder {settings.DATA_DIR} failed: {error}.") from None
    finally:
        connections.close_all()


def fetch_pyodide(say: Callable[[str], None]) -> None:
    """Get the Python for browsers, if it is not there; without it no game is recorded here."""
    from tables.recorder.fetching import CannotFetch, fetch_runtime

    try:
        fetch_runtime()
    except CannotFetch as problem:
        say(f"Games can't be recorded at a table here. {problem}")


def web(data: Path, place: Place) -> Child:
    command = ["uvicorn", "imhotep_site.asgi:application"]
    command += ["--host", place.host, "--port", str(place.port)]
    command += ["--http", "imhotep_site.front.connection:Connection"]
    command += ["--timeout-graceful-shutdown", "1", "--no-access-log", "--no-server-header"]
    command += ["--no-proxy-headers", "--lifespan", "off"]
    return _process("The web server", "web", command, data, **place.environment())


def worker(data: Path, place: Place) -> Child:
    command = ["celery", "-A", "imhotep_site", "worker", "--loglevel", "INFO"]
    command += ["--concurrency", str(WORKERS), "--without-gossip", "--without-mingle"]
    command += ["--without-heartbeat"]  # of Celery's own events, which nobody reads
    # The checks import every page; `serve` has run them.
    environment = {"DATABASE_POOL": "0", "CELERY_SKIP_CHECKS": "1", **place.environment()}
    return _process("The worker", "worker", command, data, **environment)


def scheduler(home: Path, place: Place) -> Child:
    command = ["celery", "-A", "imhotep_site.clock", "beat", "--loglevel", "INFO"]
    command += ["--schedule", str(home / "beat"), "--pidfile="]
    return _process("The clock", "beat", command, home, DATABASE_POOL="0", **place.environment())


def _process(name: str, log: str, command: list[str], data: Path, **environment: str) -> Child:
    inherited = {key: value for key, value in os.environ.items() if key not in FOREIGN}
    inherited |= {"PYTHONUNBUFFERED": "1", "IMHOTEP_DATA": str(data), **ARENAS} | environment
    command = [sys.executable, "-m", *command]
    return Child(name, command, data / "log" / f"{log}.log", inherited, settings.BASE_DIR)


def wait_for_page(server: Child, host: str, port: int) -> None:
    """Raises ``CannotServe`` if the web server ends or says nothing for a minute."""
    deadline = time.monotonic() + PATIENCE
    while not addresses.answers(host, port):
        if not server.alive or time.monotonic() > deadline:
            raise CannotServe(f"The web server does not start:\n{server.last_words()}")
        time.sleep(0.05)

"""Faults by name: each is caused and ended by one call."""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
import redis
from django.conf import settings
from django.db import connection

from tests.attacks.live.test_full_disk import refused_by_postgresql
from tests.chaos.site import Site, send
from tests.pipeline.corpus import game
from tests.services.ending import Child
from tests.services.processes import ROOT
from tests.services.read_only import can_be_read_only, read_only_database

COPIES = 300
"""Of messages; ``tests/attacks/live/test_copied_messages.py`` has a storm of forty thousand."""
DAY = 24 * 60 * 60
WRITERS = ("web", "worker", "beat", "queue")
IMPORTED = range(100_000, 100_200)
"""Numbers of the corpus' games that no client uploads."""


class Fault(NamedTuple):
    """`clock`: seconds that a player who is to act has left when it begins; `possible`: whether it
    can be caused on this machine."""

    name: str
    cause: Callable[[Site], object]
    clock: float = 40
    stores: str = "both"
    possible: Callable[[Site], bool] = lambda site: True


def kill(processes: Callable[[Site], list[int]]) -> Callable[[Site], None]:
    return lambda site: send(signal.SIGKILL, processes(site))


def pause(processes: Callable[[Site], list[int]], seconds: float) -> Callable[[Site], None]:
    def cause(site: Site) -> None:
        with site.paused(processes(site)):
            time.sleep(seconds)

    return cause


def queue_processes(site: Site) -> list[int]:
    return site.processes("queue") if site.embedded else site.server_processes("redis")


def every_process(site: Site) -> list[int]:
    return site.processes("web", "worker", "beat", "queue", "supervisor")


def kill_queue(site: Site) -> None:
    if site.embedded:
        send(signal.SIGKILL, site.processes("queue"))
    else:
        site.restart("redis", 2)


def empty_queue(site: Site) -> None:
    with redis_client() as client:
        client.flushall()


def fill_memory_of_redis(site: Site) -> None:
    with redis_client() as client:
        client.config_set("maxmemory", 1)
        try:
            time.sleep(25)
        finally:
            client.config_set("maxmemory", 0)


def cut_connections(site: Site) -> None:
    for _ in range(2):
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        time.sleep(1)


def kill_everything(seconds: float) -> Callable[[Site], None]:
    def cause(site: Site) -> None:
        send(signal.SIGKILL, every_process(site))
        site.supervisor.kill()
        time.sleep(seconds)
        site.start()

    return cause


def restart_queue_with_data(site: Site) -> None:
    with redis_client() as client:
        client.save()
    site.restart("redis", 2)
    (site.backend.folder / "redis" / "dump.rdb").unlink()


def start_second_supervisor(site: Site) -> None:
    """On the same folder: it has to end by itself, in a sentence."""
    child = run_command(site, 60, "serve", "--games", "0")
    assert child.process.returncode == 1, child.process.returncode
    assert "Traceback" not in child.log, child.log[-1000:]


def fill_disk(site: Site) -> None:
    if not site.embedded:
        with refused_by_postgresql():
            time.sleep(40)
        return
    pids = site.processes(*WRITERS)
    limit = resource.RLIMIT_FSIZE
    limits = {pid: resource.prlimit(pid, limit) for pid in pids}
    for pid, (_, hard) in limits.items():
        resource.prlimit(pid, limit, (0, hard))
    time.sleep(40)
    for pid in set(limits) & set(site.processes(*WRITERS)):
        resource.prlimit(pid, limit, limits[pid])


def make_read_only(site: Site) -> None:
    """The folder and the database in it; PostgreSQL: every transaction that begins."""
    if site.embedded:
        with read_only_database(site.data / "imhotep.sqlite3"):
            time.sleep(20)
        return
    with server_connection(site) as server:
        server.execute("ALTER SYSTEM SET default_transaction_read_only = on")
        server.execute("SELECT pg_reload_conf()")
        try:
            time.sleep(20)
        finally:
            server.execute("ALTER SYSTEM RESET default_transaction_read_only")
            server.execute("SELECT pg_reload_conf()")


def can_read_only(site: Site) -> bool:
    return not site.embedded or can_be_read_only(site.data)


def server_connection(site: Site) -> psycopg.Connection:
    folder = site.backend.folder / "postgres"
    return psycopg.connect(host=str(folder), user="imhotep", dbname="postgres", autocommit=True)


def run_worker_with_clock(seconds: int) -> Callable[[Site], None]:
    """One more worker for half a minute, whose clock is `seconds` ahead; the others are stopped."""

    def cause(site: Site) -> None:
        library = site.data.parent / "clock.so"
        source = Path(__file__).with_name("clock.c")
        subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
        command = [sys.executable, "-m", "celery", "-A", "imhotep_site", "worker"]
        command += ["--concurrency", "2", "--hostname", "other-clock"]
        environment = os.environ | {"LD_PRELOAD": str(library), "SECONDS_AHEAD": str(seconds)}
        log = site.data.parent / "other-clock.txt"
        with site.paused(site.processes("worker")):
            child = Child(command, log, environment=environment, folder=ROOT)
            time.sleep(30)
        child.kill()

    return cause


def copy_messages(site: Site) -> None:
    """Everything that waits is there twice and out of order, and much of what was judged too."""
    from celery import current_app

    from games.models import Submission

    with redis_client() as client:
        for name in ("celery", "bulk", "play", "pulse", "reviews"):
            messages: Any = client.lrange(name, 0, -1)
            random.shuffle(messages)
            for message in messages:
                client.lpush(name, message)
    pks = [*Submission.objects.order_by("-pk").values_list("pk", flat=True)[:200]]
    with current_app.connection_for_write() as link, current_app.amqp.Producer(link) as producer:
        for number in range(COPIES if pks else 0):
            current_app.send_task(
                "games.tasks.verify_game",
                (pks[number % len(pks)],),
                queue="celery",
                producer=producer,
            )


def kill_import(site: Site) -> None:
    """Twice; the third time it ends."""
    file = site.data.parent / "imported.imh"
    file.write_text("".join(game(number) for number in IMPORTED), encoding="utf-8")
    for seconds in (2, 3, 120):
        run_command(site, seconds, "import_logs", "--as", "judge", str(file))


def kill_dump(site: Site) -> None:
    folder = site.data.parent / "killed-dump"
    for seconds in (1, 2, 4):
        run_command(site, seconds, "dump", str(folder))
    shutil.rmtree(folder, ignore_errors=True)


def run_command(site: Site, seconds: float, *words: str) -> Child:
    """Killed after `seconds`, if it has not ended."""
    child = Child([sys.executable, "manage.py", *words], site.data.parent / "commands", folder=ROOT)
    try:
        child.process.wait(seconds)
    except subprocess.TimeoutExpired:
        child.kill()
    return child


def has_compiler(site: Site) -> bool:
    return bool(shutil.which("gcc"))


def redis_client() -> redis.Redis:
    url = settings.REDIS_URL
    client: redis.Redis = redis.Redis.from_url(url, socket_timeout=5)
    return client


FAULTS = (
    Fault("kill -9 worker child", kill(Site.worker_children), 90),
    Fault("kill -9 worker parent", kill(Site.worker_parents)),
    Fault("kill -9 web", kill(lambda site: site.processes("web"))),
    Fault("kill -9 beat", kill(lambda site: site.processes("beat"))),
    Fault("kill -9 the queue, which forgets", kill_queue, 90),
    Fault("FLUSHALL", empty_queue, 90),
    Fault("the queue's memory full, 25 s", fill_memory_of_redis),
    Fault("messages twice and copied", copy_messages, 200),
    Fault("kill -9 PostgreSQL, back after 5 s", lambda site: site.restart("postgres", 5), 40, "pg"),
    Fault("connections cut twice", cut_connections, 40, "pg"),
    Fault("kill -9 the queue, which has its data", restart_queue_with_data, 90, "pg"),
    Fault("a second supervisor", start_second_supervisor, 100, "embedded"),
    Fault("everything killed, back at once", kill_everything(5), 35),
    Fault("everything killed, down 70 s", kill_everything(70), 35),
    Fault("STOP 30 s worker children", pause(Site.worker_children, 30)),
    Fault("STOP 30 s web", pause(lambda site: site.processes("web"), 30), 20),
    Fault("STOP 75 s web", pause(lambda site: site.processes("web"), 75), 57),
    Fault("STOP 75 s workers", pause(lambda site: site.processes("worker"), 75), 57),
    Fault("STOP 30 s the queue", pause(queue_processes, 30), 40),
    Fault(
        "STOP 30 s PostgreSQL",
        pause(lambda site: site.server_processes("postgres"), 30),
        20,
        "pg",
    ),
    Fault("STOP 45 s everything", pause(every_process, 45), 40),
    Fault("disk of the database full, 40 s", fill_disk, 30),
    Fault("database read-only, 20 s", make_read_only, 12, possible=can_read_only),
    Fault("a worker a day ahead, 30 s", run_worker_with_clock(DAY), 90, "pg", has_compiler),
    Fault("a worker a day behind, 30 s", run_worker_with_clock(-DAY), 90, "pg", has_compiler),
    Fault("import killed twice, then ended", kill_import, 200),
    Fault("dump killed three times", kill_dump, 60),
)


def faults_of(site: Site) -> list[Fault]:
    """Those of the site's store; it says which ones this machine cannot cause."""
    store = "embedded" if site.embedded else "pg"
    faults = [fault for fault in FAULTS if fault.stores in ("both", store)]
    for fault in faults:
        if not fault.possible(site):
            print(f"  left out, not possible here: {fault.name}", flush=True)
    return [fault for fault in faults if fault.possible(site)]

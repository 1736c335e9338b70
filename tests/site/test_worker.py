"""Workers, beat and the queue as processes: at their start, and while the disk is full."""

import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import redis
from celery.beat import PersistentScheduler

from imhotep_site.celery import app
from imhotep_site.scheduler import Scheduler
from imhotep_site.settings.addresses import socket_path
from imhotep_site.supervisor import stores
from tests.services.processes import ROOT, live_environment

FIRST = """
import gc
from imhotep_site.celery import app
app.loader.init_worker_process()
print(gc.get_freeze_count() > 10_000, gc.get_threshold()[0])
"""


def test_the_collector_leaves_alone_what_was_there_at_the_start():
    process = subprocess.run(
        [sys.executable, "-c", FIRST],
        cwd=ROOT,
        env=live_environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert process.stdout == "True 10000\n", process.stderr


@contextmanager
def no_file_grows() -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_the_clock_goes_on_while_its_file_cannot_be_written(tmp_path):
    """And the file has everything once there is space."""
    path = str(tmp_path / "beat")
    scheduler = Scheduler(app, schedule_filename=path)
    with no_file_grows():
        entry = next(scheduler.reserve(entry) for entry in list(scheduler.schedule.values()))
        with pytest.raises(OSError, match=r"\w"):
            PersistentScheduler.sync(scheduler)  # what would have ended it
        scheduler.sync()
        assert scheduler.schedule[entry.name].total_run_count == 1
    scheduler.sync()
    scheduler.close()
    restarted = Scheduler(app, schedule_filename=path)
    assert restarted.schedule[entry.name].total_run_count == 1
    restarted.close()


def test_the_embedded_queue_takes_messages_while_no_file_can_be_written(tmp_path):
    (tmp_path / "log").mkdir()
    socket = socket_path(tmp_path)
    server = stores.make(tmp_path, socket)
    server.start()
    try:
        url = f"unix://{socket}"
        stores.wait_for(server, url)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, 0))
        with redis.Redis.from_url(url) as client:
            for number in range(200):
                client.lpush("pulse", "x" * 1_000 * number)
            assert client.llen("pulse") == 200
        assert server.alive
    finally:
        server.end_now()

"""What a process of a worker does before its first task."""

import subprocess
import sys

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

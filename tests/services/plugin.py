"""The pytest plugin that gives the tests real servers; loaded with ``-p`` in pyproject.toml.

pytest-django reads the settings before any conftest.py. So the addresses of the servers are
chosen here, earlier; the servers start when tests that need them have been collected.
"""

from __future__ import annotations

import gc
import os
import sys
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.services import chromium, outcomes
from tests.services.backend import Backend, for_xdist_worker
from tests.services.errors import IN_CI, ServiceMissing
from tests.services.phase import ticking

ROOT = Path(__file__).resolve().parents[2]
QUIET = {"analysis", "compiled", "drawing", "facts", "engine", "js", "test_house"}
"""Folders of tests that need no server."""
BUSY = [HealthCheck.too_slow]
"""Complaints of Hypothesis about a machine that others use too."""
YOUNG = 20_000
"""Objects that the collector waits for, before it looks for circles among them."""
LAST = "browser"
"""Playwright's loop, once started, is in the way of the other tests' database."""

LINE = 160
"""Characters of a failed test's message that the summary has."""

# Tests are of the source, whatever was compiled here, unless somebody wishes otherwise.
os.environ.setdefault("IMHOTEP_ENGINE", "source")

WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")

backend: Backend | None = None  # the one that this process started
ran: set[str] = set()
failed: dict[str, str] = {}
retried: dict[str, str] = {}
seconds: Counter[str] = Counter()
skipped: dict[str, list[str]] = {}
# Not for runs that a test starts: they are none of this one.
report_file = os.environ.pop(outcomes.VARIABLE, "")


def pytest_addoption(parser: pytest.Parser) -> None:
    chosen = os.environ.get("IMHOTEP_TEST_BACKEND", "") == "embedded"
    parser.getgroup("imhotep").addoption(
        "--embedded",
        action="store_true",
        default=chosen,
        help="run on the embedded default (SQLite, the wheel's Valkey), not PostgreSQL and Redis",
    )


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, None, None]:
    """Before pytest-django reads the settings."""
    global backend
    if WORKER:
        for_xdist_worker(os.environ, WORKER)
    else:
        backend = Backend(embedded=early_config.known_args_namespace.embedded)
        backend.export(os.environ)
        if backend.missing and IN_CI:
            raise pytest.UsageError("\n".join(backend.missing))
    return (yield)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "postgres: needs PostgreSQL; left out with --embedded")
    config.addinivalue_line("markers", "long: begins early, so that no process is left with it")
    # No property fails because the machine is busy: what hangs ends at pytest's own timeout.
    settings.register_profile("imhotep", deadline=None, suppress_health_check=BUSY)
    settings.load_profile("imhotep")


def pytest_report_header() -> list[str]:
    if backend is None:
        return []
    try:
        browser = f"Chromium at {chromium.installed()}"
    except ServiceMissing as missing:
        named = "CHROMIUM" in os.environ
        browser = str(missing) if named else "Chromium of npm, unpacked when a test asks for it"
    services = ", ".join([*backend.lines, browser, *backend.missing])
    return [f"services: {services}", f"engine: {os.environ['IMHOTEP_ENGINE']}"]


def needs_servers(item: pytest.Item) -> bool:
    parts = item.path.relative_to(ROOT).parts if item.path.is_relative_to(ROOT) else ()
    return parts[:1] == ("tests",) and not set(parts[1:2]) & QUIET


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.option.embedded:
        out = [item for item in items if item.get_closest_marker("postgres")]
        items[:] = [item for item in items if item not in out]
        config.hook.pytest_deselected(items=out)
        for item in out:
            skipped.setdefault("needs PostgreSQL, left out with --embedded", []).append(item.nodeid)
    items.sort(key=lambda item: (LAST in item.path.parts, not item.get_closest_marker("long")))
    if backend and backend.missing:
        mark = pytest.mark.skip(reason="; ".join(backend.missing))
        for item in filter(needs_servers, items):
            item.add_marker(mark)


def pytest_collection_finish(session: pytest.Session) -> None:
    # Tests and modules stay: the collector need not look at them each time.
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)
    if not session.config.option.collectonly and any(map(needs_servers, session.items)):
        _start(session.config)
        from tests.services import emptying  # Django has its settings by now

        emptying.install()


def pytest_sessionstart(session: pytest.Session) -> None:
    """With xdist this process collects nothing: the workers will ask at once."""
    if getattr(session.config.option, "numprocesses", 0) and not _is_quiet(session.config):
        _start(session.config)


def _is_quiet(config: pytest.Config) -> bool:
    """True if all that was asked for are folders of tests that need no server."""
    dirs = [(config.invocation_params.dir / arg.partition("::")[0]) for arg in config.args]
    quiet = [ROOT / "tests" / name for name in QUIET]
    ours = [path for path in dirs if path.is_relative_to(ROOT)]
    return all(any(path.is_relative_to(folder) for folder in quiet) for path in ours)


def _start(config: pytest.Config) -> None:
    if backend is None or backend.missing or backend.started:
        return
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    write = reporter.write_line if reporter else print
    try:
        with ticking(lambda spent: f"services: {backend.step} ({spent} s) …", write=write):
            backend.start()
    except ServiceMissing as missing:
        raise pytest.UsageError(str(missing)) from None
    write(f"services: started in {backend.seconds:.1f} s")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Every test finds Redis empty: no counts of a throttle, no messages of an earlier test; and a
    process that remembers nothing, not even the language of the last page."""
    if translation := sys.modules.get("django.utils.translation"):
        translation.deactivate()
    if needs_servers(item) and (WORKER or (backend and not backend.missing)):
        import redis

        with redis.Redis.from_url(os.environ["REDIS_URL"]) as client:
            client.flushdb()
        from tests.services.forgetting import forget

        forget()


@pytest.hookimpl(trylast=True)
def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped and not hasattr(report, "wasxfail"):
        skipped.setdefault(_reason(report), []).append(report.nodeid)
    elif report.when == "call" or report.failed:
        ran.add(report.nodeid)
    seconds[report.nodeid] += report.duration
    if report.failed:
        failed[report.nodeid] = _cause(report)
    elif report.outcome == "rerun":
        retried[report.nodeid] = _cause(report)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.skipped:
        skipped.setdefault(_reason(report), []).append(report.nodeid)
    elif report.failed:
        failed[report.nodeid] = _cause(report)


def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    longrepr = report.longrepr
    return str(longrepr[2] if isinstance(longrepr, tuple) else longrepr).removeprefix("Skipped: ")


def _cause(report: pytest.TestReport | pytest.CollectReport) -> str:
    """The first line of the message that the test failed with."""
    crash = getattr(report.longrepr, "reprcrash", None)
    message = crash.message if crash else str(report.longrepr).strip().rpartition("\n")[2]
    return message.partition("\n")[0][:LINE]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tests that a worker left out have no report: they are passed to the process that prints."""
    if WORKER:
        session.config.workeroutput["skipped"] = skipped  # type: ignore[attr-defined]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Every worker has collected all tests, and left the same ones out."""
    for reason, tests in getattr(node, "workeroutput", {}).get("skipped", {}).items():
        tests_of_reason = skipped.setdefault(reason, [])
        tests_of_reason += [test for test in tests if test not in tests_of_reason]


def pytest_unconfigure() -> None:
    """The last thing printed: what was skipped, and why."""
    if WORKER:
        return
    for line in outcomes.lines(skipped):
        print(line, flush=True)
    if report_file:
        slowest = outcomes.slowest(seconds, 2 * outcomes.SLOWEST)
        outcome = outcomes.Outcome(frozenset(ran), skipped, failed, slowest, retried)
        outcomes.write(Path(report_file), outcome)
    if backend is not None:
        backend.end()

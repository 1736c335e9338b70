"""A real browser on the real site: uvicorn and a worker as processes, the test database."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from tables.play.publishing import PLAY_QUEUE
from tests.browser.lending import PATIENCE, Lent
from tests.services import chromium, processes
from tests.services.errors import ServiceMissing, cannot_run

RESULTS = Path(__file__).resolve().parents[2] / "test-results"


@pytest.fixture(scope="session")
def browser(django_db_setup: None) -> Iterator[Browser]:
    """The database is set up first: once Playwright's loop runs, Django takes us for async."""
    try:
        path = chromium.find()
    except ServiceMissing as missing:
        cannot_run(missing)
    patch = pytest.MonkeyPatch()
    patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    expect.set_options(timeout=PATIENCE)
    # A page opens in the process of another one of its context.
    flags = [*chromium.FLAGS, "--process-per-site"]
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=flags, timeout=60_000)
        yield launched
        launched.close()
    patch.undo()


@pytest.fixture(scope="session")
def running_site(browser: Browser, django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
    """The address of a site that runs until the last browser test is done. Nobody thinks for the
    computer players: where one is to act, the test acts for it."""
    queues = ",".join(
        queue.name for queue in settings.CELERY_TASK_QUEUES if queue.name != PLAY_QUEUE
    )
    with django_db_blocker.unblock(), ExitStack() as ended:
        address, web = processes.begin_web(ended, DATABASE_POOL="11")  # as a site has it
        worker = processes.begin_worker(ended, beat=True, concurrency=2, queues=queues)
        processes.wait_for_web(address, web)
        processes.wait_for_worker(worker)
        yield address


@pytest.fixture
def site(running_site: str, transactional_db: None) -> str:
    """The address of the site, without a slash at the end; the database is empty."""
    return running_site


@pytest.fixture(scope="session")
def lent(browser: Browser, running_site: str) -> Iterator[Lent]:
    lent_browser = Lent(browser, running_site)
    yield lent_browser
    lent_browser.close()


@pytest.fixture
def context(lent: Lent, site: str, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """As good as new. A test that adds scripts or bindings to a context has to make its own."""
    yield lent.lend()
    lent.take_back(spoilt=request.node.stash.get(FAILED, False))


@pytest.fixture
def complaints() -> list[str]:
    """Console errors and uncaught exceptions of the pages; a test may take out what it expects."""
    return []


@pytest.fixture
def page(
    context: BrowserContext, complaints: list[str], request: pytest.FixtureRequest
) -> Iterator[Page]:
    """A page that fails the test if it complained in its console."""
    page = context.new_page()
    listen(page, complaints)
    yield page
    if request.node.stash.get(FAILED, False):
        RESULTS.mkdir(exist_ok=True)
        name = re.sub(r"\W+", "-", request.node.name)
        page.screenshot(path=RESULTS / f"{name}.png")
    assert complaints == []


def listen(page: Page, complaints: list[str]) -> None:
    def console(message: ConsoleMessage) -> None:
        url = str(message.location.get("url", ""))
        # a page that is just left by logging out may ask for its stream without a session
        is_left = url.endswith("/turns/stream") and "401 (Unauthorized)" in message.text
        if message.type == "error" and not is_left:
            complaints.append(f"console: {message.text} ({url})")

    page.on("console", console)
    page.on("pageerror", lambda error: complaints.append(f"uncaught: {error}"))


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    report = yield
    if report.when == "call" and report.failed:
        item.stash[FAILED] = True
    return report

"""How many bytes a first visit sends: compressed as in production, fonts, pictures and headers
included, until the page is at rest; lists to
their end."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser

from games.models import Account, Game
from tests.browser.visit import judged
from tests.cast import account, finished_log, game_of, submit
from tests.drawing.dealt import EVERYTHING_ADDED
from tests.services.processes import ROOT, begin_web, live_environment, wait_for_web

SETTINGS = {"DJANGO_SETTINGS_MODULE": "imhotep_site.settings"}
PRODUCTION = {
    "IMHOTEP_MODE": "production",
    "ALLOWED_HOSTS": "games.example.org",
    "SECRET_KEY": "not-the-one-of-any-site-" * 3,
}
REPLAY_BYTES = 90_000
LIST_BYTES = 40_000
API_BYTES = 60_000
LISTS = ("/games/", "/players/", "/puzzles/archive/", "/stats/", "/moderation/", "/releases/")
FOUR = "black=@ana white=Ben{seed} gray=Cleo{seed} brown=Dan{seed}"


@pytest.fixture
def compressed_site(transactional_db: None) -> Iterator[str]:
    """A site whose static files are collected as in production. It is served without TLS: only
    the cookies differ."""
    command = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
    environment = live_environment() | SETTINGS | PRODUCTION
    subprocess.run(command, env=environment, cwd=ROOT, check=True, timeout=300)
    with ExitStack() as ended:
        address, web = begin_web(ended, DATABASE_POOL="4", **SETTINGS)
        wait_for_web(address, web)
        yield address


def transferred(
    browser: Browser, site: str, address: str, *, to_the_end: bool = False
) -> dict[str, int]:
    """Bytes of each answer, its head included, that a browser with an empty cache gets.
    `to_the_end`: of the page, with what loads when it is in sight."""
    context = browser.new_context(base_url=site, viewport={"width": 1440, "height": 900})
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    urls: dict[str, str] = {}
    sizes: dict[str, int] = {}
    network.on(
        "Network.requestWillBeSent", lambda e: urls.update({e["requestId"]: e["request"]["url"]})
    )
    network.on(
        "Network.loadingFinished",
        lambda e: sizes.update({e["requestId"]: int(e["encodedDataLength"])}),
    )
    page.goto(address, wait_until="networkidle")
    if to_the_end:
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        page.wait_for_load_state("networkidle")
    context.close()
    return {urls[request]: size for request, size in sizes.items()}


def stored_game(ana: Account, seed: int) -> Game:
    """A game of four, random but for its seed, with all modules."""
    log = finished_log(FOUR.format(seed=seed), "CDBCD", EVERYTHING_ADDED, seed=seed)
    return game_of(judged(submit(ana, log)))  # a worker of other tests may have been quicker


def test_first_visits_are_light(browser: Browser, compressed_site: str):
    ana = account("ana", arbiter=True)
    games = [stored_game(ana, seed) for seed in (1, 2, 3)]
    replays = {
        address: transferred(browser, compressed_site, address)
        for game in games
        for address in (f"/games/{game.pk}/", f"/games/{game.pk}/0/")
    }
    assert too_heavy(replays, REPLAY_BYTES) == {}
    lists = {
        address: transferred(browser, compressed_site, address, to_the_end=True)
        for address in LISTS
    }
    assert too_heavy(lists, LIST_BYTES) == {}
    assert not any("west" in url for sizes in lists.values() for url in sizes), "rare letters"
    pictures = [url for url in lists["/games/"] if "?games=" in url]
    assert len(pictures) <= 1, "one for the shelves"
    page = transferred(browser, compressed_site, "/api/v1/docs/")
    assert too_heavy({"the API's page": page}, API_BYTES) == {}


def too_heavy(pages: dict[str, dict[str, int]], limit: int) -> dict[str, object]:
    """The pages that send more than `limit` bytes: how many, and the largest answers."""
    return {
        address: (sum(sizes.values()), sorted(sizes.items(), key=lambda answer: -answer[1])[:12])
        for address, sizes in pages.items()
        if sum(sizes.values()) > limit
    }

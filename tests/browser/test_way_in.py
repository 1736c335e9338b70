"""From a table at home to a rating: a game is recorded without a network, uploaded, mended,
confirmed from a mail, rated; and the same game with a slip does not count beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games.models import Account, Discrepancy, Draft, Game, Notice, Standing, Upload
from games.notifications import mail_digest
from games.standing.resolve_players import ensure_player
from ratings.models import Rating
from tests.browser import recording
from tests.browser.conftest import listen
from tests.browser.cut import Line
from tests.browser.visit import judged, log_in
from tests.cast import account, slips
from tests.golden.make import FOLDER
from tests.services.processes import wait_until

GOLDEN = (FOLDER / "all-a-two.imh").read_text("utf-8")
PHONE = {"width": 390, "height": 844}
LOST = re.compile(r"(?:net::ERR_|status of 403).*/(?:api/v1|upload)/")
"""What a page complains of without a network: that it cannot ask the site; then that the token
which it was kept with is too old."""

BY_HAND = 8
"""So many entries at the end are tapped; the others are written by the page's own script."""


@pytest.fixture
def line(site: str) -> Iterator[Line]:
    line = Line(site)
    yield line
    line.end()


@pytest.fixture
def phone(browser: Browser, line: Line, settings: Any) -> Iterator[BrowserContext]:
    """One that keeps pages: a context of its own, since the others have no service workers."""
    recording.pyodide_for(settings)
    context = browser.new_context(base_url=line.address, viewport=PHONE, has_touch=True)
    context.set_default_timeout(30_000)
    yield context
    context.close()


def rated(who: Account) -> bool:
    return Rating.objects.filter(player=ensure_player(who)).exists()


def uploaded(page: Page) -> None:
    expect(page.locator("[data-end-status]")).to_contain_text("Uploaded")
    judged(Upload.objects.latest("received_at"))


def by_mail(who: str) -> str:
    Notice.objects.update(at=timezone.now() - timedelta(hours=1))
    mail_digest.send_mail_digests()
    bodies = [str(one.body) for one in mail.outbox if one.to == [f"{who}@example.org"]]
    links = [found[0] for body in bodies if (found := re.search(r"/confirm/by-mail/\S+", body))]
    return links[-1]


def test_a_game_goes_from_the_table_to_a_rating(
    browser: Browser, phone: BrowserContext, line: Line, complaints: list[str]
) -> None:
    ana, ben, cleo = account("ana"), account("ben"), account("cleo")
    log_in(phone, line.address, ana)
    page = phone.new_page()
    listen(page, complaints)
    recording.opened(page)

    line.cut(phone)
    page.goto("/record/")
    recording.set_up(page, "@ana", "@cleo")
    entries = recording.entries_of(GOLDEN)
    recording.write(page, entries[:-BY_HAND])
    for entry in entries[-BY_HAND:]:
        if recording.plies(page) < len(entries):
            recording.tap(page, entry)
    page.locator("[data-over-acts] button").click()
    page.get_by_role("button", name="Upload").click()
    expect(page.locator("[data-end-status]")).to_contain_text("as soon as you’re online")
    assert not Upload.objects.exists()

    line.mend(phone)
    uploaded(page)
    game = Game.objects.get()
    assert game.standing != Standing.COUNTED
    assert not Draft.objects.exists()
    log = recording.kept(page)[0]["log"]

    page.goto(f"/games/{game.pk}/")
    page.get_by_text("A player is in the wrong seat").click()
    page.get_by_role("textbox", name="White").fill("@ben")
    page.get_by_role("textbox", name="Why were the seats wrong?").fill(
        "It was Ben who played white."
    )
    page.get_by_role("button", name="Correct the seats").click()
    expect(page.locator("body")).to_contain_text("@ben")

    opened = browser.new_context(base_url=line.address, viewport=PHONE)
    theirs = opened.new_page()
    listen(theirs, complaints)
    theirs.goto(urlsplit(by_mail("ben")).path)
    theirs.get_by_role("button", name="Confirm this game").click()
    expect(theirs.get_by_role("heading", name="You have confirmed this game")).to_be_visible()
    opened.close()
    game.refresh_from_db()
    assert game.standing == Standing.COUNTED
    wait_until(lambda: rated(ana) and rated(ben), what="rating the game")
    assert not rated(cleo)

    slip = slips(log.replace("@cleo", "@ben"), 1)[0]
    page.goto("/record/")
    page.set_input_files(
        "#record-file", {"name": "slip.imh", "mimeType": "text/plain", "buffer": slip.encode()}
    )
    page.locator("[data-over-acts] button").click(timeout=90_000)
    page.get_by_role("button", name="Upload").click()
    uploaded(page)
    assert Game.objects.get() == game
    (differs,) = Discrepancy.objects.all()
    assert (differs.game, differs.account) == (game, ana)
    page.get_by_role("link", name="See the upload").click()
    expect(page.locator("main")).to_contain_text("nearly")
    assert [complaint for complaint in complaints if not LOST.search(complaint)] == []

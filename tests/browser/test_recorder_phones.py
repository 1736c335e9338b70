"""A game on several phones: it goes on with another one by a code, two that write at once are told,
and the next to use a phone sees nothing of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games.models import Account, Draft
from tests.browser import recording
from tests.browser.conftest import listen
from tests.browser.visit import log_in, serious, too_wide
from tests.cast import account
from tests.golden.make import FOLDER

GOLDEN = (FOLDER / "all-a-two.imh").read_text("utf-8")
PHONE = {"width": 390, "height": 844}
SIDEWAYS = {"width": 844, "height": 390}
DRAFT_IS_ON_SITE = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request);
      const isText = /html|json/.test(answer.headers.get("Content-Type"));
      found.push([new URL(request.url).pathname, isText ? await answer.text() : ""]);
    }
  }
  return found;
}"""

ON_THE_SITE = f"""async () => {{
  const {{ draft, recording }} = {recording.RECORDER};
  return draft.status === "site" && draft.game.sent === (await recording.engine.log()).text;
}}"""
"""The last entry is there too: the line above the table speaks of what was sent, until more is."""

Phone = Callable[[Account | None], Page]


@pytest.fixture
def phone(browser: Browser, site: str, settings: Any, complaints: list[str]) -> Iterator[Phone]:
    """A phone of its own for each call, of that account."""
    recording.pyodide_for(settings)
    contexts: list[BrowserContext] = []

    def new(account: Account | None) -> Page:
        context = browser.new_context(base_url=site, viewport=PHONE, has_touch=True)
        context.set_default_timeout(30_000)
        contexts.append(context)
        if account:
            log_in(context, site, account)
        page = context.new_page()
        listen(page, complaints)
        return page

    yield new
    for context in contexts:
        context.close()


def on_the_site(page: Page) -> None:
    page.wait_for_function(ON_THE_SITE)
    expect(page.locator('[data-keeping][data-how="site"]')).to_be_attached()


def lines_of(page: Page) -> list[str]:
    log: str = page.evaluate(f"() => {recording.RECORDER}.draft.game.log")
    return [line for line in log.split("\n\n", 1)[1].splitlines() if line]


def test_two_phones_at_one_draft_are_told_and_the_next_person_sees_nothing(
    phone: Phone, site: str, complaints: list[str]
) -> None:
    ana, ben = account("ana"), account("ben")
    entries = recording.entries_of(GOLDEN)
    own_phone = phone(ana)
    recording.opened(own_phone)
    recording.set_up(own_phone, "@ana", "@ben")
    recording.write(own_phone, entries[:6])
    on_the_site(own_phone)
    own_phone.get_by_role("button", name="Move to another device").click()
    code = own_phone.locator("[data-hand-code]")
    expect(own_phone.locator("[data-hand-qr] path")).to_be_attached()
    words = code.inner_text()
    assert serious(own_phone, "dialog[open]") == []
    assert too_wide(own_phone) <= 0
    own_phone.get_by_role("button", name="Close").last.click()

    other = phone(ana)
    other.goto(f"/record/#code={words}")
    expect(other.locator("#table")).to_be_visible(timeout=90_000)
    assert "code" not in other.url
    assert lines_of(other) == lines_of(own_phone)
    recording.write(other, entries[:8])
    on_the_site(other)

    recording.write(own_phone, entries[:7])
    two = own_phone.locator("[data-two-devices]")
    expect(two).to_be_visible()
    assert serious(own_phone, "[data-two-devices]") == []
    assert too_wide(own_phone) <= 0
    assert Draft.objects.get().text.count("\n") > len(
        lines_of(own_phone)
    )  # nothing was written over
    two.get_by_role("button", name="Keep that version").click()
    expect(two).to_be_hidden()
    expect(own_phone.locator("#table")).to_have_attribute("data-plies", str(recording.plies(other)))
    assert lines_of(own_phone) == lines_of(other)

    recording.write(own_phone, entries[:9])
    on_the_site(own_phone)
    recording.write(other, entries[:10])
    two = other.locator("[data-two-devices]")
    expect(two).to_be_visible()
    two.get_by_role("button", name="Keep both").click()
    expect(two).to_be_hidden()
    on_the_site(other)
    assert Draft.objects.count() == 2
    assert len(recording.kept(other)) == 2

    own_phone.context.clear_cookies()
    log_in(own_phone.context, site, ben)
    own_phone.reload()
    expect(own_phone.locator("[data-others]")).to_contain_text("@ana")
    expect(own_phone.locator("[data-view=games]")).to_be_visible()
    expect(own_phone.locator("#table")).to_be_hidden()
    expect(own_phone.locator(".recording")).to_have_count(0)
    assert len(recording.kept(own_phone)) == 1
    pages = dict(own_phone.evaluate(DRAFT_IS_ON_SITE))
    assert "Record a game" in pages["/record/"]
    assert [path for path, text in pages.items() if "@ana" in text or "sessionid" in text] == []
    assert not any("/api/" in path for path in pages)

    stranger = phone(None)
    stranger.goto("/record/")
    stranger.get_by_label("Code").fill(words)
    stranger.get_by_role("button", name="Continue", exact=True).click()
    expect(stranger.locator("[data-code-problem]")).to_contain_text("This code is mistyped")
    assert [complaint for complaint in complaints if "status of 4" not in complaint] == []


def test_what_was_drawn_can_be_tapped_on_a_phone_held_sideways(
    phone: Phone, site: str, complaints: list[str]
) -> None:
    """The first draw too: the seats do not lie over the choices."""
    page = phone(None)
    recording.opened(page)
    recording.set_up(page, "Ana", "Ben")
    page.set_viewport_size(SIDEWAYS)
    draws = page.locator("[data-choices] [data-word]")
    expect(draws).to_have_count(7)
    for draw in (draws.last, draws.first):
        draw.click(trial=True)
    draws.first.tap()
    expect(page.locator("#table")).not_to_have_attribute("data-plies", "0")


def test_recordings_are_listed_with_their_day_and_empty_ones_apart(phone: Phone) -> None:
    ana = account("ana")
    head, entries = GOLDEN.split("\n\n", 1)
    for rows in ("", "\n".join(entries.splitlines()[:5])):
        log = f"{head}\n\n{rows}\n".encode()
        Draft.objects.create(id=uuid4(), account=ana, log=log, size=len(log))
    page = phone(ana)
    page.goto("/record/")
    listed = page.locator("[data-recordings-list] .recording")
    expect(listed).to_have_count(1)
    year = Draft.objects.latest("written_at").written_at.year
    expect(listed).to_contain_text(re.compile(rf"{year}.*Steps: 5\s*saved on the site"))
    empty = page.locator("[data-recordings-empty]")
    expect(empty.locator("summary")).to_have_text("Recordings without a move: 1")
    empty.locator("summary").click()
    expect(empty.get_by_role("button", name="Delete")).to_be_visible()
    assert too_wide(page) <= 0

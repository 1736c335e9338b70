"""It has become one's turn: the number in the head, the next table, a notice; and no network."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games.models import Account
from games.notifications.push import sealing
from tables.models import PushBrowser, Table
from tests.browser.lending import PATIENCE
from tests.browser.visit import log_in, serious
from tests.services import chromium
from tests.site.tables.pushing import ENDPOINT
from tests.site.tables.pushing import Browser as Told
from tests.worlds.tables import act_once, awaited, dealt, people


def until_turn(table: Table, account: Account, *, comes: bool) -> None:
    """The game goes on until it is `who`'s turn, or no longer is."""
    while (awaited(table).account == account) != comes:
        act_once(table.pk)


def test_the_number_follows_the_games(context: BrowserContext, site: str, page: Page):
    """On a page that is none of a table, and on that of a table, from which one key leads on."""
    ana, ben = people("ana", "ben")
    first_table, second_table = dealt([ana, ben]), dealt([ana, ben])
    for table in (first_table, second_table):
        until_turn(table, ana, comes=False)
    log_in(context, site, ana)
    page.goto("/rules/")
    title = page.title()
    badge = page.locator("[data-turns]")
    expect(badge).to_be_hidden()
    place = page.get_by_role("link", name="Rules").first.bounding_box()
    until_turn(second_table, ana, comes=True)
    expect(badge).to_have_text(re.compile("^1"))
    expect(page).to_have_title(f"(1) {title}")
    assert page.get_by_role("link", name="Rules").first.bounding_box() == place
    until_turn(second_table, ana, comes=False)
    expect(badge).to_be_hidden()
    expect(page).to_have_title(title)
    page.goto(f"/tables/{first_table.pk}/")
    expect(page.locator(".play.is-live")).to_be_attached()
    onward = page.locator("[data-next-table]")
    expect(onward).to_be_hidden()
    until_turn(second_table, ana, comes=True)
    expect(onward).to_be_visible()
    assert serious(page, ".rail") == []
    page.keyboard.press("n")
    page.wait_for_url(f"**/tables/{second_table.pk}/")


SUBSCRIBES = """([endpoint, key, secret]) => {
  const bytes = (text) => Uint8Array.from(
    atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0)).buffer;
  let made = null;
  const one = {
    endpoint, getKey: (name) => bytes(name === "auth" ? secret : key),
    unsubscribe: async () => { made = null; return true; } };
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    window.givenKey = applicationServerKey;
    made = one;
    sessionStorage.setItem("made", "1");
    return one; };
  PushManager.prototype.getSubscription =
    async () => (made || sessionStorage.getItem("made") ? one : null);
}"""


@pytest.fixture
def granted_context(browser: Browser, site: str) -> Any:
    """A context whose browser has a push service of its own: Chromium's is outside."""
    chromium.needs_installed("its page crashes when a push message comes")
    context = browser.new_context(base_url=site, permissions=["notifications"])
    context.set_default_timeout(PATIENCE)
    notices = Told().said
    script = f"({SUBSCRIBES})({json.dumps([ENDPOINT, notices['key'], notices['secret']])})"
    context.add_init_script(script)
    yield context
    context.close()


def test_a_notice_and_a_page_without_a_network(granted_context: BrowserContext, site: str):
    ana, _ben = people("ana", "ben")
    log_in(granted_context, site, ana)
    page = granted_context.new_page()
    page.goto("/play/notices/")
    page.get_by_role("button", name="Show notices in this browser").click()
    expect(page.get_by_text("This browser shows your notices.")).to_be_visible()
    expect(page.locator("[data-this]")).to_be_visible()
    assert serious(page) == []
    row = PushBrowser.objects.get()
    assert (row.account, row.endpoint) == (ana, ENDPOINT)
    assert len(sealing.bytes_of(row.key)) == sealing.POINT
    page.evaluate("navigator.serviceWorker.ready")
    notice = {"title": "It is your turn", "body": "Table", "url": "/play/", "tag": "t", "turns": 1}
    push(page, site, notice)
    notifications = "navigator.serviceWorker.ready.then((one) => one.getNotifications())"
    page.wait_for_function(f"{notifications}.then((all) => all.length > 0)")
    titles = page.evaluate(
        f"{notifications}.then((all) => all.map(({{ title, tag }}) => [title, tag]))"
    )
    assert titles == [["It is your turn", "t"]]
    push(page, site, notice | {"url": "/play/notices/", "tag": "seen"})
    assert page.evaluate(f"{notifications}.then((all) => all.length)") == 1, "its page is in sight"
    granted_context.set_offline(True)
    page.goto("/games/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    granted_context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="Games", exact=True)).to_be_visible()
    page.goto("/play/notices/")
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(page.get_by_role("button", name="Show notices in this browser")).to_be_visible()
    assert not PushBrowser.objects.exists()


def push(page: Page, site: str, notice: dict[str, object]) -> None:
    """The push service of the browser brings `notice`."""
    session = page.context.new_cdp_session(page)
    registration_ids: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registration_ids.extend(
            registration["registrationId"] for registration in event["registrations"]
        ),
    )
    session.send("ServiceWorker.enable")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    parameters = {
        "origin": site,
        "registrationId": registration_ids[-1],
        "data": json.dumps(notice),
    }
    session.send("ServiceWorker.deliverPushMessage", parameters)
    page.wait_for_timeout(300)
    session.detach()

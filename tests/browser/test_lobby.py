"""The lobby and the waiting room in a real browser: up to date by themselves, shares and all."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, ViewportSize, expect

from engine import read_log
from engine.receipt import compare, read_receipt
from games.models import Account, Game
from tables.chat import post_chat_line
from tables.lobby.seats import sit_down
from tables.models import Phase, Table
from tests.browser.conftest import listen
from tests.browser.lending import PATIENCE
from tests.browser.visit import heard_live, log_in, serious, too_wide
from tests.cast import PASSWORD, account
from tests.services.processes import wait_until
from tests.worlds.tables import dealt, opened, people, play_out


@pytest.fixture
def ana(context: BrowserContext, site: str) -> Account:
    user = account("ana")
    log_in(context, site, user)
    return user


def second_page(browser: Browser, site: str, account: Account, complaints: list[str]) -> Page:
    """A page in a browser of its own, closed with the test's browser at the latest."""
    size: ViewportSize = {"width": 1280, "height": 800}
    context = browser.new_context(base_url=site, viewport=size, service_workers="block")
    context.set_default_timeout(PATIENCE)
    log_in(context, site, account)
    page = context.new_page()
    listen(page, complaints)
    return page


# ------------------------------------------------------------------ for everybody


@pytest.mark.parametrize(("scheme", "width"), [("light", 390), ("dark", 1440)])
def test_axe_finds_nothing_serious_and_no_page_scrolls_sideways(
    context: BrowserContext, page: Page, site: str, scheme: str, width: int
):
    ana, ben, cat = people("ana", "ben", "cat")
    room = opened([ana, ben], seats=4, computers=("greedy",), invited=("cat",))
    post_chat_line(room.pk, ben, "Good luck!")
    opened([cat], preset="mixed")
    dealt([ana, ben])
    dealt([ben, cat])
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": width, "height": 844})
    violations = {}
    for person, addresses in [
        (None, ["/play/", f"/tables/{room.pk}/", "/about/fair-dealing/"]),
        (ana, ["/", "/play/", "/play/new/", "/play/first/", "/play/mine/", f"/tables/{room.pk}/"]),
    ]:
        if person:
            log_in(context, site, person)
        for address in addresses:
            page.goto(address)
            if page.locator("[data-live-line]").count():
                heard_live(page)
            violations[f"{address} {person}"] = (serious(page), max(0, too_wide(page)))
    assert {address: finding for address, finding in violations.items() if finding != ([], 0)} == {}


# ------------------------------------------------------------------ the newcomer


def test_a_newcomer_plays_after_four_clicks(page: Page, site: str):
    page.goto("/play/")
    page.get_by_role("link", name="Play the computer").click()
    page.get_by_label("Handle").fill("dora")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    # a reader is slower than the script that draws this browser's share; a test is not
    expect(page.locator("main input[data-promise]").first).not_to_have_value("")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("[data-play]")).to_be_visible()
    place = Table.objects.get().places.get(account__username="dora")
    assert place.opened_at, "this browser's share is in the shuffle"


# ------------------------------------------------------------------ by themselves


def test_the_lobby_shows_a_new_table_and_the_room_goes_on_to_the_game(
    browser: Browser, page: Page, site: str, ana: Account, complaints: list[str]
):
    ben = account("ben")
    other = second_page(browser, site, ben, complaints)
    other.goto("/play/")
    expect(other.get_by_text("No open tables right now")).to_be_visible()
    expect(other.get_by_text("updates automatically")).to_be_visible()
    page.goto("/play/new/")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("a free seat")).to_be_visible()
    other.get_by_role("button", name="Sit down").click()
    for lobby in (page, other):
        expect(lobby.locator("[data-play]")).to_be_visible()
    table = Table.objects.get()
    assert [bool(place.opened_at) for place in table.places.all()] == [True, True]
    other.context.close()


REDRAW_FROM_COPY = """async () => {
  const names = performance.getEntriesByType("resource").map(({ name }) => name);
  const path = names.find((name) => name.includes("/table/fetch_fragment."));
  const { replaceParts } = await import(path);
  const root = document.querySelector("[data-play]");
  const fresh = root.cloneNode(true);
  for (const fold of fresh.querySelectorAll("details")) fold.open = false;
  replaceParts(root, fresh, ["[data-over]"]);
}"""
"""The end of the table as the site draws it once more, as when the game gets its ratings."""


def test_the_receipt_is_compared_when_the_game_is_over(page: Page, site: str, ana: Account):
    page.goto("/play/")
    page.get_by_role("button", name="Play the computer").click()
    expect(page.locator("[data-play]")).to_be_visible()
    page.goto("/about/")  # the table's page would follow each entry
    table = Table.objects.get()
    play_out(table.pk, player="greedy")
    page.goto(f"/tables/{table.pk}/")
    by_text = page.get_by_text("Your receipt matches")
    wait_until(lambda: Game.objects.exists(), what="verifying the game")
    page.reload()
    expect(by_text).to_be_hidden()
    page.get_by_text("Check that the shuffle was fair").click()
    expect(by_text).to_be_visible()
    page.evaluate(REDRAW_FROM_COPY)
    expect(by_text).to_be_visible()
    # A log that reveals something else is noticed.
    page.route(
        "**/log.imh", lambda route: tampered(route, r"(?m)^secret: .*", "secret: " + "0" * 64)
    )
    page.reload()
    expect(page.get_by_role("alert").get_by_text("Do not trust it")).to_be_visible()
    expect(page.get_by_text("The secret does not match the digest you were shown.")).to_be_visible()
    page.unroute("**/log.imh")
    page.route("**/log.imh", lambda route: tampered(route, r"(?m)^entropy:.*", "entropy:"))
    page.reload()
    expect(
        page.get_by_text("You sent your share, but it is not in the deal (black).")
    ).to_be_visible()
    page.unroute("**/log.imh")
    # The receipt is saved as a file, with which the command compares the log.
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save my receipt").click()
    assert saving.value.suggested_filename == f"imhotep-{table.pk}.receipt"
    receipt = read_receipt(saving.value.path().read_text("utf-8"))
    table.refresh_from_db()
    assert table.upload is not None
    assert compare(receipt, read_log(bytes(table.upload.raw)).header) == []
    # So is the log, by the name that the command has, which is there to its end.
    page.unroute("**/log.imh")
    with page.expect_download() as saving:
        page.locator(".play-proof").get_by_role("link", name="Save the log").click()
    assert compare(receipt, read_log(saving.value.path().read_bytes()).header) == []
    command = page.locator(".play-proof pre")
    expect(command).to_have_text(
        f"python -m engine check {saving.value.suggested_filename} "
        f"--receipt imhotep-{table.pk}.receipt"
    )
    assert command.evaluate("pre => pre.scrollWidth <= pre.clientWidth")


def tampered(route: Route, pattern: str, instead: str) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, body=re.sub(pattern, instead, answer.text()))


def test_a_share_that_was_promised_elsewhere_is_missed(
    browser: Browser, page: Page, site: str, ana: Account, complaints: list[str]
):
    ben = account("ben")
    page.goto("/play/new/")
    page.get_by_role("button", name="Open the table").click()
    table = Table.objects.get()
    page.goto("/about/")
    elsewhere = second_page(browser, site, ana, complaints)
    sit_down(table.pk, ben)
    elsewhere.goto(f"/tables/{table.pk}/")
    expect(elsewhere.get_by_text("in another browser")).to_be_visible()
    page.goto(f"/tables/{table.pk}/")
    expect(page.locator("[data-play]")).to_be_visible()
    expect(elsewhere.locator("[data-play]")).to_be_visible()
    assert table.places.get(account=ana).opened_at
    elsewhere.context.close()


def test_without_a_stream_the_page_asks_and_says_so(
    page: Page, ana: Account, complaints: list[str]
):
    page.route("**/stream", lambda route: route.abort())
    page.clock.install()
    page.goto("/play/")
    expect(page.get_by_text("Checking every ten seconds")).to_be_visible()
    opened([account("ben")])
    page.clock.run_for(11_000)
    link = page.get_by_role("link", name="Table of @ben")
    expect(link).to_be_visible()
    link.focus()
    opened([account("cat")])
    page.clock.run_for(11_000)
    expect(page.get_by_role("link", name="Table of @cat")).to_be_visible()
    expect(link).to_be_focused()
    assert [complaint for complaint in complaints if "/stream" not in complaint] == []
    complaints.clear()


# ------------------------------------------------------------------ chat, a link, the form


def test_what_is_said_is_there_at_once(
    browser: Browser, page: Page, site: str, ana: Account, complaints: list[str]
):
    ben = account("ben")
    table = opened([ana, ben], seats=3)
    other = second_page(browser, site, ben, complaints)
    for lobby in (page, other):
        lobby.goto(f"/tables/{table.pk}/")
        expect(lobby.get_by_text("The game starts automatically")).to_be_visible()
    other.get_by_label("Write a message").fill("Good luck!")
    other.keyboard.press("Enter")
    for lobby in (page, other):
        expect(lobby.get_by_role("log").get_by_text("Good luck!")).to_be_visible()
    expect(other.get_by_label("Write a message")).to_have_value("")
    page.get_by_text("About this message from @ben").locator("..").click()
    page.get_by_role("button", name="Block @ben").click()
    expect(page.get_by_text("You won’t see messages from @ben any more.")).to_be_visible()
    expect(page.get_by_role("log").get_by_text("Good luck!")).to_have_count(0)
    other.context.close()


def test_the_form_leads(page: Page, ana: Account, complaints: list[str]):
    page.goto("/play/new/")
    expect(page.get_by_label("Opponent 2")).to_be_hidden()
    page.get_by_label("4", exact=True).check()
    expect(page.get_by_label("Opponent 3")).to_be_visible()
    page.get_by_label("Opponent 1").select_option("greedy")
    expect(page.get_by_label("Rated", exact=True)).not_to_be_checked()
    page.get_by_label("Rated", exact=True).check()
    easy = page.get_by_label("Opponent 2").locator('option[value="greedy"]')
    expect(easy).to_be_disabled()
    page.get_by_label("Rated", exact=True).uncheck()
    expect(easy).to_be_enabled()
    page.get_by_label("Rated", exact=True).check()
    page.get_by_label("Opponent 1").select_option("")
    page.get_by_label("days per move").check()
    expect(page.get_by_label("Minutes for each player")).to_be_hidden()
    page.get_by_label("As I choose").check()
    page.get_by_label("Unlimited stones").check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("only the profile yucata has this option")).to_be_visible()
    expect(page.get_by_label("Unlimited stones")).to_be_checked()
    page.get_by_label("Unlimited stones").uncheck()
    pyramids = page.get_by_role("group", name="Pyramids", exact=True)
    pyramids.get_by_role("radio", name="C").check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("ACAAA")).to_be_visible()
    assert Table.objects.get().phase == Phase.OPEN
    assert [complaint for complaint in complaints if "400 (Bad Request)" not in complaint] == []
    complaints.clear()

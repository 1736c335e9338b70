"""A game is recorded on a phone by tapping: set up, played to its end, gone back in, compared."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from engine import entry_text, play, read_log
from games.standing.resolve_players import ensure_player
from tests.browser.conftest import listen
from tests.browser.tapping import tap
from tests.browser.visit import log_in, out_of_reach, serious, too_wide
from tests.golden.make import FOLDER
from tests.services import pyodide
from tests.services.errors import ServiceMissing, cannot_run
from tests.worlds.tables import people

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MAX_TAPS = 1.6
"""An entry, on average."""


@pytest.fixture
def pyodide_runtime(settings: Any) -> None:
    """The data folder of the site that runs has Pyodide."""
    try:
        pyodide.lend(settings)
    except ServiceMissing as missing:
        cannot_run(missing)


@pytest.fixture
def phone(browser: Browser, site: str, complaints: list[str], pyodide_runtime: None) -> Any:
    """The recorder on the phone of @ana."""
    context = browser.new_context(base_url=site, service_workers="block", **PHONE)
    context.set_default_timeout(20_000)
    ana, ben = people("ana", "ben")
    ensure_player(ben)  # who is in the list of players
    log_in(context, site, ana)
    page = context.new_page()
    listen(page, complaints)
    page.goto("/record/")
    yield page
    context.close()
    assert complaints == []


def entries_of(name: str) -> list[str]:
    log = read_log((FOLDER / f"{name}.imh").read_bytes())
    return [entry_text(log.setup, entry) for entry in play(log).entries]


def set_up(page: Page) -> None:
    """Two players, sides A, as the page proposes it; the second one by their handle."""
    page.get_by_role("button", name="New game").tap()
    page.get_by_role("button", name="@ana (you)").tap()
    expect(page.get_by_label("Name of player 1")).to_have_value("@ana")
    expect(page.get_by_role("button", name="@ana (you)")).to_have_count(0)
    second = page.get_by_label("Name of player 2")
    second.press_sequentially("be")
    expect(page.locator('#seat-handles option[value="@ben"]')).to_be_attached()
    second.fill("ben")
    page.get_by_role("button", name="Start recording").tap()
    expect(page.locator("[data-setup-problem]")).to_contain_text("A name without @ is a guest.")
    page.get_by_role("button", name="Did you mean @ben?").tap()
    expect(second).to_have_value("@ben")
    assert too_wide(page) <= 0
    assert serious(page, "[data-view=setup]") == []
    page.get_by_role("button", name="Start recording").tap()
    expect(page.locator("#table")).to_be_visible()


VISIBLE_PANELS = """(panels) => panels.map((panel) => {
  const { left, right, top, bottom } = panel.getBoundingClientRect();
  return panel.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
})"""
"""Whether nothing lies over each panel."""


def test_a_player_resigns(phone: Page) -> None:
    """Any player may, whichever is to act; with two the other has won, and *Undo* takes it back."""
    set_up(phone)
    resign = phone.get_by_role("button", name="Resign", exact=True)
    expect(phone.locator("[data-status]")).to_have_text("Which ships were drawn?")
    expect(resign).to_be_hidden()
    tap(phone, entries_of("all-a-two")[:3])
    resign.tap()
    expect(phone.locator("[data-resign-words]")).to_have_text("The other player wins at once.")
    assert serious(phone, "[data-dialog=resign]") == []
    phone.get_by_role("button", name="@ana resigns").tap()
    expect(phone.get_by_role("button", name="Compare the points")).to_be_visible()
    assert entry_lines(phone)[-1].endswith(" resign")
    expect(resign).to_be_hidden()
    phone.keyboard.press("z")
    expect(resign).to_be_visible()
    assert len(entry_lines(phone)) == 3


def entry_lines(page: Page) -> list[str]:
    lines = "document.querySelector('[data-recorder]').recorder.engineStart.engine.entries"
    return [line for line, _forced in page.evaluate(lines)]


def test_a_game_is_recorded_by_tapping(phone: Page) -> None:
    entries = entries_of("all-a-two")
    set_up(phone)
    count = phone.locator("[data-count]")
    status = phone.locator("[data-status]")
    # the bank's part in pictures, and a stone, with a real thumb
    expect(status).to_contain_text("Which ships were drawn?")
    ships, panels = phone.get_by_role("button", name="3 · 2 · 2 · 1"), phone.locator(".area-seat")
    fold = phone.get_by_label("Show the players’ panels")
    fold.tap()
    expect(ships).to_be_hidden()
    assert panels.evaluate_all(VISIBLE_PANELS) == [True, True]
    fold.tap()
    ships.tap()
    expect(count).to_have_text("1")
    for card in ("Sarcophagus", "Lever", "Obelisk decoration", "Entrance"):
        phone.get_by_role("group", name="Possible moves").get_by_role("button", name=card).tap()
    expect(status).to_have_text("@ana’s turn.")
    phone.locator('[data-spot="at3.1"]').tap()
    expect(count).to_have_text("3")
    assert serious(phone, "#table") == []
    assert too_wide(phone) <= 0
    assert out_of_reach(phone) == []

    phone.keyboard.press("z")
    expect(count).to_have_text("2")
    phone.locator('[data-spot="at3.1"]').tap()
    expect(count).to_have_text("3")

    first = tap(phone, entries[:40])
    goes_back(phone, entries[:40])
    last = tap(phone, entries)
    assert entry_lines(phone) == entries
    taps = 1 + 4 + 1 + first.taps + last.taps
    print(f"{taps} taps for {len(entries)} entries; drawn in {last.median:.0f} ms (median)")
    assert taps <= MAX_TAPS * len(entries)
    compares(phone)
    as_last_time(phone)


def goes_back(page: Page, entries: list[str]) -> None:
    """Many entries at once; then one that is changed, and what does not fit behind it."""
    count = page.locator("[data-plies-count]")
    page.locator('[data-move="20"]').tap()
    expect(page.locator("[data-count]")).to_have_text("20")
    page.get_by_role("button", name="Back to here").tap()
    expect(count).to_have_text("20")
    assert entry_lines(page) == entries[:20]
    tap(page, entries)
    # entry 8, which was “white load 1.3”, becomes “white take”: later stones are missing
    page.locator('[data-move="8"]').tap()
    page.get_by_role("button", name="Change step 8").tap()
    expect(page.locator("[data-status]")).to_contain_text("You are at step 8")
    page.locator('[data-spot="take"]').tap()
    misfit = page.locator("[data-misfit-words]")
    expect(misfit).to_have_text(re.compile(r"Step \d+ is no longer possible: .+"))
    assert entry_lines(page)[7] == "white take"
    assert serious(page, "#table") == []
    line_count = len(entry_lines(page))
    assert 8 < line_count < 40
    page.locator('[data-move="8"]').tap()
    page.get_by_role("button", name="Change step 8").tap()
    page.locator('[data-spot="at1.3"]').tap()
    expect(misfit).to_be_hidden()
    assert entry_lines(page) == entries


def compares(page: Page) -> None:
    """The points by source beside what the players counted."""
    page.get_by_role("button", name="Compare the points").tap()
    total = page.locator("[data-tally] tfoot tr").first.get_by_role("cell")
    expect(total).to_have_text(["39", "42"])
    page.get_by_label("You counted: @ana").fill("39")
    page.get_by_label("You counted: @ben").fill("40")
    expect(page.locator("[data-differences]")).to_have_text(
        "@ben: you counted 40 in total, the recorded moves give 42."
    )
    page.get_by_label("You counted: @ben").fill("42")
    expect(page.locator("[data-differences]")).to_have_text(
        "Your totals agree with the recorded moves."
    )
    assert serious(page, "[data-view=end]") == []


def as_last_time(page: Page) -> None:
    """The next game is proposed as this one was."""
    page.get_by_role("button", name="Back to the table").tap()
    page.get_by_role("button", name="All games").tap()
    page.get_by_role("button", name="Same set-up as last game").tap()
    expect(page.get_by_label("Name of player 1")).to_have_value("@ana")
    expect(page.get_by_label("Name of player 2")).to_have_value("@ben")

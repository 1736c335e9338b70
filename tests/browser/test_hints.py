"""A sentence about what is pointed at: by a mouse, by the focus, by a finger that stays."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from engine.vocabulary import Card
from games.models import Game
from tests.browser.replaying import at, game, opened
from tests.browser.visit import serious
from tests.worlds.tables import dealt, people


def box(page: Page) -> Locator:
    return page.locator("[data-hint-box]")


def a_card(page: Page) -> tuple[Locator, str]:
    """A card that lies face up on the market, and its hint's key."""
    market = page.locator('[data-block="market"]')
    for card in Card:
        pictures = market.locator(f"use[href$='i-c{card.value}'], use[href$='i-w{card.value}']")
        if pictures.count():
            return pictures.first, f"card-{card.word}"
    raise AssertionError("the market is empty")


def listed(page: Page, key: str) -> str:
    """The sentence of the list."""
    return page.locator(f'[data-about="{key}"] dd').text_content() or ""


@pytest.fixture
def replay_page(page: Page) -> Page:
    """A game at a step of its first round, when the script is ready."""
    opened(page, game("ADAAA"), 12)
    expect(box(page)).to_be_attached()
    return page


def test_a_mouse_that_rests_is_answered(replay_page: Page):
    card, key = a_card(replay_page)
    card.hover()
    expect(box(replay_page)).to_be_visible()
    expect(box(replay_page)).to_contain_text(listed(replay_page, key))
    link = box(replay_page).get_by_role("link", name="The rule")
    assert link.get_attribute("href") == f"/rules/cards/#{key[5:].replace('_', '-')}"
    link.hover()
    replay_page.wait_for_timeout(600)  # the window stays while the mouse is in it
    expect(box(replay_page)).to_be_visible()
    assert serious(replay_page) == []
    replay_page.mouse.move(2, 2)
    expect(box(replay_page)).to_be_hidden()


def test_the_window_says_what_a_site_is_worth_at_the_step(replay_page: Page):
    for ply in (12, 60):
        replay_page.locator("[data-slider]").evaluate(
            "(slider, ply) => { slider.value = ply;"
            " slider.dispatchEvent(new Event('input', { bubbles: true })); }",
            ply,
        )
        at(replay_page, ply)
        address = replay_page.locator("[data-hints]").get_attribute("data-hints") or ""
        worth = replay_page.request.get(address.replace("{ply}", str(ply))).json()
        site = replay_page.locator('[data-plate="pyramid"], [data-block="pyramid"] .title').first
        replay_page.mouse.move(2, 2)
        site.hover()
        expect(box(replay_page)).to_contain_text("Pyramids, side D")
        expect(box(replay_page).locator("[data-hint-now]")).to_have_text(
            worth.get("site-pyramid", "")
        )
        replay_page.keyboard.press("Escape")
        expect(box(replay_page)).to_be_hidden()


def test_the_focus_is_answered_and_escape_closes(replay_page: Page):
    replay_page.evaluate(
        "() => { const made = document.createElement('button');"
        " made.dataset.hint = 'card-lever'; made.id = 'made'; made.textContent = 'Lever';"
        " document.querySelector('[data-hints]').before(made); }"
    )
    replay_page.locator("#made").focus()
    replay_page.keyboard.press("Shift+Tab")
    replay_page.keyboard.press("Tab")
    expect(box(replay_page)).to_contain_text("in which order its stones unload")
    replay_page.keyboard.press("Escape")
    expect(box(replay_page)).to_be_hidden()
    expect(replay_page.locator("#made")).to_be_focused()


def test_the_hint_goes_when_the_focus_does(replay_page: Page):
    thing = replay_page.locator("[data-table] [data-plate]").first
    replay_page.keyboard.press("Tab")
    thing.focus()
    expect(box(replay_page)).to_be_visible()
    replay_page.locator("[data-slider]").focus()
    expect(box(replay_page)).to_be_hidden()


def test_a_finger_that_stays_is_answered_and_does_nothing_else(browser: Browser, site: str):
    played = game()
    context = browser.new_context(
        base_url=site, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    opened(page, played, 12)
    card, key = a_card(page)
    card.scroll_into_view_if_needed()
    card_box = card.bounding_box()
    assert card_box is not None
    finger = context.new_cdp_session(page)
    point = {
        "x": card_box["x"] + card_box["width"] / 2,
        "y": card_box["y"] + card_box["height"] / 2,
    }
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(box(page)).to_contain_text(listed(page, key))
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(box(page)).to_be_visible()
    at(page, 12)
    room = box(page).bounding_box()
    assert room is not None
    assert room["x"] >= 0
    assert room["x"] + room["width"] <= 390
    context.close()


def test_at_a_table_too(browser: Browser, site: str):
    ana, ben = people("ana", "ben")
    table = dealt([ana, ben])
    page = browser.new_page(base_url=site)
    page.goto(f"/tables/{table.pk}/")
    expect(box(page)).to_be_attached()
    card, key = a_card(page)
    card.hover()
    expect(box(page)).to_contain_text(listed(page, key))
    page.close()


def test_without_a_script_the_list_is_there(browser: Browser, site: str):
    played: Game = game()
    page = browser.new_page(base_url=site, java_script_enabled=False)
    page.goto(f"/games/{played.pk}/")
    page.get_by_text("What is on this table").click()
    expect(page.get_by_role("link", name="Lever", exact=True)).to_be_visible()
    expect(box(page)).to_be_hidden()
    page.close()

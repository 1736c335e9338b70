"""The replay that runs by itself on the first page."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.browser.replaying import at_least, game
from tests.browser.test_replay_controls import sized
from tests.browser.visit import later, serious

ON_SCREEN = """() => new Promise((done) => new IntersectionObserver(
  ([now]) => { if (now.isIntersecting) done(); }, {threshold: 0.3},
).observe(document.querySelector("[data-autoplay]")))"""
"""The browser has said to all who asked before that the replay is on the screen."""


def test_the_first_page_has_a_game_that_runs(page: Page):
    recorded_game = game()
    page.goto("/")
    root = page.locator("[data-autoplay]")
    expect(root.get_by_role("slider")).to_be_enabled()
    begun = int(root.get_attribute("data-ply") or 0)
    assert begun >= recorded_game.entries // 3
    page.keyboard.press("End")  # the page's own key
    assert int(root.get_attribute("data-ply") or 0) < recorded_game.entries
    root.scroll_into_view_if_needed()
    at_least(page, begun + 2)
    root.get_by_role("button", name="Play").click()
    expect(root.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "false")
    assert page.url.endswith("/")
    assert serious(page) == []


def test_the_first_page_is_still_for_who_wants_no_motion(browser: Browser, site: str):
    game()
    with sized(browser, site, 1440, reduced_motion="reduce") as calm:
        page = calm.new_page()
        page.clock.install()
        page.goto("/")
        play = page.locator("[data-autoplay]").get_by_role("button", name="Play")
        expect(play).to_be_enabled()
        play.scroll_into_view_if_needed()
        page.evaluate(ON_SCREEN)
        later(page, 5000)
        expect(play).to_have_attribute("aria-pressed", "false")

"""The page of a replay in a browser: a game to show, and its steps."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from games.models import Game
from tests.browser.visit import judged
from tests.cast import account, finished_log, game_of, submit


def game(sites: str = "AAAAA", modules: str = "", seats: str = "black=@ana white=Ben") -> Game:
    """A verified game on the site."""
    upload = submit(account("ana", arbiter=True), finished_log(seats, sites, modules))
    return game_of(judged(upload))  # the site's worker may have been quicker to claim it


def opened(page: Page, game: Game, ply: int | str = "") -> Page:
    """The page of a game, when its script is ready."""
    page.goto(f"/games/{game.pk}/{f'{ply}/' if ply != '' else ''}")
    expect(page.get_by_role("slider", name="Step")).to_be_enabled()
    return page


def at(page: Page, ply: int) -> None:
    """The replay is at this step."""
    expect(page.locator("[data-replay]")).to_have_attribute("data-ply", str(ply))


def at_least(page: Page, ply: int) -> None:
    """The replay, which runs, has come to this step or further: on a busy machine it is not seen
    at every step."""
    ahead = "|".join(str(number) for number in range(ply, ply + 60))
    expect(page.locator("[data-replay]")).to_have_attribute("data-ply", re.compile(f"^({ahead})$"))


def step_to(page: Page, ply: int) -> None:
    """By the slider, as a hand would move it."""
    page.evaluate(
        """(ply) => { const slider = document.querySelector("[data-slider]");
        slider.value = ply; slider.dispatchEvent(new Event("input", {bubbles: true})); }""",
        ply,
    )
    at(page, ply)


def settings(page: Page) -> Locator:
    """The switches behind the gear, opened if they are closed."""
    dialog = page.get_by_role("dialog", name="Settings")
    if not dialog.is_visible():
        page.get_by_role("button", name="Settings").click()
    expect(dialog).to_be_visible()
    return dialog


def close_settings(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Settings")).to_be_hidden()


def panel(page: Page, name: str) -> None:
    """Let the rail show this panel."""
    tab = page.get_by_role("button", name=name, exact=True)
    tab.click()
    expect(tab).to_have_attribute("aria-pressed", "true")

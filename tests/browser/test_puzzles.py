"""The puzzle of the day on a phone: a wrong try, then the right one, by taps alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from insights.puzzles.models import Attempt
from insights.puzzles.services import solving
from tests.browser.visit import judged, serious, too_wide
from tests.cast import account, finished_log, game_of, submit
from tests.worlds.puzzles import puzzle_of

LIVE = re.compile("is-live")

pytestmark = pytest.mark.django_db(transaction=True)


def choose(page: Page, text: str) -> None:
    """Tap the words that lead to `text`, then send it."""
    options = page.evaluate("fetch('moments?after=0').then((a) => a.json())")["asked"]["options"]
    for word in next(words for entry, words, _ordered in options if entry == text):
        button = page.locator(f'[data-choices] [data-word="{word}"]')
        if button.count():
            button.click()
    page.locator("[data-send]").click()


def test_the_daily_puzzle_is_solved_by_tapping_on_a_phone(page: Page):
    for handle in ("ana", "ben"):
        account(handle)
    club = account("club", arbiter=True)
    puzzle = puzzle_of(game_of(judged(submit(club, finished_log()))))
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/puzzles/")
    page.goto(page.locator("[data-puzzle]").get_attribute("data-api") or "")
    table = page.locator("[data-puzzle]")
    expect(table).to_have_class(LIVE)
    expect(page.locator(".puzzle-best")).to_have_count(0)
    texts = [choice.text for choice in solving.choices_of(puzzle)]
    choose(page, texts[-1])
    expect(table).to_have_attribute("data-verdict", "other")
    expect(page.locator("[data-coach-words]")).to_contain_text("Not the best")
    expect(page.locator(".puzzle-best")).to_have_count(0)
    page.get_by_role("link", name="Try again").click()
    expect(table).to_have_attribute("data-verdict", "begun")
    expect(table).to_have_class(LIVE)
    choose(page, texts[0])
    expect(table).to_have_attribute("data-verdict", "right")
    expect(page.locator(".puzzle-best tr")).to_have_count(3)
    address = f"/games/{puzzle.game_id}/{puzzle.entry - 1}/"
    expect(page.get_by_role("link", name="To the game")).to_have_attribute("href", address)
    assert not too_wide(page)
    assert serious(page) == []
    assert not Attempt.objects.exists()

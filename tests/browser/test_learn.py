"""A newcomer in a browser: a lesson by keyboard alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visit import serious, too_wide

LIVE = re.compile("is-live")

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_lesson_by_keyboard_from_the_list_to_the_next_one(page: Page):
    page.goto("/learn/")
    page.get_by_role("link", name="2. Load a ship").press("Enter")
    table = page.locator("[data-lesson]")
    expect(table).to_have_class(LIVE)
    expect(page.locator(".spot-wanted")).to_have_count(2)
    # refused, with the ruling
    page.get_by_role("link", name="Sail the ship with one stone").press("Enter")
    expect(page.get_by_role("alert").get_by_role("link")).to_have_attribute(
        "href", "/rules/rulings/#R2.4"
    )
    # not the goal
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    expect(table).to_have_attribute("data-verdict", "other")
    expect(page.locator("[data-again]")).to_be_focused()
    assert serious(page) == []
    page.keyboard.press("t")
    expect(table).to_have_attribute("data-verdict", "begun")
    expect(table).to_have_class(LIVE)
    # the goal
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(table).to_have_attribute("data-verdict", "right")
    expect(page.locator("[data-coach-why]")).to_have_attribute("href", "/rules/rulings/#R2.3")
    page.set_viewport_size({"width": 390, "height": 844})
    assert not too_wide(page)
    page.keyboard.press("n")
    expect(page).to_have_url(re.compile("/learn/order/1/$"))
    page.goto("/learn/")
    expect(page.locator(".lesson.is-done")).to_have_count(1)

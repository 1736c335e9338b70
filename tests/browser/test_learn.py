"""A newcomer in a browser: a lesson by keyboard alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tables.learn import first_game
from tables.models import FirstGame
from tests.browser.replaying import close_settings, settings
from tests.browser.visit import serious, too_wide
from tests.site.learn.test_first_games import act_once

LIVE = re.compile("is-live")

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_lesson_by_keyboard_from_the_list_to_the_next_one(page: Page):
    page.goto("/learn/")
    page.get_by_role("link", name="2. Load a ship").press("Enter")
    table = page.locator("[data-lesson]")
    expect(table).to_have_class(LIVE)
    expect(page.locator(".spot-wanted")).to_have_count(2)
    expect(page.locator(".goal-arrow")).to_have_count(1)
    for other_voice in (".replay-said", ".rail-tabs", ".rail-steps", "[data-moves]"):
        expect(page.locator(other_voice)).to_be_hidden()
    # refused, with the ruling
    page.get_by_role("link", name="Try to sail the ship with one stone").press("Enter")
    expect(page.get_by_role("alert").get_by_role("link")).to_have_attribute(
        "href", "/rules/rulings/#R2.4"
    )
    # not the goal; what was said of the refused move goes
    page.keyboard.press("3")
    expect(page.locator("[data-problem]")).to_be_hidden()
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


def test_a_first_game_by_keyboard_with_a_look_at_what_choices_bring(page: Page):
    page.goto("/learn/sites/2/")
    table = page.locator("[data-lesson]")
    expect(table).to_have_class(LIVE)
    page.keyboard.press("2")  # sail
    page.locator('[data-word="to-pyramid"]').focus()
    brings = page.locator("[data-weighed]")
    expect(brings).to_have_text("Apprentice gets 5 points at once. Hori gets 1 point at once.")
    expect(page.locator('[data-block="pyramid"] .ghost-number')).to_have_text(["1", "2", "3"])
    page.keyboard.press("2")  # to the pyramids
    page.keyboard.press("Enter")
    expect(table).to_have_attribute("data-verdict", "right")
    expect(page.locator(".ghost-number")).to_have_count(0)
    expect(brings).to_be_hidden()
    page.goto("/learn/")
    page.get_by_role("button", name="Play your first game").press("Enter")
    game = page.locator("[data-first]")
    expect(game).to_have_class(LIVE)
    begun = int(game.get_attribute("data-plies") or 0)
    page.keyboard.press("1")  # take
    page.keyboard.press("Enter")
    expect(game).to_have_attribute("data-ply", str(begun + 2))
    expect(game).to_have_class(re.compile("is-my-turn"))
    assert serious(page) == []
    settings(page).locator("[data-weigh-on]").uncheck()
    close_settings(page)
    page.keyboard.press("h")
    expect(page.get_by_text("The computer player would do this:")).to_be_visible()
    expect(game).to_have_class(LIVE)
    page.keyboard.press("z")
    expect(page.locator("[data-first]")).to_have_attribute("data-plies", str(begun))
    page.set_viewport_size({"width": 390, "height": 844})
    assert not too_wide(page)
    page.goto("/learn/sites/2/")  # the switch holds here too
    expect(table).to_have_class(LIVE)
    page.keyboard.press("2")
    page.locator('[data-word="to-temple"]').focus()
    expect(page.locator('[data-word="to-temple"]')).to_be_focused()
    expect(brings).to_be_hidden()


def test_a_thumb_chooses_a_ship_its_site_and_a_card_of_the_market(browser: Browser, site: str):
    """A tap on a ship does not enlarge the harbour, a tap beside the ships does and says why."""
    phone = {"width": 390, "height": 844}
    context = browser.new_context(base_url=site, viewport=phone, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto("/learn/sites/1/")
    table = page.locator("[data-lesson]")
    expect(table).to_have_class(LIVE)
    harbour = page.locator(".area-harbour")
    tap_part(page, harbour, 0.95, 0.97)
    expect(page).to_have_url(re.compile("#at-harbour$"))
    expect(page.locator(".area-title")).to_be_visible()
    harbour.get_by_role("link", name="Close").tap()
    tap_part(page, page.locator('[data-spot="ship2"]'), 0.12, 0.88)
    expect(page.locator('[data-spot^="to-"]')).to_have_count(5)
    expect(page.locator(".area-title")).to_be_hidden()
    tap_part(page, page.locator('[data-spot="to-market"]'), 0.5, 0.5)
    page.locator("[data-send]").tap()
    card = page.locator('[data-spot="market2"]')
    tap_part(page, card, 0.5, 0.5)
    page.locator("[data-send]").tap()
    expect(table).to_have_attribute("data-verdict", "right")
    context.close()


def tap_part(page: Page, part: Locator, across: float, down: float) -> None:
    """A thumb at a point of `part`, in shares of its width and height."""
    box = part.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + across * box["width"], box["y"] + down * box["height"])


def test_the_arrow_of_a_lesson_is_at_the_card_to_play(page: Page):
    """Not at a space where a stone of the sled would go."""
    page.goto("/learn/cards/2/")
    expect(page.locator("[data-lesson]")).to_have_class(LIVE)
    expect(page.locator(".spot-wanted")).to_have_attribute("data-spot", "play-hammer")


def test_the_last_lesson_ends_with_a_flag_and_begins_a_game(page: Page):
    page.goto("/learn/cards/2/")
    table = page.locator("[data-lesson]")
    expect(table).to_have_class(LIVE)
    expect(page.locator(".coach-flag")).to_be_hidden()
    page.locator('[data-spot="play-hammer"]').click()
    expect(page.locator(".goal-arrow")).to_have_count(1)
    page.locator('[data-word="at1.3"]').press("Enter")
    page.keyboard.press("Enter")
    expect(table).to_have_attribute("data-verdict", "right")
    expect(page.locator(".coach-flag")).to_contain_text("6 of 6 lessons done.")
    assert serious(page) == []
    page.keyboard.press("n")
    expect(page.locator("[data-first]")).to_have_class(LIVE)


def test_a_first_game_comes_to_its_result_without_another_page(page: Page):
    """The last move is seen, the sites are counted, then there is the result."""
    page.goto("/learn/")
    page.get_by_role("button", name="Play your first game").press("Enter")
    expect(page.locator("[data-first]")).to_have_class(LIVE)
    row = FirstGame.objects.get()
    while row.ended_at is None:
        (before,) = FirstGame.objects.filter(pk=row.pk).values()
        row = act_once(row)
    text = first_game.entries_of(row)[before["plies"]].action.text
    FirstGame.objects.filter(pk=row.pk).update(**before)  # the learner is at the last move again
    page.reload()
    table = page.locator("[data-first]")
    expect(table).to_have_class(LIVE)
    page.evaluate("window.same = true")
    options = page.request.get("/learn/game/moments?after=0").json()["asked"]["options"]
    for word in next(words for entry, words, _ordered in options if entry == text):
        choice = page.locator(f'[data-word="{word}"]')
        if choice.is_visible():
            choice.press("Enter")
    page.get_by_role("button", name="Play move").press("Enter")
    expect(page.locator("[data-theatre-title]")).to_be_visible()
    expect(page.get_by_text("Sign up and keep this game")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("[data-theatre-title]")).to_be_hidden()
    expect(page.get_by_role("link", name="Sign up and keep this game")).to_be_visible()
    status = page.locator("[data-status]")
    expect(status).to_have_text(re.compile(r"^You (won|lost) \d+ : \d+"))
    expect(status).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-words]")).not_to_contain_text("The game is over")
    assert page.evaluate("window.same")
    assert serious(page) == []

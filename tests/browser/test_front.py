"""The first page in a browser: what it says before one scrolls, and the way to a first move."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tables.models import FirstGame
from tests.browser.replaying import game
from tests.browser.visit import serious, too_wide

SIZES = ((1440, 900), (1366, 768), (1024, 768), (390, 844), (844, 390))
OFFER = ("board game", "2 to 4", "thirty minutes", "free", "no account")

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_the_offer_stands_above_the_fold_and_covers_nothing(page: Page, size: tuple[int, int]):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto("/")
    lead, button = page.locator(".hero .lead"), page.get_by_role("button", name="Play now")
    offer = f"{page.locator('.hero h1').inner_text()} {lead.inner_text()}".lower()
    assert [words for words in OFFER if words not in offer] == []
    for part in (page.locator(".hero h1"), lead, button):
        box = part.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size[1]
    picture, words = page.locator(".hero__picture"), page.locator(".hero__text")
    picture_box, words_box = picture.bounding_box(), words.bounding_box()
    assert picture_box is not None
    assert words_box is not None
    assert (
        words_box["x"] + words_box["width"] <= picture_box["x"]
        or words_box["y"] + words_box["height"] <= picture_box["y"]
    )
    assert not too_wide(page)
    assert serious(page) == []


def test_two_clicks_lead_from_the_first_page_to_the_first_own_move(page: Page):
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    game = page.locator("[data-first]")
    expect(game).to_have_class(re.compile("is-live"))
    begun = FirstGame.objects.get().plies
    page.locator("[data-choices] button").first.click()
    expect(game).to_have_attribute("data-ply", str(begun + 2))
    assert FirstGame.objects.get().plies == begun + 2


def test_on_a_phone_a_tap_on_the_running_game_opens_its_step(page: Page):
    recorded_game = game()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/")
    running = page.locator(".replay-featured")
    expect(running).to_have_class(re.compile("is-live"))
    running.get_by_role("slider").press("End")
    expect(running).to_have_attribute("data-ply", str(recorded_game.entries))
    running.get_by_role("link", name="Open this step of the replay").click()
    expect(page).to_have_url(re.compile(f"/games/{recorded_game.pk}/{recorded_game.entries}/$"))


@pytest.mark.parametrize("size", [SIZES[0], SIZES[3]], ids=["desk", "phone"])
def test_the_menu_leads_everywhere_at_tables_too(page: Page, size: tuple[int, int]):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("[data-first]")).to_have_class(re.compile("is-live"))
    page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("navigation", name="All pages")
    for name in ("Lobby", "Puzzle of the day", "Players", "Record a game", "Log in", "Trust"):
        expect(menu.get_by_role("link", name=name)).to_be_visible()
    assert serious(page, "#site-menu") == []
    menu.get_by_role("link", name="About").click()
    expect(page).to_have_url(re.compile("/about/$"))

"""How much a replay tells, and the end told in steps."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from drawing.replay.page import cached_replay
from tests.browser.replaying import game, opened


def test_the_end_is_a_list_and_goes_with_the_step(page: Page):
    found = game()
    replay = cached_replay(found.log)
    lines = replay.frames[-1].told.ending
    shown = opened(page, found, replay.plies)
    expect(shown.locator("[data-ending] li")).to_have_count(len(lines))
    shown.keyboard.press("ArrowLeft")
    expect(shown.locator("[data-told]")).to_be_hidden()
    shown.keyboard.press("ArrowRight")
    expect(shown.locator("[data-ending] li")).to_have_count(len(lines))
    expect(shown.locator("[data-ending]")).to_contain_text(f"Burial chamber: {lines[0].words}.")


def test_a_viewer_chooses_how_much_is_told(page: Page):
    found = game()
    replay = cached_replay(found.log)
    ply = next(n for n, frame in enumerate(replay.frames, 1) if "In order: " in frame.words)
    told = replay.frames[ply - 1].told
    shown = opened(page, found, ply)
    expect(shown.locator(".replay-words")).to_have_text(told.words)
    expect(shown.locator("[data-why] li")).to_have_count(0)
    shown.get_by_label("Words").select_option("brief")
    expect(shown.locator(".replay-words")).to_have_text(told.brief)
    shown.get_by_label("Words").select_option("teacher")
    expect(shown.locator(".replay-words")).to_have_text(told.words)
    expect(shown.locator("[data-why] a").first).to_have_attribute("href", "/rules/rulings/#R3.1")
    expect(shown).to_have_url(f"/games/{found.pk}/{ply}/?words=teacher")
    shown.reload()
    expect(shown.locator("[data-why] li")).to_have_count(len(told.why))

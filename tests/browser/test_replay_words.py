"""How much a replay tells, and the end told in steps."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from drawing.replay.page import cached_replay
from tests.browser.replaying import close_settings, game, opened, settings


def test_the_end_is_a_list_and_goes_with_the_step(page: Page):
    recorded_game = game()
    replay = cached_replay(recorded_game.log)
    lines = replay.frames[-1].told.ending
    replay_page = opened(page, recorded_game, replay.plies)
    expect(replay_page.locator("[data-ending] li")).to_have_count(len(lines))
    replay_page.keyboard.press("ArrowLeft")
    expect(replay_page.locator("[data-told]")).to_be_hidden()
    replay_page.keyboard.press("ArrowRight")
    expect(replay_page.locator("[data-ending] li")).to_have_count(len(lines))
    expect(replay_page.locator("[data-ending]")).to_contain_text(
        f"Burial chamber: {lines[0].words}."
    )


def test_a_viewer_chooses_how_much_is_told(page: Page):
    recorded_game = game()
    replay = cached_replay(recorded_game.log)
    ply = next(n for n, frame in enumerate(replay.frames, 1) if "In order: " in frame.words)
    words = replay.frames[ply - 1].told
    replay_page = opened(page, recorded_game, ply)
    expect(replay_page.locator(".replay-words")).to_have_text(words.words)
    expect(replay_page.locator("[data-why] li")).to_have_count(0)
    settings(replay_page).get_by_label("Commentary").select_option("brief")
    expect(replay_page.locator(".replay-words")).to_have_text(words.brief)
    settings(replay_page).get_by_label("Commentary").select_option("teacher")
    close_settings(replay_page)
    expect(replay_page.locator(".replay-words")).to_have_text(words.words)
    expect(replay_page.locator("[data-why] a").first).to_have_attribute(
        "href", "/rules/rulings/#R3.1"
    )
    expect(replay_page).to_have_url(f"/games/{recorded_game.pk}/{ply}/?words=teacher")
    replay_page.reload()
    expect(replay_page.locator("[data-why] li")).to_have_count(len(words.why))

"""What moves, and in which order: read from the animations of the page itself."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, Page, expect

from drawing.replay.page import cached_replay
from games.models import Game
from tests.browser.conftest import listen
from tests.browser.lending import PATIENCE
from tests.browser.replaying import at, close_settings, game, opened, panel, settings, step_to
from tests.browser.visit import log_in
from tests.worlds.tables import act_once, awaited, dealt, people

HOLD_FRAMES = """() => {
  // what would end the motion by the clock waits; animations stand still
  window.later = [];
  window.setTimeout = (act, time) => later.push([act, time]);
}"""

STARTED = """(keys) => Object.fromEntries(keys.map((key) => {
  const piece = document.querySelector(`[data-key="${key}"]`);
  const moves = piece.getAnimations().filter((one) =>
    one.effect.getKeyframes().some((frame) => frame.transform));
  return [key, moves.map((one) => one.effect.getTiming()).map(
    ({delay, duration}) => [delay, duration])[0] ?? null];
}))"""
"""By piece when it begins to move, and for how long: milliseconds."""

GAINS = """() => [...document.querySelectorAll(".motion-layer .gain")].map((one) =>
  [one.textContent, one.getAnimations()[0].effect.getTiming().delay])"""


def a_sailing(recorded_game: Game) -> Any:
    """A step in which a ship brings several stones that give points at once."""
    return next(
        frame
        for frame in cached_replay(recorded_game.log).frames
        if frame.motion.voyage and len(frame.motion.gains) > 1 and frame.motion.gains[0].stone
    )


def test_a_ship_glides_then_it_is_unloaded_then_points_float(page: Page):
    replay_page = opened(page, recorded_game := game(), 0)
    frame = a_sailing(recorded_game)
    step_to(replay_page, frame.ply - 1)
    total = replay_page.locator('[data-score="0.0"]').text_content()
    replay_page.evaluate(HOLD_FRAMES)
    replay_page.keyboard.press("ArrowRight")
    at(replay_page, frame.ply)
    voyage, gains = frame.motion.voyage, frame.motion.gains
    landing = [gain.stone for gain in gains if gain.stone]
    started = replay_page.evaluate(STARTED, landing)
    starts = [started[stone][0] for stone in landing]
    assert starts == sorted(starts)
    assert len(set(starts)) == len(starts), "one after the other"
    ship = replay_page.evaluate(
        "(at) => [...document.querySelectorAll(`[data-place='${at}'] use`)].flatMap((one) => "
        "one.getAnimations()).map((one) => one.effect.getComputedTiming().endTime)",
        voyage.place,
    )
    assert max(ship) <= starts[0], "the ship has come to its dock before a stone leaves it"
    floats = replay_page.evaluate(GAINS)
    assert [words for words, _ in floats] == [f"+{gain.points}" for gain in gains]
    first = started[landing[0]]
    assert floats[0][1] >= first[0] + first[1], "points float when the stone has landed"
    assert replay_page.locator('[data-score="0.0"]').text_content() == total, "numbers wait"
    replay_page.locator("[data-table]").dispatch_event("pointerdown")  # a tap skips
    assert replay_page.evaluate(GAINS) == []
    points = frame.after.scored[0]
    source = cached_replay(recorded_game.log).sources()[0]
    expect(replay_page.locator('[data-score="0.0"]')).to_have_text(str(points[source]))


def test_speed_scales_it_and_escape_ends_it(page: Page):
    replay_page = opened(page, recorded_game := game(), 0)
    frame = a_sailing(recorded_game)
    stone = next(gain.stone for gain in frame.motion.gains)
    times = {}
    for speed in ("1", "4"):
        settings(replay_page).get_by_label("Speed").select_option(speed)
        close_settings(replay_page)
        step_to(replay_page, frame.ply - 1)
        replay_page.locator(".replay-where").click()
        replay_page.keyboard.press("ArrowRight")
        at(replay_page, frame.ply)
        times[speed] = replay_page.evaluate(STARTED, [stone])[stone]
        replay_page.keyboard.press("Escape")
        assert replay_page.evaluate(STARTED, [stone])[stone] is None
    assert times["1"] == [4 * time for time in times["4"]]


def test_who_wants_no_motion_gets_numbered_arrows(browser: Browser, site: str):
    with browser.new_context(base_url=site, reduced_motion="reduce") as calm:
        replay_page = opened(calm.new_page(), recorded_game := game(), 0)
        frame = a_sailing(recorded_game)
        step_to(replay_page, frame.ply - 1)
        replay_page.keyboard.press("ArrowRight")
        at(replay_page, frame.ply)
        numbers = replay_page.locator(".arrow-number")
        arrows = 1 + len(frame.motion.voyage.cargo)
        expect(numbers).to_have_text([str(number + 1) for number in range(arrows)])
        assert replay_page.locator('[data-key="ring.ship"]').count() == 1, "where it lay"
        replay_page.keyboard.press("ArrowRight")
        at(replay_page, frame.ply + 1)
        assert replay_page.locator('[data-key="ring.ship"]').count() == 0


def test_at_a_table_ones_turn_is_told_at_once_while_it_still_moves(
    browser: Browser, site: str, complaints: list[str]
):
    ana, ben = people("ana", "ben")
    table = dealt([ana, ben])
    other = awaited(table).account
    me = ben if other == ana else ana
    with browser.new_context(base_url=site) as lively:
        lively.set_default_timeout(PATIENCE)
        log_in(lively, site, me)
        page = lively.new_page()
        listen(page, complaints)
        page.goto(f"/tables/{table.pk}/")
        expect(page.locator(".play.is-live")).to_be_attached()
        expect(page.locator("[data-play]")).to_have_attribute("data-connection", "live")
        page.evaluate(
            """() => { window.seen = [];
            const root = document.querySelector("[data-play]");
            new MutationObserver(() => seen.push([root.classList.contains("is-moving"),
              document.title.startsWith("●"), root.querySelector("[data-chooser]").hidden]))
              .observe(document.documentElement,
                {attributes: true, subtree: true, childList: true, characterData: true}); }"""
        )
        while awaited(table).account == other:
            act_once(table.pk)
            table.refresh_from_db()
        expect(page).to_have_title(re.compile("^● Your turn"))
        expect(page.locator("[data-chooser]")).to_be_visible()
        frames = page.evaluate("seen")
        assert any(moving for moving, _, _ in frames), "it was seen to move"
        assert any(moving and own for moving, own, _ in frames), "it was told at once"
        assert all(not hidden for _, has_title, hidden in frames if has_title), "with its choices"
        assert page.locator("[data-sound]").is_checked() is False
    assert complaints == []


def test_sounds_are_off_until_they_are_wanted_and_then_remembered(page: Page):
    """Nothing that can be heard is made before a gesture."""
    page.add_init_script(
        "window.made = 0; const Real = window.AudioContext;"
        "window.AudioContext = class extends Real { constructor() { super(); made += 1; } };"
    )
    replay_page = opened(page, game(), 5)
    replay_page.keyboard.press("ArrowRight")
    at(replay_page, 6)
    assert replay_page.evaluate("made") == 0
    settings(replay_page).get_by_label("Sounds").check()
    assert replay_page.evaluate("made") == 1
    replay_page.reload()
    replay_page.mouse.move(9, 9)  # the scripts come with the first sign of a reader
    expect(replay_page.locator("[data-sound]")).to_be_checked()
    assert replay_page.evaluate("made") == 0, "remembered, and still before a gesture"
    replay_page.keyboard.press("ArrowRight")
    replay_page.wait_for_function("made === 1")


def test_the_final_scoring_is_counted_site_by_site_and_a_key_ends_it(page: Page):
    """Seen after the last step; the totals go up from what they were, and are right at the end."""
    replay_page = opened(page, recorded_game := game(), 0)
    replay = cached_replay(recorded_game.log)
    last = replay.frames[-1]
    final = {seat: points for tally in last.told.ending for seat, points in tally.points}
    assert final, "something is counted at the end"
    step_to(replay_page, recorded_game.entries - 1)
    settings(replay_page).get_by_label("Speed").select_option("4")
    close_settings(replay_page)
    replay_page.locator(".replay-where").click()
    replay_page.keyboard.press("ArrowRight")
    caption = replay_page.locator("[data-theatre-title]")
    expect(caption).to_be_visible()
    first = last.told.ending[0]
    expect(replay_page.locator(".is-lit")).to_have_class(re.compile(f"area-{first.source.word}"))
    expect(replay_page.locator("[data-theatre-order] li")).to_have_count(2)
    replay_page.keyboard.press("Escape")
    expect(caption).to_be_hidden()
    assert replay_page.locator(".is-lit, .is-counting, .gain").count() == 0
    for seat, points in enumerate(last.points):
        expect(replay_page.locator(f'[data-key="{seat}.points"]')).to_have_text(str(points))
    panel(replay_page, "Points")
    replay_page.get_by_role("button", name="final scoring").click()
    expect(caption).to_be_visible()
    expect(caption).to_be_hidden()  # it ends by itself
    for seat, points in enumerate(last.points):
        expect(replay_page.locator(f'[data-key="{seat}.points"]')).to_have_text(str(points))
    step_to(replay_page, 3)
    expect(replay_page.get_by_role("button", name="final scoring")).to_be_hidden()

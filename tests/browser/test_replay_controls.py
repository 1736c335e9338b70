"""Everything that can be pressed, clicked, swiped or looked through in a replay."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from drawing.replay.page import cached_replay
from drawing.replay.sailing_page import sailing_context
from drawing.svg import signed_points
from drawing.svg.pieces import LETTERS
from engine import EVERYTHING, read_log, steps, view
from engine.sailings import sailings
from engine.vocabulary import Site
from games.models import Game
from tests.browser.conftest import listen
from tests.browser.replaying import (
    at,
    at_least,
    close_settings,
    game,
    opened,
    panel,
    settings,
    step_to,
)
from tests.browser.visit import COLOURS, axe_violations, frames, later, too_wide
from tests.cast import finished_log
from tests.drawing.dealt import EVERYTHING_ADDED

WIDTHS = (1440, 1024, 390)
SIZES = {1440: 900, 1024: 768, 390: 844}

RUNNING = """() => document.getAnimations().filter((one) => !(one instanceof CSSTransition)
  && one.effect.target?.closest?.("[data-table]")).length"""


SEEN_BY = """() => { window.seenBy = new Promise(
  (done) => addEventListener("replay:seat", () => done(), {once: true})); }"""
"""From now on `seenBy` is there when the page is seen through other eyes."""


def sized(browser: Browser, site: str, width: int, **options: Any) -> Any:
    return browser.new_context(
        base_url=site, viewport={"width": width, "height": SIZES[width]}, **options
    )


def hidden_game() -> Game:
    return game("BDACD", "hidden_market_cards", "black=@ana white=Ben")


# ------------------------------------------------------------------------------- autoplay


def test_space_plays_and_stops(page: Page):
    page.clock.install()
    shown = opened(page, game(), 10)
    play = shown.get_by_role("button", name="Play")
    settings(shown).get_by_label("Speed").select_option("4")
    close_settings(shown)
    shown.locator(".replay-where").click()
    shown.keyboard.press("Space")
    expect(play).to_have_attribute("aria-pressed", "true")
    at_least(shown, 12)
    shown.keyboard.press("Space")
    expect(play).to_have_attribute("aria-pressed", "false")
    attribute = shown.locator("[data-replay]").get_attribute("data-ply")
    later(shown, 5000)
    assert shown.locator("[data-replay]").get_attribute("data-ply") == attribute


def test_a_hand_on_the_replay_stops_it(page: Page):
    shown = opened(page, game(), 10)
    play = shown.get_by_role("button", name="Play")
    play.click()
    expect(play).to_have_attribute("aria-pressed", "true")
    shown.keyboard.press("End")
    expect(play).to_have_attribute("aria-pressed", "false")


def test_autoplay_stops_at_the_end_of_a_round_unless_told_not_to(page: Page):
    shown = opened(page, found := game(), 0)
    replay = cached_replay(found.log)
    second = next(i for i, m in enumerate(replay.frames) if m.round == 2)
    settings(shown).get_by_label("Speed").select_option("4")
    close_settings(shown)
    step_to(shown, second - 2)
    play = shown.get_by_role("button", name="Play")
    play.click()
    at(shown, second)
    expect(play).to_have_attribute("aria-pressed", "false")
    settings(shown).get_by_label("pause after each round").uncheck()
    close_settings(shown)
    step_to(shown, second - 1)
    play.click()
    at_least(shown, second + 1)
    play.click()


def test_at_the_end_play_begins_again(page: Page):
    shown = opened(page, game())
    play = shown.get_by_role("button", name="Play")
    play.click()
    expect(shown.locator("[data-replay]")).to_have_attribute("data-ply", re.compile("^[0-9]$"))
    expect(play).to_have_attribute("aria-pressed", "true")
    at_least(shown, 1)


def test_the_speed_has_keys(page: Page):
    shown = opened(page, game(), 1)
    speed = shown.locator("[data-speed]")
    for key, value in ((">", "2"), (">", "4"), (">", "4"), ("<", "2"), ("<", "1"), ("<", "0.5")):
        shown.keyboard.press(key)
        expect(speed).to_have_value(value)


def test_forced_moves_can_be_skipped(page: Page):
    shown = opened(page, found := game("CCCCC", "", "black=@ana white brown"), 0)
    frames = cached_replay(found.log).frames
    ply = next(i for i, frame in enumerate(frames, 1) if frame.forced and i < found.entries)
    after = next(
        (i for i, frame in enumerate(frames, 1) if i > ply and not frame.forced), found.entries
    )
    step_to(shown, ply - 1)
    settings(shown).get_by_label("skip forced moves").check()
    close_settings(shown)
    shown.keyboard.press("ArrowRight")
    at(shown, after)
    settings(shown).get_by_label("skip forced moves").uncheck()
    close_settings(shown)
    step_to(shown, ply - 1)
    shown.keyboard.press("ArrowRight")
    at(shown, ply)


# ----------------------------------------------------------------------- dialogs and numbers


def test_help_lists_the_keys(page: Page):
    shown = opened(page, game(), 1)
    help_dialog = shown.get_by_role("dialog", name="Keys")
    settings(shown).get_by_role("button", name="Keys").click()
    expect(help_dialog).to_be_visible()
    expect(help_dialog).to_contain_text("play and stop")
    shown.keyboard.press("Escape")
    expect(help_dialog).to_be_hidden()
    shown.keyboard.press("?")
    legend = shown.get_by_role("dialog", name="Legend")
    legend.get_by_role("button", name="Keys").click()
    expect(legend).to_be_hidden()
    expect(help_dialog).to_be_visible()
    help_dialog.get_by_role("button", name="Close").click()
    expect(help_dialog).to_be_hidden()


def test_a_click_on_the_stones_of_a_site_tells_who_has_what(page: Page):
    shown = opened(page, found := game("AAAAA", "", "black=@ana white brown"))
    shown.get_by_role("link", name="Obelisks A").click()
    dialog = shown.get_by_role("dialog", name="Stones and points")
    expect(dialog).to_be_visible()
    last = list(steps(read_log(found.log)))[-1]
    sites = view(last.state, EVERYTHING)["sites"]
    for name in ("pyramid", "temple", "burial_chamber", "obelisks"):
        row = dialog.locator(f'[data-name="{name}"]')
        assert row.locator("[data-stones]").all_inner_texts() == [
            str(number) for number in sites[name]["stones"]
        ]
    expect(dialog.locator(".is-asked")).to_have_attribute("data-name", "obelisks")
    shown.keyboard.press("Escape")
    panel(shown, "Points")
    shown.get_by_role("button", name="stones", exact=True).click()
    expect(dialog).to_be_visible()


def test_the_graph_leads_to_its_steps(page: Page):
    shown = opened(page, found := game(), 0)
    panel(shown, "Graph")
    graph = shown.locator("[data-graph]")
    graph.scroll_into_view_if_needed()
    box = graph.bounding_box()
    assert box is not None
    graph.click(position={"x": box["width"] / 2, "y": 30})
    expect(shown.locator("[data-replay]")).to_have_attribute(
        "data-ply", re.compile(f"^({found.entries // 2 + 1}|{found.entries // 2 + 2})$")
    )
    key = shown.locator(".key-moment").first
    ply = key.get_attribute("data-move")
    key.click()
    expect(shown.locator("[data-replay]")).to_have_attribute("data-ply", str(ply))


def test_what_it_would_be_if_it_ended_here(page: Page):
    shown = opened(page, found := game("DBCAB", EVERYTHING_ADDED, "black=@ana white brown"), 0)
    replay = cached_replay(found.log)
    cells = """() => [...document.querySelectorAll(".replay-scores [data-prospect]")]
      .map(one => one.textContent)"""
    for ply in (0, 30, 61, found.entries):
        step_to(shown, ply)
        expected = [signed_points(prospect) for prospect in replay.score(ply).prospects or ()]
        assert shown.evaluate(cells) == expected


def test_the_slider_has_marks(page: Page):
    shown = opened(page, found := game(), 0)
    frames = cached_replay(found.log).frames
    expect(shown.locator(".replay-marks .mark-round")).to_have_count(6)
    expect(shown.locator(".replay-marks .mark-sail")).to_have_count(
        sum(frame.sails for frame in frames)
    )


# ---------------------------------------------------------------------------------- seats


def test_f_looks_through_the_next_eyes(page: Page):
    shown = opened(page, hidden_game(), 30)
    select = shown.locator("select[data-seat]")
    for word in ("spectator", "black", "white", "all"):
        shown.keyboard.press("f")
        expect(shown.locator("[data-replay]")).to_have_attribute("data-seat", word)
        expect(select).to_have_value(word)


def test_a_seat_sees_backs_and_a_step_keeps_the_eyes(page: Page):
    found = hidden_game()
    seen = cached_replay(found.log, 0)
    ply = next(i for i in range(found.entries) if "1.dx" in seen.table(i))
    shown = opened(page, found, ply)
    expect(shown.locator('[data-key="1.dx"]')).to_have_count(0)
    settings(shown).get_by_label("View as").select_option("black")
    close_settings(shown)
    expect(shown.locator('[data-key="1.dx"]')).to_have_count(1)
    shown.wait_for_url(f"**/{ply}/?seat=black")
    for to in (ply + 1, found.entries, ply - 1):
        step_to(shown, to)
        words = seen.frames[to - 1].words
        expect(shown.locator(".replay-words")).to_have_text(seen.frames[to - 1].told.outcome_first)
        expect(shown.locator(f'.replay-moves [data-move="{to}"]')).to_contain_text(words)
        keys = "() => [...document.querySelectorAll('svg [data-key]')].map(e => e.dataset.key)"
        assert set(shown.evaluate(keys)) == set(seen.table(to))
    shown.wait_for_url(f"**/{ply - 1}/?seat=black")
    shown.reload()
    expect(shown.locator("select[data-seat]")).to_have_value("black")
    at(shown, ply - 1)


def test_the_graph_and_the_links_follow_the_eyes(page: Page):
    """Of a seat with hidden cards nobody knows what it would be if the game ended."""
    found = hidden_game()
    page.goto(f"/games/{found.pk}/30/?seat=black")
    expect(page.get_by_role("slider", name="Step")).to_be_enabled()
    expect(page.locator(".plot-ended path")).to_have_count(0)
    settings(page).get_by_label("View as").select_option("all")
    close_settings(page)
    panel(page, "Graph")
    expect(page.locator(".plot-ended path").first).to_be_visible()
    page.locator(".key-moment").first.click()
    ply = page.locator(".key-moment").first.get_attribute("data-move")
    at(page, int(ply or 0))
    settings(page).get_by_label("View as").select_option("white")
    close_settings(page)
    expect(page.locator(".has-no-prospects")).to_have_count(1)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_label("Link to this step")).to_have_value(
        re.compile(f"/games/{found.pk}/{ply}/\\?seat=white$")
    )


def test_a_dry_run_is_seen_through_other_eyes(page: Page):
    text = finished_log("black=Ana white=Ben", "BDACD", "hidden_market_cards")
    seen = cached_replay(text, 0)
    ply = next(ply for ply in range(seen.plies) if "1.dx" in seen.table(ply))
    page.goto("/upload/")
    page.get_by_label("Or paste a log").fill(text)
    page.get_by_role("button", name="Check only").click()
    expect(page.get_by_role("slider", name="Step")).to_be_enabled()
    step_to(page, ply)
    expect(page.locator('[data-key="1.dx"]')).to_have_count(0)
    settings(page).get_by_label("View as").select_option("black")
    close_settings(page)
    expect(page.locator('[data-key="1.dx"]')).to_have_count(1)


# ---------------------------------------------------------------------------------- ships


def test_a_click_on_a_ship_tells_what_it_would_bring(page: Page):
    found = game()
    ply = next(
        step.ply
        for step in steps(read_log(found.log))
        if any(ship.berths for ship in sailings(step.state, EVERYTHING))
    )
    shown = opened(page, found, ply)
    shown.locator('[data-key^="ship"][data-key$="1"]').click()
    dialog = shown.get_by_role("dialog", name="If a ship sailed now")
    expect(dialog.locator("tbody.is-asked")).to_have_attribute("data-ship", "1")
    ships = sailing_context(found.log, ply)["ships"]
    expect(dialog.locator("tbody")).to_have_count(len(ships))
    words = [gain["words"] for ship in ships for row in ship["rows"] for gain in row["gains"]]
    expect(dialog.locator("td span")).to_have_text(words)
    assert axe_violations(shown) == []
    shown.keyboard.press("End")
    at(shown, found.entries)
    expect(dialog).to_contain_text("No ship is in the harbour")
    shown.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    shown.keyboard.press("Home")
    panel(shown, "Points")
    shown.get_by_role("link", name="ships", exact=True).click()
    expect(dialog).to_be_visible()


# ------------------------------------------------------------------------- motion and touch


def test_a_step_moves_and_a_fast_step_does_not(page: Page):
    shown = opened(page, game(), 12)
    shown.keyboard.press("ArrowRight")  # what shows motions is fetched
    at(shown, 13)
    seen = shown.evaluate(
        f"""async () => {{
          const running = {RUNNING};
          const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", {{key}}));
          const wait = (time) => new Promise((done) => setTimeout(done, time));
          const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
          const slow = [], fast = [];
          for (let i = 0; i < 6; i++) {{ press("ArrowRight"); await frame(); slow.push(running());
            await wait(400); }}
          for (let i = 0; running() && i < 600; i++) await frame(); // it ends by itself
          const after = running();
          for (let i = 0, last = -Infinity; fast.length < 4 && i < 200; i++) {{
            const pressed = performance.now();
            press(i % 2 ? "ArrowLeft" : "ArrowRight"); await frame();
            // on a busy machine a frame comes late: that step came no sooner than a slow one
            if (performance.now() - last < 200) fast.push(running());
            last = pressed; }}
          return [Math.max(...slow), after, Math.max(...fast), fast.length]; }}"""
    )
    assert seen[0] > 0
    assert seen[1:] == [0, 0, 4]


def test_who_wants_no_motion_gets_none(browser: Browser, site: str):
    found = game()
    with sized(browser, site, 1440, reduced_motion="reduce") as calm:
        page = calm.new_page()
        page.clock.install()
        shown = opened(page, found, 12)
        for step in range(5):
            shown.keyboard.press("ArrowRight")
            at(shown, 13 + step)
            assert shown.evaluate(RUNNING) == 0
            later(shown, 300)  # not so fast that there would be no motion anyway


def test_a_finger_swipes_and_a_tap_enlarges(browser: Browser, site: str):
    found = game()
    with sized(browser, site, 390, has_touch=True) as phone:
        shown = opened(phone.new_page(), found, 10)
        box = shown.locator("[data-block=temple]").bounding_box()
        assert box is not None
        middle = box["y"] + box["height"] / 2
        shown.touchscreen.tap(box["x"] + box["width"] / 2, middle)
        close = shown.locator("#at-temple").get_by_role("link", name="Close")
        expect(close).to_be_visible()
        at(shown, 10)
        close.tap()
        expect(close).to_be_hidden()
        for start, end, ply in ((300, 100, 11), (100, 300, 10)):
            swipe(shown, start, end, middle)
            at(shown, ply)


def test_a_swipe_before_the_scripts_have_come_is_done_after_them(browser: Browser, site: str):
    waiting: list[Route] = []
    with sized(browser, site, 390, has_touch=True, service_workers="block") as phone:
        page = phone.new_page()
        page.route("**/replay/replay*.js", lambda route: waiting.append(route))
        opened(page, game(), 10)
        box = page.locator("[data-block=temple]").bounding_box()
        assert box is not None
        swipe(page, 300, 100, box["y"] + box["height"] / 2)
        at(page, 10)
        page.wait_for_function("document.head.querySelector('link[rel=modulepreload]')")
        assert waiting
        for route in waiting:
            route.continue_()
        at(page, 11)


def swipe(page: Page, start: float, end: float, y: float) -> None:
    cdp = page.context.new_cdp_session(page)
    send = lambda kind, points: cdp.send(  # noqa: E731
        "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points}
    )
    send("touchStart", [{"x": start, "y": y}])
    for part in range(1, 6):
        send("touchMove", [{"x": start + (end - start) * part / 5, "y": y}])
    send("touchEnd", [])


def test_nothing_scrolls_by_itself(browser: Browser, site: str):
    found = game()
    with sized(browser, site, 390, reduced_motion="reduce") as phone:
        shown = opened(phone.new_page(), found, 10)
        for step in range(20):
            shown.keyboard.press("ArrowRight")
            at(shown, 11 + step)
            assert shown.evaluate("scrollY") == 0


# ------------------------------------------------------------------------------ every width


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_shifts_at_any_width(
    browser: Browser, site: str, complaints: list[str], width: int
):
    found = game("CBDCB", EVERYTHING_ADDED, "black=@ana white gray brown")
    with sized(browser, site, width) as sizes:
        page = sizes.new_page()
        listen(page, complaints)
        shown = opened(page, found, 0)
        shown.evaluate(
            """() => { window.shifts = []; new PerformanceObserver((list) => {
              for (const one of list.getEntries()) window.shifts.push(one.value);
            }).observe({type: "layout-shift", buffered: false}); }"""
        )
        for step in range(12):
            shown.keyboard.press("ArrowRight")
            at(shown, 1 + step)
            frames(shown)
        for ply in range(0, found.entries + 1, 9):
            step_to(shown, ply)
        for _ in range(4):
            shown.evaluate(SEEN_BY)
            shown.keyboard.press("f")
            shown.evaluate("window.seenBy")
            frames(shown)
        assert shown.evaluate("window.shifts") == []
        assert too_wide(shown) <= 0


@pytest.mark.parametrize("width", WIDTHS)
def test_axe_finds_nothing_serious(browser: Browser, site: str, width: int):
    """In both schemes: they share the page, all but its colours."""
    found = game("DADBC", EVERYTHING_ADDED, "black=@ana white gray brown")
    with sized(browser, site, width, color_scheme="light", reduced_motion="reduce") as sizes:
        shown = opened(sizes.new_page(), found, found.entries // 2)
        assert axe_violations(shown) == []
        shown.emulate_media(color_scheme="dark")
        assert axe_violations(shown, rules=COLOURS) == []
        shown.keyboard.press("?")
        expect(shown.get_by_role("dialog", name="Legend")).to_be_visible()
        assert axe_violations(shown, rules=COLOURS) == []
        shown.emulate_media(color_scheme="light")
        assert axe_violations(shown) == []


def test_on_a_wide_screen_the_table_is_in_the_first_view(browser: Browser, site: str):
    found = game()
    with sized(browser, site, 1440) as wide:
        shown = opened(wide.new_page(), found, 20)
        for name in ("harbour", "obelisks", "seat0", "seat1", "piles"):
            expect(shown.locator(f"[data-block={name}]")).to_be_in_viewport(ratio=1)
        expect(shown.locator("[data-slider]")).to_be_in_viewport(ratio=1)


READ_STONES = """() => Object.fromEntries([...document.querySelectorAll("[data-block]")].map(
  (block) => [block.dataset.block, [...block.querySelectorAll("[data-key]")].filter(
    (one) => /^[kwbg][0-9]+$/.test(one.dataset.key)).map(
    (one) => one.getAttribute("href").at(-1))]))"""


@pytest.mark.parametrize("sites", ["AAAAA", "BBBBB", "CCCCC", "DDDDD"])
def test_the_stones_in_the_page_are_those_of_the_rules(page: Page, sites: str):
    """Sleds and ships stone by stone; sites as their stones. What waits at a dock is aboard."""
    shown = opened(page, found := game(sites, "", "black=@ana white brown gray"), 0)
    log = read_log(found.log)
    letters = [LETTERS[colour] for colour in log.setup.seats]
    for step in steps(log):
        if step.ply % 7 and step.ply != found.entries:
            continue
        step_to(shown, step.ply)
        counters = {name: Counter(stones) for name, stones in shown.evaluate(READ_STONES).items()}
        rules = view(step.state, EVERYTHING)
        aboard = Counter(
            letters[seat]
            for ship in rules["ships"]
            for seat in ship["spaces"] or ()
            if seat is not None
        )
        settled = (rules["awaited"] or {}).get("kind") == "turn"  # nothing waits at a dock
        assert counters["harbour"] == aboard if settled else counters["harbour"] >= aboard, step.ply
        for seat, seated in enumerate(rules["seats"]):
            expected = Counter({letters[seat]: seated["sled"]})
            assert +counters[f"seat{seat}"] == +expected, step.ply
        if settled:
            for site in Site:
                if site is not Site.MARKET:
                    at_site = rules["sites"][site.word]["stones"]
                    expected = Counter(dict(zip(letters, at_site, strict=True)))
                    assert +counters[site.word] == +expected, (step.ply, site)

"""The replay in a browser: it steps, and what it shows is what the server would have drawn."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from drawing.replay.page import cached_replay, svg_blocks
from engine import read_log
from tests.browser.replaying import at, game, opened, step_to
from tests.browser.visit import frames
from tests.cast import finished_log
from tests.drawing.dealt import EVERYTHING_ADDED

READ = """(root) => Object.fromEntries([...root.querySelectorAll("[data-key]")].map((one) => [
  one.dataset.key,
  [one.parentNode.dataset.place, one.localName, one.getAttribute("href"),
   one.getAttribute("class"), one.getAttribute("transform"), one.textContent],
]))"""
READ_PAGE = f"() => ({READ})(document)"
READ_MARKUP = f"(html) => ({READ})(new DOMParser().parseFromString(html, 'text/html'))"
COMPARE = f"""async ([plies, markups]) => {{
  const root = document.querySelector("[data-replay]");
  const slider = document.querySelector("[data-slider]");
  const sorted = (pieces) => JSON.stringify(Object.entries(pieces).sort());
  const differ = [];
  for (const [index, ply] of plies.entries()) {{
    slider.value = ply;
    slider.dispatchEvent(new Event("input", {{bubbles: true}}));
    while (root.dataset.ply !== String(ply)) await new Promise(requestAnimationFrame);
    const [drawn, expected] = [({READ})(document), ({READ_MARKUP})(markups[index])];
    if (sorted(drawn) !== sorted(expected)) differ.push([ply, drawn, expected]);
  }}
  return differ;
}}"""
"""Steps to each of `plies` and compares the page with the markup: what differs, by step."""


def test_every_key_goes_its_way(page: Page):
    shown = opened(page, found := game(), 0)
    plies = found.entries
    replay = cached_replay(found.log)
    first_of_two = next(i for i, m in enumerate(replay.frames, 1) if m.round == 2) - 1
    first_turn = next(i for i, m in enumerate(replay.frames, 1) if m.turn == 1) - 1
    for key, ply in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", plies),
        ("Home", 0),
        ("Shift+ArrowRight", first_turn),
        ("]", first_of_two),
        ("[", 0),
        ("End", plies),
        ("ArrowRight", plies),
    ):
        shown.keyboard.press(key)
        at(shown, ply)


def test_keys_belong_to_a_field_that_is_typed_into(page: Page):
    shown = opened(page, game(), 5)
    shown.evaluate("document.body.insertAdjacentHTML('beforeend', '<input id=typed>')")
    shown.locator("#typed").press("ArrowRight")
    frames(shown)
    at(shown, 5)


def test_buttons_the_list_and_the_slider(page: Page):
    shown = opened(page, found := game(), 0)
    shown.get_by_role("link", name="Forward one step").click()
    at(shown, 1)
    shown.get_by_role("link", name="Last step").click()
    at(shown, found.entries)
    words = cached_replay(found.log).frames[29].words
    shown.locator('[data-move="30"]').click()
    at(shown, 30)
    expect(shown.locator(".replay-words")).to_have_text(words)
    expect(shown.locator('[aria-current="step"]')).to_have_attribute("data-move", "30")
    expect(shown.locator("[data-live]")).to_have_text(words)
    step_to(shown, 12)
    expect(shown.locator("[data-count]")).to_have_text("12")


def test_the_address_follows(page: Page):
    shown = opened(page, found := game(), 10)
    shown.keyboard.press("ArrowRight")
    shown.wait_for_url(f"**/games/{found.pk}/11/")
    shown.reload()
    at(shown, 11)
    shown.goto(f"/games/{found.pk}/#7")
    at(shown, 7)


def test_the_move_is_kept_in_view(page: Page):
    shown = opened(page, found := game(), 0)
    before = shown.evaluate("scrollY")
    for ply in (found.entries, found.entries // 2, 1):
        step_to(shown, ply)
        inside = shown.evaluate(
            """() => { const list = document.querySelector("[data-moves]").getBoundingClientRect();
            const move = document.querySelector("[aria-current=step]").getBoundingClientRect();
            return move.top >= list.top - 1 && move.bottom <= list.bottom + 1; }"""
        )
        assert inside, ply
    assert shown.evaluate("scrollY") == before


def test_every_step_is_what_the_server_draws(page: Page):
    """Forwards entry by entry, and backwards in leaps."""
    shown = opened(page, found := game("DCBDC", EVERYTHING_ADDED, "white=@ana black gray brown"), 0)
    record = cached_replay(found.log)
    there = [*range(found.entries + 1)]
    expected = ["".join(block["svg"] for block in svg_blocks(record, ply)) for ply in there]
    assert all("data-key" in markup for markup in expected)
    for plies in (there, there[::-7]):
        differ = shown.evaluate(COMPARE, [plies, [expected[ply] for ply in plies]])
        assert differ == []
        at(shown, plies[-1])


@pytest.mark.parametrize("sites", ["AAAAA", "BBBBB", "CCCCC", "DDDDD"])
def test_the_page_at_a_step_is_the_page_stepped_there(page: Page, sites: str):
    shown = opened(page, found := game(sites, "", "black=@ana white brown"), 0)
    for ply in (found.entries // 3, found.entries, 1):
        step_to(shown, ply)
        markup = shown.request.get(f"/games/{found.pk}/{ply}/").text()
        assert shown.evaluate(READ_PAGE) == shown.evaluate(READ_MARKUP, markup)
        scores = "() => [...document.querySelectorAll('.replay-scores td')].map(c => c.textContent)"
        stepped = shown.evaluate(scores)
        opened(shown, found, ply)
        assert shown.evaluate(scores) == stepped


def test_nothing_shifts_while_stepping(page: Page):
    shown = opened(page, found := game("BBBBB", EVERYTHING_ADDED), 0)
    measure = """() => [".quay", ".replay-controls", ".replay-slide", ".replay-scores",
      ".replay-moves", ".replay-count"].flatMap((name) => {
        const box = document.querySelector(name).getBoundingClientRect();
        return [box.top, box.left, box.width, box.height].map(Math.round); })"""
    before = shown.evaluate(measure)
    for ply in range(0, found.entries + 1, 5):
        step_to(shown, ply)
        assert shown.evaluate(measure) == before, ply


def test_a_held_key_keeps_up(page: Page):
    """30 steps a second leave 33 ms for each; the median, since others use the machine too."""
    shown = opened(page, found := game("CCCCC", EVERYTHING_ADDED, "black=@ana white brown gray"), 0)
    spent = shown.evaluate(
        """async (steps) => {
          const frame = () => new Promise(requestAnimationFrame);
          const spent = [];
          for (let step = 0; step < steps; step++) {
            let begun;
            requestAnimationFrame(() => { begun = performance.now(); });
            document.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight"}));
            await frame(); // its callback comes after the drawing, in the same frame
            document.querySelector(".stage").getBoundingClientRect();
            spent.push(performance.now() - begun);
          }
          return spent.sort((one, other) => one - other)[Math.floor(steps / 2)];
        }""",
        found.entries,
    )
    at(shown, found.entries)
    assert spent < 33


def test_without_a_script_links_lead_on(browser: Browser, site: str):
    found = game()
    with browser.new_context(base_url=site, java_script_enabled=False) as plain:
        page = plain.new_page()
        page.goto(f"/games/{found.pk}/20/")
        expect(page.locator(".replay-words")).to_have_text(
            cached_replay(found.log).frames[19].words
        )
        page.get_by_role("link", name="Forward one step").click()
        page.wait_for_url(f"**/games/{found.pk}/21/")
        page.get_by_role("link", name="Back one step").click()
        page.wait_for_url(f"**/games/{found.pk}/20/")
        expect(page.locator("svg [data-key]").first).to_be_attached()
        page.locator('[data-move="3"]').click()
        page.wait_for_url(f"**/games/{found.pk}/3/")
        expect(page.locator('[aria-current="step"]')).to_have_attribute("data-move", "3")


def test_on_a_phone_nothing_sticks_out(browser: Browser, site: str):
    found = game("CDCDC", EVERYTHING_ADDED, "black=@ana white brown gray")
    with browser.new_context(base_url=site, viewport={"width": 390, "height": 844}) as phone:
        page = opened(phone.new_page(), found, 40)
        for ply in (0, 40, found.entries):
            step_to(page, ply)
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
        expect(page.get_by_role("link", name="Back one step")).to_be_in_viewport()


def test_a_dry_run_steps_without_a_server(page: Page):
    text = finished_log("black=Ana white=Ben", "BDACB")
    page.goto("/upload/")
    page.get_by_label("Or paste a log").fill(text)
    page.get_by_role("button", name="Check only").click()
    expect(page.get_by_role("slider", name="Step")).to_be_enabled()
    page.locator("[data-replay]").scroll_into_view_if_needed()
    page.keyboard.press("Home")
    at(page, 0)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.get_by_role("button", name="Last step").click()
    at(page, len(read_log(text).entries))


def test_a_hostile_name_is_only_a_name(page: Page):
    found = game(seats="black=@ana white=<script>taken()</script>")
    shown = opened(page, found, 8)
    step_to(shown, 9)
    assert shown.locator("[data-replay] script:not([type=module])").count() == 0
    expect(shown.locator("[data-panel='1'] .seat-name")).to_have_text("<script>taken()</script>")

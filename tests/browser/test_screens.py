"""The table on every screen: what is named is to be seen without scrolling, words are large enough,
what is tapped is large enough, and nothing lies over anything else."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.replaying import game, opened
from tests.browser.visit import too_wide
from tests.drawing.dealt import EVERYTHING_ADDED

FOUR = "black=@ana white=Ben brown=Cleo gray=Dan"
SET_UPS = {
    "two players, sides A": ("AAAAA", "", "black=@ana white=Ben"),
    "three players, sides B": ("BBBBB", "", "black=@ana white=Ben brown=Cleo"),
    "four players, sides C": ("CCCCC", "", FOUR),
    "four players, sides D, every module": ("DDDDD", EVERYTHING_ADDED, FOUR),
}
DESKS = ((1440, 900), (1366, 768), (1280, 720), (1024, 768))
PHONES = ((390, 844), (844, 390))
ZOOMED = ((720, 450), (683, 384), (640, 360), (512, 384))
"""The windows of a desk at 200 %."""

ALWAYS = (
    ".replay-words",
    "[data-slider]",
    "[data-play]",
    ".replay-controls [data-jump=next]",
    ".area-site",
    ".area-harbour .replay-block",
    ".area-seat",
    ".plate .cart",
    ".plate [data-lead]",
)
DESK_PARTS = (
    ".replay-controls [data-jump]",
    "[data-legend-open]",
    ".rail-tabs button",
)
"""On a desk."""

PANELS = {
    "Points": (
        ".replay-scores [data-total]",
        ".replay-scores [data-score]",
        ".replay-scores [data-prospect]",
    ),
    "Graph": (".replay-graph", ".key-moment"),
    "Moves": (".replay-moves",),
}
"""What the rail shows on a desk, by the button that shows it."""

OUTSIDE = """(selectors) => selectors.flatMap((selector) => {
  const all = [...document.querySelectorAll(`[data-replay] ${selector}, [data-play] ${selector}`)]
    .filter((one) => getComputedStyle(one).display !== "none" && !one.hidden);
  if (!all.length) return [`${selector}: none`];
  return all.filter((one) => {
    const {left, top, right, bottom, width, height} = one.getBoundingClientRect();
    return !(width && height && left >= -1 && top >= -1 && right <= innerWidth + 1
      && bottom <= innerHeight + 1);
  }).map((one) => `${selector}: ${JSON.stringify(one.getBoundingClientRect())}`);
})"""

COVERED = """() => [".area-seat", ".plate .cart", ".rail-said", "[data-play]"]
  .flatMap((name) => [...document.querySelectorAll(name)])
  .filter((one) => getComputedStyle(one).display !== "none").filter((one) => {
    const {left, top, width, height} = one.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    if (seen?.matches(".area-open")) return seen.parentNode !== one.closest(".area");
    return seen && !one.contains(seen) && !seen.contains(one);
  }).map((one) => one.className)"""

SMALL_WORDS = """(least) => {
  const found = [];
  const look = (text, scale, size) => {
    if (size * scale < least - 0.06) {
      found.push(`${text.getAttribute("class")}: ${(size * scale).toFixed(1)}`);
    }
  };
  const scope = document.querySelector(".area:target") ?? document.querySelector(".quay");
  for (const svg of scope.querySelectorAll(".replay-block > svg")) {
    if (getComputedStyle(svg.parentNode).visibility === "hidden") continue;
    const scale = svg.getScreenCTM().a;
    for (const text of svg.querySelectorAll("text")) {
      if (!text.textContent.trim() || !text.getClientRects().length) continue;
      look(text, scale, parseFloat(getComputedStyle(text).fontSize));
    }
    for (const use of svg.querySelectorAll("use")) {
      const symbol = document.getElementById(use.getAttribute("href").slice(1));
      for (const text of symbol?.querySelectorAll("text") ?? []) {
        const rule = {"card-when": "--w12", "card-name": "--w13"}[text.getAttribute("class")];
        const own = parseFloat(getComputedStyle(text).fontSize);
        const value = getComputedStyle(use).getPropertyValue(rule ?? "--w15");
        look(text, scale, parseFloat(value) || own);
      }
    }
  }
  for (const word of scope.querySelectorAll(".plate *, .seat-head *")) {
    if (!word.textContent.trim() || word.closest(".visually-hidden")) continue;
    if (word.getClientRects().length) look(word, 1, parseFloat(getComputedStyle(word).fontSize));
  }
  return [...new Set(found)];
}"""

SMALL_TARGETS = """() => {
  const parts = ".stage-scene, .rail-said, .replay-bar";
  return [...document.querySelectorAll(parts)].flatMap((part) =>
    [...part.querySelectorAll("a[href], button, input, select")]).filter((one) => {
      if (!one.getClientRects().length || one.closest("[hidden]")) return false;
      const target = one.matches(".cart") ? one.closest(".area") : one;
      const {width, height} = target.getBoundingClientRect();
      return width < 43.9 || height < 43.9;
    }).map((one) => `${one.className}: ${JSON.stringify(one.getBoundingClientRect())}`);
}"""

OVERFLOWS = """() => [".rail", ".replay-bar", ".rail-steps", ".replay-scores"]
  .flatMap((selector) => [...document.querySelectorAll(selector)])
  .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.className} ${one.scrollHeight} > ${one.clientHeight}`)"""


def sized(page: Page, size: tuple[int, int]) -> Page:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return page


@pytest.mark.parametrize("kind", SET_UPS)
def test_the_whole_table_is_one_screen(page: Page, kind: str):
    sites, modules, seats = SET_UPS[kind]
    recorded_game = game(sites, modules, seats)
    replay_page = opened(page, recorded_game, recorded_game.entries // 2)
    wrong: dict[str, Any] = {}
    for size in DESKS:
        sized(replay_page, size)
        wrong[f"{size} outside"] = replay_page.evaluate(OUTSIDE, [*ALWAYS, *DESK_PARTS])
        for panel, parts in PANELS.items():
            tab = replay_page.get_by_role("button", name=panel, exact=True)
            tab.click()
            expect(tab).to_have_attribute("aria-pressed", "true")
            wrong[f"{size} outside {panel}"] = replay_page.evaluate(OUTSIDE, parts)
            wrong[f"{size} overflows {panel}"] = replay_page.evaluate(OVERFLOWS)
        wrong[f"{size} covered"] = replay_page.evaluate(COVERED)
        wrong[f"{size} small words"] = replay_page.evaluate(SMALL_WORDS, 12)
        wrong[f"{size} too wide"] = [w for w in [too_wide(replay_page)] if w > 0]
    for size in PHONES:
        sized(replay_page, size)
        wrong[f"{size} outside"] = replay_page.evaluate(OUTSIDE, ALWAYS)
        wrong[f"{size} covered"] = replay_page.evaluate(COVERED)
        wrong[f"{size} small targets"] = replay_page.evaluate(SMALL_TARGETS)
        wrong[f"{size} too wide"] = [w for w in [too_wide(replay_page)] if w > 0]
    for size in ZOOMED:
        sized(replay_page, size)
        wrong[f"{size} too wide"] = [w for w in [too_wide(replay_page)] if w > 0]
        if size[0] >= 640:
            wrong[f"{size} outside"] = replay_page.evaluate(OUTSIDE, ALWAYS[:7])
    assert {place: faults for place, faults in wrong.items() if faults} == {}


@pytest.mark.parametrize("kind", list(SET_UPS)[::3])
def test_a_tap_enlarges_a_site_and_a_player(page: Page, kind: str):
    sites, modules, seats = SET_UPS[kind]
    recorded_game = game(sites, modules, seats)
    wrong: dict[str, Any] = {}
    for size in PHONES:
        replay_page = opened(sized(page, size), recorded_game, recorded_game.entries // 2)
        for name in ("pyramid", "temple", "obelisks", "market", "burial_chamber", "seat0"):
            area = replay_page.locator(f"#at-{name}")
            area.locator(".cart, .area-open").first.click()
            close = area.get_by_role("link", name="Close")
            expect(close).to_be_visible()
            small = replay_page.evaluate(SMALL_WORDS, 14)
            wrong[f"{size} {name}"] = small
            box = close.bounding_box()
            assert box
            assert box["width"] >= 44
            assert box["height"] >= 44
            replay_page.keyboard.press("ArrowRight")  # the table goes on beneath
            close.click()
            expect(close).to_be_hidden()
        assert replay_page.evaluate("scrollY") == 0
    assert {place: faults for place, faults in wrong.items() if faults} == {}


def test_the_plates_follow_the_game(page: Page):
    replay_page = opened(page, recorded_game := game(), 0)
    replay_page.keyboard.press("End")
    expect(replay_page.locator("[data-replay]")).to_have_attribute(
        "data-ply", str(recorded_game.entries)
    )
    # the lists for listeners follow a little later (tests/browser/test_spoken.py)
    read = """() => [...document.querySelectorAll(
      "[data-lead], [data-quarry], [data-pile], [data-panel]")].map((one) => {
        const seen = one.cloneNode(true);
        seen.querySelectorAll("[data-spoken]").forEach((list) => list.remove());
        return [one.className, seen.textContent.replace(/\\s+/g, " ")];
      })"""
    stepped = replay_page.evaluate(read)
    replay_page.goto(f"/games/{recorded_game.pk}/{recorded_game.entries}/")
    assert replay_page.evaluate(read) == stepped

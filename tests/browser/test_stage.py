"""The picture of the game on phones and low windows, measured: what is chosen and read is there,
whole, and large enough."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.replaying import game, opened, panel
from tests.browser.visit import frames, log_in
from tests.drawing.dealt import EVERYTHING_ADDED
from tests.worlds.tables import act_once, awaited, dealt, people

FOUR = "black=@ana white=Ben brown=Cleo gray=Dan"
SMALL = ((844, 390), (720, 450), (390, 844))
LESSONS = ("take/1", "load/1", "order/1", "sites/2", "cards/2")

OUTSIDE = """(selectors) => [...document.querySelectorAll(selectors)].filter((one) => {
  const { left, top, right, bottom, width } = one.getBoundingClientRect();
  return width && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1);
}).map((one) => `${one.className.baseVal ?? one.className} ${one.textContent.trim()}`)"""

COVERED = """(selectors) => [...document.querySelectorAll(selectors)].filter((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  const seen = document.elementFromPoint(left + width / 2, top + height / 2);
  return width && !one.contains(seen) && !one.closest(".area")?.contains(seen);
}).map((one) => `${one.className.baseVal ?? one.className} ${one.textContent.trim()}`)"""

HALF_LINES = """() => {
  const lines = document.querySelector(".replay-lines");
  const clip = lines.getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(document.querySelector(".replay-words"));
  return [...words.getClientRects()].filter(({ top, bottom }) => {
    const middle = (top + bottom) / 2;
    const isSeen = middle < clip.bottom;
    return isSeen && bottom > clip.bottom + 2;
  }).length;
}"""

DISAGREEMENTS = """() => {
  window.disagreements = [];
  const root = document.querySelector("[data-play]");
  const look = () => {
    const asked = root.querySelector("[data-status]").textContent.startsWith("Your turn");
    const offered = !root.querySelector("[data-chooser]").hidden;
    const lit = root.querySelector(".area-seat.is-next")?.dataset.panel === root.dataset.own;
    if (asked !== offered || asked !== lit) {
      window.disagreements.push([asked, offered, lit, root.className]);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""

PINS_OVER = """() => {
  const boxes = (selectors) => [...document.querySelectorAll(selectors)].map((one) => (
    [one.textContent.trim(), one.getBoundingClientRect()])).filter(([, box]) => box.width > 2);
  const figures = boxes(".plate .cart, .plate .owner b, .seat-points > *, .legend-words");
  return boxes(".legend-pin").flatMap(([number, pin]) => figures.filter(([, box]) => (
    pin.right > box.left + 2 && pin.left < box.right - 2
    && pin.bottom > box.top + 2 && pin.top < box.bottom - 2
  )).map(([words]) => `${number} over ${words.slice(0, 20)}`));
}"""


@pytest.mark.parametrize("size", SMALL)
def test_a_lesson_is_whole_on_small_screens(browser: Browser, site: str, size: tuple[int, int]):
    parts = (
        ".play-choice, .coach-refused .button, .area-seat, .coach-goal,"
        ' [data-block="harbour"] [data-key^="ship"]'
    )
    width, height = size
    with browser.new_context(
        base_url=site, viewport={"width": width, "height": height}, reduced_motion="reduce"
    ) as context:
        page = context.new_page()
        wrong = {}
        for lesson in LESSONS:
            page.goto(f"/learn/{lesson}/")
            expect(page.locator("[data-lesson]")).to_have_class(re.compile("is-live"))
            frames(page)
            covered = page.evaluate(COVERED, ".play-choice, .coach-refused .button, .area-seat")
            wrong[lesson] = [*page.evaluate(OUTSIDE, parts), *covered]
        assert {lesson: faults for lesson, faults in wrong.items() if faults} == {}


def test_the_table_stays_where_it_is_when_the_answer_of_a_lesson_comes(page: Page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/learn/take/1/")
    expect(page.locator("[data-lesson]")).to_have_class(re.compile("is-live"))
    scene = page.locator(".stage-scene")
    before = scene.bounding_box()
    page.get_by_role("button", name="Take stones").click()
    page.get_by_role("button", name="Play move").click()
    expect(page.locator("[data-lesson]")).to_have_attribute("data-verdict", "right")
    expect(page.locator("[data-coach-words]")).to_be_visible()
    assert scene.bounding_box() == before


def test_the_market_is_as_wide_as_a_phone(page: Page):
    page.set_viewport_size({"width": 390, "height": 844})
    opened(page, game("AAAAA", "", "black=@ana white=Ben"), 30)
    plate = page.locator(".plate-market .cart").bounding_box()
    stall = page.locator('[data-block="market"]').bounding_box()
    assert plate is not None
    assert stall is not None
    assert plate["x"] <= 10
    assert stall["x"] + stall["width"] >= 380
    cards = page.locator('[data-block="market"] use[data-key^="market"]')
    widths = cards.evaluate_all("list => list.map((card) => card.getBoundingClientRect().width)")
    assert min(widths) >= 56, "a finger hits a card"


def test_a_result_on_a_phone_has_the_steps_on_its_first_screen(page: Page):
    page.set_viewport_size({"width": 390, "height": 844})
    opened(page, game())
    for name in (".jump-back", ".jump-play", ".replay-slider"):
        expect(page.locator(name).first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [*SMALL, (1440, 900), (1024, 768)])
def test_no_line_of_the_words_is_half_covered_and_the_result_comes_first(
    page: Page, size: tuple[int, int]
):
    recorded_game = game("BABDA", EVERYTHING_ADDED, FOUR)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    opened(page, recorded_game, recorded_game.entries)
    expect(page.locator(".replay-words")).to_have_text(re.compile("^The game is over: .* wins"))
    half = []
    for _ in range(25):
        frames(page)
        half.append(page.evaluate(HALF_LINES))
        page.keyboard.press("ArrowLeft")
    assert not any(half)


def test_words_choices_and_panel_agree_while_something_moves(
    context: BrowserContext, site: str, page: Page
):
    ana, ben = people("ana", "ben")
    table = dealt([ana, ben])
    while awaited(table).account != ben:
        act_once(table.pk)
    log_in(context, site, ana)
    page.goto(f"/tables/{table.pk}/")
    expect(page.locator(".play.is-live")).to_be_attached()
    page.evaluate(DISAGREEMENTS)
    for _ in range(4):
        while awaited(table).account != ana:
            act_once(table.pk)
        expect(page.locator("[data-chooser]")).to_be_visible()
        expect(page.locator(".play.is-moving")).to_have_count(0)
        while awaited(table).account == ana:
            act_once(table.pk)
        expect(page.locator("[data-chooser]")).to_be_hidden()
    assert page.evaluate("window.disagreements") == []


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1440, 900)])
def test_the_numbers_of_the_legend_cover_no_figure(page: Page, size: tuple[int, int]):
    recorded_game = game("AAAAA", "", FOUR)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    opened(page, recorded_game, recorded_game.entries // 2)
    page.get_by_role("button", name="Legend").click()
    pins = page.locator(".legend-pin")
    expect(pins.first).to_be_visible()
    assert page.evaluate(PINS_OVER) == []
    scene = page.locator(".stage-scene").bounding_box()
    words = page.locator(".legend-words").bounding_box()
    assert scene
    assert words
    assert words["y"] >= scene["y"] + scene["height"] - 1 or words["x"] >= scene["width"] - 1
    pins.last.click()
    expect(page.locator(".legend-words .is-shown")).to_be_in_viewport()


def test_the_graph_has_an_axis_and_names(page: Page):
    page.set_viewport_size({"width": 1440, "height": 900})
    opened(page, game("AAAAA", "", "black=@ana white=Ben"), 30)
    panel(page, "Graph")
    expect(page.locator(".plot-axis-points text").first).to_be_visible()
    assert "0" in page.locator(".plot-axis-points text").all_text_contents()
    expect(page.locator(".plot-names")).to_have_text(re.compile("@ana.*Ben"))
    expect(page.locator(".key-moment").first).to_have_text(re.compile(r"Round \d: \+\d"))

"""Pages for other eyes: day and night by a switch, forced colours, more contrast, the legend."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.replaying import close_settings, game, opened, settings
from tests.browser.visit import COLOURS, axe_violations, judged, log_in
from tests.cast import account, finished_log, game_of, submit
from tests.drawing.dealt import EVERYTHING_ADDED

FOUR = "black=@ana white gray brown"


def test_the_switch_turns_pages_and_small_pictures(context: BrowserContext, page: Page, site: str):
    ana = account("ana", arbiter=True)
    game_of(judged(submit(ana, finished_log("black=@ana white=Ben", seed=4))))
    log_in(context, site, ana)
    page.emulate_media(color_scheme="light")
    page.goto("/")
    picture = page.locator(".small-picture").first
    expect(picture).to_have_js_property("currentSrc", f"{site}{picture.get_attribute('src')}")
    for name, look, scheme in (("Night", "night", "dark"), ("Day", "day", "light")):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_role("button", name=name, exact=True)).to_have_attribute(
            "aria-current", "true"
        )
        assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == scheme
        picture = page.locator(".small-picture").first
        picture.scroll_into_view_if_needed()
        page.wait_for_function(
            "look => document.querySelector('.small-picture').currentSrc.includes(look)",
            arg=f"look={look}#",
        )


EDGES = """(selector) => [...document.querySelectorAll(selector)].filter((one) => {
  if (!one.checkVisibility()) return false;
  const { borderStyle, borderWidth, outlineStyle, textDecorationLine } = getComputedStyle(one);
  const hasBorder = borderStyle !== "none" && parseFloat(borderWidth) > 0;
  return !hasBorder && outlineStyle === "none" && textDecorationLine === "none";
}).map((one) => one.outerHTML.slice(0, 90))"""


@pytest.mark.parametrize("width", [1440, 390])
def test_in_forced_colours_controls_have_edges_and_pieces_their_colours(
    browser: Browser, site: str, width: int
):
    """Where backgrounds go, edges say what is a button, whose turn it is and which move is page;
    pieces keep the colours by which they are told apart."""
    played = game("CBDCB", EVERYTHING_ADDED, FOUR)
    size = {"width": width, "height": 900 if width == 1440 else 844}
    with browser.new_context(base_url=site, viewport=size, forced_colors="active") as forced:
        page = opened(forced.new_page(), played, played.entries // 2)
        assert page.evaluate("matchMedia('(forced-colors: active)').matches")
        assert page.evaluate(EDGES, "main .button, .jump, .rail-tabs button") == []
        stone = page.locator(".owner .replay-stone").first
        assert stone.evaluate("(one) => getComputedStyle(one).forcedColorAdjust") == "none"
        move = page.locator(".move[aria-current]")
        assert move.evaluate("(one) => getComputedStyle(one).outlineStyle") == "solid"
        page.get_by_role("button", name="Play").focus()
        focused = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert focused != "none"
        violations = axe_violations(page)  # of contrast the browser's colours decide
        assert [problem for problem in violations if problem["rule"] not in COLOURS] == []


def test_who_wants_more_contrast_gets_seven_to_one(browser: Browser, site: str):
    played = game("CBDCB", EVERYTHING_ADDED, FOUR)
    faint: dict[tuple[str, str], object] = {}
    for scheme in ("light", "dark"):
        with browser.new_context(
            base_url=site, contrast="more", color_scheme=scheme, reduced_motion="reduce"
        ) as strong:
            page = strong.new_page()
            for address in ("/", "/games/", "/about/", f"/games/{played.pk}/"):
                page.goto(address)
                faint[scheme, address] = axe_violations(page, rules=["color-contrast-enhanced"])
    assert {name: violations for name, violations in faint.items() if violations} == {}


PINS = """() => [...document.querySelectorAll(".legend-pin")].map((pin) => {
  const { left, top, right, bottom } = pin.getBoundingClientRect();
  return [left, top, right, bottom]; })"""


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844)])
def test_the_legend_pins_what_it_names_and_no_pin_hides_another(
    browser: Browser, site: str, size: tuple[int, int]
):
    played = game("CBDCB", EVERYTHING_ADDED, FOUR)
    width, height = size
    with browser.new_context(base_url=site, viewport={"width": width, "height": height}) as context:
        page = opened(context.new_page(), played, played.entries // 2)
        page.get_by_role("button", name="Legend").click()
        legend = page.get_by_role("dialog", name="Legend")
        expect(legend).to_be_visible()
        numbers = legend.locator(".legend-pin").all_inner_texts()
        assert numbers == [str(number + 1) for number in range(legend.locator("li").count())]
        assert len(numbers) >= 6
        boxes = page.evaluate(PINS)
        for number, (left, top, right, bottom) in enumerate(boxes):
            assert 0 <= (left + right) / 2 <= width, number
            assert 0 <= (top + bottom) / 2 <= height, number
            for other in boxes[:number]:
                in_columns = right <= other[0] or other[2] <= left
                assert in_columns or bottom <= other[1] or other[3] <= top, number
        page.keyboard.press("Escape")
        expect(legend).to_be_hidden()
        expect(page.get_by_role("button", name="Legend")).to_be_focused()


def test_settings_are_kept_in_the_browser(page: Page):
    page = opened(page, played := game(), 3)
    page.keyboard.press("ArrowRight")  # its scripts are there when it moves
    expect(page.get_by_role("slider", name="Step")).to_have_value("4")
    menu = settings(page)
    menu.get_by_label("Speed").select_option("2")
    menu.get_by_label("Sounds").check()
    close_settings(page)
    page.goto(f"/games/{played.pk}/4/")
    page.keyboard.press("ArrowRight")
    menu = settings(page)
    expect(menu.get_by_label("Speed")).to_have_value("2")
    expect(menu.get_by_label("Sounds")).to_be_checked()

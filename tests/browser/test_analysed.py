"""An analysed game in its replay: what is drawn, said and reached by keys."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from insights.reviews.models import FLAWS
from insights.reviews.step_words import analysis_words
from tests.browser.replaying import at, game, opened
from tests.browser.visit import serious, too_wide
from tests.site.reviews.working import marked


def test_from_turning_point_to_turning_point(page: Page):
    """The first sign of a reader fetches the graph, the marks and the words; `t` goes on."""
    found = game()
    review = marked(found)
    noted = analysis_words(review, found.log).noted
    opened(page, found, 0)
    expect(page.locator("svg .plot-shares")).to_have_count(0)
    page.keyboard.press("t")
    expect(page.locator(".plot-shares path")).to_have_count(2)
    expect(page.get_by_label("chance to win")).to_be_checked()
    expect(page.locator(".move-judged")).to_have_count(len(noted))
    for step in noted:
        page.keyboard.press("t")
        at(page, step.ply)
        expect(page.locator(".replay-judged")).to_have_text(step.sentences)
        moment = page.locator(f".key-moment[data-move='{step.ply}']")
        expect(moment).to_have_attribute("aria-current", "step")
    page.keyboard.press("Shift+T")
    at(page, noted[-2].ply)
    assert serious(page, ".replay-graph") == []
    assert serious(page, "#analysis") == []
    flaw = review.flaws.filter(mark__in=FLAWS).order_by("entry").first()
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator(f"#analysis .button[href$='/{flaw.entry}/']").click()
    at(page, flaw.entry)
    assert not too_wide(page)


def test_an_analysis_on_a_phone_is_a_summary_until_a_round_is_opened(page: Page):
    recorded_game = game()
    review = marked(recorded_game)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/games/{recorded_game.pk}/analysis/")
    height = page.evaluate("document.documentElement.scrollHeight")
    assert height <= 2800
    assert not too_wide(page)
    picture = page.locator(".analysis-position img")
    worst = analysis_words(review, recorded_game.log).mistakes
    for step in worst:
        page.locator(f".analysis-marked [data-step='{step.ply}']").click()
        expect(picture).to_have_attribute("src", re.compile(f"step={step.ply}&"))
        expect(picture).to_have_js_property("complete", True)
        assert picture.evaluate("(one) => one.naturalWidth") > 0
        expect(page.locator(".analysis-position")).to_contain_text(step.words)
    rounds = page.locator(".analysis-round")
    expect(rounds.locator("table").first).to_be_hidden()
    costliest = rounds.filter(has=page.get_by_text("the biggest mistake"))
    costliest.locator("summary").click()
    expect(costliest.locator("table")).to_be_visible()
    assert worst[0].words in costliest.inner_text()
    assert serious(page) == []


def test_a_click_in_the_graph_shows_the_board_of_that_move(page: Page):
    recorded_game = game()
    review = marked(recorded_game)
    steps = analysis_words(review, recorded_game.log).steps
    page.goto(f"/games/{recorded_game.pk}/analysis/")
    plot = page.locator(".analysis-plot > svg").first
    box = plot.bounding_box()
    assert box
    span = int(page.locator(".analysis-summary").get_attribute("data-span") or 0)
    chosen = steps[len(steps) // 2]
    plot.click(position={"x": box["width"] * chosen.ply / span, "y": box["height"] / 2})
    expect(page.locator(".analysis-position")).to_contain_text(chosen.words)
    page.locator("[data-step='next']").press("Enter")
    expect(page.locator(".analysis-position")).to_contain_text(steps[chosen.ply].words)
    expect(page.locator("[data-step='next']")).to_be_focused()
    assert page.url.endswith(f"step={chosen.ply + 1}#position")
    assert serious(page) == []

"""An analysed game in its replay: what is drawn, said and reached by keys."""

from __future__ import annotations

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
    page.locator(f"#analysis a[href$='/{flaw.entry}/']").click()
    at(page, flaw.entry)
    assert not too_wide(page)

"""A game is given up at a live table of two: asked first, told to both at once; and the turn."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tables.locks import read_table
from tables.models import Phase
from tests.browser.test_again import PHONE, Visit, visit
from tests.browser.visit import serious
from tests.worlds.tables import act_once, awaited, dealt, people

__all__ = ["visit"]


def test_a_resignation_is_asked_for_and_seen_by_both(visit: Visit):
    ana, ben = people("ana", "ben")
    table = dealt([ana, ben])
    while table.entries.exclude(by=None).values("by").distinct().count() < 2:
        act_once(table.pk)
    address = f"/tables/{table.pk}/"
    desk, phone = visit(ana, address), visit(ben, address, **PHONE)
    for page in (desk, phone):
        expect(page.locator(".play.is-live")).to_be_attached()
    expect(desk.get_by_role("button", name="Resign now")).to_be_hidden()
    desk.keyboard.press("Shift+R")
    confirm = desk.get_by_role("button", name="Resign now")
    expect(confirm).to_be_focused()
    assert read_table(table.pk).phase == Phase.PLAYING
    assert serious(desk, ".play-about") == []
    confirm.press("Enter")
    expect(desk.locator("[data-status]")).to_have_text("You resigned: @ben won")
    expect(phone.locator("[data-status]")).to_have_text("You won: @ana resigned")
    for page in (desk, phone):
        expect(page).to_have_title(re.compile("^You (won|resigned): "))
        expect(page.get_by_role("list", name="Result")).to_be_visible()
        expect(page.get_by_role("button", name="Rematch")).to_be_visible()
        assert serious(page) == []
    expect(phone.get_by_role("list", name="Result").get_by_role("listitem").first).to_contain_text(
        "@ben"
    )
    assert read_table(table.pk).phase == Phase.FINISHED


def test_words_clock_and_panel_say_at_once_whose_turn_it_is(visit: Visit):
    """While the other's move is still under way on the stage."""
    ana, ben = people("ana", "ben")
    table = dealt([ana, ben], pace="live")
    while awaited(table).account == ana:
        act_once(table.pk)
    seat = 1 - (awaited(table).turn or 0)
    page = visit(ana, f"/tables/{table.pk}/")
    page.emulate_media(reduced_motion="no-preference")
    expect(page.locator(".play.is-live")).to_be_attached()
    expect(page.locator("[data-status]")).to_have_text("@ben’s turn.")
    page.evaluate(
        """(seat) => {
            const root = document.querySelector("[data-play]");
            window.seen = [];
            new MutationObserver(() => {
                if (!root.classList.contains("is-moving")) return;
                const status = root.querySelector("[data-status]").textContent;
                const clock = root.querySelector(`[data-clock="${seat}"]`);
                const player = root.querySelector(`[data-player="${seat}"]`);
                window.seen.push([
                    status.includes("@ben"), !clock.classList.contains("is-running"),
                    !player.classList.contains("is-awaited"), !document.title.startsWith("●")]);
            }).observe(root, { attributes: true, subtree: true, childList: true });
        }""",
        seat,
    )
    act_once(table.pk)
    if awaited(table).account == ana:
        expect(page).to_have_title(re.compile("^●"))
        expect(page.locator("[data-play].is-moving")).to_have_count(0)
        rows = page.evaluate("window.seen")
        assert rows
        assert all(len(set(row)) == 1 for row in rows[-3:])

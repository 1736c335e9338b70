"""Moves taken back: asked on a phone, agreed at a desk; undo and hint against a computer player."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tables.locks import read_table
from tests.browser.test_again import PHONE, Visit, visit
from tests.browser.visit import frames, serious, too_wide
from tests.worlds.tables import act_once, awaited, dealt, people

__all__ = ["visit"]


PHONES = ((844, 390), (390, 844))
CUT_PANELS = """() => {
  const bar = document.querySelector(".play-bar").getBoundingClientRect();
  return [...document.querySelectorAll(".area-seat")].map((one) => one.getBoundingClientRect())
    .filter(({ left, right, bottom }) => bottom > innerHeight
      || (bottom > bar.top + 1 && right > bar.left && left < bar.right));
}"""


def ready(page: Page) -> None:
    expect(page.locator(".play.is-live")).to_be_attached()


def test_a_move_is_taken_back_by_agreement(visit: Visit) -> None:
    persons = people("ana", "ben")
    table = dealt(persons, rated=False)
    mover = awaited(table).account
    act_once(table.pk, player="greedy")
    (other,) = [person for person in persons if person != mover]
    address, plies = f"/tables/{table.pk}/", read_table(table.pk).plies
    phone, desk = visit(mover, address, **PHONE), visit(other, address)
    ready(desk)
    ready(phone)
    phone.get_by_role("button", name="Ask for undo").click()
    expect(phone.get_by_text("You asked to undo your last move.")).to_be_visible()
    expect(desk.get_by_text("asks to undo their last move.")).to_be_visible()
    assert serious(desk) == []
    assert too_wide(phone) == 0
    desk.get_by_role("button", name="Agree", exact=True).click()
    for page in (desk, phone):
        ready(page)
        expect(page.locator(f'[data-play][data-plies="{plies - 1}"]')).to_be_attached()
    expect(phone.locator(".play.is-my-turn")).to_be_attached()
    expect(desk.get_by_text("Undone moves:")).to_be_attached()


def test_undo_and_hint_against_a_computer_player(visit: Visit) -> None:
    (ana,) = people("ana")
    table = dealt([ana], rated=False, pace="days", computers=("greedy",))
    while awaited(table).is_computer:
        act_once(table.pk, player="greedy")
    plies = read_table(table.pk).plies
    phone = visit(ana, f"/tables/{table.pk}/", **PHONE)
    ready(phone)
    undo = phone.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    for width, height in PHONES:
        phone.set_viewport_size({"width": width, "height": height})
        frames(phone)
        assert phone.evaluate(CUT_PANELS) == [], "hints and undo leave the players' panels whole"
    phone.get_by_role("link", name="Hint").click()
    advice = phone.get_by_text("The computer player would do this:")
    expect(advice).to_be_visible()
    expect(phone.locator(".play-choice.is-advised")).to_have_count(1)
    expect(phone.locator(".spot.is-advised").first).to_be_attached()
    assert serious(phone) == []
    act_once(table.pk, player="greedy")
    expect(advice).to_have_count(0)
    undo.click()
    ready(phone)
    expect(phone.locator(f'[data-play][data-plies="{plies}"]')).to_be_attached()
    expect(phone.locator(".play.is-my-turn")).to_be_attached()

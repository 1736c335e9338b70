"""An owner of the box types a board by keyboard, on a phone, without scripts; another confirms."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from games.editions.services.proposals import BOARDS
from games.models import NumberProposal
from tests.browser.visit import log_in, serious, too_wide
from tests.worlds.owners import owner

pytestmark = pytest.mark.django_db(transaction=True)

NUMBERS_PAGE = "/rules/numbers/pyramid.D/"

FAULTS = """() => {
  const block = document.querySelector(".numbers-fields");
  const fields = [...block.querySelectorAll("input, select")];
  const faults = fields.length ? [] : ["no field"];
  const edge = block.getBoundingClientRect();
  for (const field of fields) {
    const box = field.getBoundingClientRect();
    if (box.width < 43.5 || box.height < 43.5) faults.push(`${field.name} is small`);
    if (box.left < edge.left - 1 || box.right > edge.right + 1) faults.push(`${field.name} is cut`);
    if (!field.ariaLabel) faults.push(`${field.name} has no name`);
  }
  const texts = (selector) => [...block.querySelectorAll(selector)].map((one) => one.textContent);
  const drawn = texts("svg text").join(" ");
  for (const letter of texts(".numbers-letter"))
    if (/[a-z]/.test(letter) && !new RegExp(`\\\\b${letter}\\\\b`).test(drawn))
      faults.push(`${letter} is not drawn`);
  return faults;
}"""
"""Fields that are small, cut or without a name; letters that the drawing has not."""


def test_a_board_is_typed_by_keyboard_on_a_phone(page: Page, site: str) -> None:
    ana, ben = owner("ana"), owner("ben")
    log_in(page.context, site, ana)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(NUMBERS_PAGE)
    page.get_by_label("The corridor, clockwise from the top left space: spaces").fill("16")
    page.get_by_role("button", name="Update the drawing").click()
    spaces = page.locator('input[name^="corridor."]')
    expect(spaces).to_have_count(16)
    spaces.first.focus()
    for number in range(16):
        page.keyboard.type(str(number % 5))
        page.keyboard.press("Tab")
    assert not too_wide(page)
    page.get_by_label("Language of the box").fill("English")
    page.get_by_label("Year printed on the box").fill("2018")
    page.get_by_role("button", name="This is printed on my box").click()
    expect(page.get_by_text("Your numbers are saved")).to_be_visible()
    row = NumberProposal.objects.get()
    assert row.numbers["corridor"] == [number % 5 for number in range(16)]
    assert not serious(page)
    log_in(page.context, site, ben)
    page.goto(f"{NUMBERS_PAGE}?corridor=16#said")
    page.get_by_text("My box says the same").click()
    page.get_by_label("Language of the box").last.fill("Deutsch")
    page.get_by_label("Year printed on the box").last.fill("2019")
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("agree", exact=True)).to_be_visible()
    assert not too_wide(page)


@pytest.mark.parametrize(("wide", "high"), [(390, 844), (1366, 768)])
def test_every_board_can_be_typed_by_finger(page: Page, site: str, wide: int, high: int) -> None:
    page.set_viewport_size({"width": wide, "height": high})
    for board in BOARDS:
        page.goto(f"/rules/numbers/{board}/")
        assert (board, page.evaluate(FAULTS)) == (board, [])
        assert not too_wide(page)
        if wide > 1000:
            assert not serious(page, ".numbers-form")


def test_the_drawing_stays_in_view_and_hides_no_field(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(NUMBERS_PAGE)
    field = page.locator('[name="corridor.14"]')
    for key in ("Shift+Tab", "Tab"):
        page.locator('[name="further"]').focus()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press(key)
        page.keyboard.press({"Tab": "Shift+Tab", "Shift+Tab": "Tab"}[key])
        expect(field).to_be_focused()
    drawing, box = page.locator(".numbers-drawing").bounding_box(), field.bounding_box()
    assert drawing is not None
    assert box is not None
    assert 0 <= drawing["y"] < drawing["y"] + drawing["height"] <= box["y"] <= 800


def test_it_needs_no_script(browser: Browser, site: str) -> None:
    ana = owner("ana")
    context = browser.new_context(java_script_enabled=False, base_url=site)
    log_in(context, site, ana)
    page = context.new_page()
    page.goto(f"{NUMBERS_PAGE}?corridor=8")
    for number in range(1, 9):
        page.locator(f'[name="corridor.{number}"]').fill("1")
    page.get_by_label("Language of the box").fill("English")
    page.get_by_label("Year printed on the box").fill("2018")
    page.get_by_role("button", name="This is printed on my box").click()
    expect(page.get_by_text("Your numbers are saved")).to_be_visible()
    context.close()
    assert NumberProposal.objects.get().numbers["corridor"] == [1] * 8

"""No words or numbers of a table lie over each other or are cut, on any screen, in any language."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect

from tables.locks import read_table
from tables.models import Table
from tests.browser.boxes import faults, unreadable
from tests.browser.replaying import game
from tests.browser.visit import frames, log_in
from tests.drawing.dealt import EVERYTHING_ADDED
from tests.worlds.tables import act_once, awaited, everything, people

DESKS = ((1440, 900), (1366, 768), (1280, 720), (1024, 768))
SIZES = (*DESKS, (720, 450), (390, 844), (844, 390))
"""Desks, one of them at 200 %, and a phone in both ways."""

PHONES = ((390, 844), (844, 390))
LANGUAGES = tuple(code for code, _name in settings.LANGUAGES)
FOUR = "black=@ana white=Ben brown=Cleo gray=Dan"
FEWEST_MOVES = 10
"""Lines of moves on a desk."""


@pytest.fixture
def wide_page(browser: Browser, site: str) -> Iterator[Page]:
    with browser.new_context(base_url=site, reduced_motion="reduce") as context:
        yield context.new_page()


def table_at_turn_of_host() -> Table:
    """A table of four with all modules, some way on, at which its host is to act."""
    table = everything(people("ana", "ben", "cleo", "dan"), "BABDA")
    chance = random.Random(5)
    while (row := read_table(table.pk)).plies < 40 or awaited(row).account != table.host:
        act_once(table.pk, chance)
    return table


def faults_by_screen(
    page: Page, address: str, sizes: Sequence[tuple[int, int]] = SIZES
) -> dict[str, dict[str, list[str]]]:
    """What is wrong on the page, by language and size."""
    faults_of_screens = {}
    for language in LANGUAGES:
        page.set_viewport_size({"width": 1440, "height": 900})
        page.goto(f"{address}?lang={language}")
        expect(page.locator(".is-live")).to_be_attached()
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            frames(page)
            if problems := faults(page):
                faults_of_screens[f"{language} {width}x{height}"] = problems
    return faults_of_screens


def test_a_replay_of_four_with_every_module(wide_page: Page):
    recorded_game = game("BABDA", EVERYTHING_ADDED, FOUR)
    address = f"/games/{recorded_game.pk}"
    assert faults_by_screen(wide_page, f"{address}/{recorded_game.entries // 2}/") == {}
    # counts of two digits; a phone folds the long words of a last move
    assert faults_by_screen(wide_page, f"{address}/{recorded_game.entries}/", DESKS) == {}


def test_a_table_of_four_with_every_module(wide_page: Page, site: str):
    table = table_at_turn_of_host()
    log_in(wide_page.context, site, table.host)
    assert faults_by_screen(wide_page, f"/tables/{table.pk}/") == {}
    panels = wide_page.locator(".area-seat .seat-name").all_text_contents()
    assert panels[0] == "@ana", "one's own panel is the first"
    wide_page.set_viewport_size({"width": 1366, "height": 768})
    visible_lines = wide_page.evaluate(
        """() => { const list = document.querySelector("[data-moves]");
          const line = parseFloat(getComputedStyle(list).lineHeight);
          return list.clientHeight / line; }"""
    )
    assert visible_lines >= FEWEST_MOVES


@pytest.mark.parametrize("side", "ABCD")
def test_boards_are_readable_on_a_phone_before_anything_is_opened(wide_page: Page, side: str):
    recorded_game = game(side * 5, EVERYTHING_ADDED, FOUR)
    for width, height in PHONES:
        wide_page.set_viewport_size({"width": width, "height": height})
        wide_page.goto(f"/games/{recorded_game.pk}/{recorded_game.entries // 2}/")
        expect(wide_page.locator(".is-live")).to_be_attached()
        frames(wide_page)
        assert unreadable(wide_page) == []
    wide_page.evaluate("document.querySelector('text.status').style.fontSize = '6px'")
    assert unreadable(wide_page), "the measure finds what is too small"


def test_the_measure_finds_what_lies_over_something_and_what_is_cut(wide_page: Page):
    recorded_game = game("AAAAA", "", "black=@ana white=Ben")
    wide_page.set_viewport_size({"width": 390, "height": 844})
    wide_page.goto(f"/games/{recorded_game.pk}/20/")
    expect(wide_page.locator(".is-live")).to_be_attached()
    assert faults(wide_page) == {}
    wide_page.evaluate(
        """() => {
          const [first, second] = document.querySelectorAll(".plate-temple .owner");
          second.style.marginInlineStart = "-20px";
          document.querySelector(".seat-points strong").style.fontSize = "9px";
          document.querySelector(".seat-name").style.maxWidth = "12px";
          document.querySelector(".jump-next").style.minHeight = "20px"; }"""
    )
    kinds = set(faults(wide_page))
    assert kinds == {"overlaps", "cut", "small", "targets"}

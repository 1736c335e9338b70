"""A duplicate event of eight tables, to its end: shares from a browser, a closed deal, the tables
compared."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from events.deals.rounds import sweep_deals
from games.models import Game
from tables.lobby.seats import sit_down
from tables.models import Phase, Table
from tests.browser.visit import log_in
from tests.services.processes import wait_until
from tests.worlds.duplicates import Duplicate, duplicate
from tests.worlds.tables import act_once, play_out

HANDLES = tuple(f"{letter}{vowel}{letter}" for letter in "bdfghklm" for vowel in "ao")


@pytest.fixture
def arbiters(browser: Browser, site: str) -> Iterator[BrowserContext]:
    """A second browser, for the arbiter."""
    context = browser.new_context()
    yield context
    context.close()


def on_phone_it_fits(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    wide = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0


def table_of_player(world: Duplicate, handle: str) -> tuple[Table, str]:
    """The table of `handle`, and who sits there too."""
    for row, table in world.tables():
        names = [seat.entrant.in_logs[1:] for seat in row.seats.select_related("entrant__account")]
        if handle in names:
            return table, next(name for name in names if name != handle)
    raise AssertionError(handle)


def test_eight_tables_play_one_deal_to_its_end(
    context: BrowserContext, arbiters: BrowserContext, site: str
) -> None:
    world = duplicate(*HANDLES, rated=False)
    player, *others = HANDLES
    log_in(context, site, world.person(player))
    log_in(arbiters, site, world.arbiter)
    event, organise = f"{site}/events/{world.event_id}/", arbiters.new_page()
    organise.goto(f"{event}organise/")
    organise.get_by_role("button", name="Begin the next deal").click()
    page = context.new_page()
    page.goto(event)
    expect(page.locator('[data-share-note="promised"]')).to_be_visible()
    world.promise_shares(*others)
    organise.reload()
    expect(organise.get_by_text("16 players have promised a share of the shuffle.")).to_be_visible()
    organise.get_by_role("button", name="Deal the tables").click()
    page.reload()
    expect(page.locator('[data-share-note="opened"]')).to_be_visible()
    world.open(*others)
    page.reload()
    expect(page.locator('[data-share-note="held"]')).to_be_visible()
    assert len(world.tables()) == 8

    table, opponent = table_of_player(world, player)
    page.get_by_role("link", name="My table").click()
    expect(page).to_have_url(re.compile(table.pk))
    page.get_by_role("button", name="Take your seat").click()
    expect(page.get_by_text("The event’s page shows these shares.")).to_be_attached()
    sit_down(table.pk, world.person(opponent))
    expect(page.locator("[data-play]")).to_be_visible()
    for row, other_table in world.tables():
        if other_table.pk != table.pk:
            last = world.play(row, seed=row.number)
    act_once(table.pk)
    assert page.goto(f"{site}/tables/{last.pk}/").status == 403  # type: ignore[union-attr]
    page.goto(event)
    expect(page.get_by_text("ended, result hidden")).to_have_count(7)
    assert page.goto(f"{event}deals/1/").status == 403  # type: ignore[union-attr]

    assert play_out(table.pk, seed=9).phase == Phase.FINISHED
    page.goto(f"{site}/tables/{table.pk}/")
    expect(
        page.get_by_text("Other tables play with the same cards.").or_(
            page.get_by_text("Check that the shuffle was fair")
        )
    ).to_be_attached()
    sweep_deals()
    wait_until(lambda: Game.objects.count() == 8, what="verifying eight games")
    page.goto(event)
    expect(page.locator('[data-share-note="proved"]')).to_be_visible()
    page.get_by_role("link", name="Compare the tables").click()
    expect(page.get_by_text("8 tables have finished.")).to_be_visible()
    expect(page.get_by_text("all tables").first).to_be_visible()
    expect(page.locator("tbody tr")).to_have_count(16)
    on_phone_it_fits(page)

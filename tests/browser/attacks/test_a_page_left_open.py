"""A player logs out, and forgets the page of their game that is open in another tab: whoever sits
down at the computer finds a page that shows no more than strangers see."""

from __future__ import annotations

import pytest
from django.contrib.sessions.backends.db import SessionStore
from playwright.sync_api import BrowserContext, Page, expect

from tables.models import Table
from tests.browser.visit import heard_live, log_in
from tests.worlds.tables import dealt, people


@pytest.fixture
def table(site: str) -> Table:
    return dealt(people("ana", "ben"))


@pytest.fixture
def open_page(context: BrowserContext, site: str, page: Page, table: Table) -> Page:
    log_in(context, site, table.host)
    page.goto(f"/tables/{table.pk}/")
    expect(page.locator(".play.is-live")).to_be_attached()
    expect(page.locator("[data-play][data-own]:not([data-own=''])")).to_be_attached()
    return page


def end_session(context: BrowserContext) -> None:
    (key,) = (cooky["value"] for cooky in context.cookies() if cooky["name"] == "sessionid")
    SessionStore(key).delete()


def test_it_is_drawn_anew_as_a_spectator_sees_it(context: BrowserContext, open_page: Page):
    end_session(context)
    expect(open_page.locator("[data-play][data-own='']")).to_be_attached()
    expect(open_page.locator(".play.is-live")).to_be_attached()


def test_so_it_is_when_it_only_asks_now_and_then(
    context: BrowserContext, site: str, page: Page, table: Table, complaints: list[str]
):
    page.route("**/stream*", lambda route: route.abort())
    log_in(context, site, table.host)
    page.goto(f"/tables/{table.pk}/")
    expect(page.locator("[data-play][data-own]:not([data-own=''])")).to_be_attached()
    end_session(context)
    expect(page.locator("[data-play][data-own='']")).to_be_attached()
    complaints.clear()  # of the stream that was kept away


def test_the_lobby_forgets_who_looked(context: BrowserContext, site: str, page: Page, table: Table):
    log_in(context, site, table.host)
    page.goto("/play/")
    expect(page.get_by_text("@ana").first).to_be_attached()
    heard_live(page)
    end_session(context)
    expect(page.get_by_role("link", name="Log in").first).to_be_visible()

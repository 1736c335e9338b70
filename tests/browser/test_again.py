"""Another game together, in two browsers: a rematch in place, an invitation on any page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games.models import Account
from tables.chat import post_chat_line
from tables.lobby.opening import open_table
from tables.models import Table
from tables.terms import Terms
from tests.browser.conftest import listen
from tests.browser.lending import PATIENCE
from tests.browser.visit import log_in, serious, too_wide
from tests.worlds.tables import dealt, people, play_out

Visit = Callable[..., Page]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def visit(browser: Browser, site: str, complaints: list[str]) -> Iterator[Visit]:
    """Opens a page as an account, in a browser of its own."""
    contexts: list[BrowserContext] = []

    def visited(account: Account | None, path: str, **options: object) -> Page:
        options = {"viewport": {"width": 1440, "height": 900}, **options}
        context = browser.new_context(
            base_url=site, service_workers="block", reduced_motion="reduce", **options
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        if account is not None:
            log_in(context, site, account)
        page = context.new_page()
        listen(page, complaints)
        page.goto(path)
        return page

    yield visited
    for context in contexts:
        context.close()
    assert complaints == []


def test_a_rematch_is_offered_in_place_and_accepted_with_one_tap(visit: Visit):
    ana, ben = people("ana", "ben")
    table = dealt([ana, ben])
    address = f"/tables/{table.pk}/"
    desk, phone = visit(ana, address), visit(ben, address, **PHONE)
    for page in (desk, phone):
        expect(page.locator(".play.is-live")).to_be_attached()
    play_out(table.pk, player="greedy")
    rematch = phone.get_by_role("button", name="Rematch")
    rematch.click()
    expect(phone.get_by_text("Looking for an opponent")).to_have_count(0)
    offer = desk.locator(".rematch")
    expect(offer).to_contain_text("@ben wants a rematch.")
    expect(offer).to_be_in_viewport()
    assert serious(desk) == []
    offer.get_by_role("button", name="Accept").click()
    for page in (desk, phone):
        expect(page.locator(".play.is-live")).to_be_attached()
    assert Table.objects.get(rematch_of=table).plies


def test_no_is_said_in_place_and_told_where_one_waits(visit: Visit):
    ana, ben = people("ana", "ben")
    table = dealt([ana, ben])
    play_out(table.pk, player="greedy")
    desk, phone = visit(ana, f"/tables/{table.pk}/", **PHONE), visit(ben, f"/tables/{table.pk}/")
    expect(desk.locator(".play.is-live")).to_be_attached()
    phone.get_by_role("button", name="Rematch").click()
    expect(phone.get_by_role("heading", name="Table of @ben")).to_be_visible()
    desk.locator(".rematch").get_by_role("button", name="No").click()
    expect(desk.get_by_text("You said no to a rematch.")).to_be_visible()
    expect(phone.get_by_text("declined")).to_be_visible()


@pytest.mark.parametrize("options", [{}, PHONE])
def test_an_invitation_comes_to_the_page_that_one_looks_at(visit: Visit, options: dict):
    ana, ben = people("ana", "ben")
    page = visit(ben, "/rules/", **options)
    expect(page.locator("[data-invitations] li")).to_have_count(0)
    open_table(ana, Terms(access="invited", invited=("ben",)))
    invitation = page.locator("[data-invitations] li")
    expect(invitation).to_contain_text("@ana invites you to play.")
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    assert serious(page) == []
    assert too_wide(page) <= 0
    invitation.get_by_role("button", name="Accept").click()
    expect(page).to_have_url(re.compile("/tables/"))
    assert Table.objects.get().free == 0
    assert Table.objects.get().places.get(account=ben).promise


def test_an_unread_line_is_counted_until_it_was_in_sight(visit: Visit):
    ana, ben = people("ana", "ben")
    table = dealt([ana, ben])
    page = visit(ana, f"/tables/{table.pk}/", viewport={"width": 1440, "height": 700})
    expect(page.locator(".play.is-live")).to_be_attached()
    post_chat_line(table.pk, ben, "", "luck")
    opener = page.locator("[data-open=chat], a[href='#chat-title']").first
    expect(opener.locator(".unread")).to_have_text("1")
    expect(page).to_have_title(re.compile(r"^1 new in the chat · "))
    opener.click()
    expect(page.get_by_text("Good luck!").first).to_be_in_viewport()
    expect(opener.locator(".unread")).to_be_hidden()
    expect(page).not_to_have_title(re.compile("new in the chat"))
    page.get_by_role("button", name="Thanks!").click()
    expect(page.get_by_role("log").get_by_text("Thanks!")).to_be_visible()
    page.reload()
    expect(page.locator(".play.is-live")).to_be_attached()
    expect(opener.locator(".unread")).to_be_hidden()


def test_on_a_phone_an_unread_line_is_a_tap_away(visit: Visit):
    """There the chat is below the first screen."""
    ana, ben = people("ana", "ben")
    table = dealt([ana, ben])
    page = visit(ana, f"/tables/{table.pk}/", **PHONE)
    expect(page.locator(".play.is-live")).to_be_attached()
    toast = page.get_by_role("button", name="1 new in the chat", exact=True)
    expect(toast).to_be_hidden()
    post_chat_line(table.pk, ben, "", "luck")
    expect(toast).to_be_in_viewport(ratio=1)
    assert serious(page) == []
    toast.click()
    expect(page.get_by_text("Good luck!").first).to_be_in_viewport()
    expect(toast).to_be_hidden()

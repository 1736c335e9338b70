"""Friends by one link: a host opens a table on a desk, a guest sits down on a phone and plays."""

from __future__ import annotations

from playwright.sync_api import expect

from tables.models import Table
from tests.browser.test_again import PHONE, Visit, visit
from tests.browser.visit import serious, too_wide
from tests.cast import account
from tests.worlds.guests import guest_place
from tests.worlds.tables import act_once, awaited

__all__ = ["visit"]


def test_a_friend_plays_by_the_link(visit: Visit) -> None:
    desk = visit(account("ana"), "/play/new/?friends=1")
    expect(desk.get_by_label("friends with the link", exact=False)).to_be_checked()
    expect(desk.get_by_label("Rated", exact=True)).not_to_be_checked()
    desk.get_by_role("button", name="Open the table").click()
    link = desk.get_by_label("Link of this table").input_value()
    phone = visit(None, link, **PHONE)
    assert serious(phone) == []
    assert too_wide(phone) == 0
    phone.get_by_label("Your name").fill("Zoë")
    phone.get_by_role("button", name="Sit down as a guest").click()
    for page in (desk, phone):
        expect(page.locator(".play.is-live")).to_be_attached()
    table = Table.objects.get()
    expect(desk.locator(".play-players")).to_contain_text("Zoë guest")
    expect(phone.get_by_role("textbox", name="Write a message")).to_have_count(0)
    desk.get_by_role("button", name="Chat", exact=True).click()
    desk.get_by_role("button", name="Let guests chat").click()
    expect(phone.locator("[data-speak]")).not_to_have_attribute("hidden", "")
    while awaited(table) != guest_place(table):
        act_once(table.pk)
    expect(phone.locator(".play.is-my-turn")).to_be_attached()
    desk.get_by_role("button", name="New link to the seat of Zoë").click()
    seat = desk.locator(".notice--good code").inner_text()
    expect(phone.locator(".play.is-my-turn")).to_have_count(0)
    other = visit(None, seat, **PHONE)
    assert serious(other) == []
    other.get_by_role("button", name="Play here").click()
    expect(other.locator(".play.is-my-turn")).to_be_attached()

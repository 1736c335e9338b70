"""The ways of an organiser: from nothing to a first evening, and a Swiss of 23 on a phone, in which
two come late, one leaves after round 2, and one result is wrong."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from allauth.account.models import EmailAddress
from playwright.sync_api import Page, expect

from events.models import Event, EventRuling, EventTable
from tests.browser.test_again import PHONE, Visit, visit
from tests.browser.test_evening import SLIPS, seats_of, write_points
from tests.browser.visit import serious, too_wide
from tests.cast import account
from tests.worlds.evenings import TYPED_START

__all__ = ["visit"]

PEOPLE = 23
ROUNDS = 4


def test_from_nothing_to_a_first_evening(visit: Visit) -> None:
    """A visitor presses *New event*, signs up, verifies the address, and has people at tables after
    six fields and eight presses."""
    phone = visit(None, "/events/", **PHONE)
    phone.get_by_role("link", name="New event").click()
    phone.get_by_role("main").get_by_role(
        "link", name=re.compile("Sign up|Open an account")
    ).click()
    phone.get_by_label("Handle").fill("nora")
    phone.get_by_label("E-mail address").fill("nora@example.org")
    phone.get_by_label("Password", exact=True).fill("seven-stones-on-a-sled")
    phone.get_by_role("main").get_by_role("button", name="Sign up").click()
    expect(phone).to_have_url(re.compile("/events/new/"))
    expect(phone.get_by_role("link", name="Verify your address")).to_be_visible()
    assert serious(phone) == []
    EmailAddress.objects.filter(user__username="nora").update(verified=True)  # by the link
    phone.reload()
    phone.get_by_label("Name", exact=True).fill("First evening")
    phone.get_by_label("Begins").fill(TYPED_START)
    phone.get_by_role("button", name="Make the event").click()
    phone.get_by_label("Add players").fill("Mia\nTom\nZoë\nKofi\nLena")
    phone.get_by_role("button", name="Add", exact=True).click()
    phone.get_by_role("button", name="Seat everybody who is free").click()
    expect(phone.get_by_role("heading", name="Table 2")).to_be_visible()
    assert sorted(len(seats_of(table)) for table in EventTable.objects.all()) == [2, 3]


def add_people(phone: Page, names: list[str]) -> None:
    phone.get_by_label("Add players").fill("\n".join(names))
    phone.get_by_role("button", name="Add", exact=True).click()


def play_round(phone: Page, event: Event, number: int) -> list[EventTable]:
    """The round is opened, and all its points are written down."""
    phone.goto(f"/events/{event.pk}/organise/")
    phone.get_by_role("button", name="Open the next round").click()
    expect(phone.get_by_role("heading", name=f"Round {number}", exact=True)).to_be_visible()
    tables = list(EventTable.objects.filter(round__number=number).order_by("number"))
    for table in tables:
        phone.goto(f"/events/at/{table.code}/")
        write_points(phone, SLIPS[len(seats_of(table))])
        expect(phone.locator(".badge").first).to_have_text("confirmed")
    return tables


@pytest.mark.long
@pytest.mark.timeout(300)
def test_a_swiss_of_23_in_a_hall(visit: Visit) -> None:
    phone = visit(account("ida"), "/events/new/", **PHONE)
    phone.get_by_label("Name", exact=True).fill("Autumn Swiss")
    phone.get_by_label("Begins").fill(TYPED_START)
    phone.get_by_label("Swiss: you meet players").check()
    phone.get_by_label("Rounds", exact=True).fill(f"{ROUNDS}")
    phone.get_by_role("button", name="Make the event").click()
    names = [f"Guest {letter}a" for letter in "bcdfghjklmnpqrstvwxz"] + ["Mia", "Tom", "Zoë"]
    assert len(names) == PEOPLE
    add_people(phone, names[:-2])
    expect(phone.get_by_role("heading", name="21 players are here")).to_be_visible()
    event = Event.objects.get()

    assert [len(seats_of(table)) for table in play_round(phone, event, 1)].count(3) == 3
    phone.goto(f"/events/{event.pk}/organise/")
    add_people(phone, names[-2:])
    expect(phone.get_by_role("heading", name="23 players are here")).to_be_visible()
    second = play_round(phone, event, 2)
    assert sorted(len(seats_of(table)) for table in second) == [3, 4, 4, 4, 4, 4]

    phone.goto(f"/events/at/{second[0].code}/")
    phone.get_by_text("Correct the result").click()
    reason = phone.get_by_label("Why? Everybody can read it.").first
    reason.fill("Read from the wrong end.")
    points = tuple(reversed(SLIPS[len(seats_of(second[0]))]))
    write_points(phone, points, "Set the result")
    expect(phone.get_by_text("from rank").first).to_be_visible()
    phone.goto(f"/events/{event.pk}/organise/")
    phone.locator(".event-people-fold > summary").click()
    leaving = phone.locator(".event-people li", has_text="Mia")
    leaving.get_by_text("Change", exact=False).first.click()
    leaving.get_by_role("button", name="Player has left").click()
    expect(phone.get_by_role("heading", name="22 players are here")).to_be_visible()
    assert serious(phone) == []
    assert too_wide(phone) <= 0

    for number in (3, 4):
        tables = play_round(phone, event, number)
        assert sorted(len(seats_of(table)) for table in tables) == [3, 3, 4, 4, 4, 4]
    phone.goto(f"/events/{event.pk}/organise/")
    phone.get_by_role("button", name="End the event").click()
    phone.goto(f"/events/{event.pk}/")
    expect(phone.locator(".event-standings tbody tr")).to_have_count(PEOPLE)
    expect(phone.get_by_text("Read from the wrong end.")).to_be_visible()
    assert serious(phone) == []
    assert too_wide(phone) <= 0
    assert EventRuling.objects.count() == 1
    pairs = [
        frozenset(pair)
        for table in EventTable.objects.all()
        for pair in combinations(seats_of(table), 2)
    ]
    assert len(pairs) - len(set(pairs)) <= 2

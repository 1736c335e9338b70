"""A Swiss of sixteen on the site, to its end: players enter, take their seats and see the standings
in browsers. Three vanish: before the first round, after it, and in the middle of a game."""

from __future__ import annotations

import random
import re
from itertools import combinations

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from events.entrants.entering import enter_oneself
from events.models import Event, EventRuling, EventTable, ResultState
from games.models import Account
from tables.lobby.seats import sit_down
from tables.models import Phase, Table
from tests.browser.test_again import PHONE, Visit, visit
from tests.browser.visit import serious, too_wide
from tests.cast import account
from tests.services.processes import wait_until
from tests.worlds.evenings import TYPED_START
from tests.worlds.tables import act_once, awaited, play_out

__all__ = ["visit"]

PLAYERS = 16
ENDED = re.compile(r"^You (won|lost|finished|share)|^A draw")


def make_event(desk: Page) -> Event:
    """By the form, for accounts that enter by themselves."""
    desk.get_by_label("Name", exact=True).fill("Autumn Swiss")
    desk.get_by_label("Begins").fill(TYPED_START)
    desk.get_by_label("Swiss: you meet players").check()
    desk.get_by_label("On this site", exact=True).check()
    desk.get_by_label("Rounds", exact=True).fill("3")
    desk.get_by_text("Points, tie-breaks, game options").click()
    desk.get_by_label("Players with an account can join by themselves").check()
    desk.get_by_label("Sides", exact=True).fill("AAAAA")
    desk.get_by_role("button", name="Make the event").click()
    expect(desk.get_by_role("heading", name="Autumn Swiss")).to_be_visible()
    return Event.objects.get()


def players_of(table: EventTable) -> list[Account]:
    rows = table.seats.select_related("entrant__account").order_by("turn")
    return [seat.entrant.account for seat in rows if seat.entrant.account]


def open_next(desk: Page, event: Event) -> list[EventTable]:
    """The next round, by the arbiter's button; its tables."""
    before = event.rounds.count()
    desk.goto(f"/events/{event.pk}/organise/")
    desk.get_by_role("button", name="Open the next round").click()
    expect(desk.get_by_role("heading", name=f"Round {before + 1}")).to_be_visible()
    return list(EventTable.objects.filter(round__number=before + 1).order_by("number"))


def sit_down_at(visit: Visit, event: Event, person: Account) -> Page:
    """From the event's page to the seat that is theirs."""
    phone = visit(person, f"/events/{event.pk}/", **PHONE)
    phone.get_by_role("link", name="My table").click()
    phone.get_by_role("button", name="Take your seat").click()
    return phone


def play(table: EventTable, pages: list[Page], seed: int) -> None:
    """To the end, and until the record makes it the result."""
    assert table.live_table_id
    for page in pages:
        expect(page.locator(".play.is-live")).to_be_attached()
    play_out(table.live_table_id, seed)
    for page in pages:
        expect(page.locator("[data-status]")).to_have_text(ENDED)
    wait_for_result(table)
    for page in pages:
        page.context.close()


def play_round(
    visit: Visit,
    event: Event,
    tables: list[EventTable],
    missing: Account | None = None,
    vanishes: Account | None = None,
) -> None:
    """All tables to their end. `missing` does not come; `vanishes` leaves in the middle. The tables
    of these two, and the first one, are in browsers."""
    for number, table in enumerate(tables):
        players = players_of(table)
        present = [person for person in players if person != missing]
        in_browsers = {missing, vanishes} & set(players) or not number
        pages = []
        for person in present:
            if in_browsers:
                pages.append(sit_down_at(visit, event, person))
            else:
                sit_down(table.live_table_id or "", person)
        if missing in players:
            deadline_passes(table)
            wait_for_result(table)
            assert EventTable.objects.get(pk=table.pk).state == ResultState.RULED
            for page in pages:
                page.context.close()
            continue
        if vanishes and vanishes in players:
            vanish_in_game(table, vanishes, pages)
        play(table, pages, number)


def row_of(desk: Page, event: Event, person: Account) -> Locator:
    """An entrant, as the arbiter sees them."""
    desk.goto(f"/events/{event.pk}/organise/")
    desk.locator(".event-people-fold > summary").click()
    return desk.locator(".event-people li", has_text=f"@{person.username}")


def take_out(desk: Page, event: Event, person: Account) -> None:
    row = row_of(desk, event, person)
    row.get_by_text("Change").click()
    row.get_by_label("Why?").fill("did not come back")
    row.get_by_role("button", name="Player has left").click()
    expect(row.get_by_text("(has left)")).to_be_visible()


def opponents_met_twice(event: Event) -> int:
    pairs = [
        frozenset(pair)
        for table in EventTable.objects.filter(round__event=event).exclude(state=ResultState.RULED)
        for pair in combinations([person.pk for person in players_of(table)], 2)
    ]
    return len(pairs) - len(set(pairs))


def wait_for_result(table: EventTable) -> None:
    def has_result() -> bool:
        return EventTable.objects.get(pk=table.pk).has_result

    wait_until(has_result, what="the result of the table")


def deadline_passes(table: EventTable) -> None:
    Table.objects.filter(pk=table.live_table_id).update(deadline=timezone.now())


def vanish_in_game(table: EventTable, person: Account, pages: list[Page]) -> None:
    """They play until it is their turn, and close the page: a computer player goes on."""
    assert table.live_table_id
    for page in pages:
        expect(page.locator(".play.is-live")).to_be_attached()
    pages.pop(players_of(table).index(person)).context.close()
    chance = random.Random(5)
    live = Table.objects.get(pk=table.live_table_id)
    while awaited(live).account != person:
        live = act_once(live.pk, chance).table
    deadline_passes(table)

    def replaced() -> bool:
        seat = live.places.get(account=person)
        return seat.is_computer or Table.objects.get(pk=live.pk).phase != Phase.PLAYING

    wait_until(replaced, what="the end of the time")


@pytest.mark.long
@pytest.mark.timeout(500)
def test_a_swiss_of_sixteen_in_which_three_vanish(visit: Visit) -> None:
    desk = visit(account("ida"), "/events/new/")
    event = make_event(desk)
    people = [account(f"player{number:02}") for number in range(1, PLAYERS + 1)]
    for person in people[:2]:
        page = visit(person, f"/events/{event.pk}/", **PHONE)
        page.get_by_role("button", name="Join the event").click()
        expect(page.get_by_role("button", name="Leave the event")).to_be_visible()
        page.context.close()
    for person in people[2:]:
        enter_oneself(event.pk, person)
    wall = visit(None, f"/events/{event.pk}/wall/")
    expect(wall.locator(".wall__standings li")).to_have_count(PLAYERS)

    never, after = people[4], people[9]
    play_round(visit, event, open_next(desk, event), missing=never)
    assert EventRuling.objects.get(kind=EventRuling.Kind.ABSENT).arbiter is None
    expect(wall.locator(".wall__table.is-open")).to_have_count(0)
    expect(row_of(desk, event, never).get_by_text("(has left)")).to_be_visible()

    tables = open_next(desk, event)
    assert sorted(len(players_of(table)) for table in tables) == [3, 4, 4, 4]
    assert opponents_met_twice(event) == 0
    during = next(table for table in tables if after not in players_of(table))
    vanishes = players_of(during)[0]
    play_round(visit, event, tables, missing=after, vanishes=vanishes)
    seat = during.seats.get(entrant__account=vanishes)
    assert seat.place == len(players_of(during)), "a player whose time ran out is behind all others"
    expect(row_of(desk, event, after).get_by_text("(has left)")).to_be_visible()
    take_out(desk, event, vanishes)

    tables = open_next(desk, event)
    assert sorted(len(players_of(table)) for table in tables) == [3, 3, 3, 4]
    play_round(visit, event, tables)
    desk.goto(f"/events/{event.pk}/organise/")
    expect(desk.get_by_text("All rounds were played.")).to_be_visible()
    desk.get_by_role("button", name="End the event").click()
    expect(wall.get_by_text("Final standings")).to_be_visible()
    expect(wall.locator(".wall__standings li")).to_have_count(PLAYERS)
    phone = visit(people[0], f"/events/{event.pk}/", **PHONE)
    expect(phone.locator(".event-standings tbody tr")).to_have_count(PLAYERS)
    assert serious(phone) == []
    assert too_wide(phone) <= 0

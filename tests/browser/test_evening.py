"""A club's evening of eleven, from nothing to the final standings, in a local network: pages come
over plain HTTP from an address that is no ``localhost``; phones have no secure context."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from events.models import EventTable
from games.models import Account
from tests.browser import recording
from tests.browser.conftest import listen
from tests.browser.lending import PATIENCE
from tests.browser.visit import log_in, serious, too_wide
from tests.cast import account
from tests.golden.make import FOLDER
from tests.services import chromium, processes
from tests.worlds.evenings import TYPED_START

HOST = "club.test"
PHONE = {"width": 390, "height": 844}
HANDLES = ("ana", "ben", "cleo", "dan", "eve", "fay")
GUESTS = ("Mia", "Tom", "Zoë", "Kofi", "Lena")
SLIPS = {4: (41, 35, 30, 22), 3: (38, 33, 29)}
"""Points by slip, in the order of turns."""

OVER_HTTP = "Cross-Origin-Opener-Policy header has been ignored"
"""Chromium says so of each page that comes over plain HTTP."""

Device = Callable[..., Page]


@pytest.fixture
def lan_browser(browser: Browser) -> Iterator[Browser]:
    """A browser that finds the site by a name of the local network."""
    flags = [*chromium.FLAGS, f"--host-resolver-rules=MAP {HOST} 127.0.0.1"]
    launched = browser.browser_type.launch(
        executable_path=chromium.find(), args=flags, timeout=PATIENCE
    )
    yield launched
    launched.close()


@pytest.fixture
def lan(site: str) -> Iterator[str]:
    """The address of the same site in the local network."""
    port = processes.free_port()
    address = f"http://{HOST}:{port}"
    with ExitStack() as ended:
        local, web = processes.begin_web(ended, port, ALLOWED_HOSTS=HOST, SITE_URL=address)
        processes.wait_for_web(local, web)
        yield address


@pytest.fixture
def device(
    lan_browser: Browser, lan: str, settings: Any, complaints: list[str]
) -> Iterator[Device]:
    """A device of its own for each call, of that account or of nobody: a phone, if not said."""
    recording.pyodide_for(settings)
    contexts = []

    def new(account: Account | None, size: dict[str, int] = PHONE) -> Page:
        context = lan_browser.new_context(base_url=lan, viewport=size, has_touch=size is PHONE)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        if account:
            log_in(context, lan, account)
        page = context.new_page()
        listen(page, complaints)
        return page

    yield new
    for context in contexts:
        context.close()
    assert [words for words in complaints if OVER_HTTP not in words] == []


def looked_at(page: Page) -> None:
    """The page is not too wide, and keeps nobody out."""
    assert too_wide(page) <= 0, page.url
    assert serious(page) == [], page.url


def club_with_a_link(desk: Page) -> str:
    """Ida founds the club; the link that she sends to her players."""
    desk.goto("/clubs/")
    desk.get_by_role("link", name="Start a club").click()
    desk.get_by_label("Name", exact=True).fill("The Anchor")
    desk.get_by_role("button", name="Start the club").click()
    desk.goto("/clubs/the-anchor/manage/")
    desk.get_by_role("button", name="Make a link").click()
    return desk.locator(".club-link").inner_text()


def seats_of(table: EventTable) -> list[str]:
    rows = table.seats.select_related("entrant__account").order_by("turn")
    return [seat.entrant.in_logs for seat in rows]


def write_points(page: Page, points: tuple[int, ...], button: str = "Save the points") -> None:
    card = page.locator("form", has=page.get_by_role("button", name=button))
    for turn, number in enumerate(points):
        card.locator(f"[name=score{turn}]").fill(str(number))
    card.get_by_role("button", name=button).click()


def record_on(phone: Page, seats: int) -> None:
    """The recorder opens with the seats filled in; the whole game is written and uploaded."""
    phone.get_by_role("button", name="Record this game").click()
    expect(phone.get_by_label("Name of player 1")).not_to_have_value("")
    assert phone.evaluate("isSecureContext") is False
    phone.get_by_role("button", name="Start recording").click()
    expect(phone.locator("#table")).to_be_visible(timeout=90_000)
    name = {3: "all-a-three", 4: "all-a-four"}[seats]
    recording.write(phone, recording.entries_of((FOLDER / f"{name}.imh").read_text("utf-8")))
    phone.get_by_role("button", name="Compare the points").click()
    phone.get_by_role("button", name="Upload", exact=True).click()


@pytest.mark.long
@pytest.mark.timeout(400)
def test_a_clubs_evening_of_eleven(device: Device) -> None:
    people = {handle: account(handle) for handle in ("ida", *HANDLES)}
    desk, wall = device(people["ida"], {"width": 1366, "height": 768}), device(None)
    phone = device(people["ana"])
    link = club_with_a_link(desk)
    for member in (phone, device(people["ben"])):
        member.goto(link)
        member.get_by_role("button", name="Join the club").click()
        expect(member.get_by_role("heading", name="The Anchor")).to_be_visible()

    desk.goto("/clubs/the-anchor/")
    desk.get_by_role("link", name="New event").click()
    desk.get_by_label("Name", exact=True).fill("Thursday at the Anchor")
    desk.get_by_label("Begins").fill(TYPED_START)
    looked_at(desk)
    desk.get_by_role("button", name="Make the event").click()
    organise = desk.url
    event_page = re.sub("organise/.*", "", organise)
    names = [f"@{handle}" for handle in HANDLES] + list(GUESTS)
    desk.get_by_label("Add players").fill("\n".join(names))
    desk.get_by_role("button", name="Add", exact=True).click()
    expect(desk.get_by_role("heading", name="11 players are here")).to_be_visible()
    desk.get_by_role("button", name="Seat everybody who is free").click()
    expect(desk.get_by_role("heading", name="Table 3")).to_be_visible()
    wall.goto(f"{event_page}wall/")
    expect(wall.get_by_text("Kofi")).to_have_count(2)  # at the table, and in the standings
    looked_at(wall)

    tables = list(EventTable.objects.order_by("number"))
    assert sorted(len(seats_of(table)) for table in tables) == [3, 4, 4]
    desk.get_by_role("link", name="Show the codes").click()
    expect(desk.locator("[data-table-code] path").first).to_be_attached()
    looked_at(desk)
    recorded = next(table for table in tables if "@ana" in seats_of(table))
    slip_tables = [table for table in tables if table != recorded]
    phone.goto(event_page)
    phone.get_by_label("Code on your table").fill(recorded.code.lower())
    phone.get_by_role("button", name="Go", exact=True).click()
    looked_at(phone)
    record_on(phone, len(seats_of(recorded)))

    slips = 0
    for table in slip_tables:
        code, seats = f"/events/at/{table.code}/", seats_of(table)
        desk.goto(code)
        if writers := [name[1:] for name in seats if name.startswith("@")]:
            writer = device(people[writers[0]])
            writer.goto(code)
            write_points(writer, SLIPS[len(seats)])
            expect(writer.locator(".badge").first).to_have_text("points reported")
            looked_at(writer)
            desk.reload()
            desk.get_by_role("button", name="The result is right").click()
            slips += 1
        else:
            write_points(desk, SLIPS[len(seats)])
        expect(desk.locator(".badge").first).to_have_text("confirmed")
    assert slips
    expect(wall.locator(".wall__table.is-open")).to_have_count(0)
    assert EventTable.objects.get(pk=recorded.pk).game_id

    # a player leaves; the second round has a wrong result, which the arbiter corrects
    desk.goto(organise)
    desk.locator(".event-people-fold > summary").click()
    leaving = desk.locator(".event-people li", has_text="Mia")
    leaving.get_by_text("Change").click()
    leaving.get_by_role("button", name="Player has left").click()
    expect(desk.get_by_role("heading", name="10 players are here")).to_be_visible()
    desk.get_by_role("button", name="Seat everybody who is free").click()
    expect(desk.get_by_role("heading", name="Round 2")).to_be_visible()
    second = list(EventTable.objects.filter(round__number=2).order_by("number"))
    assert sorted(len(seats_of(table)) for table in second) == [3, 3, 4]
    for table in second:
        desk.goto(f"/events/at/{table.code}/")
        write_points(desk, SLIPS[len(seats_of(table))])
    desk.get_by_text("Correct the result").click()
    points = tuple(reversed(SLIPS[len(seats_of(second[-1]))]))
    desk.get_by_label("Why? Everybody can read it.").first.fill("The slip was upside down.")
    write_points(desk, points, "Set the result")
    expect(desk.get_by_text("from rank").first).to_be_visible()

    desk.goto(organise)
    desk.get_by_role("button", name="End the event").click()
    expect(desk.get_by_text("This event has ended.")).to_be_visible()
    expect(wall.get_by_text("Final standings")).to_be_visible()
    expect(wall.locator(".wall__standings li")).to_have_count(11)
    looked_at(wall)
    phone.goto(event_page)
    expect(phone.get_by_text("The slip was upside down.")).to_be_visible()
    looked_at(phone)
    desk.goto("/clubs/the-anchor/")
    expect(desk.get_by_role("link", name="Thursday at the Anchor")).to_be_visible()
    recorded_game = desk.locator(f'a[href$="/{EventTable.objects.get(pk=recorded.pk).game_id}/"]')
    expect(recorded_game.first).to_be_attached()  # a game of the club's evening is the club's

"""A table in browsers: its players choose, send and see what the others do."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

import engine
from engine.players import PLAYERS
from games.models import Account
from tables.locks import read_table
from tables.models import Phase, Place, Table, TableEntry
from tables.play.entries import submit_entry
from tables.play.position import legal_in_position, read_position
from tests.browser.conftest import listen
from tests.browser.lending import PATIENCE
from tests.browser.replaying import close_settings, settings
from tests.browser.visit import log_in, serious, too_wide
from tests.services.processes import wait_until
from tests.worlds.tables import act_once, awaited, dealt, everything, people, play_out

Sit = Callable[..., Page]


@pytest.fixture
def sit(browser: Browser, site: str, complaints: list[str]) -> Iterator[Sit]:
    """Opens the page of a table as an account, in a browser of its own that wants no motion."""
    contexts: list[BrowserContext] = []

    def opened(table: Table, account: Account | None = None, **options: Any) -> Page:
        options.setdefault("viewport", {"width": 1280, "height": 900})
        options.setdefault("service_workers", "block")  # they hide requests from page.route
        options.setdefault("reduced_motion", "reduce")
        context = browser.new_context(base_url=site, **options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        if account is not None:
            log_in(context, site, account)
        page = context.new_page()
        listen(page, complaints)
        page.goto(f"/tables/{table.pk}/")
        if options.get("java_script_enabled", True):
            ready(page)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


def ready(page: Page) -> Page:
    """The script runs."""
    expect(page.locator(".play.is-live")).to_be_attached()
    return page


def at(page: Page, ply: int) -> None:
    """The page shows step `ply`."""
    expect(page.locator("[data-play]")).to_have_attribute("data-ply", str(ply))


def open_both(sit: Sit, table: Table) -> dict[int, Page]:
    """The pages of all players, by turn."""
    return {place.turn or 0: sit(table, place.account) for place in table.places.all()}


def turn_of(table: Table) -> int:
    turn = awaited(table).turn
    assert turn is not None
    return turn


def plies(table: Table) -> int:
    return read_table(table.pk).plies


def sender(page: Page) -> Locator:
    return page.get_by_role("button", name="Play move")


def last_seat(table: Table) -> int:
    """Who wrote the last entry; -1: the bank."""
    return TableEntry.objects.filter(table=table).latest("ply").seat


def last_mover(table: Table) -> int:
    """The player who wrote the last entry of their own."""
    return TableEntry.objects.filter(table=table, seat__gte=0).latest("ply").seat


def last_text(table: Table) -> str:
    row = TableEntry.objects.filter(table=table, seat__gte=0).order_by("-ply").first()
    assert row is not None
    return row.text.partition(" ")[2]


def test_two_browsers_play_with_the_mouse(sit: Sit):
    """A stone is loaded by a click and by a drag, stones are taken at the quarry, a ship sails
    onto its site; the other browser sees it."""
    table = dealt(people("ana", "ben"))
    pages = open_both(sit, table)
    done = set()
    for _move in range(12):
        ply, page = plies(table), pages[turn_of(table)]
        expect(page.locator("[data-chooser]")).to_be_visible()
        at(page, ply)
        entries = legal_in_position(read_position(read_table(table.pk)), turn_of(table))
        if len(entries) == 1:
            choose(page)  # it is chosen already
        elif "sailed" not in done and any(e.startswith("sail") for e in entries):
            done.add("sailed")
            sail(page, next(e for e in reversed(entries) if e.startswith("sail")))
        elif any(e.startswith("load") for e in entries) and "dragged" not in done:
            done.add("dragged")
            drag(page, '[data-spot="sled"]', '[data-spot^="at"]')
        elif any(e.startswith("load") for e in entries):
            done.add("clicked")
            page.locator('[data-spot^="at"]').first.click()
        elif "take" in entries:
            done.add("taken")
            page.locator('[data-spot="take"]').click()
        else:
            choose(page)
        sender(page).click()
        after = plies_after(table, ply)
        for tab in pages.values():
            at(tab, after)
    assert {"sailed", "dragged"} <= done
    assert done & {"clicked", "taken"}
    words = pages[0].locator("[data-words]").text_content() or ""
    assert words
    expect(pages[1].locator("[data-words]")).to_have_text(words)


def choose(page: Page) -> None:
    """Something, by the buttons."""
    while not sender(page).is_visible():
        page.locator("[data-choices] button").last.click()


def plies_after(table: Table, before: int) -> int:
    """The number of entries, once there are more than `before`."""
    wait_until(lambda: plies(table) > before, what="writing an entry")
    return plies(table)


def sail(page: Page, entry: str) -> None:
    """By dragging the ship onto the site; the only ship that can sail needs the site alone."""
    _sail, ship, site = entry.split()
    drag(page, f'[data-spot="ship{ship}"]', f'[data-spot="to-{site}"]')


def drag(page: Page, start: str, end: str) -> None:
    """From the left end of a spot to the middle of the first one that then is an end."""
    box = page.locator(start).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 8, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] + box["height"] / 2, steps=3)
    target = page.locator(end).first.bounding_box()
    assert target is not None
    page.mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2, steps=4)
    page.mouse.up()


OUTCOME = re.compile(r"^(You (won|lost|finished|share)|A draw)")


@pytest.mark.long
def test_a_whole_game_with_nothing_but_the_keyboard(sit: Sit):
    table = dealt(people("ana", "ben"))
    pages = open_both(sit, table)
    chance = random.Random(3)
    while (table_row := read_table(table.pk)).phase == Phase.PLAYING:
        page = pages[turn_of(table_row)]
        at(page, table_row.plies)
        while not sender(page).is_visible():
            choices = page.locator("[data-choices] button").count()
            page.keyboard.press(str(chance.randint(1, min(9, choices))))
        page.keyboard.press("Enter")
        plies_after(table, table_row.plies)
    for page in pages.values():
        expect(page.locator("[data-status]")).to_have_text(OUTCOME)
        expect(page.get_by_role("link", name="See the game page")).to_be_visible()
        assert serious(page) == []
    mover = pages[last_mover(table)]
    expect(mover.locator("[data-status]")).to_be_focused()
    mover.keyboard.press("Tab")
    expect(mover.get_by_role("group", name="This step")).to_be_focused()
    for rating in mover.locator("a.podium__rating").all():
        mover.keyboard.press("Tab")
        expect(rating).to_be_focused()
    mover.keyboard.press("Tab")
    expect(mover.get_by_role("button", name="Rematch")).to_be_focused()
    pages[0].get_by_role("button", name="Rematch").click()
    expect(pages[0].locator("[data-play]")).to_have_count(0)


def almost_over(table: Table) -> str:
    """Play until one entry more ends the game; that entry, without its colour."""
    chance = random.Random(1)
    while True:
        position = read_position(read_table(table.pk))
        awaited_seat = engine.awaited(position.state)
        assert awaited_seat is not None
        action = PLAYERS["greedy"](position.state, chance)
        engine.apply(position.state, awaited_seat.seat, action)
        if position.state.over:
            return action.text
        place = awaited(read_table(table.pk))
        submit_entry(table.pk, place.account, position.plies + 1, action.text)


def test_the_end_of_a_live_game_is_counted_then_there_are_result_ratings_and_a_rematch(sit: Sit):
    table = dealt(people("ana", "ben"))
    text = almost_over(table)
    page = sit(table, table.host, reduced_motion="no-preference")
    result = page.get_by_role("list", name="Result")
    submit_entry(table.pk, awaited(read_table(table.pk)).account, plies(table) + 1, text)
    caption = page.locator("[data-theatre-title]")
    expect(caption).to_be_visible()  # after the last move was seen
    numbers = page.locator(".counted")
    expect(numbers.first).to_have_text("1")  # the stones of a site, one by one
    expect(result).to_be_hidden()
    expect(page.locator("[data-status]")).to_have_text("The points are being counted.")
    assert not OUTCOME.match(page.title())
    expect(page.locator("[data-words]")).not_to_contain_text("The game is over")
    last_move = page.locator(".replay-moves .move").last
    expect(last_move).to_be_hidden()
    expect(page.locator("[href='#i-won']")).to_be_hidden()
    expect(page.locator(".is-lit")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(caption).to_be_hidden()
    expect(numbers).to_have_count(0)
    expect(last_move).to_be_hidden()  # the result has the place of the moves
    page.locator("[data-open=moves]").click()
    expect(last_move).to_be_visible()
    expect(page.locator("[href='#i-won']")).to_be_visible()
    expect(result).to_be_visible()
    seats = read_position(read_table(table.pk)).state.players
    best = max(seat.points for seat in seats)
    host_points = seats[Place.objects.get(table=table, account=table.host).turn].points
    expect(page.locator("[data-status]")).to_have_text(re.compile(rf"^You \w+ {host_points} : \d+"))
    expect(page).to_have_title(re.compile(rf"^You \w+ {host_points} : \d+"))
    expect(page.locator(".play-difference")).to_be_visible()
    expect(result.locator(".podium__points").first).to_have_text(str(best))
    expect(result.locator(".podium__rating")).to_have_count(2)
    page.get_by_role("button", name="Replay the scoring").click()
    expect(caption).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator("[data-play]")).to_have_count(0)
    assert Table.objects.count() == 2


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SCREENS = {"phone": PHONE, "desktop": {"viewport": {"width": 1440, "height": 900}}}


@pytest.mark.parametrize("screen", SCREENS)
def test_the_end_is_seen_at_once_where_one_acted(sit: Sit, screen: str):
    """Nobody has to scroll to it: that it is over, who won, the replay, another game."""
    table = dealt(people("ana", "ben", "cleo", "dora"))
    page = sit(table, table.host, **SCREENS[screen])
    play_out(table.pk, player="greedy")
    replay = page.get_by_role("link", name="Watch the replay")
    expect(replay).to_be_visible()
    result = page.get_by_role("list", name="Result").get_by_role("listitem")
    expect(result).to_have_count(4)
    expect(result.first).to_contain_text("1.")
    by_role = page.get_by_role("button", name="Rematch")
    status_line = page.locator("[data-status]")
    expect(status_line).to_have_text(OUTCOME)
    expect(page.locator("[data-verifying], [data-rating-waits]")).to_have_count(0)
    for element in (status_line, *result.all(), replay):
        expect(element).to_be_in_viewport(ratio=1)
        assert uncovered(element)
    expect(by_role).to_be_in_viewport(ratio=1)
    assert serious(page) == []
    assert too_wide(page) <= 0
    before = page.locator("[data-over]").bounding_box()
    page.reload()
    ready(page)
    assert page.locator("[data-over]").bounding_box() == before
    expect(by_role).to_be_in_viewport(ratio=1)
    replay.click()
    expect(page.get_by_role("slider", name="Step")).to_have_value("0")


def uncovered(part: Locator) -> bool:
    """True if its middle is seen, once the final scoring is over: nothing lies over it, and no box
    that scrolls hides it."""
    wait = part.page.wait_for_function(
        """(one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return one.contains(hit);
        }""",
        arg=part.element_handle(),
    )
    return bool(wait.json_value())


def test_what_was_chosen_can_be_taken_back_until_it_is_sent(sit: Sit):
    table = dealt(people("ana", "ben"))
    page = sit(table, awaited(table).account)
    page.locator('[data-spot^="at"]').first.click()
    expect(page.locator("[data-sentence]")).to_contain_text("Load a stone")
    expect(page.locator(".spot-ghost")).to_have_count(1)
    page.mouse.move(1, 1)  # a hint under the pointer would take the key
    expect(page.locator("[role=dialog]:popover-open")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("[data-sentence]")).to_be_empty()
    expect(page.locator(".spot-ghost")).to_have_count(0)
    expect(sender(page)).to_be_hidden()
    assert plies(table) == table.plies
    page.get_by_role("button", name="Take stones").click()
    page.get_by_role("button", name="Back Esc").click()
    page.locator('[data-spot^="at"]').nth(1).click()
    page.locator('[data-spot^="at"]').nth(2).click()
    page.keyboard.press("Enter")
    plies_after(table, table.plies)
    assert last_text(table).startswith("load")


def test_the_way_past_the_moves_is_short_by_keyboard(sit: Sit):
    table = dealt(people("ana", "ben"))
    for _move in range(20):
        act_once(table.pk)
    page = sit(table, awaited(table).account)
    page.get_by_role("button", name="Chat", exact=True).focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Show me what happened")).to_be_focused()
    page.keyboard.press("Tab")
    move = page.locator(f'[data-moves] [data-move="{plies(table)}"]')
    expect(move).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="This table")).to_be_focused()
    assert serious(page) == []


def test_a_player_may_want_to_send_at_once(sit: Sit):
    table = dealt(people("ana", "ben"))
    page = sit(table, awaited(table).account)
    settings(page).get_by_label("play without confirming").check()
    close_settings(page)
    page.locator('[data-spot="take"]').click()
    plies_after(table, table.plies)
    page.reload()
    ready(page)
    assert page.evaluate("localStorage.getItem('imhotep-send-at-once')") == "1"


def test_on_a_phone_with_a_thumb(sit: Sit):
    table = dealt(people("ana", "ben"))
    page = sit(table, awaited(table).account, **PHONE)
    bar = page.locator(".play-bar").bounding_box()
    assert bar is not None
    assert bar["y"] + bar["height"] <= 845
    page.get_by_role("button", name="Load a stone").tap()
    sheet = page.locator(".area-harbour")
    space = sheet.locator('[data-spot^="at"]').first
    expect(space).to_be_in_viewport(ratio=1)  # it opens by itself
    box = space.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 43.9
    page.touchscreen.tap(200, 70)  # beside it
    expect(sheet.get_by_role("link", name="Close")).to_be_hidden()
    assert plies(table) == table.plies
    sheet.locator(".area-open").tap()
    space.tap()
    expect(sheet.get_by_role("link", name="Close")).to_be_hidden()
    sender(page).tap()
    plies_after(table, table.plies)
    assert last_text(table).startswith("load")
    assert too_wide(page) <= 0
    assert serious(page) == []


def test_a_decision_in_the_turn_of_another(sit: Sit):
    table = everything(people("ana", "ben", "cleo"))
    chance = random.Random(2)
    while read_position(read_table(table.pk)).state.turn == turn_of(table):
        act_once(table.pk, chance)
    place = awaited(table)
    page = sit(table, place.account)
    ply = plies(table)
    choose(page)
    sender(page).click()
    plies_after(table, ply)


def test_without_the_stream_the_page_asks_and_says_so(sit: Sit, complaints: list[str]):
    table = dealt(people("ana", "ben"))
    page = sit(table)
    page.route("**/stream*", lambda route: route.abort())
    page.reload()
    ready(page)
    expect(page.get_by_text("Checking every few seconds")).to_be_visible()
    act_once(table.pk)
    at(page, plies(table))
    forget(complaints, "ERR_FAILED")


def forget(complaints: list[str], part: str) -> None:
    """A browser notes in its console what could not be fetched; here that was meant."""
    complaints[:] = [complaint for complaint in complaints if part not in complaint]


def test_after_a_time_offline_nothing_is_missing(sit: Sit, complaints: list[str]):
    table = dealt(people("ana", "ben"))
    page = sit(table)
    expect(page.locator("[data-play]")).to_have_attribute("data-connection", "live")
    page.context.set_offline(True)
    expect(page.get_by_text("You’re offline")).to_be_visible()
    for _move in range(3):
        act_once(table.pk)
    page.context.set_offline(False)
    at(page, plies(table))
    expect(page.get_by_text("You’re offline")).to_be_hidden()
    assert page.locator(".replay-moves [data-move]").count() == plies(table)
    forget(complaints, "ERR_INTERNET_DISCONNECTED")


def test_sending_twice_writes_once(sit: Sit):
    table = dealt(people("ana", "ben"))
    page = sit(table, awaited(table).account)
    page.locator('[data-spot="take"]').click()
    sender(page).dblclick()
    plies_after(table, table.plies)
    at(page, plies(table))
    assert TableEntry.objects.filter(table=table, seat__gte=0).count() == 1


def test_an_unsent_move_goes_out_by_itself_once(sit: Sit, complaints: list[str]):
    """Without a network it is kept, also when the page is loaded again; the site's answer gets lost
    on the way back; then the move has been played once."""
    table = dealt(people("ana", "ben"))
    page = sit(table, awaited(table).account)
    lost = []

    def lose(route: Any) -> None:
        """It arrives; the answer does not."""
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch())
            route.abort()
        else:
            route.continue_()

    page.locator('[data-spot="take"]').click()
    page.context.set_offline(True)
    sender(page).click()
    expect(page.get_by_text("hasn’t been sent yet")).to_be_visible()
    assert plies(table) == table.plies
    page.route("**/entries", lose)
    page.context.set_offline(False)
    expect(page.get_by_text("hasn’t been sent yet")).to_be_hidden()
    at(page, plies_after(table, table.plies))
    assert [response.status for response in lost] == [201]
    assert TableEntry.objects.filter(table=table, seat__gte=0).count() == 1
    assert page.evaluate("sessionStorage.length") == 0
    forget(complaints, "ERR_FAILED")
    forget(complaints, "ERR_INTERNET_DISCONNECTED")


def test_a_page_that_was_left_sends_what_it_could_not(sit: Sit, complaints: list[str]):
    """And what came too late is thrown away, with a word; what was taken back stays back."""
    table = dealt(people("ana", "ben"))
    name = f"imhotep-unsent-{table.pk}-{turn_of(table)}"
    page = sit(table, awaited(table).account)
    page.route("**/entries", lambda route: route.abort())
    page.locator('[data-spot="take"]').click()
    sender(page).click()
    expect(page.get_by_text("hasn’t been sent yet")).to_be_visible()
    page.get_by_role("button", name="Back Esc").click()
    expect(page.get_by_text("hasn’t been sent yet")).to_be_hidden()
    assert page.evaluate("sessionStorage.length") == 0
    page.locator('[data-spot="take"]').click()
    sender(page).click()
    expect(page.get_by_text("hasn’t been sent yet")).to_be_visible()
    page.unroute("**/entries")
    ready(page.reload() and page)
    at(page, plies_after(table, table.plies))
    assert last_text(table) == "take"
    act_once(table.pk)
    queued_entry = {"ply": table.plies + 1, "text": "load 2.1", "key": "other"}
    page.evaluate(
        "([name, kept]) => sessionStorage[name] = JSON.stringify(kept)", [name, queued_entry]
    )
    page.reload()
    expect(page.get_by_text("your move was not played")).to_be_visible()
    forget(complaints, "ERR_FAILED")
    forget(complaints, "409")


def test_what_is_on_its_way_is_not_taken_back(sit: Sit, complaints: list[str]):
    """The button says so: a tap on it would be lost."""
    table = dealt(people("ana", "ben"))
    page = sit(table, awaited(table).account)
    on_their_way: list[Route] = []

    def hold(route: Route) -> None:
        on_their_way.append(route)
        if len(on_their_way) > 1:  # a second try
            route.abort()

    page.route("**/entries", hold)
    page.locator('[data-spot="take"]').click()
    back = page.get_by_role("button", name="Back Esc")
    expect(back).to_be_enabled()
    sender(page).click()
    expect(back).to_be_disabled()
    while not on_their_way:  # the request is handed over
        page.wait_for_timeout(20)
    on_their_way[0].abort()
    expect(page.get_by_text("hasn’t been sent yet")).to_be_visible()
    expect(back).to_be_enabled()
    back.click()
    expect(page.get_by_text("hasn’t been sent yet")).to_be_hidden()
    forget(complaints, "ERR_FAILED")


def test_of_two_tabs_the_slower_one_is_told_kindly(sit: Sit, complaints: list[str]):
    table = dealt(people("ana", "ben"))
    account = awaited(table).account
    first_tab, other = sit(table, account), sit(table, account)
    other.route("**/moments*", lambda route: route.abort())
    for page in (first_tab, other):
        page.locator('[data-spot="take"]').click()
    sender(first_tab).click()
    plies_after(table, table.plies)
    sender(other).click()
    expect(other.get_by_text("The game has moved on")).to_be_visible()
    other.unroute("**/moments*")
    act_once(table.pk)
    at(other, plies(table))
    assert TableEntry.objects.filter(table=table, seat__gte=0).count() == 2
    forget(complaints, "ERR_FAILED")
    forget(complaints, "409")


def test_the_title_says_whose_turn_it_is(sit: Sit):
    table = dealt(people("ana", "ben"))
    pages = open_both(sit, table)
    turn = turn_of(table)
    expect(pages[turn]).to_have_title(re.compile("^● Your turn"))
    icon = pages[turn].locator('link[rel="icon"]')
    expect(icon).to_have_attribute("href", re.compile("favicon-turn.svg$"))
    assert not pages[1 - turn].title().startswith("●")


def test_the_earlier_steps_can_be_looked_at(sit: Sit):
    table = dealt(people("ana", "ben"))
    act_once(table.pk)
    while last_seat(table) == turn_of(table):
        act_once(table.pk)
    last = plies(table)
    page = sit(table, awaited(table).account)
    page.keyboard.press("ArrowLeft")
    at(page, last - 1)
    expect(page.get_by_text("You are looking at an earlier step.")).to_be_visible()
    expect(page.locator("[data-chooser]")).to_be_hidden()
    page.get_by_role("button", name="Show me").click()
    at(page, last)
    expect(page.locator("[data-chooser]")).to_be_visible()
    assert serious(page) == []


def test_without_a_script_the_list_acts(sit: Sit):
    table = dealt(people("ana", "ben"))
    page = sit(table, awaited(table).account, java_script_enabled=False)
    page.get_by_role("button", name="Take stones").click()
    plies_after(table, table.plies)
    assert last_text(table) == "take"
    assert page.locator('button[name="text"]').count() == 0


def test_a_table_tells_as_much_as_a_replay(sit: Sit):
    """Levels of words with the rules, the keys, the position read aloud, the final scoring."""
    table = dealt(people("ana", "ben"))
    for _move in range(6):
        act_once(table.pk)
    page = sit(table, awaited(table).account)
    narration, read = page.locator("[data-told]"), page.locator("[data-live]")
    settings(page).locator("[data-words-level]").select_option("teacher")
    close_settings(page)
    page.keyboard.press("Home")
    for _step in range(4):
        page.keyboard.press("ArrowRight")
    expect(narration.locator("[data-why] a").first).to_have_attribute(
        "href", re.compile("^/rules/")
    )
    settings(page).get_by_role("button", name="Keys").click()
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("body").press("p")
    expect(read).to_contain_text("Harbour: Round 1 of 6.")
    expect(read).to_contain_text("Quarry: ")
    page.locator("[data-spoken=harbour] > li").first.focus()
    page.keyboard.press("ArrowDown")
    at(page, 4)
    expect(page.locator("[data-spoken=harbour] > li").nth(1)).to_be_focused()
    play_out(table.pk, player="greedy")
    page.goto(page.url)
    ready(page)
    expect(narration).to_have_attribute("data-level", "teacher")
    page.keyboard.press("End")
    expect(narration.locator("[data-ending] li").first).to_be_visible()
    expect(narration.locator("[data-ending] .told-why").first).to_be_visible()

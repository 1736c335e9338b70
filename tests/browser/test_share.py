"""Sharing in a browser: the menu, the file that works without a network, the frame."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect

from drawing.replay.page import cached_replay
from games.models import Game
from games.replays.services.notes import write_note
from tests.browser.conftest import listen
from tests.browser.replaying import at, game, opened, step_to
from tests.browser.visit import log_in, serious, too_wide
from tests.cast import account


def test_the_menu_follows_the_replay_and_copies(page: Page, site: str):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=site)
    shown = opened(page, found := game(), 5)
    shown.keyboard.press("ArrowRight")
    at(shown, 6)
    shown.get_by_role("button", name="Share").click()
    menu = shown.get_by_role("dialog", name="Share this step")
    expect(menu).to_be_visible()
    link = menu.get_by_label("Link to this step")
    expect(link).to_have_value(f"{site}/games/{found.pk}/6/")
    menu.get_by_role("button", name="Copy").first.click()
    expect(menu.get_by_role("status")).to_have_text("Copied.")
    assert shown.evaluate("navigator.clipboard.readText()") == f"{site}/games/{found.pk}/6/"
    for name, end in (("(PNG)", "table.png"), ("(SVG)", "table.svg")):
        href = menu.get_by_role("link", name=name).get_attribute("href")
        assert href == f"{site}/games/{found.pk}/6/{end}"
        assert shown.request.get(href).ok
    frame = menu.get_by_label("Embed in your page").input_value()
    assert frame.startswith(f'<iframe src="{site}/games/{found.pk}/6/embed/" title="@ana, Ben')
    assert serious(shown, "#share-menu") == []
    shown.keyboard.press("Escape")
    expect(menu).to_be_hidden()


def test_the_menu_opens_without_a_script(browser: Browser, site: str):
    found = game()
    with browser.new_context(base_url=site, java_script_enabled=False) as plain:
        page = plain.new_page()
        page.goto(f"/games/{found.pk}/9/")
        page.get_by_role("button", name="Share").click()
        expect(page.get_by_label("Link to this step")).to_have_value(f"{site}/games/{found.pk}/9/")


def test_the_file_steps_from_disk_without_a_network(
    browser: Browser, site: str, tmp_path: Path, complaints: list[str]
):
    found = game("DCBDC", seats="black=@ana white brown")
    with browser.new_context(base_url=site) as online:
        page = online.new_page()
        page.goto(f"/games/{found.pk}/")
        page.get_by_role("button", name="Share").click()
        with page.expect_download() as download:
            page.get_by_role("link", name="as one file").click()
        kept = tmp_path / download.value.suggested_filename
        download.value.save_as(kept)
    asked: list[str] = []
    with browser.new_context(offline=True) as alone:
        page = alone.new_page()
        listen(page, complaints)
        page.on("request", lambda request: asked.append(request.url))
        for width in (1440, 1024, 390):
            page.set_viewport_size({"width": width, "height": 900})
            page.goto(kept.as_uri())
            step_without_a_network(page, found, width)
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert complaints == []


def step_without_a_network(page: Page, found: Game, width: int) -> None:
    expect(page.get_by_role("slider", name="Step")).to_be_enabled()
    page.keyboard.press("ArrowRight")
    at(page, 1)
    for ply in (found.entries, 30):
        step_to(page, ply)
        expect(page.locator("[data-words]")).to_have_text(
            cached_replay(found.log).frames[ply - 1].told.outcome_first
        )
    page.keyboard.press("End")
    at(page, found.entries)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert serious(page, ".alone") == []


@pytest.fixture
def elsewhere() -> Iterator[Callable[[str], str]]:
    """Puts a page on another site; gives its address."""
    text = ""

    class Elsewhere(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *args: object) -> None:
            pass

    def put(body: str) -> str:
        nonlocal text
        text = f"<!doctype html><link rel=icon href=data:,>{body}"
        return f"http://localhost:{server.server_port}/"

    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield put
        server.shutdown()
        thread.join()


def test_the_frame_works_in_a_page_of_somebody_else(
    page: Page, site: str, elsewhere: Callable[[str], str]
):
    found = game()
    src = f"{site}/games/{found.pk}/8/embed/"
    page.goto(elsewhere(f'<iframe src="{src}" width="960" height="720"></iframe>'))
    frame = page.frame_locator("iframe")
    expect(frame.get_by_role("slider", name="Step")).to_be_enabled()
    frame.get_by_role("button", name="Forward one step").click()
    expect(frame.locator("[data-replay]")).to_have_attribute("data-ply", "9")
    expect(frame.get_by_role("link", name="See this step")).to_have_attribute(
        "href", f"/games/{found.pk}/9/"
    )


def test_no_other_page_can_be_framed(
    page: Page, site: str, elsewhere: Callable[[str], str], complaints: list[str]
):
    found = game()
    with page.expect_console_message(lambda said: said.type == "error"):
        page.goto(elsewhere(f'<iframe src="{site}/games/{found.pk}/8/"></iframe>'))
    expect(page.frame_locator("iframe").locator("[data-replay]")).to_have_count(0)
    assert complaints
    complaints.clear()


# ----------------------------------------------------------------------------------- what if


def test_a_branch_is_chosen_on_the_board_and_becomes_a_tree(page: Page, site: str):
    found = game()
    shown = opened(page, found, 29)
    shown.keyboard.press("ArrowRight")
    at(shown, 30)
    shown.keyboard.press("w")
    shown.wait_for_url(f"**/games/{found.pk}/30/what-if/")
    tree = shown.locator(".branch-tree .branch-move")
    expect(tree).to_have_count(0)
    player = shown.locator(".area-seat.is-next .seat-name").inner_text()
    expect(shown.locator("[data-choices] button").first).to_be_visible()
    expect(shown.locator("[data-status]")).to_contain_text(player)

    # by a click on the board, as at a table
    shown.locator("[data-spot]").first.dispatch_event("click")
    shown.keyboard.press("Enter")
    shown.wait_for_url("**/what-if/?m=*")
    expect(tree).to_have_count(1)
    expect(shown.locator(".replay-words")).to_have_text(tree.first.inner_text())
    expect(shown.get_by_label("Link to this branch")).to_have_value(shown.url)
    first = shown.url
    for count in (2, 3):
        shown.locator("[data-shortcut]:visible").first.click()
        expect(tree).to_have_count(count)
    assert serious(shown, "main") == []

    # back by keys, and another way from there: it leaves where the first did
    shown.keyboard.press("Home")
    expect(shown).to_have_url(f"{site}/games/{found.pk}/30/what-if/")
    other = "[data-choices] button >> nth=-1"
    expect(shown.locator(other)).to_be_visible()
    shown.get_by_role("button", name="Computer move").wait_for()
    while not shown.locator("[data-send]").is_visible():
        shown.locator(other).click()
    shown.keyboard.press("Enter")
    expect(tree).to_have_count(4)
    expect(shown.locator(".branch-tree > .branch-line")).to_have_count(2)
    shown.keyboard.press("ArrowUp")
    expect(shown).to_have_url(first)
    shown.get_by_role("button", name="More").click()
    shown.get_by_text("Share and save").click()
    shown.get_by_placeholder("Name of this branch").fill("the quiet one")
    shown.get_by_placeholder("Name of this branch").press("Enter")
    expect(shown.locator(".branch-name")).to_have_text("the quiet one")

    # it is there after a reload, and in the replay's own list; one is deleted
    shown.reload()
    expect(tree).to_have_count(4)
    shown.locator("body").press("Delete")
    expect(tree).to_have_count(1)
    shown.locator("body").press("Escape")
    shown.wait_for_url(f"**/games/{found.pk}/30/")
    expect(shown.locator("[data-replay] .branch-tree .branch-move")).to_have_count(1)
    found.refresh_from_db()
    assert found.entries == cached_replay(found.log).plies


def test_a_branch_on_a_phone_has_one_row_of_controls_below_whole_panels(
    browser: Browser, site: str
):
    recorded_game = game()
    with browser.new_context(
        base_url=site, viewport={"width": 390, "height": 844}, has_touch=True
    ) as phone:
        page = phone.new_page()
        page.goto(f"/games/{recorded_game.pk}/30/what-if/")
        row = page.locator(".branch-row").get_by_role("button")
        expect(row).to_have_text(["", "", "Computer move", "Evaluate", "More"])
        tops = row.evaluate_all("list => list.map((one) => one.getBoundingClientRect().top)")
        assert max(tops) - min(tops) <= 1, "one row"
        for panel in page.locator(".area-seat").all():
            box = panel.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= 844 - 108, "above the bar"
        row.last.click()
        dialog = page.get_by_role("dialog", name="More")
        expect(dialog.get_by_role("button", name="To the beginning of this branch")).to_be_visible()
        expect(dialog.get_by_label("Computer player")).to_have_value("search-1")


def test_a_branch_without_a_script(browser: Browser, site: str):
    found = game()
    with browser.new_context(base_url=site, java_script_enabled=False) as plain:
        page = plain.new_page()
        page.goto(f"/games/{found.pk}/0/what-if/")
        page.get_by_label("Number 1").select_option(index=1)
        page.get_by_role("button", name="Use this draw").click()
        page.wait_for_url("**/what-if/?m=*")
        expect(page.locator(".branch-moves li")).to_have_count(1)


# ------------------------------------------------------------------------------------- notes


def test_notes_stand_beside_their_step(page: Page, site: str):
    found = game()
    log_in(page.context, site, account("eve"))
    shown = opened(page, found, 8)
    shown.keyboard.press("ArrowRight")
    at(shown, 9)
    shown.get_by_text("Write a note").click()
    shown.get_by_label("Note", exact=True).fill("Why not <b>sail</b>?")
    shown.get_by_label("Kind of note").select_option("question")
    shown.get_by_label("Everybody can read it").check()
    shown.get_by_role("button", name="Save note").click()
    shown.wait_for_url(f"**/games/{found.pk}/9/*")
    expect(shown.get_by_role("slider", name="Step")).to_be_enabled()
    note = shown.locator(".note")
    expect(note).to_be_visible()
    expect(note).to_contain_text("Why not <b>sail</b>?")
    expect(shown.locator('[data-move="9"]').first).to_have_class(re.compile("has-note"))
    shown.locator("body").press("ArrowRight")
    at(shown, 10)
    expect(note).to_be_hidden()
    shown.keyboard.press("ArrowLeft")
    expect(note).to_be_visible()
    assert serious(shown, "#notes") == []
    note.get_by_role("button", name="Delete").click()
    expect(shown.get_by_text("The note is deleted.")).to_be_visible()


def test_on_a_phone_nothing_of_it_sticks_out(browser: Browser, site: str):
    found = game("DCBDC")
    write_note(account("eve"), found, 30, "mistake", "x" * 300, True)
    with browser.new_context(base_url=site, viewport={"width": 390, "height": 844}) as phone:
        page = phone.new_page()
        for path in ("30/", "30/what-if/", "30/embed/"):
            page.goto(f"/games/{found.pk}/{path}")
            assert too_wide(page) <= 0, path

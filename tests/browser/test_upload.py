"""Uploading in a real browser: watched from the drop to the verdict, the page never left."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from games.models import Account, Game, Upload
from tests.browser.visit import drop, log_in
from tests.cast import account, broken_log, finished_log


@pytest.fixture
def ana(context: BrowserContext, site: str) -> Account:
    user = account("ana")
    account("ben")
    log_in(context, site, user)
    return user


def remember(page: Page) -> None:
    page.evaluate("window.stillHere = true")


def was_left(page: Page) -> bool:
    return not page.evaluate("window.stillHere === true")


def test_a_dropped_file_is_watched_until_it_is_verified(page: Page, ana: Account):
    page.goto("/upload/")
    remember(page)
    drop(page, {"evening.imh": finished_log()})
    row = page.locator(".file")
    expect(row).to_contain_text("evening.imh")
    expect(row).to_contain_text("ready")
    page.get_by_role("button", name="Upload", exact=True).click()
    expect(row.get_by_text("verified")).to_be_visible()
    assert not was_left(page)
    row.get_by_role("link").click()
    expect(page.locator("[data-replay]")).to_be_visible()
    assert page.url.endswith(f"/games/{Game.objects.get().pk}/")


def test_several_files_each_have_their_verdict(page: Page, ana: Account, complaints: list[str]):
    page.goto("/upload/")
    remember(page)
    broken, line = broken_log(seed=2)
    evening = "\n".join([finished_log(seed=3), broken_log(seed=4)[0], finished_log(seed=5)])
    drop(page, {"good.imh": finished_log(), "bad.imh": broken, "evening.imh": evening})
    drop(page, {"nothing.imh": "  "})
    expect(page.locator(".file")).to_have_count(4)
    page.get_by_role("button", name="Upload", exact=True).click()
    good, bad, several, nothing = (page.locator(".file").nth(n) for n in range(4))
    expect(good.get_by_text("verified")).to_be_visible()
    expect(bad.get_by_text("refused")).to_be_visible()
    expect(bad).to_contain_text(f"line {line}:")
    expect(several).to_contain_text("2 verified")
    expect(several).to_contain_text("1 refused")
    expect(several.locator("li")).to_have_count(3)
    expect(nothing).to_contain_text("the file is empty")
    assert not was_left(page)
    complaints.clear()  # the browser reports the answer 400 for the empty file


def test_the_same_game_again_leads_to_the_first(page: Page, ana: Account):
    page.goto("/upload/")
    for _ in range(2):
        page.get_by_label("Or paste a log").fill(finished_log())
        page.get_by_role("button", name="Upload", exact=True).click()
        row = page.locator(".file").last
        expect(row.get_by_text("verified").or_(row.get_by_text("already here"))).to_be_visible()
    expect(page.locator(".file").last.get_by_text("already here")).to_be_visible()
    assert Game.objects.count() == 1


def test_a_refused_log_is_mended_on_its_page(page: Page, ana: Account):
    page.goto("/upload/")
    text, line = broken_log()
    page.get_by_label("Or paste a log").fill(text)
    page.get_by_role("button", name="Upload", exact=True).click()
    row = page.locator(".file")
    expect(row.get_by_text("refused")).to_be_visible()
    row.get_by_role("link").click()
    bad = page.locator("[data-bad-line]")
    expect(bad).to_be_in_viewport()
    expect(bad).to_contain_text(str(line))
    expect(bad).to_contain_text("sail 9 temple")
    legal = page.locator("[data-legal]").first
    entry = str(legal.get_attribute("data-legal"))
    legal.click()
    expect(bad).to_contain_text(entry)
    expect(page.get_by_text(f"Line {line} is changed.")).to_be_visible()
    page.get_by_text("Edit the log as text").click()
    expect(bad).to_be_hidden()  # the log is shown once
    to_mend = page.get_by_label("The log, to edit")
    mended = [entry if n == line else old for n, old in enumerate(text.splitlines(), 1)]
    expect(to_mend).to_have_value("\n".join(mended) + "\n")
    to_mend.fill(finished_log())
    page.get_by_role("button", name="Upload again").click()
    saved = page.get_by_text("Every move is legal: the game is saved.")
    checked = page.get_by_role("table").get_by_text("verified")  # the page was there sooner
    expect(saved.or_(checked)).to_be_visible()
    assert Upload.objects.count() == 2


def test_a_lost_connection_is_tried_again(page: Page, ana: Account, complaints: list[str]):
    page.goto("/upload/")
    lost = []

    def lose(route: Route) -> None:
        if route.request.method == "POST" and len(lost) < 2:
            lost.append(route)
            route.abort()
        else:
            route.continue_()

    page.route("**/upload/", lose)
    drop(page, {"evening.imh": finished_log()})
    page.get_by_role("button", name="Upload", exact=True).click()
    row = page.locator(".file")
    expect(row).to_contain_text("no connection, trying again")
    expect(row.get_by_text("verified")).to_be_visible()
    assert len(lost) == 2
    complaints.clear()  # the browser itself reports what was lost


def test_a_chosen_file_can_be_taken_back(
    page: Page, ana: Account, tmp_path: Path, complaints: list[str]
):
    file = tmp_path / "evening.imh"
    file.write_text(finished_log())
    page.goto("/upload/")
    page.get_by_label("Choose files").or_(page.locator("#id_logs")).first.set_input_files(file)
    expect(page.locator(".file")).to_contain_text("ready")
    page.get_by_role("button", name="Remove evening.imh").click()
    expect(page.locator(".file")).to_have_count(0)
    page.get_by_role("button", name="Upload", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Choose a file, or paste a log.")
    complaints.clear()  # the page came with status 400


def test_a_stranger_pastes_a_log_and_sees_the_replay(page: Page):
    page.goto("/upload/")
    page.get_by_role("link", name="Insert an example").click()
    page.get_by_role("button", name="Check only").click()
    expect(page.get_by_text("Every move is legal.")).to_be_visible()
    expect(page.locator("[data-replay]")).to_be_visible()
    assert not Upload.objects.exists()


def test_a_dropped_file_can_be_a_dry_run(page: Page):
    page.goto("/upload/")
    text, line = broken_log()
    drop(page, {"bad.imh": text})
    page.get_by_role("button", name="Check only").click()
    expect(page.get_by_text(f"Line {line}", exact=False).first).to_be_visible()
    expect(page.locator("[data-bad-line]")).to_contain_text("sail 9 temple")


def test_all_of_it_works_from_the_keyboard(page: Page, ana: Account):
    page.goto("/upload/")
    page.keyboard.press("Tab")
    expect(page.get_by_text("Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("#id_logs")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_label("Or paste a log")).to_be_focused()
    page.keyboard.insert_text(finished_log())
    for _ in range(3):
        page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Upload", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".file").get_by_text("verified")).to_be_visible()


def test_without_javascript_the_page_follows_too(context: BrowserContext, site: str, ana: Account):
    browser = context.browser
    assert browser is not None
    plain = browser.new_context(base_url=site, java_script_enabled=False)
    log_in(plain, site, ana)
    page = plain.new_page()
    page.goto("/upload/")
    page.get_by_label("Or paste a log").fill(finished_log())
    page.get_by_role("button", name="Upload", exact=True).click()
    expect(page.get_by_text("Every move is legal: the game is saved.")).to_be_visible()
    plain.close()

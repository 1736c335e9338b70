"""Pages of others, under our Content-Security-Policy, in a real browser."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.cast import PASSWORD, account


def test_the_admin_works_without_complaint(page: Page):
    account("mo", moderator=True)
    page.goto("/admin/")
    page.get_by_label("handle", exact=False).fill("mo")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.wait_for_url("**/admin/")
    links = page.locator("#content-main a[href^='/admin/games/']")
    for path in sorted({link.get_attribute("href") or "" for link in links.all()}):
        answer = page.goto(path)
        assert answer is not None
        assert answer.status == 200, path


def test_the_docs_of_the_api_work_without_complaint(page: Page):
    page.goto("/api/v1/docs/")
    page.get_by_text("/api/v1/games").first.wait_for()

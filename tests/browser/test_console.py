"""What every page keeps to in a browser."""

from playwright.sync_api import Page


def test_the_admin_s_login_works_under_the_policy(page: Page):
    answer = page.goto("/admin/")
    assert answer is not None
    assert answer.status == 200
    page.get_by_label("Password").fill("x")


def test_a_missing_page_says_so(page: Page, complaints: list[str]):
    answer = page.goto("/no/such/page/")
    assert answer is not None
    assert answer.status == 404
    complaints.clear()

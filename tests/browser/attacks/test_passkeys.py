"""Passkeys in a real browser, under the Content-Security-Policy: added, logged in with, refused."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.visit import serious, too_wide
from tests.cast import PASSWORD, account


@pytest.fixture
def here(site: str) -> str:
    """A passkey belongs to a name, never to a number."""
    return site.replace("127.0.0.1", "localhost")


def device(page: Page, *, verifies: bool = True) -> tuple[CDPSession, str]:
    """A device of Chromium's that holds passkeys; it asks for a finger, and gets one."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": verifies,
        "automaticPresenceSimulation": True,
    }
    added = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return session, added["authenticatorId"]


def log_in(page: Page, here: str, handle: str) -> None:
    page.goto(f"{here}/accounts/login/")
    page.get_by_label("Handle").fill(handle)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()


def add_passkey(page: Page, here: str) -> None:
    page.goto(f"{here}/accounts/passkeys/add/")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()


def test_a_passkey_is_added_and_logs_in_alone(page: Page, here: str) -> None:
    account("ana")
    device(page)
    log_in(page, here, "ana")
    add_passkey(page, here)
    assert Authenticator.objects.get(type="webauthn").wrap().is_passwordless
    assert serious(page) == []
    page.get_by_role("button", name="Log out").click()
    page.goto(f"{here}/accounts/login/?next=/accounts/tokens/")
    assert serious(page) == []
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page).to_have_url(f"{here}/accounts/tokens/")
    expect(page.get_by_role("link", name="@ana").first).to_be_visible()


def test_the_password_alone_does_not_do_and_the_passkey_after_it_does(
    page: Page, here: str
) -> None:
    account("ana")
    device(page)
    log_in(page, here, "ana")
    add_passkey(page, here)
    page.get_by_role("button", name="Log out").click()
    log_in(page, here, "ana")
    expect(page.get_by_role("heading", name="Two-step login")).to_be_visible()
    page.goto(f"{here}/accounts/me/")
    assert "/accounts/login/" in page.url
    log_in(page, here, "ana")
    page.get_by_role("button", name="Use a passkey or security key").click()
    expect(page.get_by_role("link", name="@ana").first).to_be_visible()


def test_a_finger_that_does_not_fit_logs_nobody_in(page: Page, here: str) -> None:
    account("ana")
    session, authenticator = device(page)
    log_in(page, here, "ana")
    add_passkey(page, here)
    page.get_by_role("button", name="Log out").click()
    session.send(
        "WebAuthn.setUserVerified", {"authenticatorId": authenticator, "isUserVerified": False}
    )
    page.goto(f"{here}/accounts/login/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_text("That did not work")).to_be_visible()
    page.goto(f"{here}/accounts/me/")
    assert "/accounts/login/" in page.url


def test_the_passkey_of_another_person_does_not_open_the_account(page: Page, here: str) -> None:
    """After ana's password ben shows a passkey: ben's device has none for ana's account."""
    account("ana")
    account("ben")
    session, authenticator = device(page)
    log_in(page, here, "ana")
    add_passkey(page, here)
    page.get_by_role("button", name="Log out").click()
    session.send("WebAuthn.clearCredentials", {"authenticatorId": authenticator})
    log_in(page, here, "ben")
    add_passkey(page, here)
    page.get_by_role("button", name="Log out").click()
    log_in(page, here, "ana")
    page.get_by_role("button", name="Use a passkey or security key").click()
    expect(page.get_by_text("That did not work")).to_be_visible()
    page.goto(f"{here}/accounts/me/")
    assert "/accounts/login/" in page.url


def test_the_pages_of_accounts_keep_their_policy_and_fit_a_phone(page: Page, here: str) -> None:
    account("ana")
    page.set_viewport_size({"width": 390, "height": 844})
    log_in(page, here, "ana")
    page.goto(f"{here}/accounts/again/?next=/accounts/second-factor/")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    for address in (
        "me/",
        "email/",
        "password/",
        "sessions/",
        "second-factor/",
        "second-factor/app/add/",
        "passkeys/",
        "passkeys/add/",
        "login/",
        "reset/",
    ):
        page.goto(f"{here}/accounts/{address}")
        assert serious(page) == [], address
        assert too_wide(page) <= 0, address

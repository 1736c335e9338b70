"""Ways around the one login: the admin's, other pages that ask for a password, other hosts."""

from __future__ import annotations

import pytest
from django.test import Client

from games.accounts.lifecycle import suspend
from games.models import Account
from tests.attacks.accounts import AGAIN, LOGIN, is_in, log_in, logged_in
from tests.cast import PASSWORD, account
from web.rate_limits import WRONG_PASSWORDS

pytestmark = pytest.mark.django_db
NEW = "nine-stones-on-a-sled"


def test_the_admin_has_no_login_of_its_own_to_guess_at() -> None:
    Account.objects.create_superuser("root-1", "", PASSWORD)
    client = Client()
    for number in range(40):
        typed = {"username": "root-1", "password": f"wrong {number}"}
        answer = client.post("/admin/login/?next=/admin/", typed)
        assert (answer.status_code, answer["Location"]) == (302, f"{LOGIN}?next=/admin/")
    client.post("/admin/login/", {"username": "root-1", "password": PASSWORD})
    assert client.get("/admin/").status_code == 302


def test_guesses_at_every_page_that_asks_for_a_password_are_one_count() -> None:
    client = logged_in(account("ana"))
    change = {"password1": NEW, "password2": NEW}
    for number in range(WRONG_PASSWORDS.most):
        if number % 2:
            client.post(AGAIN, {"password": f"wrong {number}"})
        else:
            client.post("/accounts/password/", change | {"oldpassword": f"wrong {number}"})
    for address, typed in [
        (AGAIN, {"password": PASSWORD}),
        ("/accounts/password/", change | {"oldpassword": PASSWORD}),
    ]:
        assert "Too many attempts" in client.post(address, typed).content.decode(), address
    assert Account.objects.get().check_password(PASSWORD)


def test_the_admins_page_for_passwords_is_the_one_that_counts() -> None:
    client = logged_in(account("judge", moderator=True))
    answer = client.post("/admin/password_change/", {"old_password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/password/")


@pytest.mark.parametrize(
    "address",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example",
        "http:evil.example",
        "javascript:alert(1)",
        "https://localhost/",  # another host of ALLOWED_HOSTS
    ],
)
@pytest.mark.parametrize("page", [LOGIN, "/accounts/signup/", AGAIN])
def test_nobody_is_led_to_another_host(address: str, page: str) -> None:
    client = logged_in(account("ana")) if page == AGAIN else Client()
    account("ben")
    typed = {"username": "ben", "handle": "dora", "email": "", "password": PASSWORD}
    answer = client.post(page, typed | {"next": address})
    assert (answer.status_code, answer["Location"]) == (302, "/")


def test_a_computer_player_cannot_be_logged_in_as() -> None:
    account("computer-1")
    Account.objects.update(computer="strong")
    assert "Wrong handle or password" in log_in(Client(), "computer-1").content.decode()


def test_a_suspended_account_is_out_with_all_its_sessions() -> None:
    ana = account("ana")
    client = logged_in(ana)
    suspend(account("judge", moderator=True), ana, "sells ratings")
    assert not is_in(client)
    assert log_in(Client(), "ana").status_code == 200


def test_a_new_password_ends_the_other_sessions() -> None:
    ana = account("ana")
    browser, stolen = logged_in(ana), logged_in(ana)
    typed = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert browser.post("/accounts/password/", typed).status_code == 302
    assert is_in(browser)
    assert not is_in(stolen)


def test_sessions_are_listed_and_a_stolen_one_can_be_ended() -> None:
    ana, ben = account("ana"), account("ben")
    browser, stolen, third = logged_in(ana), logged_in(ana), logged_in(ana)
    logged = logged_in(ben)
    page = browser.get("/accounts/sessions/")
    by_key = {session.session_key: session.pk for session in page.context["sessions"]}
    assert by_key.keys() == {session.session.session_key for session in (browser, stolen, third)}
    ours = logged.get("/accounts/sessions/").context["sessions"][0].pk
    browser.post("/accounts/sessions/", {"session": ours})
    assert is_in(logged)  # nobody ends somebody else's
    browser.post("/accounts/sessions/", {"session": by_key[stolen.session.session_key]})
    assert [is_in(session) for session in (browser, stolen, third)] == [True, False, True]
    browser.post("/accounts/sessions/")
    assert [is_in(session) for session in (browser, third, logged)] == [True, False, True]


def test_the_verified_address_logs_in_and_an_unverified_one_does_not() -> None:
    ana = account("ana")
    assert log_in(Client(), "ANA@example.org").status_code == 302
    ana.emailaddress_set.update(verified=False)  # type: ignore[attr-defined]
    assert log_in(Client(), "ana@example.org").status_code == 200

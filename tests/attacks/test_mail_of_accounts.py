"""Mail about accounts: its recipients, what its links are, and what its pages give away."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.core import mail
from django.test import Client

from games.accounts import password_reset
from games.accounts.lifecycle import sign_up
from games.accounts.password_reset import send_link
from games.accounts.verification import VERIFICATION_PAGE
from games.models import Account, ModeratorAction
from games.queries import verified_address
from games.tasks import answer_forgotten
from tests.attacks.accounts import is_in, logged_in, say_again
from tests.cast import PASSWORD, account, client_of
from web.errors import Conflict, NotAllowed

pytestmark = pytest.mark.django_db
EVIL = "evil.example:1337"
NEW = "nine-stones-on-a-sled"


def links() -> list[str]:
    return [
        link for letter in mail.outbox for link in re.findall(r"http\S+/accounts/\S+", letter.body)
    ]


def test_no_link_of_a_mail_has_the_host_of_a_request(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    settings.SITE_URL = "https://games.example.org"
    account("ana")
    client = Client(headers={"host": EVIL})
    typed = {"handle": "dora", "email": "dora@example.org", "password": PASSWORD}
    assert client.post("/accounts/signup/", typed).status_code == 302
    client.post("/accounts/reset/", {"email": "ana@example.org"})
    answer_forgotten("ana@example.org")
    say_again(client)
    client.post("/accounts/email/", {"email": "dora@example.com", "action_add": "1"})
    assert len(links()) >= 3
    assert all(link.startswith("https://games.example.org") for link in links())


def test_an_unverified_address_gets_the_mail_that_verifies_it_and_nothing_else() -> None:
    dora = sign_up("dora", "dora@example.org", PASSWORD)
    client = logged_in(dora)
    answer_forgotten("dora@example.org")
    typed = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert client.post("/accounts/password/", typed).status_code == 302
    judge = account("judge", moderator=True)
    with pytest.raises(Conflict):
        send_link(judge, dora, "asked me")
    assert {letter.subject for letter in mail.outbox} == {"Verify the e-mail address of @dora"}
    for _ in range(20):
        answer_forgotten("dora@example.org")
    assert len(mail.outbox) <= 5


def test_of_many_who_claim_one_address_the_first_are_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(password_reset, "MAX_ACCOUNTS", 2)
    recipients: list[str] = []
    monkeypatch.setattr(
        password_reset.mail,
        "send_verification",
        lambda address: recipients.append(address.user.username),
    )
    for handle in ("dora", "eve", "finn"):
        sign_up(handle, "dora@example.org", PASSWORD)
    answer_forgotten("dora@example.org")
    assert recipients == ["dora", "eve"]


def test_a_reset_goes_to_who_has_verified_the_address_and_to_nobody_who_claims_it() -> None:
    ana = account("ana")
    sign_up("eve", "ana@example.org", PASSWORD)
    answer_forgotten("Ana@Example.org")
    (letter,) = mail.outbox
    assert (letter.subject, letter.to) == ("A new password for @ana", [ana.email])


def test_asking_answers_the_same_for_every_address() -> None:
    account("ana")
    sign_up("dora", "dora@example.org", PASSWORD)
    pages = [
        Client().post("/accounts/reset/", {"email": f"{handle}@example.org"}, follow=True).content
        for handle in ("ana", "dora", "nobody")
    ]
    assert len({re.sub(rb'value="\w+"', b"", page) for page in pages}) == 1
    assert not mail.outbox  # a worker writes: the time it takes tells nothing either


def test_signing_up_does_not_tell_whose_address_it_is() -> None:
    account("ana")
    member_client, unknown = Client(), Client()
    for client, handle, email in [(member_client, "eve", "ana@"), (unknown, "eva", "eva@")]:
        typed = {"handle": handle, "email": f"{email}example.org", "password": PASSWORD}
        assert client.post("/accounts/signup/", typed).status_code == 302
        assert is_in(client)
    assert verified_address(Account.objects.get(username="eve")) == ""
    link = next(url for url in links() if "/accounts/email/" in url)
    page = member_client.get(link.partition("/accounts")[1] + link.partition("/accounts")[2])
    assert "Another account has this address" in page.content.decode()
    assert verified_address(Account.objects.get(username="ana")) == "ana@example.org"


def test_a_link_is_used_once_and_ends_every_session() -> None:
    stolen = logged_in(account("ana"))
    answer_forgotten("ana@example.org")
    (link,) = links()
    address = link[link.index("/accounts") :]
    client = Client()
    form = client.get(address)["Location"]
    assert client.post(form, {"password1": NEW, "password2": NEW}).status_code == 302
    assert not is_in(stolen)
    assert not is_in(client)  # it sets a password, and logs nobody in past a second factor
    assert "has expired" in Client().get(address).content.decode()


def test_a_stolen_session_changes_no_address_without_the_password() -> None:
    ana = account("ana")
    client = logged_in(ana)
    for typed in (
        {"email": "eve@example.org", "action_add": "1"},
        {"email": "ana@example.org", "action_remove": "1"},
    ):
        answer = client.post("/accounts/email/", typed)
        assert answer["Location"].startswith("/accounts/again/")
    assert [email_address.email for email_address in EmailAddress.objects.filter(user=ana)] == [
        "ana@example.org"
    ]
    assert not mail.outbox


def test_a_new_address_takes_over_when_it_is_verified_and_the_old_one_gets_a_mail() -> None:
    ana = account("ana")
    client = logged_in(ana)
    say_again(client)
    client.post("/accounts/email/", {"email": "ana@example.com", "action_add": "1"})
    assert verified_address(ana) == "ana@example.org"
    (link,) = links()
    client.post(link[link.index("/accounts") :])
    ana.refresh_from_db()
    assert verified_address(ana) == ana.email == "ana@example.com"
    assert mail.outbox[-1].to == ["ana@example.org"]
    assert "Your e-mail address was changed" in mail.outbox[-1].body


def test_a_moderator_sends_a_link_and_never_sees_it() -> None:
    ana, judge = account("ana"), account("judge", moderator=True)
    with pytest.raises(NotAllowed):
        send_link(ana, judge, "me")
    client = client_of(judge)
    chosen = {"action": "send_link", "_selected_action": [ana.pk], "answered": "1"}
    answer = client.post("/admin/games/account/", chosen | {"reason": "asked me"}, follow=True)
    (letter,) = mail.outbox
    (link,) = links()
    assert letter.to == ["ana@example.org"]
    assert link not in answer.content.decode()
    assert ModeratorAction.objects.get().kind == "reset_link"


def confirmation_path(handle: str, email: str = "") -> str:
    """The link that verifies the address of `handle`, as its mail has it."""
    rows = EmailAddress.objects.filter(user__username=handle)
    key = EmailConfirmationHMAC.create(rows.get(email=email or f"{handle}@example.org")).key
    return f"/accounts/email/{key}/"


@pytest.mark.parametrize(
    "address",
    [f"https://{EVIL}/", f"//{EVIL}/", f"/\\{EVIL}/", "javascript:alert(1)", "/accounts/logout/"],
)
def test_a_verified_address_leads_back_to_the_page_that_needed_it_and_nowhere_else(
    address: str,
) -> None:
    client = logged_in(sign_up("dora", "dora@example.org", PASSWORD))
    client.get("/events/new/", {"next": address})
    client.get("/accounts/email/", {"next": address})
    back = client.post(confirmation_path("dora"))["Location"]
    assert back.startswith("/events/new/?next=")
    say_again(client)
    client.post("/accounts/email/", {"email": "dora@example.com", "action_add": "1"})
    second = confirmation_path("dora", "dora@example.com")
    assert client.post(second)["Location"] == "/accounts/email/"  # once, not for ever


def test_an_address_before_the_page_of_a_form_is_no_page_to_lead_back_to() -> None:
    """Even if a session had one: only places of this host."""
    client = logged_in(sign_up("dora", "dora@example.org", PASSWORD))
    session = client.session
    session[VERIFICATION_PAGE] = f"//{EVIL}/events/new/"
    session.save()
    assert client.post(confirmation_path("dora"))["Location"] == "/accounts/email/"


def test_a_mailed_link_with_a_foreign_page_behind_it_leads_nowhere_else() -> None:
    client = logged_in(sign_up("dora", "dora@example.org", PASSWORD))
    path = f"{confirmation_path('dora')}?next=https://{EVIL}/"
    answer = client.post(path, {"next": f"https://{EVIL}/"})
    assert answer["Location"] == "/accounts/email/"


def test_the_link_of_another_account_does_not_lead_to_the_page_of_this_one() -> None:
    """The session ends when the other account's link is opened, and the page with it."""
    client = logged_in(sign_up("dora", "dora@example.org", PASSWORD))
    client.get("/events/new/")
    sign_up("mallory", "mallory@example.org", PASSWORD)
    assert client.post(confirmation_path("mallory"))["Location"] != "/events/new/"

"""Signing up where nobody may, with an invitation twice, or a thousand times."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from games.accounts import invitations
from games.accounts.lifecycle import sign_up
from games.models import Account, ModeratorAction, SignUpInvitation
from games.queries import verified_address
from tests.attacks.test_guessing import at_once
from tests.cast import PASSWORD, account, client_of
from web.errors import Conflict, NotAllowed
from web.mail_limits import SIGN_UPS

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def typed(handle: str, email: str = "") -> dict[str, str]:
    return {"handle": handle, "email": email, "password": PASSWORD}


@pytest.fixture
def invited(settings: Any) -> str:
    """The link of an invitation, where nobody signs up without one."""
    settings.SIGN_UP = "invitation"
    _, plain = invitations.invite(account("judge", moderator=True), "plays with us")
    return f"/accounts/signup/invitation/{plain}/"


@pytest.mark.parametrize("mode", ["invitation", "closed"])
def test_nobody_comes_in_where_it_is_not_open(settings: Any, mode: str) -> None:
    settings.SIGN_UP = mode
    client = Client()
    assert client.get("/accounts/signup/").status_code == 403
    assert client.post("/accounts/signup/", typed("dora")).status_code == 403
    client.get("/accounts/signup/invitation/invented/")
    assert client.post("/accounts/signup/", typed("dora")).status_code == 403
    with pytest.raises(NotAllowed):
        sign_up("dora", "", PASSWORD)
    assert not Account.objects.exists()


def test_an_invitation_opens_one_account(invited: str) -> None:
    first, second = Client(), Client()
    for client in (first, second):
        assert client.get(invited)["Location"] == "/accounts/signup/"
    assert first.post("/accounts/signup/", typed("dora")).status_code == 302
    assert second.post("/accounts/signup/", typed("eve")).status_code == 403
    assert Client().get(invited).status_code == 404
    assert not Account.objects.filter(username="eve").exists()
    assert SignUpInvitation.objects.get().used_by == Account.objects.get(username="dora")


def test_of_eight_who_use_it_at_once_one_comes_in(transactional_db: None, settings: Any) -> None:
    settings.SIGN_UP = "invitation"
    _, plain = invitations.invite(account("judge", moderator=True), "plays with us")

    def come(index: int) -> bool:
        try:
            sign_up(f"guest-{index}", "", PASSWORD, plain)
        except NotAllowed:
            return False
        return True

    assert sum(at_once(8, come)) == 1
    assert Account.objects.filter(username__startswith="guest-").count() == 1


def test_an_old_or_withdrawn_invitation_or_one_of_a_suspended_moderator_is_void(
    invited: str,
) -> None:
    sign_up_invitation = SignUpInvitation.objects.get()
    judge = sign_up_invitation.made_by
    for change in ({"expires_at": timezone.now()}, {"withdrawn_at": timezone.now()}):
        before = {name: getattr(sign_up_invitation, name) for name in change}
        SignUpInvitation.objects.update(**change)
        assert Client().get(invited).status_code == 404, change
        SignUpInvitation.objects.update(**before)
    Account.objects.filter(pk=judge.pk).update(is_active=False)
    assert Client().get(invited).status_code == 404


def test_who_withdraws_an_invitation_and_when(invited: str) -> None:
    sign_up_invitation = SignUpInvitation.objects.get()
    with pytest.raises(NotAllowed):
        invitations.withdraw_invitation(account("ana"), sign_up_invitation)
    assert Client().get(invited).status_code == 302
    mo = account("mo", moderator=True)
    invitations.withdraw_invitation(mo, sign_up_invitation)
    assert Client().get(invited).status_code == 404
    with pytest.raises(Conflict):
        invitations.withdraw_invitation(mo, sign_up_invitation)


def test_an_invitation_is_not_read_in_the_database_or_the_admin(invited: str) -> None:
    plain = invited.split("/")[-2]
    assert plain not in str(list(SignUpInvitation.objects.values()))
    client = client_of(Account.objects.get(username="judge"))
    text = client.get("/admin/games/signupinvitation/").content.decode()
    assert plain not in text
    assert SignUpInvitation.objects.get().digest not in text


def test_who_invites_and_how_many(settings: Any) -> None:
    settings.SIGN_UP = "invitation"
    judge = account("judge", moderator=True)
    with pytest.raises(NotAllowed):
        invitations.invite(account("ana"), "me")
    for _ in range(invitations.MAX_OPEN_INVITATIONS):
        invitations.invite(judge, "the club")
    with pytest.raises(Conflict):
        invitations.invite(judge, "one more")
    assert ModeratorAction.objects.filter(kind="invite").count() == invitations.MAX_OPEN_INVITATIONS
    settings.SIGN_UP = "closed"
    with pytest.raises(Conflict):
        invitations.invite(account("mo", moderator=True), "the club")


def test_a_mailed_invitation_verifies_its_own_address_and_no_other(settings: Any) -> None:
    settings.SIGN_UP = "invitation"
    client = client_of(account("judge", moderator=True))
    for number, email in enumerate(("dora@example.org", "eve@example.org")):
        answers = {"email": email, "reason": "the club"}
        page = client.post("/admin/games/signupinvitation/make/", answers).content.decode()
        letter = mail.outbox[-1]
        plain = letter.body.split("/invitation/")[1].split("/")[0]
        assert letter.to == [email]
        assert plain not in page
        sign_up(f"guest-{number}", "dora@example.org", PASSWORD, plain)
    assert verified_address(Account.objects.get(username="guest-0")) == "dora@example.org"
    assert verified_address(Account.objects.get(username="guest-1")) == ""
    assert not SignUpInvitation.objects.exclude(email="").exists()  # forgotten once it is used


def test_one_address_opens_so_many_accounts() -> None:
    opened = 0
    for number in range(SIGN_UPS.most + 10):
        opened += Client().post("/accounts/signup/", typed(f"puppet-{number}")).status_code == 302
    assert opened == SIGN_UPS.most
    elsewhere = Client(REMOTE_ADDR="198.51.100.7")
    assert elsewhere.post("/accounts/signup/", typed("dora")).status_code == 302


def test_everything_that_is_wrong_is_said_at_once(client):
    account("ana")
    sent = {"handle": "ana", "email": "nowhere", "password": "12345678"}
    response = client.post("/accounts/signup/", sent)
    assert set(response.context["form"].errors) == {"handle", "email", "password"}
    assert "This handle is taken." in response.content.decode()
    sent = {"handle": "x", "email": "", "password": "short"}
    wrong = client.post("/accounts/signup/", sent).context["form"].errors
    assert set(wrong) == {"handle", "password"}
    assert not Account.objects.filter(username="x").exists()

"""Accounts are opened, closed, suspended; roles are given and taken."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import authenticate
from django.contrib.auth.models import Group
from django.core import mail

from games.accounts.closing import close, close_by
from games.accounts.lifecycle import InvalidField, reinstate, sign_up, suspend
from games.accounts.tokens import find_token, make_token
from games.models import Account, ModeratorAction
from games.queries import verified_address
from games.roles import Role, give_role, group_of, take_role
from games.standing.resolve_players import UnknownAccount, ensure_player, resolve_players
from tests.cast import PASSWORD, account
from web.errors import Conflict, Invalid, NotAllowed

pytestmark = pytest.mark.django_db


def superuser() -> Account:
    return Account.objects.create_superuser("root-1", "", PASSWORD)


def test_signing_up() -> None:
    ana = sign_up("ana", "Ana@Example.ORG", PASSWORD)
    assert (ana.username, ana.email, ana.is_staff) == ("ana", "ana@example.org", False)
    assert verified_address(ana) == ""
    address = EmailAddress.objects.get(user=ana)
    assert (address.email, address.primary, address.verified) == (ana.email, True, False)
    assert ensure_player(ana).name == "ana"
    assert authenticate(username="ana", password=PASSWORD) == ana
    assert not mail.outbox


def test_the_email_may_be_empty() -> None:
    assert sign_up("ana", "", PASSWORD).email == ""


def test_capital_letters_and_the_sign_are_forgiven() -> None:
    assert sign_up(" @Ana ", "", PASSWORD).username == "ana"


@pytest.mark.parametrize(
    "handle",
    ["", "a", "a" * 25, "-ana", "_ana", "ana maria", "anä", "ana@x", "a\nb", "a\x00b", "@", "a.b"],
)
def test_a_handle_has_small_letters_digits_and_signs(handle: str) -> None:
    with pytest.raises(InvalidField) as refusal:
        sign_up(handle, "", PASSWORD)
    assert refusal.value.field == "handle"
    assert not Account.objects.exists()


def test_a_handle_is_taken_once() -> None:
    sign_up("ana", "", PASSWORD)
    with pytest.raises(InvalidField, match="taken"):
        sign_up("ANA", "", PASSWORD)
    assert Account.objects.count() == 1


@pytest.mark.parametrize(
    "email", ["ana", "ana@", "@example.org", "a b@example.org", "x" * 300 + "@example.org"]
)
def test_a_wrong_email_is_refused(email: str) -> None:
    with pytest.raises(InvalidField) as refusal:
        sign_up("ana", email, PASSWORD)
    assert refusal.value.field == "email"


def test_how_long_an_email_and_a_password_may_be() -> None:
    beyond = "a" * 243 + "@example.org"
    with pytest.raises(InvalidField, match="too long") as refusal:
        sign_up("ana", beyond, PASSWORD)
    assert refusal.value.field == "email"
    long = "seven stones " * 77
    with pytest.raises(InvalidField, match="too long") as refusal:
        sign_up("ana", "", long[:1001])
    assert refusal.value.field == "password"
    assert sign_up("ana", beyond[1:], long[:1000]).email == beyond[1:]


@pytest.mark.parametrize(
    "password", ["", "short", "password", "12345678901", "ana-maria", "x" * 5000]
)
def test_a_weak_password_is_refused(password: str) -> None:
    with pytest.raises(InvalidField) as refusal:
        sign_up("ana-maria", "", password)
    assert refusal.value.field == "password"
    assert not Account.objects.exists()


def test_a_closed_account_logs_in_no_more_and_keeps_its_player() -> None:
    ana = sign_up("ana", "ana@example.org", PASSWORD)
    player = ensure_player(ana)
    _, plain = make_token(ana, "laptop", ["read"])
    number = close(ana)
    assert authenticate(username="ana", password=PASSWORD) is None
    assert authenticate(username=number, password=PASSWORD) is None
    assert find_token(plain) is None
    ana = Account.objects.get()
    assert (ana.username, ana.email, ana.is_active) == (number, "", False)
    assert not EmailAddress.objects.exists()
    assert ensure_player(ana) == player
    assert ensure_player(ana).name == number == f"player-{player.pk}"
    with pytest.raises(Conflict):
        close(ana)


@pytest.mark.parametrize("handle", ["ana", "Ana", "@ana", "player-1", "player-77-x"])
def test_nobody_takes_the_handle_of_a_closed_account_nor_a_number(handle: str) -> None:
    close(account("ana"))
    with pytest.raises(InvalidField):
        sign_up(handle, "", PASSWORD)


def test_a_moderator_closes_with_a_reason_and_not_another_moderator() -> None:
    ana, judge = account("ana"), account("judge", moderator=True)
    with pytest.raises(Invalid):
        close_by(judge, ana, " ")
    with pytest.raises(NotAllowed):
        close_by(ana, judge, "revenge")
    with pytest.raises(NotAllowed):
        close_by(judge, account("other", moderator=True), "too strict")
    with pytest.raises(NotAllowed):
        close_by(judge, judge, "in this way not one's own")
    number = close_by(judge, ana, "@ana asked for it by letter")
    act = ModeratorAction.objects.get()
    assert (act.kind, act.player) == ("close_account", ana.player)
    assert act.reason == f"@{number} asked for it by letter"
    with pytest.raises(Conflict):
        reinstate(judge, ana, "again")


def test_who_alone_runs_the_site_stays() -> None:
    root = account("root1")
    Account.objects.filter(pk=root.pk).update(is_superuser=True)
    with pytest.raises(Conflict):
        close(root)


def test_suspending_and_letting_in_again(ana: Account, judge: Account) -> None:
    _, plain = make_token(ana, "laptop", ["read"])
    suspend(judge, ana, "sells ratings")
    assert authenticate(username="ana", password=PASSWORD) is None
    assert find_token(plain) is None
    with pytest.raises(UnknownAccount):
        resolve_players(judge, ["@ana"])
    with pytest.raises(Conflict):
        suspend(judge, ana, "again")
    reinstate(judge, ana, "was somebody else")
    assert authenticate(username="ana", password=PASSWORD) == ana
    with pytest.raises(Conflict):
        reinstate(judge, ana, "again")
    kinds = ModeratorAction.objects.order_by("pk").values_list("kind", "player", "reason")
    assert list(kinds) == [
        ("suspend", ensure_player(ana).pk, "sells ratings"),
        ("reinstate", ensure_player(ana).pk, "was somebody else"),
    ]


def test_who_may_suspend_which_account(ana: Account, judge: Account) -> None:
    other, root = account("other", moderator=True), superuser()
    for actor, target in [(ana, judge), (ana, ana), (judge, other), (judge, judge), (judge, root)]:
        with pytest.raises(NotAllowed):
            suspend(actor, target, "reason")
    with pytest.raises(NotAllowed):
        suspend(root, root, "reason")
    with pytest.raises(NotAllowed):
        reinstate(ana, judge, "reason")
    with pytest.raises(Invalid):
        suspend(judge, ana, "")
    suspend(root, other, "left the club")
    assert ModeratorAction.objects.count() == 1


def test_moderators_make_arbiters(ana: Account, judge: Account) -> None:
    give_role(judge, ana, Role.ARBITERS, "runs the club of Cairo")
    ana = Account.objects.get(pk=ana.pk)
    assert (ana.is_arbiter, ana.is_moderator, ana.is_staff) == (True, False, False)
    with pytest.raises(Conflict):
        give_role(judge, ana, Role.ARBITERS, "again")
    take_role(judge, ana, Role.ARBITERS, "the club is closed")
    assert not Account.objects.get(pk=ana.pk).is_arbiter
    with pytest.raises(Conflict):
        take_role(judge, ana, Role.ARBITERS, "again")
    done = ModeratorAction.objects.order_by("pk").values_list("kind", "reason")
    assert list(done) == [
        ("office", "@ana is now one of the arbiters: runs the club of Cairo"),
        ("office", "@ana is no longer one of the arbiters: the club is closed"),
    ]


def test_only_a_superuser_makes_moderators_and_they_may_enter_the_admin() -> None:
    ana, judge, root = account("ana"), account("judge", moderator=True), superuser()
    with pytest.raises(NotAllowed):
        give_role(judge, ana, Role.MODERATORS, "helps")
    give_role(root, ana, Role.MODERATORS, "helps")
    ana = Account.objects.get(pk=ana.pk)
    assert (ana.is_moderator, ana.is_staff) == (True, True)
    with pytest.raises(NotAllowed):
        take_role(judge, ana, Role.MODERATORS, "no")
    take_role(root, ana, Role.MODERATORS, "has no time")
    ana = Account.objects.get(pk=ana.pk)
    assert (ana.is_moderator, ana.is_staff) == (False, False)


def test_nobody_else_gives_roles(ana: Account, club: Account) -> None:
    for actor in (ana, club):
        for act in (give_role, take_role):
            with pytest.raises(NotAllowed):
                act(actor, ana, Role.ARBITERS, "me")
    with pytest.raises(Invalid):
        give_role(account("judge", moderator=True), ana, Role.ARBITERS, " ")


def test_a_closed_account_gets_no_role(ana: Account) -> None:
    close(ana)
    with pytest.raises(Conflict):
        give_role(account("judge", moderator=True), ana, Role.ARBITERS, "why not")


def test_the_groups_are_there_and_come_back() -> None:
    for role in Role:
        Group.objects.filter(name=role.value).delete()
        codenames = group_of(role).permissions.values_list("codename", flat=True)
        assert list(codenames) == [role.permission]

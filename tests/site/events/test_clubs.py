"""Clubs are founded, joined, organised, handed over and closed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from events.clubs import can_organise, membership_of
from events.clubs.founding import (
    close_club,
    create_club,
    describe_club,
    hand_over_club,
    leave_club,
)
from events.clubs.invitations import (
    accept_invitation,
    invitation_for,
    invite_to_club,
    join_by_token,
    make_invitation,
    token_of,
    withdraw_club_invitation,
)
from events.clubs.members import give_club_role, lay_down_role, remove_member
from events.models import Club, ClubInvitation, ClubMember
from games.accounts.closing import close
from games.models import Account, Notice
from tests.cast import account
from tests.worlds.clubs import club_of, joined, officer_of
from web.errors import Conflict, Invalid, NotAllowed, NotThere

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def role_of(person: Account, club: Club) -> str:
    member = membership_of(person, club)
    return member.role if member else ""


def test_a_founder_owns_the_club_and_is_its_arbiter() -> None:
    ana = account("ana")
    club = create_club(ana, "  Köln   Thursday ", "Every week.\r\nBring cards.")
    assert (club.name, club.slug, club.owner) == ("Köln Thursday", "koln-thursday", ana)
    assert club.text == "Every week.\nBring cards."
    assert role_of(ana, club) == "arbiter"
    assert can_organise(ana, club)
    assert not can_organise(account("ben"), club)
    assert not can_organise(None, club)


def test_a_founder_needs_a_verified_address() -> None:
    ana = account("ana")
    EmailAddress.objects.filter(user=ana).update(verified=False)
    with pytest.raises(NotAllowed, match="Verify"):
        create_club(ana, "Thursday Club")


@pytest.mark.parametrize(
    "name", ["ab", "x" * 41, "Club <b>", "12345", "Club Клуб", "Moderators", "adm1n", "player-12"]
)
def test_a_name_that_cannot_be(name: str) -> None:
    with pytest.raises(Invalid):
        create_club(account("ana"), name)


@pytest.mark.parametrize(
    "name", ["THURSDAY club", "Thursday-Club", "Thur5day C1ub", "Thursday Clüb"]
)
def test_a_name_that_looks_like_another(name: str) -> None:
    club_of(account("ana"))
    with pytest.raises(Conflict, match="similar one"):
        create_club(account("ben"), name)


def test_letters_of_another_script_that_look_the_same() -> None:
    club_of(account("ana"), name="coco pop")
    with pytest.raises(Conflict, match="similar one"):
        create_club(account("ben"), "\u0441\u043e\u0441\u043e \u0440\u043e\u0440")  # Cyrillic


def test_addresses_are_words_and_each_is_another() -> None:
    ana = account("ana")
    assert create_club(ana, "New").slug == "club-new"
    assert create_club(ana, "木曜会").slug == "club"
    assert create_club(ana, "火曜会").slug == "club-2"


def test_three_clubs_at_most() -> None:
    ana = account("ana")
    clubs = [create_club(ana, name) for name in ("Nile", "Delta", "Luxor")]
    with pytest.raises(Conflict, match="3 clubs at most"):
        create_club(ana, "Giza")
    close_club(ana, clubs[0])
    assert Club.objects.filter(owner=ana, closed_at=None).count() == 2


def test_people_join_by_a_link_that_counts_them() -> None:
    ana, ben = account("ana"), account("ben")
    club = club_of(ana)
    invitation = make_invitation(ana, club)
    assert join_by_token(ben, token_of(invitation)) == club
    join_by_token(ben, token_of(invitation))
    assert role_of(ben, club) == "member"
    invitation.refresh_from_db()
    assert invitation.uses == 1
    assert not can_organise(ben, club)


def test_a_link_that_was_withdrawn_is_over_or_is_wrong() -> None:
    ana, ben = account("ana"), account("ben")
    club = club_of(ana)
    withdrawn, old, good = (make_invitation(ana, club) for _n in range(3))
    withdraw_club_invitation(ana, club, withdrawn.pk)
    ClubInvitation.objects.filter(pk=old.pk).update(expires_at=timezone.now())
    wrong = f"{good.pk}-{'0' * 24}"
    for token in (token_of(withdrawn), token_of(old), wrong, "", "x-y", "9" * 30):
        with pytest.raises(NotThere):
            join_by_token(ben, token)
    assert not membership_of(ben, club)


def test_an_invited_account_has_a_notice_and_joins() -> None:
    ana, ben, cat = account("ana"), account("ben"), account("cat")
    club = club_of(ana)
    invitation = invite_to_club(ana, club, "ben")
    assert invite_to_club(ana, club, "ben") == invitation
    notice = Notice.objects.get(account=ben)
    assert (notice.kind, notice.by, notice.facts) == ("club-invited", ana, {"club": club.pk})
    with pytest.raises(NotThere):
        join_by_token(cat, token_of(invitation))
    accept_invitation(ben, club)
    assert role_of(ben, club) == "member"
    assert invitation_for(ben, club) is None


def test_roles_are_given_laid_down_and_kept_as_history() -> None:
    ana, ben = account("ana"), account("ben")
    club = club_of(ana, ben)
    give_club_role(ana, club, "ben", "arbiter")
    give_club_role(ana, club, "ben", "arbiter")
    assert can_organise(ben, club)
    assert Notice.objects.get(account=ben).kind == "club-role"
    lay_down_role(ben, club)
    rows = list(ClubMember.objects.filter(account=ben).order_by("pk"))
    assert [row.role for row in rows] == ["member", "arbiter", "member"]
    assert [row.until for row in rows] == [rows[1].since, rows[2].since, None]
    assert len({row.joined_at for row in rows}) == 1
    with pytest.raises(NotAllowed):
        give_club_role(ben, club, "ben", "arbiter")
    with pytest.raises(Invalid):
        give_club_role(ana, club, "cat", "officer")
    with pytest.raises(Invalid):
        give_club_role(ana, club, "ben", "king")
    with pytest.raises(Conflict):
        give_club_role(ana, club, "ana", "member")


def test_a_removed_member_needs_a_new_invitation() -> None:
    ana, ben = account("ana"), account("ben")
    club = club_of(ana)
    token = token_of(make_invitation(ana, club))
    join_by_token(ben, token)
    remove_member(ana, club, "ben")
    assert not membership_of(ben, club)
    with pytest.raises(Conflict, match="Ask an officer"):
        join_by_token(ben, token)
    joined(club, ben)
    leave_club(ben, club)
    join_by_token(ben, token_of(make_invitation(ana, club)))
    assert role_of(ben, club) == "member"


def test_a_club_is_handed_over() -> None:
    ana, ben = account("ana"), account("ben")
    club = club_of(ana, ben)
    with pytest.raises(Invalid):
        hand_over_club(ana, club, "cat")
    hand_over_club(ana, club, "ben")
    club.refresh_from_db()
    assert (club.owner, role_of(ben, club), role_of(ana, club)) == (ben, "officer", "arbiter")
    with pytest.raises(NotAllowed):
        hand_over_club(ana, club, "ana")


def test_the_longest_officer_follows_an_owner_who_leaves() -> None:
    ana = account("ana")
    club = club_of(ana, account("dan"))
    first, second = officer_of(club, "eve"), officer_of(club, "fay", "arbiter")
    leave_club(ana, club)
    club.refresh_from_db()
    assert club.owner == first
    leave_club(first, club)
    leave_club(second, Club.objects.get())
    club.refresh_from_db()
    assert club.owner == second
    assert club.closed_at is not None


def test_a_closed_club_takes_nothing_new() -> None:
    ana, ben = account("ana"), account("ben")
    club = club_of(ana)
    token = token_of(make_invitation(ana, club))
    close_club(ana, club)
    close_club(ana, club)
    club.refresh_from_db()
    with pytest.raises(NotThere):
        join_by_token(ben, token)
    with pytest.raises(NotAllowed):
        describe_club(ana, club, "Still here")
    assert not can_organise(ana, club)


def test_an_account_that_closes_leaves_its_clubs() -> None:
    ana, ben = account("ana"), account("ben")
    club = club_of(ana, ben)
    token = token_of(make_invitation(ana, club))
    number = close(ana)
    club.refresh_from_db()
    assert club.closed_at is not None
    assert club.owner.username == number
    assert not ClubMember.objects.filter(account=ana, until=None).exists()
    with pytest.raises(NotThere):
        join_by_token(account("cat"), token)


def test_an_invitation_ends_after_thirty_days() -> None:
    ana = account("ana")
    invitation = make_invitation(ana, club_of(ana))
    assert timedelta(days=29) < invitation.expires_at - timezone.now() < timedelta(days=31)

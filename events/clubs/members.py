"""Roles of members: officers and arbiters are made and unmade, members removed."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from events.clubs.locks import (
    change_role,
    current_members,
    end_membership,
    lock_open_club,
    membership_of,
    must_organise,
    not_too_often,
    require_owner,
)
from events.models import Club, ClubMember
from games import notices
from games.models import Account
from games.models.notice import Kind
from web.errors import Conflict, Invalid, NotAllowed

Role = ClubMember.Role


def give_club_role(account: Account, club: Club, handle: str, role: str) -> None:
    """The owner makes a member an officer or an arbiter, or a plain member again. Twice is once.
    One who is more than before gets a notice.

    Raises ``NotAllowed``, ``Invalid`` for an unknown role or an account that is no member,
    ``Conflict`` for a closed club or the owner as a plain member; ``TooBusy``.
    """
    require_owner(account, club)
    if role not in Role.values:
        raise Invalid(_("Choose member, officer or arbiter."))
    not_too_often(account)
    with transaction.atomic():
        row = lock_open_club(club)
        require_owner(account, row)
        member = _member(row, handle)
        if member.account_id == row.owner_id and role == Role.MEMBER:
            raise Conflict(
                _("The owner has to be an officer or arbiter. Hand the club over first.")
            )
        if member.role == role:
            return
        ranks = list(Role)
        rises = ranks.index(Role(role)) > ranks.index(Role(member.role))
        change_role(member, Role(role))
        if rises:
            facts = {"club": row.pk}
            notice = notices.PendingNotice(
                member.account_id, Kind.CLUB_ROLE, by=account.pk, facts=facts
            )
            notices.notify_accounts([notice])


def remove_member(account: Account, club: Club, handle: str) -> None:
    """An officer removes a plain member; the owner also officers and arbiters. To come back they
    need an invitation that is made afterwards.

    Raises ``NotAllowed``, also for the owner; ``Invalid`` for an account that is no member;
    ``Conflict`` for a closed club; ``TooBusy``.
    """
    must_organise(account, club)
    not_too_often(account)
    with transaction.atomic():
        row = lock_open_club(club)
        must_organise(account, row)
        member = _member(row, handle)
        if member.account_id == row.owner_id:
            raise NotAllowed(_("You can’t remove the owner of a club."))
        if member.is_officer and row.owner_id != account.pk:
            raise NotAllowed(_("Only the owner of the club can remove officers and arbiters."))
        end_membership(member, removed_by=account)


def lay_down_role(account: Account, club: Club) -> None:
    """An officer or arbiter who is not the owner becomes a plain member. Raises ``Conflict`` for
    others."""
    with transaction.atomic():
        row = lock_open_club(club)
        member = membership_of(account, row)
        if member is None or not member.is_officer or row.owner_id == account.pk:
            raise Conflict(_("You have no role to give up in this club."))
        change_role(member, Role.MEMBER)


# --- inside -------------------------------------------------------------------


def _member(club: Club, handle: str) -> ClubMember:
    member = current_members(club).filter(account__username=handle).first()
    if member is None:
        raise Invalid(_("@%(handle)s is not a member of this club.") % {"handle": handle})
    return member

"""Invitations to a club: by a link that holds for a time, or of one account by its handle."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from events.clubs.locks import (
    begin_membership,
    current_members,
    lock_open_club,
    membership_of,
    must_organise,
    must_take_part,
)
from events.limits import (
    CLUB_INVITED,
    CLUB_JOINED,
    CLUB_MEMBERS,
    CLUBS_JOINED,
    INVITATION_DAYS,
    INVITATIONS_OPEN,
)
from events.models import Club, ClubInvitation, ClubMember
from games import notices
from games.accounts import person_called
from games.models import Account
from games.models.notice import Kind
from tables.models import Block
from web.errors import Conflict, Invalid, NotThere, TooBusy

SECRET_CHARACTERS: Final = 24
"""Of a link: 96 bits."""


def make_invitation(account: Account, club: Club) -> ClubInvitation:
    """An officer makes a link by which people join. Raises ``NotAllowed``, ``Conflict`` for a
    closed club or too many open invitations, ``TooBusy``."""
    return _invite(account, club, None)


def invite_to_club(account: Account, club: Club, handle: str) -> ClubInvitation:
    """An officer invites one account, which gets a notice. Twice is once.

    Raises as ``make_invitation``, and ``Invalid`` for an account that is not there or wants
    nothing of the one that invites, ``Conflict`` for a member.
    """
    must_organise(account, club)
    invited = person_called(handle)
    if invited is None or Block.objects.filter(account=invited, blocked=account).exists():
        raise Invalid(_("You can’t invite @%(handle)s.") % {"handle": handle})
    if membership_of(invited, club):
        raise Conflict(_("@%(handle)s is a member already.") % {"handle": handle})
    earlier = usable_invitations(club).filter(account=invited).first()
    return earlier or _invite(account, club, invited)


def withdraw_club_invitation(account: Account, club: Club, pk: int) -> None:
    """An officer withdraws an invitation: nobody joins by it any more. Twice is once. Raises
    ``NotAllowed``, ``NotThere`` for one of another club."""
    must_organise(account, club)
    rows = ClubInvitation.objects.filter(pk=pk, club=club)
    if not rows.exists():
        raise NotThere(_("There is no such invitation."))
    withdraw_rows(rows)


def withdraw_rows(rows: QuerySet[ClubInvitation]) -> None:
    """Withdraw those that are not withdrawn yet."""
    rows.filter(withdrawn_at=None).update(withdrawn_at=timezone.now())


def usable_invitations(club: Club) -> QuerySet[ClubInvitation]:
    """Invitations of an open club by which people can join now."""
    rows = ClubInvitation.objects.filter(club=club, withdrawn_at=None, club__closed_at=None)
    unused = Q(account=None) | Q(uses=0)
    return rows.filter(unused, expires_at__gt=timezone.now())


def invitation_for(account: Account | None, club: Club) -> ClubInvitation | None:
    """The invitation of this one account, if it has one. One query, or none without an account."""
    if account is None:
        return None
    return usable_invitations(club).filter(account=account).first()


def token_of(invitation: ClubInvitation) -> str:
    """The last part of the address of an invitation's link."""
    seed = f"{invitation.pk} {invitation.nonce}"
    digest = salted_hmac("events.clubs.invitations", seed, algorithm="sha256").hexdigest()
    return f"{invitation.pk}-{digest[:SECRET_CHARACTERS]}"


def club_of_token(token: str) -> Club:
    """The club that a link invites to. Raises ``NotThere`` for a link that does not work, whatever
    the reason."""
    return _invitation_of(token).club


def join_by_token(account: Account, token: str) -> Club:
    """`account` joins by a link. A member stays one, and no use is counted.

    Raises ``NotThere`` for a link that does not work, ``NotAllowed`` for a suspended account,
    ``Conflict`` for a full club, one club too many, or an account that was removed after the
    invitation was made or that the club's people have blocked; ``TooBusy``.
    """
    must_take_part(account)
    if not CLUB_JOINED.allows(str(account.pk)):
        raise TooBusy(_("Too many requests. Try again in an hour."))
    invitation = _invitation_of(token)
    if invitation.account_id not in (None, account.pk):
        raise NotThere(_("This invitation does not work. Ask an officer for a new one."))
    _join(account, invitation)
    return invitation.club


def accept_invitation(account: Account, club: Club) -> None:
    """`account` joins, having been invited by its handle. Raises as ``join_by_token``."""
    must_take_part(account)
    invitation = invitation_for(account, club)
    if invitation is None:
        raise NotThere(_("This invitation does not work. Ask an officer for a new one."))
    _join(account, invitation)


# --- inside -------------------------------------------------------------------


@transaction.atomic
def _invite(account: Account, club: Club, invited: Account | None) -> ClubInvitation:
    row = lock_open_club(club)
    must_organise(account, row)
    if usable_invitations(row).count() >= INVITATIONS_OPEN:
        raise Conflict(_("The club has too many open invitations. Withdraw one first."))
    if not CLUB_INVITED.allows(str(account.pk)):
        raise TooBusy(_("Too many requests. Try again in an hour."))
    invitation = ClubInvitation.objects.create(
        club=row,
        nonce=secrets.token_hex(16),
        inviter=account,
        account=invited,
        expires_at=timezone.now() + timedelta(days=INVITATION_DAYS),
    )
    if invited is not None:
        facts = {"club": row.pk}
        notice = notices.PendingNotice(invited.pk, Kind.CLUB_INVITED, by=account.pk, facts=facts)
        notices.notify_accounts([notice])
    return invitation


def _invitation_of(token: str) -> ClubInvitation:
    number = token.partition("-")[0]
    rows = ClubInvitation.objects.select_related("club")
    is_number = number.isascii() and number.isdecimal() and len(number) < 18
    invitation = rows.filter(pk=int(number)).first() if is_number else None
    if (
        invitation is None
        or not constant_time_compare(token, token_of(invitation))
        or not usable_invitations(invitation.club).filter(pk=invitation.pk).exists()
    ):
        raise NotThere(_("This invitation does not work. Ask an officer for a new one."))
    return invitation


@transaction.atomic
def _join(account: Account, invitation: ClubInvitation) -> None:
    # of two clubs that are joined at once one waits here for the other
    Account.objects.select_for_update(no_key=True).get(pk=account.pk)
    club = lock_open_club(invitation.club)
    if membership_of(account, club):
        return
    if not usable_invitations(club).filter(pk=invitation.pk).exists():
        raise NotThere(_("This invitation does not work. Ask an officer for a new one."))
    if _is_kept_out(account, invitation):
        raise Conflict(_("You can’t join with this invitation. Ask an officer for a new one."))
    if current_members(club).count() >= CLUB_MEMBERS:
        raise Conflict(_("This club is full: it has %d members.") % CLUB_MEMBERS)
    if ClubMember.objects.filter(account=account, until=None).count() >= CLUBS_JOINED:
        raise Conflict(_("You are already a member of %d clubs. Leave one first.") % CLUBS_JOINED)
    ClubInvitation.objects.filter(pk=invitation.pk).update(uses=F("uses") + 1)
    begin_membership(account, club)


def _is_kept_out(account: Account, invitation: ClubInvitation) -> bool:
    """It was removed after the invitation was made, or the owner or the officer who made the
    invitation has blocked it."""
    ended = ClubMember.objects.filter(club=invitation.club, account=account).exclude(
        removed_by=None
    )
    if ended.filter(until__gt=invitation.created_at).exists():
        return True
    people = {invitation.inviter_id, invitation.club.owner_id}
    return Block.objects.filter(account__in=people, blocked=account).exists()

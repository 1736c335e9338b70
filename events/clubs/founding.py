"""Clubs are founded, described, handed over and closed."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from events.clubs.invitations import withdraw_rows
from events.clubs.locks import (
    begin_membership,
    change_role,
    close_row,
    current_members,
    end_membership,
    is_trusted_founder,
    lock_club,
    lock_open_club,
    membership_of,
    must_organise,
    must_take_part,
    not_too_often,
    require_owner,
)
from events.clubs.names import checked_name, club_skeleton, free_slug, must_be_free
from events.limits import CLUBS_OWNED, FOUNDED
from events.models import Club, ClubInvitation, ClubMember
from games.models import Account
from games.queries import has_verified_address
from web.errors import Conflict, Invalid, NotAllowed, TooBusy

Role = ClubMember.Role

LONGEST_TEXT = 2000
"""Characters of a club's text."""


def create_club(account: Account, name: str, text: str = "") -> Club:
    """A new club of `account`, which is its owner and first arbiter.

    Raises ``NotAllowed`` without a verified address, ``Invalid`` for a name or text that cannot
    be, ``Conflict`` for a name that looks like another club's or one club too many, ``TooBusy``
    for too many within an hour.
    """
    must_take_part(account)
    if not is_trusted_founder(account):
        raise NotAllowed(_("Verify your e-mail address first: then you can start a club."))
    name, text = checked_name(name), checked_club_text(text)
    with transaction.atomic():
        # of two that are founded at once one waits here for the other
        Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        _check_number_owned(account)
        skeleton = club_skeleton(name)
        must_be_free(skeleton)
        if not FOUNDED.allows(str(account.pk)):
            raise TooBusy(_("Too many requests. Try again in an hour."))
        try:
            with transaction.atomic():
                club = Club.objects.create(
                    name=name, slug=free_slug(name), skeleton=skeleton, text=text, owner=account
                )
        except IntegrityError:
            raise Conflict(
                _("Another club has this name or a similar one. Choose another name.")
            ) from None
        begin_membership(account, club, Role.ARBITER)
    return club


def describe_club(account: Account, club: Club, text: str) -> None:
    """An officer writes the club's text. Raises ``NotAllowed``, ``Invalid``, ``Conflict`` for a
    closed club or one that a moderator has hidden, ``TooBusy``."""
    must_organise(account, club)
    text = checked_club_text(text)
    not_too_often(account)
    with transaction.atomic():
        row = lock_open_club(club)
        if row.hidden_at:
            raise Conflict(_("A moderator has hidden this club's name and text."))
        row.text = text
        row.save(update_fields=["text"])


def hand_over_club(account: Account, club: Club, handle: str) -> None:
    """The owner hands the club to another member, and stays an officer.

    Raises ``NotAllowed``, ``Invalid`` for an account that is no member, ``Conflict`` for a closed
    club, or if the other owns too many clubs.
    """
    require_owner(account, club)
    not_too_often(account)
    heir = Account.objects.filter(username=handle, is_active=True).exclude(pk=account.pk).first()
    with transaction.atomic():
        # accounts before clubs, as whoever joins locks them
        if heir is not None:
            Account.objects.select_for_update(no_key=True).get(pk=heir.pk)
        row = lock_open_club(club)
        require_owner(account, row)
        member = membership_of(heir, row)
        if heir is None or member is None:
            raise Invalid(_("@%(handle)s is not a member of this club.") % {"handle": handle})
        if not has_verified_address(heir):
            raise Conflict(_("@%(handle)s has no verified e-mail address.") % {"handle": handle})
        _check_number_owned(heir)
        _make_owner(row, member)


def close_club(account: Account, club: Club) -> None:
    """The owner closes the club: its page stays, and nothing new comes. Twice is once. Raises
    ``NotAllowed``."""
    require_owner(account, club)
    with transaction.atomic():
        row = lock_club(club)
        require_owner(account, row)
        if row.is_open:
            close_row(row)


def leave_club(account: Account, club: Club) -> None:
    """`account` leaves. Of an owner the club goes to the officer who has been one for longest, and
    is closed if there is none. Raises ``Conflict`` for an account that is no member."""
    with transaction.atomic():
        row = lock_club(club)
        member = membership_of(account, row)
        if member is None:
            raise Conflict(_("You are not a member of this club."))
        end_membership(member)
        if row.owner_id == account.pk and row.is_open:
            _find_heir(row)


def leave_all_clubs(account: Account) -> None:
    """As ``leave_club`` of every club, when the account is closed. Invitations that it wrote or has
    are withdrawn."""
    clubs = Club.objects.filter(members__account=account, members__until=None).order_by("pk")
    for club in clubs.distinct():
        leave_club(account, club)
    withdraw_rows(ClubInvitation.objects.filter(Q(inviter=account) | Q(account=account)))


def checked_club_text(text: str) -> str:
    """`text` of a club, without space around it. Raises ``Invalid``."""
    text = text.replace("\r\n", "\n").strip()
    if "\x00" in text:
        raise Invalid(_("Use plain text only."))
    if len(text) > LONGEST_TEXT:
        raise Invalid(_("At most %d characters.") % LONGEST_TEXT)
    return text


# --- inside -------------------------------------------------------------------


def _check_number_owned(account: Account) -> None:
    if Club.objects.filter(owner=account, closed_at=None).count() >= CLUBS_OWNED:
        sentence = _("An account can own %(most)d clubs at most. Hand one over or close one first.")
        raise Conflict(sentence % {"most": CLUBS_OWNED})


def _make_owner(club: Club, member: ClubMember) -> None:
    club.owner_id = member.account_id
    club.save(update_fields=["owner"])
    if not member.is_officer:
        change_role(member, Role.OFFICER)


def _find_heir(club: Club) -> None:
    officers = current_members(club).exclude(role=Role.MEMBER).filter(account__is_active=True)
    heir = officers.order_by("since", "pk").first()
    if heir is None:
        close_row(club)
    else:
        _make_owner(club, heir)

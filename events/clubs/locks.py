"""Locks of a club's row: of two who change a club one waits for the other. Who may change it."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from events.limits import CLUB_CHANGES
from events.models import Club, ClubMember
from games.log_outbox import MEMBER, queue_leaves
from games.models import Account
from games.queries import has_verified_address
from games.standing import ensure_player
from web.database_clock import database_time
from web.errors import Conflict, NotAllowed, NotThere, TooBusy


def is_trusted_founder(account: Account) -> bool:
    """True if `account` may make clubs, events and series: it has a verified address, or the
    operator made it a moderator, on a site in a local network that sends no mail. One query."""
    return account.is_staff or has_verified_address(account)


def find_club(slug: str) -> Club:
    """The club at this address, open or closed. Raises ``NotThere``."""
    club = Club.objects.select_related("owner").filter(slug=slug).first()
    if club is None:
        raise NotThere(_("There is no such club."))
    return club


def lock_club(club: Club) -> Club:
    """The club's row, locked until the transaction ends."""
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def lock_open_club(club: Club) -> Club:
    """As ``lock_club``. Raises ``Conflict`` for a club that is closed."""
    row = lock_club(club)
    if not row.is_open:
        raise Conflict(_("This club is closed."))
    return row


def current_members(club: Club) -> QuerySet[ClubMember]:
    """Memberships that have not ended."""
    return ClubMember.objects.filter(club=club, until=None)


def membership_of(account: Account | None, club: Club) -> ClubMember | None:
    """The membership of `account` at present. One query, or none without an account."""
    if account is None:
        return None
    return current_members(club).filter(account=account).first()


def can_organise(account: Account | None, club: Club) -> bool:
    """True if `account` may hold evenings and events of the club, which is open: its officers and
    arbiters, and its owner."""
    if account is None or not account.is_active or not club.is_open:
        return False
    member = membership_of(account, club)
    return member is not None and (member.is_officer or club.owner_id == account.pk)


def must_organise(account: Account, club: Club) -> None:
    """Raises ``NotAllowed`` unless ``can_organise``."""
    if not can_organise(account, club):
        raise NotAllowed(_("Only officers of the club can do that."))


def require_owner(account: Account, club: Club) -> None:
    """Raises ``NotAllowed`` unless `account` owns the club."""
    must_take_part(account)
    if club.owner_id != account.pk:
        raise NotAllowed(_("Only the owner of the club can do that."))


def must_take_part(account: Account) -> None:
    """Raises ``NotAllowed`` for a guest, a computer player, and an account that is suspended."""
    if account.guest:
        raise NotAllowed(_("You need an account for that. Sign up first."))
    if not account.is_active or account.computer:
        raise NotAllowed(_("This account is suspended."))


def not_too_often(account: Account) -> None:
    """Raises ``TooBusy`` for too many changes within an hour."""
    if not CLUB_CHANGES.allows(str(account.pk)):
        raise TooBusy(_("Too many requests. Try again in an hour."))


def change_role(member: ClubMember, role: ClubMember.Role) -> ClubMember:
    """End the row of this role and begin the next at the same moment. The caller holds the club."""
    moment = database_time()
    ClubMember.objects.filter(pk=member.pk)._set_once(until=moment)
    row: ClubMember = ClubMember.objects.create(
        club_id=member.club_id,
        account_id=member.account_id,
        role=role,
        joined_at=member.joined_at,
        since=moment,
    )
    queue_leaves(MEMBER, [member.pk, row.pk])
    return row


def end_membership(member: ClubMember, removed_by: Account | None = None) -> None:
    """The account is no member any more. The caller holds the club."""
    rows = ClubMember.objects.filter(pk=member.pk)
    rows._set_once(until=database_time())
    if removed_by is not None:
        rows._set_once(removed_by=removed_by)
    queue_leaves(MEMBER, [member.pk])


def begin_membership(
    account: Account, club: Club, role: ClubMember.Role = ClubMember.Role.MEMBER
) -> ClubMember:
    """`account` becomes a member. The caller holds the club."""
    moment = database_time()
    ensure_player(account)
    row: ClubMember = ClubMember.objects.create(
        club=club, account=account, role=role, joined_at=moment, since=moment
    )
    queue_leaves(MEMBER, [row.pk])
    return row


def close_row(club: Club) -> None:
    """Nothing new happens in the club from now on. The caller holds it."""
    club.closed_at = timezone.now()
    club.save(update_fields=["closed_at"])
    club.invitations.filter(withdrawn_at=None).update(withdrawn_at=club.closed_at)

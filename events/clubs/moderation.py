"""Clubs are reported by readers; moderators hide their names and texts, and show them again."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from events.clubs.locks import lock_club, membership_of
from events.limits import CLUB_REPORTS_A_DAY
from events.models import Club, ClubReport
from games.action_log import Kind, Outcome, log_moderator_action, must_moderate
from games.models import Account
from games.standing import checked_reason, must_be_impartial
from web.errors import Conflict


def report_club(account: Account, club: Club, reason: str) -> ClubReport:
    """`account` says what is wrong with the name or text of a club. Raises ``Invalid`` without a
    reason; ``Conflict`` if it has an open report of the club, or made too many today."""
    reason = checked_reason(reason)
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        reports = ClubReport.objects.filter(account=account)
        if reports.filter(club=club, settled_at=None).exists():
            raise Conflict(_("You have reported this already; a moderator will look at it."))
        day = timezone.now() - timedelta(days=1)
        if reports.filter(reported_at__gt=day).count() >= CLUB_REPORTS_A_DAY:
            raise Conflict(
                _("You have made %(most)d reports today.") % {"most": CLUB_REPORTS_A_DAY}
            )
        return ClubReport.objects.create(account=account, club=club, reason=reason)


def settle_club_report(moderator: Account, report: ClubReport, upheld: bool, answer: str) -> None:
    """Answer a report; one that is upheld hides the club. Raises ``NotAllowed``, also in one's own
    affair; ``Invalid`` without an answer; ``Conflict`` if it is answered already."""
    must_moderate(moderator)
    must_be_impartial(conflict_over_club(moderator, report.club))
    answer = checked_reason(answer)
    with transaction.atomic():
        club = lock_club(report.club)
        open_rows = ClubReport.objects.filter(pk=report.pk, settled_at=None)
        if not open_rows.update(
            settled_at=timezone.now(), settled_by=moderator, upheld=upheld, answer=answer
        ):
            raise Conflict(_("This report is answered already."))
        log_moderator_action(
            moderator,
            Kind.CLUB_REPORT,
            f"club {club.pk}, {club.name}: {answer}",
            public_reason=answer,
            outcome=Outcome.UPHELD if upheld else Outcome.DISMISSED,
        )
        if upheld and not club.hidden_at:
            _hide(club)


def hide_club(moderator: Account, club: Club, reason: str) -> None:
    """Only moderators read the club's name and text from now on; its address has a number. Raises
    ``NotAllowed``, also in one's own affair; ``Invalid`` without a reason; ``Conflict``."""
    must_moderate(moderator)
    must_be_impartial(conflict_over_club(moderator, club))
    reason = checked_reason(reason)
    with transaction.atomic():
        row = lock_club(club)
        if row.hidden_at:
            raise Conflict(_("This club is hidden already."))
        _hide(row)
        text = f"club {row.pk}, {row.name}: {reason}"
        log_moderator_action(moderator, Kind.HIDE_CLUB, text, public_reason=reason)


def show_club(moderator: Account, club: Club, reason: str) -> None:
    """The reverse. Raises as ``hide_club``."""
    must_moderate(moderator)
    must_be_impartial(conflict_over_club(moderator, club))
    reason = checked_reason(reason)
    with transaction.atomic():
        row = lock_club(club)
        if not row.hidden_at:
            raise Conflict(_("This club is not hidden."))
        row.hidden_at = None
        row.save(update_fields=["hidden_at"])
        text = f"club {row.pk}, {row.name}: {reason}"
        log_moderator_action(moderator, Kind.SHOW_CLUB, text, public_reason=reason)


def conflict_over_club(moderator: Account, club: Club) -> str:
    """A sentence if the moderator is a member of the club, or was its owner; else nothing."""
    if club.owner_id == moderator.pk or membership_of(moderator, club):
        return _("You are a member of this club: another moderator has to decide.")
    return ""


# --- inside -------------------------------------------------------------------


def _hide(club: Club) -> None:
    club.hidden_at = timezone.now()
    club.slug = f"number-{club.pk}"
    club.save(update_fields=["hidden_at", "slug"])

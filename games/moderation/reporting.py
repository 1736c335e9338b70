"""Reports of games and players by accounts; a moderator answers. A report does nothing
by itself: what follows from it, moderators do by what they may do anyway."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.action_log import Kind, Outcome, log_moderator_action, must_moderate
from games.limits import DISMISSED_FOR, REPORTS_A_DAY, REPORTS_DISMISSED, REPORTS_OPEN
from games.models import Account, Game, Player, Report, ReportAnswer
from games.standing.attest import checked_reason
from games.standing.conflicts_of_interest import conflict_in_report, must_be_impartial
from web.errors import Conflict, NotAllowed


def report_game(account: Account, game: Game, reason: str) -> Report:
    """Raises ``Invalid`` without a reason; ``Conflict`` if there is an open one of the same
    account, or if it made too many (``limits``)."""
    return _report(account, reason, game=game)


def report_player(account: Account, player: Player, reason: str) -> Report:
    """The same about a player, who is not the account's own (``NotAllowed``)."""
    if player.account_id == account.pk:
        raise NotAllowed(_("You can’t report yourself."))
    return _report(account, reason, player=player)


def answer_report(moderator: Account, report: Report, upheld: bool, answer: str) -> None:
    """Answer a report, for its writer to read.

    Raises ``NotAllowed``, also in one's own affair; ``Invalid`` without an answer; ``Conflict`` if
    it is answered already.
    """
    must_moderate(moderator)
    answer = checked_reason(answer)
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=report.account_id)
        row = Report.objects.select_related("game", "player").get(pk=report.pk)
        must_be_impartial(conflict_in_report(moderator, row))
        if ReportAnswer.objects.filter(report=row).exists():
            raise Conflict(_("This report is answered already."))
        ReportAnswer.objects.create(report=row, moderator=moderator, upheld=upheld, answer=answer)
        outcome = Outcome.UPHELD if upheld else Outcome.DISMISSED
        # neither game nor player: a report alone does not point at them in public
        log_moderator_action(moderator, Kind.ANSWER_REPORT, f"{row}: {answer}", outcome=outcome)


# --- inside -------------------------------------------------------------------


def _report(account: Account, reason: str, **about: Game | Player) -> Report:
    reason = checked_reason(reason)
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        reports = Report.objects.filter(account=account)
        if reports.filter(answered=None, **about).exists():
            raise Conflict(_("You have reported this already; a moderator will look at it."))
        _check_report_limits(account)
        return Report.objects.create(account=account, reason=reason, **about)


def _check_report_limits(account: Account) -> None:
    moment = timezone.now()
    reports = Report.objects.filter(account=account)
    dismissed = ReportAnswer.objects.filter(
        report__account=account, upheld=False, at__gt=moment - DISMISSED_FOR
    )
    if reports.filter(at__gt=moment - timedelta(days=1)).count() >= REPORTS_A_DAY:
        raise Conflict(_("You can make at most %(most)d reports a day.") % {"most": REPORTS_A_DAY})
    if reports.filter(answered=None).count() >= REPORTS_OPEN:
        raise Conflict(_("Please wait until your earlier reports are answered."))
    if dismissed.count() >= REPORTS_DISMISSED:
        raise Conflict(
            _("Moderators have dismissed many of your recent reports. Please try again later.")
        )

"""Names and texts of organised play are reported by readers; moderators hide them, and show them
again: of clubs, events, series, guests at an event, and announcements of arbiters."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from events.clubs.locks import membership_of
from events.limits import NAME_REPORTS_A_DAY
from events.models import Club, Entrant, Event, EventAnnouncement, NameReport, Series
from events.organising.arbiters import is_arbiter
from events.series.organising import organises_series
from games.action_log import Kind, Outcome, log_moderator_action, must_moderate
from games.models import Account
from games.standing import checked_reason, must_be_impartial
from web.errors import Conflict

Subject = Club | Event | Entrant | EventAnnouncement | Series

COLUMNS: Final[dict[type[Subject], str]] = {
    Club: "club",
    Event: "event",
    Entrant: "entrant",
    EventAnnouncement: "announcement",
    Series: "series",
}
"""Columns of a report, by what it is about."""


def report_name(account: Account, subject: Subject, reason: str) -> NameReport:
    """`account` says what is wrong with a name or text. Raises ``Invalid`` without a reason;
    ``Conflict`` for what is hidden, an open report of the same, or too many today."""
    reason = checked_reason(reason)
    columns = {COLUMNS[type(subject)]: subject}
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        if subject.hidden_at:
            raise Conflict(_("This is hidden already."))
        _must_have_text(subject)
        reports = NameReport.objects.filter(account=account)
        if reports.filter(settled_at=None, **columns).exists():
            raise Conflict(_("You have reported this already; a moderator will look at it."))
        day = timezone.now() - timedelta(days=1)
        if reports.filter(reported_at__gt=day).count() >= NAME_REPORTS_A_DAY:
            words = _("You can make at most %(most)d reports a day.")
            raise Conflict(words % {"most": NAME_REPORTS_A_DAY})
        return NameReport.objects.create(account=account, reason=reason, **columns)


def settle_name_report(moderator: Account, report: NameReport, upheld: bool, answer: str) -> None:
    """Answer a report; one that is upheld hides what it is about. Raises ``NotAllowed``, also in
    one's own affair; ``Invalid`` without an answer; ``Conflict`` if it is answered already."""
    must_moderate(moderator)
    must_be_impartial(conflict_over_name(moderator, report.subject))
    answer = checked_reason(answer)
    with transaction.atomic():
        subject = _lock(report.subject)
        open_rows = NameReport.objects.filter(pk=report.pk, settled_at=None)
        if not open_rows.update(
            settled_at=timezone.now(), settled_by=moderator, upheld=upheld, answer=answer
        ):
            raise Conflict(_("This report is answered already."))
        log_moderator_action(
            moderator,
            Kind.CLUB_REPORT if isinstance(subject, Club) else Kind.EVENT_REPORT,
            f"{_described(subject)}: {answer}",
            public_reason=answer,
            outcome=Outcome.UPHELD if upheld else Outcome.DISMISSED,
        )
        if upheld and not subject.hidden_at:
            _hide(subject)


def hide_name_or_text(moderator: Account, subject: Subject, reason: str) -> None:
    """Only moderators read the name or text from now on; pages show a number. Raises
    ``NotAllowed``, also in one's own affair; ``Invalid`` without a reason; ``Conflict``."""
    must_moderate(moderator)
    must_be_impartial(conflict_over_name(moderator, subject))
    reason = checked_reason(reason)
    with transaction.atomic():
        row = _lock(subject)
        if row.hidden_at:
            raise Conflict(_("This is hidden already."))
        _must_have_text(row)
        _hide(row)
        kind = Kind.HIDE_CLUB if isinstance(row, Club) else Kind.HIDE_EVENT
        text = f"{_described(row)}: {reason}"
        log_moderator_action(moderator, kind, text, public_reason=reason)


def unhide_name(moderator: Account, subject: Club | Event | Entrant | Series, reason: str) -> None:
    """The reverse; an announcement stays hidden. Raises as ``hide_name_or_text``."""
    must_moderate(moderator)
    must_be_impartial(conflict_over_name(moderator, subject))
    reason = checked_reason(reason)
    with transaction.atomic():
        row = _lock(subject)
        if not row.hidden_at:
            raise Conflict(_("This is not hidden."))
        row.hidden_at = None
        row.save(update_fields=["hidden_at"])
        kind = Kind.SHOW_CLUB if isinstance(row, Club) else Kind.SHOW_EVENT
        text = f"{_described(row)}: {reason}"
        log_moderator_action(moderator, kind, text, public_reason=reason)


def conflict_over_name(moderator: Account, subject: Subject) -> str:
    """A sentence if the moderator belongs to the club, or plays at the event or organises it; else
    nothing."""
    if isinstance(subject, Club):
        if subject.owner_id == moderator.pk or membership_of(moderator, subject):
            return _("You are a member of this club: another moderator has to decide.")
        return ""
    if isinstance(subject, Series):
        if subject.founder_id == moderator.pk or organises_series(subject, moderator):
            return _("You organise this series: another moderator has to decide.")
        return ""
    event = subject if isinstance(subject, Event) else subject.event
    is_founder = event.founder_id == moderator.pk
    if is_founder or is_arbiter(event, moderator) or _plays(event, moderator):
        return _("You play at this event or organise it: another moderator has to decide.")
    return ""


# --- inside -------------------------------------------------------------------


def _plays(event: Event, account: Account) -> bool:
    return event.entrants.filter(account=account).exists()


def _lock(subject: Subject) -> Subject:
    """The row as it is now, locked until the transaction ends."""
    rows = type(subject)._default_manager.select_for_update(no_key=True)
    row: Subject = rows.get(pk=subject.pk)
    return row


def _must_have_text(subject: Subject) -> None:
    """Raises ``Conflict`` for an entrant with an account, whose handle is moderated elsewhere."""
    if isinstance(subject, Entrant) and subject.account_id is not None:
        raise Conflict(_("This player has an account: report the player."))


def _hide(subject: Subject) -> None:
    moment = timezone.now()
    if isinstance(subject, EventAnnouncement):
        EventAnnouncement.objects.filter(pk=subject.pk)._set_once(hidden_at=moment)
        return
    subject.hidden_at = moment
    if isinstance(subject, Club):
        subject.slug = f"number-{subject.pk}"
        subject.save(update_fields=["hidden_at", "slug"])
    else:
        subject.save(update_fields=["hidden_at"])


def _described(subject: Subject) -> str:
    """The row with its text, for the moderators' own log."""
    match subject:
        case Club() | Event() | Series():
            return f"{COLUMNS[type(subject)]} {subject.pk}, {subject.name}"
        case Entrant():
            return f"event {subject.event_id}, guest {subject.number}, {subject.guest}"
        case EventAnnouncement():
            return f"event {subject.event_id}, announcement {subject.pk}, {subject.text}"

"""No moderator decides in their own affair: tables, and lines of their chat.

As in ``games.moderation.conflicts_of_interest``: a sentence, or nothing.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.models import Account
from tables.models import ChatLine, ChatReport, Place, Table


def of_table(who: Account, table: Table) -> str:
    """They opened it, or sit there."""
    if table.host_id == who.pk or _sits(who, table.pk):
        return _("This is your own table: another moderator has to decide.")
    return ""


def of_line(who: Account, line: ChatLine) -> str:
    """They said it, reported it, or sit at the table."""
    if line.account_id == who.pk:
        return _("You said this: another moderator has to decide.")
    if line.reports.filter(by=who).exists():
        return _("You reported this: another moderator has to decide.")
    if _sits(who, line.table_id):
        return _("You sit at this table: another moderator has to decide.")
    return ""


def of_report(who: Account, report: ChatReport) -> str:
    """They made it, are its subject, or sit at the table."""
    return of_line(who, report.line)


def _sits(who: Account, table: str) -> bool:
    return Place.objects.filter(table=table, account=who).exists()

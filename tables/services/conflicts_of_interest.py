"""No moderator decides in their own affair: tables, and lines of their chat.

As in ``games.standing.conflicts_of_interest``: a sentence, or nothing.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.models import Account
from tables.models import ChatLine, ChatReport, Place, Table


def conflict_over_table(moderator: Account, table: Table) -> str:
    """They opened it, or sit there."""
    if table.host_id == moderator.pk or _sits(moderator, table.pk):
        return _("This is your own table: another moderator has to decide.")
    return ""


def conflict_over_chat_line(moderator: Account, line: ChatLine) -> str:
    """They said it, reported it, or sit at the table."""
    if line.account_id == moderator.pk:
        return _("You said this: another moderator has to decide.")
    if line.reports.filter(by=moderator).exists():
        return _("You reported this: another moderator has to decide.")
    if _sits(moderator, line.table_id):
        return _("You sit at this table: another moderator has to decide.")
    return ""


def conflict_over_chat_report(moderator: Account, report: ChatReport) -> str:
    """They made it, are its subject, or sit at the table."""
    return conflict_over_chat_line(moderator, report.line)


def _sits(moderator: Account, table: str) -> bool:
    return Place.objects.filter(table=table, account=moderator).exists()

"""E-mail to people who are not looking: of an invitation, a game that has begun, a turn.

Each is sent once: the worker that marks the row sends. Only verified addresses get any, if the
owner of the account wants it, and so many a day (``web.mail_limits``): what would be too much is
never sent. If no mail can be sent at all, the next run tries again.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from smtplib import SMTPException
from typing import Final

from django.conf import settings
from django.core.mail import send_mail
from django.db.models import Q, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Account
from games.queries import verified_address
from tables.clocks import clock
from tables.locks import persons, tables_with_places
from tables.models import Invitation, Pace, Phase, Place, Table
from tables.terms import WITHIN
from web.languages import speaking_to
from web.mail_limits import REFUSED, Mail, may_mail, not_sent

BATCH: Final = 50
"""Mails of a kind that one run sends."""

AWAY_AFTER: Final = timedelta(minutes=5)
"""A player who sat down this long before the game began may be doing something else."""

logger = logging.getLogger(__name__)


def send_table_mail() -> int:
    """Send all mails that are due. Gives their number. May be called at any time, and twice at
    once."""
    moment = clock.database_time()
    try:
        return _invitations() + _beginnings() + _turns(moment)
    except (OSError, SMTPException) as error:
        logger.warning("no mail can be sent, the next run tries again: %s", error)
        return 0


def wants_mail(account: Account) -> bool:
    """True if `account` is a person's, has a verified address, and wants mail."""
    person = account.is_active and not account.computer
    return person and account.reminders and bool(verified_address(account))


# --- what is due ----------------------------------------------------------------------


def _invitations() -> int:
    """Mail invitations to tables that still wait for players."""
    not_mailed = Invitation.objects.filter(told=False, declined=False, table__phase=Phase.OPEN)
    sent = 0
    for invitation in not_mailed.select_related("account", "table__host").order_by("pk")[:BATCH]:
        row = Invitation.objects.filter(pk=invitation.pk)
        if not row.filter(told=False).update(told=True) or not wants_mail(invitation.account):
            continue
        title = _("@%(handle)s invites you to play") % {"handle": invitation.table.host.username}
        sent += _send(
            [invitation.account],
            title,
            "invited",
            invitation.table,
            row,
            "told",
            invitation.table.host,
        )
    return sent


def _beginnings() -> int:
    """To those who had waited for a game that has begun."""
    sent = 0
    begun = tables_with_places().filter(announced=False, phase=Phase.PLAYING).order_by("started_at")
    for table in begun[:BATCH]:
        row = Table.objects.filter(pk=table.pk)
        if not row.filter(announced=False).update(announced=True):
            continue
        waited = [place.account for place in persons(table) if _had_waited(table, place)]
        title = _("The game has begun")
        sent += _send(waited, title, "begun", table, row, "announced")
    return sent


def _turns(moment: datetime) -> int:
    """To those who have let half of their days go by."""
    sent = 0
    waiting = tables_with_places().filter(phase=Phase.PLAYING, pace=Pace.DAYS, reminded=False)
    for table in waiting.filter(_half_over(moment)).order_by("awaited_since")[:BATCH]:
        row = Table.objects.filter(pk=table.pk, plies=table.plies)
        if not row.filter(reminded=False).update(reminded=True):
            continue
        accounts = [place.account for place in persons(table) if place.turn == table.awaited]
        sent += _send(accounts, _("It is your turn"), "turn", table, row, "reminded")
    return sent


def _half_over(moment: datetime) -> Q:
    fewest, longest = WITHIN["days"]
    return reduce(
        or_,
        (
            Q(days=days, awaited_since__lte=moment - timedelta(hours=12 * days))
            for days in range(fewest, longest + 1)
        ),
    )


def _had_waited(table: Table, place: Place) -> bool:
    begun = table.started_at
    return begun is not None and place.joined_at < begun - AWAY_AFTER


# --- sending --------------------------------------------------------------------------


def _send(
    recipients: Sequence[Account],
    title: Promise | str,
    template: str,
    table: Table,
    marked: QuerySet[Invitation] | QuerySet[Table],
    mark: str,
    inviter: Account | None = None,
) -> int:
    """Write to each of `recipients` that wants it and may get one more. If not even the first mail
    can be sent, `mark` is taken off the row again before the error goes on."""
    kind = Mail.TABLE_INVITATION if inviter else Mail.TABLE_REMINDER
    sent = 0
    for account in filter(wants_mail, recipients):
        address = verified_address(account)
        if not may_mail(kind, address, inviter):
            continue
        try:
            with speaking_to(account):
                send_mail(f"{title} · Imhotep", _text(account, template, table), None, [address])
        except REFUSED as error:
            logger.warning("a mail was refused: %s", type(error).__name__)
            continue
        except (OSError, SMTPException):
            not_sent(kind, address, inviter)
            if not sent:
                marked.update(**{mark: False})
            raise
        sent += 1
    return sent


def _text(account: Account, template: str, table: Table) -> str:
    context = {
        "account": account,
        "table": table,
        "address": settings.SITE_URL + reverse("table", args=[table.pk]),
        "switch": settings.SITE_URL + reverse("account"),
    }
    return render_to_string(f"tables/mail/{template}.txt", context)

"""Chat of a table, off the record; and how people are left in peace.

A line is never deleted: a moderator hides it, and may show it again. A blocked account goes on
writing to the others, and does not learn of it.
"""

from __future__ import annotations

import unicodedata
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.action_log import Kind, Outcome, log_moderator_action, must_moderate
from games.models import Account
from games.replays import TURNS_TEXT
from games.standing import checked_reason, ensure_player, must_be_impartial
from tables.clocks import clock
from tables.limits import CHAT_LINES
from tables.locks import must_be_active, require_place, tables_with_places
from tables.models import Block, ChatLine, ChatReport, Follow, Invitation, Phrase, Table
from tables.models.table import BEFORE
from tables.play.publishing import publish_table_change
from web.errors import Conflict, Invalid, NotAllowed

LONGEST: Final = 500
"""Characters of a line, or of the reason of a report."""

LINES_READ: Final = 200
"""Lines that are read at once, the last ones."""

OPEN_FOR: Final = timedelta(days=1)
"""The chat stays open for this time after the table has ended."""

BLOCK_LIMIT: Final = 500
"""Accounts that one account can block."""


def chat_lines(table: Table, account: Account | None, after: int = 0) -> list[ChatLine]:
    """The last lines after number `after`, each with its account, as `account` reads them: without
    those that a moderator has hidden, and those of accounts that `account` has blocked. One query.

    Whether `account` may look at the table at all, ``reading.viewer_of`` says.
    """
    rows = ChatLine.objects.filter(table=table, pk__gt=after, hidden_at=None)
    if account is not None:
        blocked = Block.objects.filter(account=account).values("blocked")
        rows = rows.exclude(account__in=blocked)
    return list(rows.select_related("account").order_by("-pk")[:LINES_READ])[::-1]


def post_chat_line(table_id: str, account: Account, text: str, phrase: str = "") -> ChatLine:
    """`account`, who sits at the table or did so to its end, says a line there: `text`, or a
    `phrase` of ``Phrase``.

    Raises ``Table.DoesNotExist``, ``NotAllowed`` for an account without a seat, ``Invalid`` for an
    empty line, one that is too long, too many, or an unknown phrase, ``Conflict`` when the game has
    ended long ago.
    """
    table = tables_with_places().get(pk=table_id)
    require_place(table, account)
    if account.guest and not table.guests_chat:
        raise NotAllowed(_("Guests can chat here only if the host allows it."))
    if table.ended_at is not None and table.ended_at < clock.database_time() - OPEN_FOR:
        raise Conflict(_("This game ended long ago, so its chat is closed."))
    if phrase and phrase not in Phrase.values:
        raise Invalid(_("Choose one of the quick phrases."))
    text = "" if phrase else plain_line(text)
    if not text and not phrase:
        raise Invalid(_("Write a message first."))
    if not CHAT_LINES.allows(str(account.pk)):
        raise Invalid(_("Too many requests. Try again in a minute."))
    with transaction.atomic():
        line = ChatLine.objects.create(table=table, account=account, text=text, phrase=phrase)
        publish_table_change(table.pk, "talk", plies=table.plies)
    return line


# --- leaving in peace ---------------------------------------------------------------


def block_account(account: Account, handle: str) -> None:
    """`account` no longer reads what `handle` says, and is not asked to sit down with them.

    Twice is no more than once. Raises ``Invalid`` for a handle that is not here, its own or a
    computer player's, ``Conflict`` for too many.
    """
    must_be_active(account)
    other = _person(handle)
    if other is None or other.pk == account.pk:
        raise Invalid(_("There is no account @%(handle)s to block.") % {"handle": handle[:40]})
    if account.blocks.count() >= BLOCK_LIMIT:
        raise Conflict(
            _("You have blocked %d accounts, the most allowed. Unblock one first.") % BLOCK_LIMIT
        )
    with transaction.atomic():
        Block.objects.get_or_create(account=account, blocked=other)
        end_relations(account, other)


def unblock_account(account: Account, handle: str) -> None:
    """The opposite of ``block_account``; also for an account that is not blocked."""
    username = handle.removeprefix("@").lower()
    if username.isprintable():
        Block.objects.filter(account=account, blocked__username=username).delete()


def blocked_by(account: Account) -> QuerySet[Block]:
    """The accounts that `account` has blocked, by handle."""
    return account.blocks.select_related("blocked").order_by("blocked__username")


def report_chat_line(line: ChatLine, account: Account, reason: str = "") -> ChatReport:
    """`account` asks a moderator to look at `line`. Twice is no more than once.

    A guest may, too. Whether `account` may read the table, ``reading.viewer_of`` says. Raises
    ``NotAllowed`` for a suspended account, ``Invalid`` for its own line, or for a reason that is
    too long.
    """
    if not account.guest:
        must_be_active(account)
    if line.account_id == account.pk:
        raise Invalid(_("You can’t report your own message."))
    reason = plain_line(reason)
    chat_report, _new = ChatReport.objects.get_or_create(
        line=line, by=account, defaults={"reason": reason}
    )
    return chat_report


def end_relations(account: Account, blocked: Account) -> None:
    """Neither follows the other, and open invitations of one to the other end."""
    for inviter, invited in ((account, blocked), (blocked, account)):
        Follow.objects.filter(account=inviter, followed=invited).delete()
        Invitation.objects.filter(
            account=invited, table__host=inviter, table__phase__in=BEFORE
        ).delete()


# --- moderators ---------------------------------------------------------------------


def hide_chat_line(moderator: Account, line: ChatLine, reason: str) -> None:
    """Only moderators read `line` from now on.

    Raises ``NotAllowed``, ``Invalid`` without a reason, ``Conflict`` if it is hidden already.
    """
    must_moderate(moderator)
    must_be_impartial(conflict_over_chat_line(moderator, line))
    reason = checked_reason(reason)
    with transaction.atomic():
        if not _hide(line):
            raise Conflict(_("This message is already hidden."))
        _log_action(moderator, Kind.HIDE_LINE, line, reason, reason)
    line.refresh_from_db(fields=["hidden_at"])


def show_chat_line(moderator: Account, line: ChatLine, reason: str) -> None:
    """The opposite of ``hide_chat_line``; raises the same, ``Conflict`` if it is not hidden."""
    must_moderate(moderator)
    must_be_impartial(conflict_over_chat_line(moderator, line))
    reason = checked_reason(reason)
    with transaction.atomic():
        hidden = ChatLine.objects.filter(pk=line.pk, hidden_at__isnull=False)
        if not hidden.update(hidden_at=None):
            raise Conflict(_("This message isn’t hidden."))
        publish_table_change(line.table_id, "talk")
        _log_action(moderator, Kind.SHOW_LINE, line, reason, reason)
    line.refresh_from_db(fields=["hidden_at"])


def settle_chat_report(
    moderator: Account, chat_report: ChatReport, upheld: bool, reason: str
) -> None:
    """The end of a report. Upheld: the line is hidden.

    Raises ``NotAllowed``, ``Invalid`` without a reason, ``Conflict`` if it is settled already.
    """
    must_moderate(moderator)
    must_be_impartial(conflict_over_chat_line(moderator, chat_report.line))
    reason = checked_reason(reason)
    with transaction.atomic():
        still_open = ChatReport.objects.filter(pk=chat_report.pk, settled_at=None)
        moment = timezone.now()
        if not still_open.update(settled_at=moment, settled_by=moderator, upheld=upheld):
            raise Conflict(_("This report has already been decided."))
        if upheld:
            _hide(chat_report.line)
        verdict = _("upheld: %(reason)s") if upheld else _("dismissed: %(reason)s")
        sentence, outcome = (
            verdict % {"reason": reason},
            Outcome.UPHELD if upheld else Outcome.DISMISSED,
        )
        _log_action(moderator, Kind.SETTLE_REPORT, chat_report.line, sentence, reason, outcome)
    chat_report.refresh_from_db(fields=["settled_at", "settled_by", "upheld"])


# --- conflicts of interest: a sentence, or nothing ------------------------------------


def conflict_over_chat_line(moderator: Account, line: ChatLine) -> str:
    """A sentence if `moderator` wrote or reported `line`, or sits at its table; else nothing."""
    if line.account_id == moderator.pk:
        return _("You wrote this message, so another moderator has to decide.")
    if line.reports.filter(by=moderator).exists():
        return _("You reported this message, so another moderator has to decide.")
    if line.table.places.filter(account=moderator).exists():
        return _("You have a seat at this table, so another moderator has to decide.")
    return ""


# --- inside -------------------------------------------------------------------------


def plain_line(text: str) -> str:
    """Plain text in one line; raises ``Invalid`` if it is too long."""
    clean = " ".join("".join(map(_plain, text)).split())
    if len(clean) > LONGEST:
        raise Invalid(_("At most %d characters.") % LONGEST)
    return clean


def _plain(character: str) -> str:
    if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp"):
        return " "
    return "" if character in TURNS_TEXT else character


def _person(handle: str) -> Account | None:
    username = handle.strip().removeprefix("@").lower()
    if not username.isprintable():
        return None
    return Account.objects.filter(username=username, computer="").first()


def _hide(line: ChatLine) -> bool:
    """Hides `line`; False if it was hidden."""
    visible = ChatLine.objects.filter(pk=line.pk, hidden_at=None)
    if not visible.update(hidden_at=timezone.now()):
        return False
    publish_table_change(line.table_id, "talk")
    return True


def _log_action(
    moderator: Account,
    kind: Kind,
    line: ChatLine,
    reason: str,
    log_reason: str,
    outcome: Outcome | None = None,
) -> None:
    author = "a guest" if line.account.guest else f"@{line.account.username}"
    subject = f"table {line.table_id}, line {line.pk} of {author}: {reason}"
    log_moderator_action(
        moderator,
        kind,
        subject,
        public_reason=log_reason,
        outcome=outcome,
        player=None if line.account.guest else ensure_player(line.account),
    )

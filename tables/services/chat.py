"""What is said at a table, beside the game and off the record; and how people are left in peace.

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

from games.models import Account
from games.moderation.action_log import Kind, Outcome, must_moderate, record
from games.moderation.conflicts_of_interest import must_be_impartial
from games.replays.services.notes import TURNS_TEXT
from games.standing.attest import checked_reason
from games.standing.resolve_players import player_of
from tables.limits import SAID
from tables.models import Block, ChatLine, ChatReport, Table
from tables.services import clock
from tables.services.conflicts_of_interest import of_line, of_report
from tables.services.locks import must_be_active, own_place, seated
from tables.services.publishing import publish
from web.errors import Conflict, Invalid

LONGEST: Final = 500
"""Characters of a line, or of the reason of a report."""

SHOWN: Final = 200
"""Lines that are read at once, the last ones."""

OPEN_FOR: Final = timedelta(days=1)
"""At a table that has ended people may go on writing for so long."""

MOST_BLOCKED: Final = 500
"""Accounts that one account can block."""


def lines_for(table: Table, account: Account | None, after: int = 0) -> list[ChatLine]:
    """The last lines after number `after`, each with its account, as `account` reads them: without
    those that a moderator has hidden, and those of accounts that `account` has blocked. One query.

    Whether `account` may look at the table at all, ``reading.viewer_of`` says.
    """
    rows = ChatLine.objects.filter(table=table, pk__gt=after, hidden_at=None)
    if account is not None:
        blocked = Block.objects.filter(account=account).values("blocked")
        rows = rows.exclude(account__in=blocked)
    return list(rows.select_related("account").order_by("-pk")[:SHOWN])[::-1]


def say(table_id: str, account: Account, text: str) -> ChatLine:
    """`account`, who sits at the table or did so to its end, says a line there.

    Raises ``Table.DoesNotExist``, ``NotAllowed`` for an account without a seat, ``Invalid`` for an
    empty line, one that is too long, or too many, ``Conflict`` when the game has ended long ago.
    """
    table = seated().get(pk=table_id)
    own_place(table, account)
    if table.ended_at is not None and table.ended_at < clock.now() - OPEN_FOR:
        raise Conflict(_("This game is long over: its chat is closed."))
    text = _one_line(text)
    if not text:
        raise Invalid(_("An empty line says nothing."))
    if not SAID.allows(str(account.pk)):
        raise Invalid(_("That was quick. Try again in a minute."))
    with transaction.atomic():
        line = ChatLine.objects.create(table=table, account=account, text=text)
        publish(table.pk, "talk", plies=table.plies)
    return line


# --- leaving in peace ---------------------------------------------------------------


def block(account: Account, handle: str) -> None:
    """`account` no longer reads what `handle` says, and is not asked to sit down with them.

    Twice is no more than once. Raises ``Invalid`` for a handle that is not here, its own or a
    computer player's, ``Conflict`` for too many.
    """
    must_be_active(account)
    other = _person(handle)
    if other is None or other.pk == account.pk:
        raise Invalid(_("There is no account @%(handle)s to block.") % {"handle": handle[:40]})
    if account.blocks.count() >= MOST_BLOCKED:
        raise Conflict(_("You have blocked %d accounts: no more fit.") % MOST_BLOCKED)
    Block.objects.get_or_create(account=account, blocked=other)


def unblock(account: Account, handle: str) -> None:
    """The opposite of ``block``; also for an account that is not blocked."""
    wanted = handle.removeprefix("@").lower()
    if wanted.isprintable():
        Block.objects.filter(account=account, blocked__username=wanted).delete()


def blocked_by(account: Account) -> QuerySet[Block]:
    """The accounts that `account` has blocked, by handle."""
    return account.blocks.select_related("blocked").order_by("blocked__username")


def report(line: ChatLine, account: Account, reason: str = "") -> ChatReport:
    """`account` asks a moderator to look at `line`. Twice is no more than once.

    Whether `account` may read the table, ``reading.viewer_of`` says. Raises ``NotAllowed`` for a
    suspended account, ``Invalid`` for its own line, or a reason that is too long.
    """
    must_be_active(account)
    if line.account_id == account.pk:
        raise Invalid(_("This is your own line."))
    reason = _one_line(reason)
    made, _new = ChatReport.objects.get_or_create(
        line=line, by=account, defaults={"reason": reason}
    )
    return made


# --- moderators ---------------------------------------------------------------------


def hide(moderator: Account, line: ChatLine, reason: str) -> None:
    """Only moderators read `line` from now on.

    Raises ``NotAllowed``, ``Invalid`` without a reason, ``Conflict`` if it is hidden already.
    """
    must_moderate(moderator)
    must_be_impartial(of_line(moderator, line))
    reason = checked_reason(reason)
    with transaction.atomic():
        if not _hidden(line):
            raise Conflict(_("This line is hidden already."))
        _note(moderator, Kind.HIDE_LINE, line, reason, reason)
    line.refresh_from_db(fields=["hidden_at"])


def show(moderator: Account, line: ChatLine, reason: str) -> None:
    """The opposite of ``hide``; raises the same, ``Conflict`` if it is not hidden."""
    must_moderate(moderator)
    must_be_impartial(of_line(moderator, line))
    reason = checked_reason(reason)
    with transaction.atomic():
        hidden = ChatLine.objects.filter(pk=line.pk, hidden_at__isnull=False)
        if not hidden.update(hidden_at=None):
            raise Conflict(_("This line is not hidden."))
        publish(line.table_id, "talk")
        _note(moderator, Kind.SHOW_LINE, line, reason, reason)
    line.refresh_from_db(fields=["hidden_at"])


def settle(moderator: Account, asked: ChatReport, upheld: bool, reason: str) -> None:
    """The end of a report. Upheld: the line is hidden.

    Raises ``NotAllowed``, ``Invalid`` without a reason, ``Conflict`` if it is settled already.
    """
    must_moderate(moderator)
    must_be_impartial(of_report(moderator, asked))
    reason = checked_reason(reason)
    with transaction.atomic():
        still_open = ChatReport.objects.filter(pk=asked.pk, settled_at=None)
        now = timezone.now()
        if not still_open.update(settled_at=now, settled_by=moderator, upheld=upheld):
            raise Conflict(_("This report is settled already."))
        if upheld:
            _hidden(asked.line)
        verdict = _("upheld: %(reason)s") if upheld else _("dismissed: %(reason)s")
        said, outcome = (
            verdict % {"reason": reason},
            Outcome.UPHELD if upheld else Outcome.DISMISSED,
        )
        _note(moderator, Kind.SETTLE_REPORT, asked.line, said, reason, outcome)
    asked.refresh_from_db(fields=["settled_at", "settled_by", "upheld"])


# --- inside -------------------------------------------------------------------------


def _one_line(text: str) -> str:
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
    wanted = handle.strip().removeprefix("@").lower()
    if not wanted.isprintable():
        return None
    return Account.objects.filter(username=wanted, computer="").first()


def _hidden(line: ChatLine) -> bool:
    """Hides `line`; False if it was hidden."""
    seen = ChatLine.objects.filter(pk=line.pk, hidden_at=None)
    if not seen.update(hidden_at=timezone.now()):
        return False
    publish(line.table_id, "talk")
    return True


def _note(
    moderator: Account,
    kind: Kind,
    line: ChatLine,
    reason: str,
    why: str,
    outcome: Outcome | None = None,
) -> None:
    what = f"table {line.table_id}, line {line.pk} of @{line.account.username}: {reason}"
    record(moderator, kind, what, why=why, outcome=outcome, player=player_of(line.account))

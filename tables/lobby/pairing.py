"""Quick pairing: a seat at a table that waits, or a new one, for an account that wants to play."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from engine.vocabulary import Profile
from games.models import Account
from tables.clocks import clock
from tables.lobby.dealing import checked_promise
from tables.lobby.opening import open_table
from tables.lobby.seats import sit_down
from tables.locks import must_be_active, tables_with_places
from tables.models import Access, Pace, Phase, Table
from tables.models.table import BEFORE
from tables.presence import host_is_away, host_is_present
from tables.queries import inviting_tables, without_strangers
from tables.terms import Terms
from web.errors import Conflict, ServiceError

USUAL: Final = Terms(preset="all-a")
"""Terms of a table opened by quick pairing."""

MINUTES: Final = (USUAL.minutes // 2, USUAL.minutes * 2)
TABLES_TRIED: Final = 20

ADVISORY: Final = 0x1340_7EA
"""The number of our advisory lock in PostgreSQL; any that is used for nothing else."""


def pair_account(account: Account, promise: str = "") -> Table:
    """`account` sits down at the open table that fits best: the one with the fewest free seats, of
    those the oldest. Without one it opens a table on the usual terms. Asked again while it waits at
    such a table, it gets that table. While a table waits for `account` (``waiting_invitations``)
    none is found or opened: raises ``Invited``.

    One account is paired after the other, so that two who ask at the same moment meet. Raises
    what ``opening.open_table`` raises.
    """
    must_be_active(account)
    checked_promise(promise)
    with transaction.atomic():
        _lock_pairing()
        waits = _fitting().filter(places__account=account, phase__in=BEFORE).first()
        if waits is not None:
            return waits
        if waiting_invitations(account):
            raise Invited
        for table in tables_for(account):
            try:
                return sit_down(table.pk, account, promise=promise)
            except ServiceError:
                continue  # the seat was taken a moment before
        return open_table(account, replace(USUAL, promise=promise))


class Invited(Conflict):
    """A table waits for the account, which is to answer first."""

    def __init__(self) -> None:
        super().__init__(_("You are invited to a table. Accept or decline the invitation first."))


def waiting_invitations(account: Account) -> list[Table]:
    """The tables that wait for `account`: it is invited, and may sit down now. Two queries."""
    return [table for table in inviting_tables(account) if not host_is_away(table)]


def tables_for(account: Account) -> list[Table]:
    """The tables at which `account` might be paired, the best first."""
    rows = without_strangers(_fitting(), account).exclude(places__account=account)
    offered = host_is_present(clock.database_time())
    waiting = rows.filter(offered, phase=Phase.OPEN, host__is_active=True)
    oldest_first = list(waiting.order_by("created_at", "pk")[:TABLES_TRIED])
    return sorted(oldest_first, key=lambda table: table.free)


# --- inside -------------------------------------------------------------------


def _fitting() -> QuerySet[Table]:
    """Tables for everybody, rated and live, of the printed game: sides A and B, no modules."""
    return tables_with_places().filter(
        access=Access.OPEN,
        pace=Pace.LIVE,
        rated=USUAL.rated,
        edition=USUAL.edition,
        profile=Profile.OFFICIAL.value,
        modules="",
        sites__regex=r"^[AB]{5}$",
        minutes__range=MINUTES,
    )


def _lock_pairing() -> None:
    """Until the transaction ends no other account is paired. In SQLite the transaction itself is
    the lock: it is IMMEDIATE (see the settings)."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [ADVISORY])

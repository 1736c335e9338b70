"""Numbers of tables that wait for a person (their turn, an invitation), published to their open
pages when they change."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import QuerySet, Value

from games.models import Account
from tables.models import Invitation, Phase, Place
from tables.models.table import LIVE
from web.publish import publish_messages

TABLE_COLUMNS: Final = ("pk", "phase", "awaited", "deadline", "awaited_since")
INVITED: Final = -1
"""In the place of a turn."""

TURNS: Final = "turns"
"""The kind of message, and of event, that says that an account's turns may have changed."""


def turns_channel(account: int | str) -> str:
    """The channel on which changes of the turns of the account with this key are published."""
    return f"{TURNS}:{account}"


class Turns(NamedTuple):
    """`waiting`: at how many tables an account is to act; `next`: the id of the most urgent one,
    empty for none; `plays`: whether it sits at any table that has not ended; `invited`: to how many
    tables it is invited that still have a free seat."""

    waiting: int = 0
    next: str = ""
    plays: bool = False
    invited: int = 0

    @property
    def total(self) -> int:
        """Turns and invitations together, the number in the head of a page."""
        return self.waiting + self.invited


def account_turns(account: Account, besides: str = "") -> Turns:
    """The turns of `account`. `besides`: a table that cannot be the next. One query."""
    sits = Place.objects.filter(account=account, stand_in=None, table__phase__in=LIVE)
    seats = sits.values_list(*(f"table__{name}" for name in TABLE_COLUMNS), "turn")
    invited = open_invitations(account).values_list(
        *(f"table__{name}" for name in TABLE_COLUMNS), Value(INVITED)
    )
    late = datetime.max.replace(tzinfo=UTC)
    rows = sorted(
        seats.order_by().union(invited.order_by(), all=True),
        key=lambda row: (row[3] or late, row[4] or late, row[0]),
    )
    due = [row[0] for row in rows if row[1] == Phase.PLAYING and row[5] == row[2] is not None]
    next_tables = [table for table in due if table != besides]
    invitations = {row[0] for row in rows if row[5] == INVITED}
    sitting = {row[0] for row in rows if row[5] != INVITED}
    return Turns(
        len(due),
        next_tables[0] if next_tables else "",
        bool(sitting),
        len(invitations - sitting),
    )


def open_invitations(account: Account) -> QuerySet[Invitation]:
    """Invitations of `account` to tables that wait for players, also to those where it sits."""
    return Invitation.objects.filter(account=account, declined=False, table__phase=Phase.OPEN)


def publish_turns(places: Iterable[Place]) -> None:
    """Once the transaction has committed, publish to the persons at `places` that their turns may
    have changed."""
    accounts = [place.account_id for place in places if not place.is_computer]
    if accounts:
        transaction.on_commit(lambda: publish_turns_to(accounts), robust=True)


def publish_turns_to(accounts: Iterable[int]) -> None:
    """Now: what stands in the head of the pages of `accounts` may have changed."""
    message = json.dumps({"kind": TURNS})
    publish_messages([(turns_channel(account), message) for account in accounts])

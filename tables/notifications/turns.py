"""Numbers of tables with a person's turn, published to their open pages when they change."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import F

from games.models import Account
from tables.models import Phase, Place
from tables.models.table import LIVE
from web.publish import publish_messages

TURNS: Final = "turns"
"""The kind of message, and of event, that says that an account's turns may have changed."""


def turns_channel(account: int | str) -> str:
    """The channel on which changes of the turns of the account with this key are published."""
    return f"{TURNS}:{account}"


class Turns(NamedTuple):
    """`waiting`: at how many tables an account is to act; `next`: the id of the most urgent one,
    empty for none; `plays`: whether it sits at any table that has not ended."""

    waiting: int = 0
    next: str = ""
    plays: bool = False


def account_turns(account: Account, besides: str = "") -> Turns:
    """The turns of `account`. `besides`: a table that cannot be the next. One query."""
    sits = Place.objects.filter(account=account, stand_in=None, table__phase__in=LIVE)
    soonest = F("table__deadline").asc(nulls_last=True), "table__awaited_since", "pk"
    rows = sits.order_by(*soonest).values_list("table", "turn", "table__awaited", "table__phase")
    seats = list(rows)
    due = [
        table
        for table, turn, awaited, phase in seats
        if phase == Phase.PLAYING and turn is not None and turn == awaited
    ]
    next_tables = [table for table in due if table != besides]
    return Turns(len(due), next_tables[0] if next_tables else "", bool(seats))


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

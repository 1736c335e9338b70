"""Calls for shares of deals: notices to entrants, and the list on their own page."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Prefetch

from events.models import Event, EventDeal
from games.models import Account
from games.models.notice import Kind
from games.notices import PendingNotice, notify_accounts, withdraw_notices
from tables.deals import promises_with_share
from tables.models import DealShare


class DealCall(NamedTuple):
    """A deal that waits for an account. `asks_share`: for its share; else for its promise."""

    row: EventDeal
    asks_share: bool


def notify_of_call(row: EventDeal) -> None:
    """Tell everybody who promised a share that it is asked for now."""
    facts = {"event": row.event_id, "deal": row.number}
    notify_accounts(PendingNotice(account, Kind.EVENT, facts=facts) for account in _promisers(row))


def withdraw_call(row: EventDeal, account: Account | None = None) -> None:
    """Take the notices of the deal back: all of them, or that of `account`, whose share came."""
    accounts = [account.pk] if account else _promisers(row)
    withdraw_notices(accounts, Kind.EVENT, event=row.event_id, deal=row.number)


def withdraw_calls_of(event: Event) -> None:
    """The same of all deals of `event` that wait for shares."""
    for row in event.deals.filter(deal__bound_at=None, deal__closed_at__isnull=False):
        withdraw_call(row)


def deal_calls(account: Account | None) -> list[DealCall]:
    """Deals that wait for `account`. One query, and three where there are some."""
    if account is None:
        return []
    promises = Prefetch("deal__promises", DealShare.objects.filter(account=account))
    rows = EventDeal.objects.filter(
        deal__bound_at=None,
        deal__revealed_at=None,
        event__ended_at=None,
        event__entrants__account=account,
        event__entrants__withdrawn_at=None,
    )
    calls = []
    for row in rows.select_related("event", "deal").prefetch_related(promises).order_by("pk"):
        promised = [promise.promise for promise in row.deal.promises.all()]
        if row.deal.closed_at is None:
            waits = not promised
        else:
            waits = bool(promised) and promised[0] not in promises_with_share(row.deal)
        if waits:
            calls.append(DealCall(row, row.deal.closed_at is not None))
    return calls


# --- inside -------------------------------------------------------------------


def _promisers(row: EventDeal) -> list[int]:
    accounts = DealShare.objects.filter(deal=row.deal_id).order_by("pk")
    return list(accounts.values_list("account", flat=True))

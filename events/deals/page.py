"""Deals of a duplicate event as its page shows them: digests, promises, shares, how far each is."""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Prefetch
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from events.models import Event, EventDeal
from games.models import Account
from tables.deals import entrant_shares, promises_with_share, public_secret
from tables.models import DealShare

DEAL_STATES: Final[dict[str, Promise | str]] = {
    "promised": _("Collecting promises"),
    "shares": _("Collecting shares"),
    "bound": _("Being played"),
    "shown": _("Over: the games are public"),
    "off": _("Cancelled"),
}


class PromisedShare(NamedTuple):
    """A promise and its share; that is empty before the deal is bound, and where it did not come.
    `has_share`: it has come."""

    promise: str
    share: str
    has_share: bool


class DealCard(NamedTuple):
    """A deal for a page. `reader_promise`: empty for none; `reader_gave`: its share has come;
    `can_promise`: the reader is an entrant. `secret` is empty until the last table has ended."""

    row: EventDeal
    state: str
    commitment: str
    promises: list[PromisedShare]
    share: str
    secret: str
    withheld_until: datetime | None
    reader_promise: str
    reader_gave: bool
    can_promise: bool

    @property
    def label(self) -> Promise | str:
        return DEAL_STATES[self.state]

    @property
    def share_count(self) -> int:
        """Number of shares that have come."""
        return sum(promised.has_share for promised in self.promises)


def deal_cards(event: Event, account: Account | None) -> list[DealCard]:
    """Deals of the event, the last one first. Three queries, and two for each deal."""
    promises = Prefetch("deal__promises", DealShare.objects.order_by("promise"))
    rows = event.deals.select_related("deal").prefetch_related(promises).order_by("-number")
    sits = account is not None and event.entrants.filter(account=account, withdrawn_at=None)
    can_promise = bool(sits) and not event.is_over
    return [_card(row, account, can_promise=can_promise) for row in rows]


# --- inside -------------------------------------------------------------------


def _card(row: EventDeal, account: Account | None, *, can_promise: bool) -> DealCard:
    deal = row.deal
    listed = list(deal.promises.all())
    promise = next((p.promise for p in listed if account and p.account_id == account.pk), "")
    with_share = promises_with_share(deal)
    shares = entrant_shares(deal, [promised.promise for promised in listed])
    return DealCard(
        row=row,
        state=_state(row),
        commitment=deal.commitment,
        promises=[
            PromisedShare(p.promise, shares.get(p.promise, ""), p.promise in with_share)
            for p in listed
        ],
        share=deal.shares_digest,
        secret=public_secret(deal),
        withheld_until=deal.withheld_until,
        reader_promise=promise,
        reader_gave=promise in with_share,
        can_promise=can_promise,
    )


def _state(row: EventDeal) -> str:
    deal = row.deal
    if deal.revealed_at is not None:
        return "shown" if row.round_id else "off"
    if deal.bound_at is not None:
        return "bound"
    return "promised" if deal.closed_at is None else "shares"

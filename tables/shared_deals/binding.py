"""One deal for many tables, up to the moment at which it is bound.

Its secret is fixed first, then the promises of all entrants, then their shares; only then is a
table dealt from it. ``docs/fair-dealing.md`` says why in this order.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from engine.fairness import commitment
from games.log_outbox import BOUND_DEAL, SHARED_DEAL, queue_leaves
from games.models import Account
from tables.clocks import clock
from tables.deals import bound_share, draw_shared_secret, keep_entrant_share, promises_with_share
from tables.limits import WITHHELD_DAYS
from tables.lobby.dealing import DIGITS
from tables.locks import must_be_active
from tables.models import DealShare, SharedDeal
from tables.terms import Agreed
from web.errors import Conflict, Invalid


def promise_deal(agreed: Agreed, edition: str) -> SharedDeal:
    """A deal for tables of these terms: its secret is fixed, and its digest public."""
    deal = SharedDeal.objects.create(
        seats=agreed.seats,
        sites=agreed.sites,
        modules=" ".join(agreed.modules),
        profile=agreed.profile,
        edition=edition,
        promised_at=clock.database_time(),
    )
    deal.commitment = draw_shared_secret(deal)
    deal.save(update_fields=["commitment"])
    return deal


def promise_entrant_share(deal_id: int, account: Account, promise: str) -> None:
    """`account`, an entrant, promises a share of the deal: its SHA-256. The same again is no fault.

    Raises ``NotAllowed``, ``Invalid``; ``Conflict`` for another promise, one that was made before,
    or when the promises stand.
    """
    must_be_active(account)
    if not DIGITS.fullmatch(promise):
        raise Invalid(_("The promise of a share must have 64 digits, 0 to 9 and a to f."))
    with transaction.atomic():
        deal = lock_deal(deal_id)
        before = deal.promises.filter(account=account).first()
        if before is not None and before.promise == promise:
            return
        if before is not None or deal.closed_at is not None:
            raise Conflict(_("It is too late to promise another share of the shuffle."))
        try:
            with transaction.atomic():
                DealShare.objects.create(
                    deal=deal, account=account, promise=promise, moment=clock.database_time()
                )
        except IntegrityError:
            raise Conflict(
                _(
                    "This share of the shuffle was promised before. "
                    "Reload the page to draw a new share."
                )
            ) from None


def close_promises(
    deal_id: int, time_for_shares: timedelta, withheld_for: timedelta, beacon: str = ""
) -> SharedDeal:
    """From now on the promises stand, and shares are asked for. The deal is a leaf of the
    transparency log, with all its promises, and with the round of the `beacon` whose number is its
    last share. Twice is no fault."""
    with transaction.atomic():
        deal = lock_deal(deal_id)
        if deal.closed_at is not None:
            return deal
        moment = clock.database_time()
        deal.closed_at = moment
        deal.share_deadline = moment + time_for_shares
        deal.withheld_until = moment + min(withheld_for, timedelta(days=WITHHELD_DAYS))
        deal.beacon = beacon
        deal.save(update_fields=["closed_at", "share_deadline", "withheld_until", "beacon"])
        queue_leaves(SHARED_DEAL, [deal.pk])
    return deal


def open_entrant_share(deal_id: int, account: Account, share: str) -> None:
    """`account` opens the share that it promised: 64 digits. The same again is no fault.

    Raises ``Invalid`` for what was not promised, ``Conflict`` when it is too early, or too late.
    """
    if not DIGITS.fullmatch(share):
        raise Invalid(_("A share of the shuffle must have 64 digits, 0 to 9 and a to f."))
    with transaction.atomic():
        deal = lock_deal(deal_id)
        row = deal.promises.filter(account=account).first()
        if row is None or commitment(bytes.fromhex(share)) != row.promise:
            raise Invalid(_("This is not the share of the shuffle that you promised."))
        if deal.closed_at is None:
            raise Conflict(
                _(
                    "It’s too early to send your share of the shuffle: "
                    "players can still promise shares."
                )
            )
        if deal.bound_at is not None and row.promise not in promises_with_share(deal):
            raise Conflict(_("Too late: the cards were dealt without this share of the shuffle."))
        if deal.bound_at is None:
            keep_entrant_share(deal, row.promise, share)


def is_due_to_bind(deal: SharedDeal, moment: datetime) -> bool:
    """True if every promised share is here, or the time for them is over."""
    if deal.closed_at is None or deal.bound_at is not None:
        return False
    late = deal.share_deadline is not None and moment >= deal.share_deadline
    return late or set(deal_promises(deal)) <= promises_with_share(deal)


def bind_deal(deal: SharedDeal, moment: datetime, beacon_digits: str = "") -> None:
    """Fix the shares of the locked `deal`; those that did not come stay out. They are a leaf of the
    transparency log before any table is dealt."""
    deal.beacon_digits = beacon_digits
    deal.shares_digest, deal.bound_at = bound_share(deal, deal_promises(deal)), moment
    deal.save(update_fields=["beacon_digits", "shares_digest", "bound_at"])
    queue_leaves(BOUND_DEAL, [deal.pk])


def lock_deal(deal_id: int) -> SharedDeal:
    """The row, locked until the transaction ends. Raises ``SharedDeal.DoesNotExist``."""
    return SharedDeal.objects.select_for_update(no_key=True).get(pk=deal_id)


def deal_promises(deal: SharedDeal) -> list[str]:
    """Promises of all entrants, in the order of their digits."""
    return sorted(deal.promises.values_list("promise", flat=True))

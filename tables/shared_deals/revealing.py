"""The last table of a deal has ended: its games are shown, and go into the record."""

from __future__ import annotations

from typing import Final

from django.db import transaction

from tables.clocks import clock
from tables.ending.ending import abandon
from tables.locks import lock_table
from tables.models import Phase, SharedDeal, Table
from tables.models.table import LIVE
from tables.play.finishing import hand_in_withheld
from tables.play.publishing import publish_table_change
from tables.shared_deals import lock_deal

BATCH: Final = 200
"""Logs that are handed in by one call."""


def reveal_deal_if_ended(deal_id: int) -> bool:
    """Show a bound deal if its last table has ended. When its time is over, tables that still play
    end without a result first. True if this did it; then its logs are handed in.

    May be called any number of times.
    """
    deal = SharedDeal.objects.get(pk=deal_id)
    if deal.bound_at is None or deal.revealed_at is not None or deal.withheld_until is None:
        return False
    tables = Table.objects.filter(shared_deal=deal)
    live = tables.filter(phase__in=LIVE)
    if clock.database_time() >= deal.withheld_until:
        for pk in live.order_by("pk").values_list("pk", flat=True):
            abandon(pk)
    with transaction.atomic():
        deal = lock_deal(deal_id)
        if deal.revealed_at is not None or live.exists():
            return False
        deal.revealed_at = clock.database_time()
        deal.save(update_fields=["revealed_at"])
        tables.update(withheld=False)
    hand_in_shown_logs()
    return True


def hand_in_shown_logs() -> int:
    """Hand in the logs of finished tables whose deal is shown, one at a time: a deal may have many
    tables, and a worker may stop at any of them. Gives how many. May be called any number of
    times."""
    waiting = Table.objects.filter(
        shared_deal__revealed_at__isnull=False, phase=Phase.FINISHED, upload=None
    )
    handed_in = 0
    for pk in list(waiting.order_by("ended_at", "pk").values_list("pk", flat=True)[:BATCH]):
        with transaction.atomic():
            table = lock_table(pk)
            if table.upload_id is None:
                hand_in_withheld(table)
                publish_table_change(pk, "phase")
                handed_in += 1
    return handed_in

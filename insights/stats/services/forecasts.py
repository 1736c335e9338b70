"""Keep the tallies of forecasts: months whose ledger changed are counted again, from their rows.

May be broken off, and run by several at once: a month is replaced in one transaction, and is
counted once more where it changed meanwhile.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from itertools import groupby
from operator import itemgetter
from time import monotonic
from typing import Final

from django.db import transaction

from insights.stats.models import ForecastMonth, ForecastProgress
from ratings.forecasts import ForecastSums, seat_of_change
from ratings.models import GENERAL_POOLS, RatingChange
from ratings.services import LedgerPosition, changed_months, ledger_end, next_month

SECONDS: Final = 240
"""No month begins after so long."""

ROWS: Final = 2000


def tally_forecasts(seconds: float = SECONDS) -> int:
    """Count changed months again, the oldest first, until none is left or the time is over. Gives
    how many were counted."""
    ends, done = monotonic() + seconds, 0
    with transaction.atomic():
        note_changed_months()
    while monotonic() < ends and _count_month():
        done += 1
    return done


def note_changed_months() -> None:
    """Mark the months whose ledger changed since the last time."""
    ForecastProgress.objects.bulk_create([ForecastProgress(pk=1)], ignore_conflicts=True)
    progress = ForecastProgress.objects.select_for_update(no_key=True).get(pk=1)
    end = ledger_end()
    months = changed_months(LedgerPosition(progress.fold, progress.change), end)
    marks = [ForecastMonth(month=month, players=0) for month in months]
    ForecastMonth.objects.bulk_create(marks, ignore_conflicts=True)
    progress.fold, progress.change = end
    progress.save()


# --- inside -------------------------------------------------------------------


@transaction.atomic
def _count_month() -> bool:
    """Count the oldest month that changed. False if there is none.

    Its mark goes before the ledger is read: a mark that is made meanwhile waits for us, and stays.
    """
    marks = ForecastMonth.objects.filter(players=0)
    month = marks.order_by("month").values_list("month", flat=True).first()
    if month is None:
        return False
    if not marks.filter(month=month).delete()[0]:
        return True  # another worker has counted it
    sums = month_sums(month)
    ForecastMonth.objects.filter(month=month).delete()
    ForecastMonth.objects.bulk_create(
        ForecastMonth(
            month=month,
            pool=pool,
            players=players,
            games=of_pool.games,
            loss=of_pool.loss,
            even_loss=of_pool.even_loss,
            tenths=of_pool.tenths,
        )
        for (pool, players), of_pool in sorted(sums.items())
    )
    return True


def month_sums(month: date) -> dict[tuple[str, int], ForecastSums]:
    """Sums of the games whose entry is of the month that begins on this day, by pool and number of
    players. Reads the rows of the month once."""
    changes = RatingChange.objects.that_stand()
    rows = changes.filter(
        played_on__gte=month, played_on__lt=next_month(month), pool__in=GENERAL_POOLS
    )
    columns = rows.order_by("game", "pk").values_list("game_id", "pool", "before", "pairs")
    sums: dict[tuple[str, int], ForecastSums] = defaultdict(ForecastSums)
    for (_game, pool), group in groupby(columns.iterator(ROWS), itemgetter(0, 1)):
        seats = [seat_of_change(before, pairs) for _, _, before, pairs in group]
        sums[pool, len(seats)].add_game(seats)
    return sums

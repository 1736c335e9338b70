"""Keep the tallies of forecasts: months whose ledger changed are counted again, from their rows.

May be broken off, and run by several at once: a month is replaced in one transaction, and is
counted once more where it changed meanwhile.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from itertools import groupby
from operator import itemgetter
from time import monotonic
from typing import Final

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.db.models.functions import TruncMonth

from insights.stats.models import ForecastMonth, ForecastProgress
from ratings.forecasts import ForecastSums, seat_of_change
from ratings.models import GENERAL_POOLS, EntryKind, Fold, RatingChange

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
    """Note the months whose ledger changed since the last time, and how far we looked. What a fold
    adds between the two looks is looked at once more the next time."""
    ForecastProgress.objects.bulk_create([ForecastProgress(pk=1)], ignore_conflicts=True)
    progress = ForecastProgress.objects.select_for_update(no_key=True).get(pk=1)
    fold = Fold.objects.aggregate(last=Max("pk"))["last"] or 0
    change = RatingChange.objects.aggregate(last=Max("pk"))["last"] or 0
    added = Q(pk__gt=progress.change, pk__lte=change)
    changed = RatingChange.objects.filter(
        added | Q(retired_by__gt=progress.fold), pool__in=GENERAL_POOLS
    )
    # What is taken back no longer stands in the month of its own entry either.
    back = changed.exclude(kind=EntryKind.ORDINARY).order_by().values("game")
    rows_of_games = RatingChange.objects.filter(game__in=back, retired_by=None)
    months = {*_months(changed), *_months(rows_of_games)}
    marks = [ForecastMonth(month=month, players=0) for month in sorted(months)]
    ForecastMonth.objects.bulk_create(marks, ignore_conflicts=True)
    progress.fold, progress.change = fold, change
    progress.save()


# --- inside -------------------------------------------------------------------


def _months(changes: QuerySet[RatingChange]) -> Iterator[date]:
    rows = changes.order_by().annotate(month=TruncMonth("played_on"))
    return rows.values_list("month", flat=True).distinct().iterator()


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
    end = date(month.year + month.month // 12, month.month % 12 + 1, 1)
    changes = RatingChange.objects.that_stand()
    rows = changes.filter(played_on__gte=month, played_on__lt=end, pool__in=GENERAL_POOLS)
    columns = rows.order_by("game", "pk").values_list("game_id", "pool", "before", "pairs")
    sums: dict[tuple[str, int], ForecastSums] = defaultdict(ForecastSums)
    for (_game, pool), group in groupby(columns.iterator(ROWS), itemgetter(0, 1)):
        seats = [seat_of_change(before, pairs) for _, _, before, pairs in group]
        sums[pool, len(seats)].add_game(seats)
    return sums

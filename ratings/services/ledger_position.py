"""Months whose ledger changed, for those who keep sums by month."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from django.db.models import Max, Q, QuerySet
from django.db.models.functions import TruncMonth

from ratings.models import GENERAL_POOLS, EntryKind, Fold, RatingChange


class LedgerPosition(NamedTuple):
    """How far the ledger was looked at: the last fold, the last change."""

    fold: int = 0
    change: int = 0


def ledger_end() -> LedgerPosition:
    """The present end. What a fold adds between the two looks is looked at twice."""
    fold = Fold.objects.aggregate(last=Max("pk"))["last"] or 0
    return LedgerPosition(fold, RatingChange.objects.aggregate(last=Max("pk"))["last"] or 0)


def changed_months(since: LedgerPosition, end: LedgerPosition) -> list[date]:
    """First days of the months in which the ledger of all games, or with computers, changed."""
    added = Q(pk__gt=since.change, pk__lte=end.change)
    changed = RatingChange.objects.filter(
        added | Q(retired_by__gt=since.fold), pool__in=GENERAL_POOLS
    )
    # What is taken back no longer stands in the month of its own entry either.
    back = changed.exclude(kind=EntryKind.ORDINARY).order_by().values("game")
    rows_of_games = RatingChange.objects.filter(game__in=back, retired_by=None)
    return sorted({*_months(changed), *_months(rows_of_games)})


def next_month(month: date) -> date:
    return date(month.year + month.month // 12, month.month % 12 + 1, 1)


def _months(changes: QuerySet[RatingChange]) -> Iterator[date]:
    rows = changes.order_by().annotate(month=TruncMonth("played_on"))
    return rows.values_list("month", flat=True).distinct().iterator()

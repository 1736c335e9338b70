"""Folds as lines of canonical JSON: runs over the games that replaced changes of ratings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from django.db.models import Q, QuerySet

from audit.folds import fold_digest, hashed_row
from games.lines import Line, timestamp_text
from ratings.lines import ledger_lines, reason_line
from ratings.models import Fold, RatingChange, Reason

BATCH: Final = 2000
"""Retired changes that are in memory at once."""


def listed_folds() -> QuerySet[Fold]:
    """Folds that have a line: those that retired changes or kept reasons, and rebuilds."""
    return Fold.objects.filter(
        Q(retired__gt=0) | Q(reasons__gt=0) | Q(cause=Fold.Cause.REBUILD)
    ).order_by("pk")


def fold_lines(pks: Sequence[int]) -> Iterator[Line]:
    """Lines of these folds, by id. `retired`, `reasons`: how many rows of the ledger and of
    `reasons` say that it was this fold; `digest`: of these rows."""
    for fold in listed_folds().filter(pk__in=pks):
        retired = [hashed_row(line) for line in _retired_lines(fold)]
        reasons = [hashed_row(reason_line(row)) for row in Reason.objects.filter(fold=fold)]
        yield {
            "id": fold.pk,
            "at": timestamp_text(fold.started_at),
            "cause": fold.cause,
            "retired": len(retired),
            "reasons": len(reasons),
            "digest": fold_digest(retired, reasons),
        }


# --- inside -------------------------------------------------------------------


def _retired_lines(fold: Fold) -> Iterator[Line]:
    rows, last = RatingChange.objects.filter(retired_by=fold), 0
    while pks := list(rows.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:BATCH]):
        yield from ledger_lines(rows.filter(pk__gt=last, pk__lte=pks[-1]))
        last = pks[-1]

"""Ranks: how many players are listed above a rating.

In a large pool one step of ratings is read; those of higher steps are counted once a minute.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from time import monotonic
from types import MappingProxyType
from typing import Final

from django.db.models import Count, F, QuerySet, Value
from django.utils import timezone

from ratings.elo import POINT
from ratings.models import Rating

Interval = tuple[str, int | None, int]
"""A pool, the highest rating (``None``: there is none higher), and the one below the lowest."""


def count_between(intervals: Sequence[Interval], without: Collection[int] = ()) -> list[int]:
    """How many players are listed in each of the intervals. One query."""
    counts = []
    for place, (pool, highest, below) in enumerate(intervals):
        rows = listed_ratings(pool, without).filter(rating__gt=below).order_by()
        rows = rows if highest is None else rows.filter(rating__lte=highest)
        counts.append(rows.values("pool").annotate(n=Count("*"), at=Value(place)))
    first, *further = [rows.values_list("at", "n") for rows in counts]
    listed = dict(first.union(*further, all=True) if further else first)
    return [listed.get(place, 0) for place in range(len(intervals))]


def listed_ratings(pool: str, without: Collection[int]) -> QuerySet[Rating]:
    """Ratings of a pool that are listed today, but of players `without`."""
    rows = Rating.objects.filter(pool=pool, listed_until__gte=timezone.now().date())
    return rows.exclude(player__in=without) if without else rows


RANK_STEP: Final = 10 * POINT
"""Players are counted by steps of ratings of this size, so that a rank reads one step alone."""
RECOUNT_SECONDS: Final = 60.0
LARGE_POOL: Final = 2_000
"""Listed players from which on those of higher steps are counted once a minute."""


def count_above(ratings: Sequence[tuple[str, int]]) -> dict[tuple[str, int], int]:
    """Numbers of players listed above each rating of a pool. One query, and one a minute."""
    if not ratings:
        return {}
    steps = _listed_by_step()
    intervals: list[Interval] = []
    higher = []
    for pool, rating in ratings:
        counts, end = steps.get(pool, {}), (rating // RANK_STEP + 1) * RANK_STEP
        is_large = sum(counts.values()) >= LARGE_POOL
        intervals.append((pool, end - 1 if is_large else None, rating))
        higher.append(
            sum(n for step, n in counts.items() if step * RANK_STEP >= end) if is_large else 0
        )
    in_step = count_between(intervals)
    return {key: n + above for key, n, above in zip(ratings, in_step, higher, strict=True)}


class _StepCounts:
    """The last counts of this process, with their moment and day."""

    moment = float("-inf")
    day = date.min
    by_step: Mapping[str, Mapping[int, int]] = MappingProxyType({})


def _listed_by_step() -> Mapping[str, Mapping[int, int]]:
    """How many players are listed today by pool and step. A query a minute at most."""
    today = timezone.now().date()
    if monotonic() - _StepCounts.moment > RECOUNT_SECONDS or _StepCounts.day != today:
        rows = Rating.objects.filter(listed_until__gte=today).order_by()
        by_step = rows.annotate(step=F("rating") / RANK_STEP).values("pool", "step")
        counts: dict[str, dict[int, int]] = defaultdict(dict)
        for pool, step, number in by_step.annotate(n=Count("*")).values_list("pool", "step", "n"):
            counts[pool][step] = number
        _StepCounts.moment, _StepCounts.day, _StepCounts.by_step = monotonic(), today, counts
    return _StepCounts.by_step

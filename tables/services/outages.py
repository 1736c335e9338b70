"""Whether the time can be believed, and what is given back when it cannot.

A sweep runs every few seconds and writes down what time it was. When more than a minute lies
between two of them, forwards or backwards, then the clock was set, or no sweep ran: the
site was down. No player loses on time by that. The first to find it, a sweep or an action, moves
the deadlines before anything is decided by them.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import DurationField, ExpressionWrapper, F, QuerySet, Value
from django.utils import timezone

from tables.limits import OPEN_FOR_DAYS, OPEN_FOR_LIVE, SHARES_DAYS, SHARES_LIVE
from tables.models import Pace, Phase, Pulse, Table
from tables.services import clock

JUMP: Final = timedelta(minutes=1)
"""Between two sweeps, which run every five seconds, passes less."""

logger = logging.getLogger(__name__)


def sweeps() -> bool:
    """A sweep begins. False if time had to be given back: then nothing is overdue any more, and it
    has nothing to do."""
    return _look(swept=True)


def settle() -> None:
    """Before a table is held: give back what has to be. One query, if all is well."""
    read = clock.reading()
    if read.seen_at is not None and _is_jump(read.now - read.seen_at):
        _look()


def facts() -> dict[str, object]:
    """For those who look after the site. ``suspended``: no player loses on time at present, because
    the clock has jumped or no sweep runs. Seconds are whole, None if there is nothing to say."""
    now, row = clock.now(), Pulse.objects.first()
    return {
        "suspended": row is not None and _is_jump(now - row.swept_at),
        "swept_seconds": _seconds(now - row.swept_at) if row else None,
        "jumped_at": row.jumped_at.isoformat() if row and row.jumped_at else None,
        "jumped_seconds": row.jumped_by if row and row.jumped_at else None,
        "machine_ahead_seconds": _seconds(timezone.now() - now),
    }


# --- inside -------------------------------------------------------------------


def _is_jump(passed: timedelta) -> bool:
    return abs(passed) > JUMP


def _seconds(span: timedelta) -> int:
    return round(span.total_seconds())


def _look(*, swept: bool = False) -> bool:
    """Compare the time with what was seen last, and see it. False if it had jumped."""
    with transaction.atomic():
        row, now = _row(), clock.now()
        since, row.seen_at = row.seen_at, now
        if swept:
            row.swept_at = now
        jumped = _is_jump(now - since)
        if jumped:
            row.jumped_at, row.jumped_by = now, _seconds(now - since)
            tables = _give_back(since, now)
            logger.warning("%d s lie between two sweeps: %d tables", row.jumped_by, tables)
        row.save()
    return not jumped


def _row() -> Pulse:
    """The row, locked: of two who find the same jump one comes too late."""
    found = Pulse.objects.select_for_update().first()
    if found is not None:
        return found
    now = clock.now()
    try:
        with transaction.atomic():
            return Pulse.objects.create(seen_at=now, swept_at=now)
    except IntegrityError:  # another one was quicker
        return Pulse.objects.select_for_update().get()


def _give_back(since: datetime, now: datetime) -> int:
    """Have the deadlines of all tables be as far away as they were at `since`. Gives how many
    tables were moved."""
    playing = Table.objects.filter(phase=Phase.PLAYING, awaited_since__isnull=False)
    forward = now > since
    moved = 0
    if forward:
        moved += _begin_anew(playing.filter(awaited_since__gt=since), now)
        moved += _move(playing.filter(awaited_since__lte=since), "awaited_since", now - since)
    else:  # who is awaited since a time that has not come was awaited before the clock was set back
        moved += _move(playing.filter(awaited_since__gt=now), "awaited_since", now - since)
    dealing = Table.objects.filter(phase=Phase.DEALING)
    moved += dealing.filter(pace=Pace.LIVE).update(deadline=now + SHARES_LIVE)
    moved += dealing.exclude(pace=Pace.LIVE).update(deadline=now + SHARES_DAYS)
    if forward:
        waiting = Table.objects.filter(phase=Phase.OPEN, created_at__lte=since)
        return moved + waiting.update(deadline=F("deadline") + (now - since))
    return (
        moved + _shorten(Pace.LIVE, now + OPEN_FOR_LIVE) + _shorten(Pace.DAYS, now + OPEN_FOR_DAYS)
    )


def _shorten(pace: Pace, latest: datetime) -> int:
    """No table waits for players any longer than it would from now on."""
    waiting = Table.objects.filter(phase=Phase.OPEN, pace=pace, deadline__gt=latest)
    return waiting.update(deadline=latest)


def _move(rows: QuerySet[Table], column: str, by: timedelta) -> int:
    moved: int = rows.update(**{column: F(column) + by, "deadline": F("deadline") + by})
    return moved


def _begin_anew(rows: QuerySet[Table], now: datetime) -> int:
    """Those who are awaited since the last sweep have all of their time."""
    passed = ExpressionWrapper(Value(now) - F("awaited_since"), DurationField())
    begun: int = rows.update(deadline=F("deadline") + passed, awaited_since=now)
    return begun

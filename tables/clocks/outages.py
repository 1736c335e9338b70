"""Outages: checks of the clock, and time that is given back after one.

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

from tables.clocks import clock
from tables.limits import OPEN_FOR_DAYS, OPEN_FOR_LIVE, SHARES_DAYS, SHARES_LIVE
from tables.models import Pace, Phase, Pulse, Table

JUMP: Final = timedelta(minutes=1)
"""Between two sweeps, which run every five seconds, passes less."""

logger = logging.getLogger(__name__)


def begin_sweep() -> bool:
    """A sweep begins. False if time had to be given back: then nothing is overdue any more, and it
    has nothing to do."""
    return _compare_times(swept=True)


def return_lost_time() -> None:
    """Give back lost time, if any, before a table is locked. One query, if all is well."""
    read = clock.read_clock()
    if read.previous is not None and _is_jump(read.current - read.previous):
        _compare_times()


def clock_health() -> dict[str, object]:
    """For those who look after the site. ``suspended``: no player loses on time at present, because
    the clock has jumped or no sweep runs. Seconds are whole, None if there is nothing to say."""
    moment, row = clock.database_time(), Pulse.objects.first()
    return {
        "suspended": row is not None and _is_jump(moment - row.swept_at),
        "swept_seconds": _seconds(moment - row.swept_at) if row else None,
        "jumped_at": row.jumped_at.isoformat() if row and row.jumped_at else None,
        "jumped_seconds": row.jumped_by if row and row.jumped_at else None,
        "machine_ahead_seconds": _seconds(timezone.now() - moment),
    }


# --- inside -------------------------------------------------------------------


def _is_jump(passed: timedelta) -> bool:
    return abs(passed) > JUMP


def _seconds(span: timedelta) -> int:
    return round(span.total_seconds())


def _compare_times(*, swept: bool = False) -> bool:
    """Compare the time with the one stored last, and store it. False if it has jumped."""
    with transaction.atomic():
        row, moment = _locked_pulse(), clock.database_time()
        since, row.seen_at = row.seen_at, moment
        if swept:
            row.swept_at = moment
        jumped = _is_jump(moment - since)
        if jumped:
            row.jumped_at, row.jumped_by = moment, _seconds(moment - since)
            tables = _give_back(since, moment)
            logger.warning("%d s lie between two sweeps: %d tables", row.jumped_by, tables)
        row.save()
    return not jumped


def _locked_pulse() -> Pulse:
    """The row, locked: of two who find the same jump one comes too late."""
    pulse = Pulse.objects.select_for_update().first()
    if pulse is not None:
        return pulse
    moment = clock.database_time()
    try:
        with transaction.atomic():
            return Pulse.objects.create(seen_at=moment, swept_at=moment)
    except IntegrityError:  # another one was quicker
        return Pulse.objects.select_for_update().get()


def _give_back(since: datetime, moment: datetime) -> int:
    """Have the deadlines of all tables be as far away as they were at `since`. Gives how many
    tables were moved."""
    playing = Table.objects.filter(phase=Phase.PLAYING, awaited_since__isnull=False)
    forward = moment > since
    moved = 0
    if forward:
        moved += _restart_turns(playing.filter(awaited_since__gt=since), moment)
        moved += _move(playing.filter(awaited_since__lte=since), "awaited_since", moment - since)
    else:  # who is awaited since a time that has not come was awaited before the clock was set back
        moved += _move(playing.filter(awaited_since__gt=moment), "awaited_since", moment - since)
    dealing = Table.objects.filter(phase=Phase.DEALING)
    moved += dealing.filter(pace=Pace.LIVE).update(deadline=moment + SHARES_LIVE)
    moved += dealing.exclude(pace=Pace.LIVE).update(deadline=moment + SHARES_DAYS)
    if forward:
        waiting = Table.objects.filter(phase=Phase.OPEN, created_at__lte=since)
        return moved + waiting.update(deadline=F("deadline") + (moment - since))
    return (
        moved
        + _shorten(Pace.LIVE, moment + OPEN_FOR_LIVE)
        + _shorten(Pace.DAYS, moment + OPEN_FOR_DAYS)
    )


def _shorten(pace: Pace, latest: datetime) -> int:
    """No table waits for players any longer than it would from now on."""
    waiting = Table.objects.filter(phase=Phase.OPEN, pace=pace, deadline__gt=latest)
    return waiting.update(deadline=latest)


def _move(rows: QuerySet[Table], column: str, span: timedelta) -> int:
    moved: int = rows.update(**{column: F(column) + span, "deadline": F("deadline") + span})
    return moved


def _restart_turns(rows: QuerySet[Table], moment: datetime) -> int:
    """Those who are awaited since the last sweep have all of their time."""
    passed = ExpressionWrapper(Value(moment) - F("awaited_since"), DurationField())
    begun: int = rows.update(deadline=F("deadline") + passed, awaited_since=moment)
    return begun

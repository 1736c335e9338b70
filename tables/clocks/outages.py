"""Outages: checks of the clock, and time that is given back after one.

A sweep runs every few seconds and writes down what time it was. When more than a minute lies
between two of them, forwards or backwards, then the clock was set, or no sweep ran. Each web
process writes down every few seconds that it serves (``sign_service``); when none did for longer
than ten seconds, no player could move. No player loses on time by either. The first to find it, a
sweep, a web process or an action, moves the deadlines before anything is decided by them.

What is given back moves the stored times too: no second is given back twice.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import DurationField, ExpressionWrapper, F, Q, QuerySet, Value
from django.utils import timezone

from tables.clocks import clock
from tables.limits import OPEN_FOR_DAYS, OPEN_FOR_LIVE, SHARES_DAYS, SHARES_LIVE
from tables.models import Pace, Phase, Pulse, Table

JUMP: Final = timedelta(minutes=1)
"""Between two sweeps, which run every five seconds, passes less."""

AWAY: Final = timedelta(seconds=10)
"""Without a sign of any web process; time is given back from here on."""

SIGN_SECONDS: Final = 3
"""Between two signs of a web process."""

NOTICE_TIME: Final = timedelta(minutes=1)
"""After an outage a page tells of it for so long."""

logger = logging.getLogger(__name__)


class Outage(NamedTuple):
    """Time that was given back last: until when, and how many seconds."""

    ended_at: datetime
    seconds: int


def begin_sweep() -> bool:
    """A sweep begins. False if time had to be given back: then nothing is overdue any more, and it
    has nothing to do. That no web process serves, it leaves to the first one that does."""
    return _compare_times(swept=True)


def sign_service() -> Outage | None:
    """A web process says that it serves; lost time is given back. Gives the last outage, if it is
    news to this process. Nothing is written before the first sweep: nobody was ever replaced.

    What is signed is the time by which it was decided that none was lost: the database may pause
    between two statements.
    """
    read = clock.read_clock()
    if _lost_since(*read) is not None:
        _compare_times()
    signs = Pulse.objects.filter(Q(served_at=None) | Q(served_at__lt=read.current))
    if read.previous is not None:
        signs.update(served_at=read.current)
    row = Pulse.objects.exclude(jumped_at=None).first()
    outage = Outage(row.jumped_at, row.jumped_by) if row and row.jumped_at else None
    before, _process.signed_at, _process.outage = _process.outage, read.current, outage
    return None if outage == before else outage


def return_lost_time() -> None:
    """Give back lost time, if any, before a table is locked. One query, if all is well."""
    read = clock.read_clock()
    if _lost_since(*read) is not None:
        _compare_times()


def page_time() -> datetime:
    """The time for clocks on a page: after a pause of this process it goes on only when lost time
    has been given back, so that nobody sees a clock of 0 that is none."""
    moment, signed = clock.cached_time(), _process.signed_at
    return moment if signed is None else min(moment, signed + AWAY)


def recent_outage(moment: datetime) -> Outage | None:
    """The outage that players are told of: it ended less than a minute ago. No query."""
    outage = _process.outage
    if outage is None or outage.seconds < AWAY.total_seconds():
        return None
    return outage if abs(moment - outage.ended_at) < NOTICE_TIME else None


def clock_health() -> dict[str, object]:
    """For those who look after the site. ``suspended``: no player loses on time at present, because
    the clock has jumped, no sweep runs or no web process serves. Seconds are whole, None if there
    is nothing to say."""
    moment, row = clock.database_time(), Pulse.objects.first()
    return {
        "suspended": row is not None
        and (_is_jump(moment - row.swept_at) or _is_away(moment, row.served_at)),
        "swept_seconds": _seconds(moment - row.swept_at) if row else None,
        "served_seconds": _seconds(moment - row.served_at) if row and row.served_at else None,
        "jumped_at": row.jumped_at.isoformat() if row and row.jumped_at else None,
        "jumped_seconds": row.jumped_by if row and row.jumped_at else None,
        "machine_ahead_seconds": _seconds(timezone.now() - moment),
    }


class _Process:
    """Times that this web process knows from its last sign; None in others."""

    signed_at: datetime | None = None
    outage: Outage | None = None


_process = _Process()


# --- inside -------------------------------------------------------------------


def _is_jump(passed: timedelta) -> bool:
    return abs(passed) > JUMP


def _is_away(moment: datetime, served: datetime | None) -> bool:
    return served is not None and abs(moment - served) > AWAY


def _lost_since(
    moment: datetime, swept: datetime | None, served: datetime | None
) -> datetime | None:
    """The stored time from which on time was lost; None if none was."""
    if swept is None:
        return None
    since = [swept] if _is_jump(moment - swept) else []
    if served is not None and _is_away(moment, served):
        since.append(served)
    return max(since, key=lambda stored: abs(moment - stored), default=None)


def _seconds(span: timedelta) -> int:
    return round(span.total_seconds())


def _compare_times(*, swept: bool = False) -> bool:
    """Compare the time with those stored last, and store it. False if time was lost."""
    with transaction.atomic():
        row, moment = _locked_pulse(), clock.database_time()
        since = _lost_since(moment, row.seen_at, None if swept else row.served_at)
        if since is not None:
            lost, before = moment - since, row.jumped_by if row.jumped_at == since else 0
            row.jumped_at, row.jumped_by = moment, before + _seconds(lost)
            row.seen_at = min(row.seen_at + lost, moment)
            if row.served_at is not None:
                row.served_at = min(row.served_at + lost, moment)
            logger.warning(
                "the site was down for %d s: %d tables get the time back",
                _seconds(lost),
                _give_back(since, moment),
            )
        if swept:
            row.seen_at = row.swept_at = moment
        row.save()
    return since is None


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

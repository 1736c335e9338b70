"""The tables' time: that of the database, so that all machines agree.

PostgreSQL has a clock; SQLite has that of the machine, on which the whole site runs. Deadlines,
clocks and durations go by this and nothing else. What may have been wrong with it, ``pulse`` finds.
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import connection
from django.utils import timezone

from tables.models import Pulse
from web.database_clock import database_time as database_time


class ClockReading(NamedTuple):
    """The `current` time, that of the last look of a sweep or an action (None: none yet), and that
    at which a web process last served (None: none has said so yet)."""

    current: datetime
    previous: datetime | None
    served: datetime | None


def read_clock() -> ClockReading:
    """The time now, and the times that were stored last. One query."""
    if connection.vendor != "postgresql":
        stored = Pulse.objects.values_list("seen_at", "served_at").first()
        return ClockReading(timezone.now(), *(stored or (None, None)))
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp(), max(seen_at), max(served_at) FROM tables_pulse")
        return ClockReading(*cursor.fetchone())


def served_time() -> datetime:
    """The time up to which players could move: a deadline after it is not over. One query."""
    read = read_clock()
    return read.current if read.served is None else min(read.current, read.served)


def cached_time() -> datetime:
    """The time for words on a page: asked a second ago at most, and counted on."""
    if connection.vendor != "postgresql":
        return timezone.now()
    if time.monotonic() - _stored.last[1] > 1:
        before = time.monotonic()  # a clock shows no more time than there is
        _stored.last = database_time(), before
    stored_time, stored_at = _stored.last
    return stored_time + timedelta(seconds=time.monotonic() - stored_at)


class _StoredTime:
    """Last time of ``cached_time``, and its moment by a clock that cannot be set: together, for
    another thread may ask meanwhile."""

    last = datetime.min, float("-inf")


_stored = _StoredTime()

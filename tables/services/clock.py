"""What time it is at the tables: that of the database, so that all machines agree.

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


class Reading(NamedTuple):
    """`now`, and when it was that a sweep looked last; None if none ever did."""

    now: datetime
    seen_at: datetime | None


def now() -> datetime:
    """The time now, not that of the beginning of the transaction. One query on PostgreSQL."""
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        found: datetime = cursor.fetchone()[0]
    return found


def reading() -> Reading:
    """The time now, beside the time that was seen last. One query."""
    if connection.vendor != "postgresql":
        return Reading(timezone.now(), Pulse.objects.values_list("seen_at", flat=True).first())
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp(), (SELECT max(seen_at) FROM tables_pulse)")
        return Reading(*cursor.fetchone())


def about_now() -> datetime:
    """The time for words on a page: asked a second ago at most, and counted on."""
    if connection.vendor != "postgresql":
        return timezone.now()
    if time.monotonic() - _asked.last[1] > 1:
        asked = time.monotonic()  # before: a clock shows no more time than there is
        _asked.last = now(), asked
    said, at = _asked.last
    return said + timedelta(seconds=time.monotonic() - at)


class _Asked:
    """What ``about_now`` was given last, and when by a clock that cannot be set: together, for
    another thread may ask meanwhile."""

    last = datetime.min, float("-inf")


_asked = _Asked()

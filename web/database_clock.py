"""The database's clock: one for all machines, whatever theirs say."""

from __future__ import annotations

from datetime import datetime

from django.db import connection
from django.utils import timezone


def database_time() -> datetime:
    """The time now, not that of the beginning of the transaction. One query on PostgreSQL; SQLite
    has the clock of its machine."""
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
    return moment

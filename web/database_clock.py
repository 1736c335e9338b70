"""The database's clock: one for all machines, whatever theirs say."""

from __future__ import annotations

from datetime import datetime

from django.db import connection
from django.db.models.functions import Now
from django.utils import timezone


def database_time() -> datetime:
    """The time now, not that of the beginning of the transaction. One query on PostgreSQL; SQLite
    has the clock of its machine."""
    return clock_timestamp() if connection.vendor == "postgresql" else timezone.now()


def statement_time() -> Now:
    """The time of the statement that writes it, by the database's clock: costs no query."""
    return Now()


def clock_timestamp() -> datetime:
    """PostgreSQL's clock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
    return moment

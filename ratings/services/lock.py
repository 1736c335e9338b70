"""One fold at a time, in all workers together."""

from __future__ import annotations

from django.db import connection

ADVISORY = 0x1340_7E9
"""The number of our advisory lock in PostgreSQL; any that nobody else uses."""


def lock_ledger(*, wait: bool) -> bool:
    """Take the ledger until the transaction ends. False: another worker has it, and we did not
    wait.

    In SQLite the transaction itself is the lock: it is IMMEDIATE (see the settings).
    """
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        if wait:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [ADVISORY])
            return True
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [ADVISORY])
        return bool(cursor.fetchone()[0])

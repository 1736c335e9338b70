"""The lock of the ledger: one worker at a time changes it."""

from __future__ import annotations

from typing import Final

from django.db import connection

from ratings.models import Pending

ADVISORY: Final = 0x1340_7E9
"""The number of our advisory lock in PostgreSQL; any that is used for nothing else."""


def lock_ledger(*, wait: bool) -> bool:
    """Take the ledger until the transaction ends. False: another worker has it, and we did not
    wait.

    In SQLite the transaction itself is the lock: it is IMMEDIATE (see the settings).
    """
    if connection.vendor != "postgresql":
        return True
    return _lock(wait=wait)


def lock_ledger_if_pending(*, wait: bool) -> bool:
    """The same, if games are pending; False also if none are. One statement."""
    if connection.vendor != "postgresql":
        return Pending.objects.exists()
    return _lock(f"WHERE EXISTS (SELECT 1 FROM {Pending._meta.db_table})", wait=wait)


def _lock(condition: str = "", *, wait: bool) -> bool:
    """True if the lock was taken; False also where `condition` leaves no row."""
    takes = "pg_advisory_xact_lock(%s) IS NOT NULL" if wait else "pg_try_advisory_xact_lock(%s)"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {takes} {condition}", [ADVISORY])
        return bool(cursor.fetchone() == (True,))

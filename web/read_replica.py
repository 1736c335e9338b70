"""Long reads on a read replica (``DATABASE_REPLICA_URL``), or on the primary where that is better.

Within ``reading_replica`` every query of this thread goes to the replica, whatever module makes it.
Nothing can be written there, and nothing else of the site is read from it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

from django.db import DEFAULT_DB_ALIAS, Error, connection, connections
from django.db.backends.utils import CursorWrapper

ALIAS: Final = "replica"
PATIENCE: Final = 30.0
"""Seconds in which the replica has to reach what the primary has now."""
LOOK_SECONDS: Final = 0.1

Answer = TypeVar("Answer")

logger = logging.getLogger(__name__)


def has_replica() -> bool:
    return ALIAS in connections.settings


@contextmanager
def reading_replica() -> Iterator[bool]:
    """Queries of this thread go to the replica, which has all that the primary has committed by
    now. False: they go to the primary, because there is no replica, it lags or is gone (the log
    says so), or a block around this one or a transaction decides."""
    if not has_replica() or _is_inside() or connection.in_atomic_block or not _is_level():
        yield False
        return
    primary, replica = connections[DEFAULT_DB_ALIAS], connections[ALIAS]
    connections[DEFAULT_DB_ALIAS] = replica
    try:
        yield True
    finally:
        connections[DEFAULT_DB_ALIAS] = primary
        replica.close()


def read_on_replica(read: Callable[[], Answer]) -> Answer:
    """Result of `read` on the replica; on the primary if the replica ends it."""
    with reading_replica() as is_replica:
        try:
            return read()
        except Error as error:
            if not is_replica:
                raise
            logger.warning("the replica ended a read, the primary reads again: %s", error)
    return read()


def _is_inside() -> bool:
    """True if this thread reads from the replica already."""
    return connections[DEFAULT_DB_ALIAS] is connections[ALIAS]


def _is_level() -> bool:
    """True once the replica has replayed what the primary has written by now."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_wal_lsn()::text")
        (position,) = cursor.fetchone()
    deadline = time.monotonic() + PATIENCE
    try:
        with connections[ALIAS].cursor() as cursor:
            while not _has_replayed(cursor, position):
                if time.monotonic() > deadline:
                    logger.warning(
                        "the replica lags by more than %g s: the primary reads", PATIENCE
                    )
                    return False
                time.sleep(LOOK_SECONDS)
    except Error as error:
        logger.warning("the replica does not answer, the primary reads: %s", error)
        connections[ALIAS].close()
        return False
    return True


def _has_replayed(cursor: CursorWrapper, position: str) -> bool:
    """False also for a server that is no standby: after a failover it may be the old primary."""
    cursor.execute(
        "SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= %s::pg_lsn", [position]
    )
    return bool(cursor.fetchone() == (True,))

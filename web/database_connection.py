"""The connection to the database, after a failure: does it pass, is the connection broken."""

from __future__ import annotations

import sqlite3
from typing import Final

import redis
from django.db import InterfaceError, OperationalError, connection

from web.disk_full import is_read_only
from web.shared_storage import StorageUnavailable

RETRY_SECONDS: Final = 5
"""Seconds after which a client may try again what failed in passing."""

PASSING_SQLITE: Final = frozenset(
    {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
)
"""Primary result codes (https://www.sqlite.org/rescode.html)."""
PASSING_POSTGRESQL: Final = ("08", "40", "53", "55P03", "57P")
"""Beginnings of codes (https://www.postgresql.org/docs/current/errcodes-appendix.html): connection
lost, rolled back for another, too many connections, locked, shut down."""


def is_passing(error: BaseException | None) -> bool:
    """True if `error`, or what caused it, is a database, Redis or object storage that restarts, is
    cut off, busy or read-only for now: the same request may succeed a little later."""
    if is_read_only(error):
        return True
    while error is not None:
        if isinstance(error, redis.ConnectionError | redis.TimeoutError | StorageUnavailable):
            return True
        if isinstance(error, sqlite3.Error):
            return getattr(error, "sqlite_errorcode", 0) & 0xFF in PASSING_SQLITE
        if code := getattr(error, "sqlstate", None):
            return str(code).startswith(PASSING_POSTGRESQL)
        if isinstance(error, OperationalError | InterfaceError) and error.__cause__ is None:
            return True
        if type(error).__module__.startswith("psycopg") and error.__cause__ is None:
            return type(error).__name__ in ("OperationalError", "InterfaceError", "PoolTimeout")
        error = error.__cause__
    return False


def drop_broken_connection() -> None:
    """Close the connection if the server does not answer there: the next query opens another. One
    to SQLite, if it was opened while the file was read-only, can never write.
    Within a transaction it stays, since the transaction is lost with it."""
    if connection.connection is None or connection.in_atomic_block:
        return
    if connection.vendor == "sqlite" or not connection.is_usable():
        connection.close()

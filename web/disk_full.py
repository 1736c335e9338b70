"""A disk that is full or read-only: how that differs from other failures, and what may be left out
then.

Whatever only reads goes on. What cannot be stored is refused in words, and nothing of it stays.
"""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import DatabaseError, connection

RETRY_SECONDS: Final = 60
"""Seconds after which a client may try again what could not be stored."""

OF_THE_SYSTEM: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
OF_SQLITE: Final = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN})
"""Primary result codes (https://www.sqlite.org/rescode.html): what a disk that is full answers to
the write-ahead log, to its index, and to the journal. One that has become read-only answers them
too, to connections of before (``is_read_only``)."""
OF_POSTGRESQL: Final = frozenset({"53100", "58030"})
"""disk_full and io_error (https://www.postgresql.org/docs/current/errcodes-appendix.html)."""
READ_ONLY_OF_POSTGRESQL: Final = "25006"

logger = logging.getLogger(__name__)


def is_full(error: BaseException | None) -> bool:
    """True if `error`, or what caused it, is a disk that takes no more."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in OF_THE_SYSTEM:
            return True
        if isinstance(error, sqlite3.Error):
            return _sqlite_code(error) in OF_SQLITE and not _is_database_read_only()
        if getattr(error, "sqlstate", None) in OF_POSTGRESQL:
            return True
        error = error.__cause__
    return False


def is_read_only(error: BaseException | None) -> bool:
    """True if `error`, or what caused it, is a disk or a database that may not be written to."""
    while error is not None:
        if isinstance(error, OSError) and error.errno == errno.EROFS:
            return True
        if isinstance(error, sqlite3.Error):
            code = _sqlite_code(error)
            return code == sqlite3.SQLITE_READONLY or (
                code in OF_SQLITE and _is_database_read_only()
            )
        if getattr(error, "sqlstate", None) == READ_ONLY_OF_POSTGRESQL:
            return True
        error = error.__cause__
    return False


@contextmanager
def tolerate_full_disk(purpose: str) -> Iterator[None]:
    """A write that a page can do without, such as a note that a visitor was here: on a disk that is
    full or read-only it is left out, and the page is shown. Outside of transactions. `purpose`: for
    the log."""
    try:
        yield
    except DatabaseError as error:
        if is_full(error):
            note_full_disk(purpose)
        elif is_read_only(error):
            logger.error("the database is read-only: %s", purpose)
        else:
            raise


def note_full_disk(purpose: str) -> None:
    """Something could not be stored."""
    global _noted_at
    _noted_at = time.monotonic()
    logger.error("no space left on a disk: %s", purpose)


def seconds_since_noted() -> int | None:
    """Since something could not be stored by this process; None if that never happened."""
    return None if _noted_at is None else int(time.monotonic() - _noted_at)


_noted_at: float | None = None


def _sqlite_code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _is_database_read_only() -> bool:
    """True for SQLite if the file or its folder may not be written to."""
    name = connection.settings_dict["NAME"]
    if connection.vendor != "sqlite" or not os.path.exists(name):
        return False
    return not (os.access(name, os.W_OK) and os.access(os.path.dirname(name) or ".", os.W_OK))

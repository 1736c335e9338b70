"""Connections to the database outside of Django's pool."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from django.conf import settings
from django.db import connection


def table_names() -> list[str]:
    """Tables by one attempt, without the pool, which would retry and log each attempt.

    Raises ``django.db.Error`` if the database does not answer."""
    probe = connection.copy()
    probe.settings_dict["OPTIONS"].pop("pool", None)
    try:
        return probe.introspection.table_names()
    finally:
        probe.close()


def first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__).rstrip(". ")


_connections: list[sqlite3.Connection] = []
"""One stays open for as long as the process lives, and does nothing. When the last connection
closes, SQLite removes the write-ahead log and its index; on a full disk it could not make them
again, and no page could even be read."""


def keep_open() -> None:
    """Open the database of the settings and read from it, if it is SQLite and there is one."""
    database = settings.DATABASES["default"]
    path = Path(str(database["NAME"]))
    if not database["ENGINE"].endswith("sqlite3") or not path.exists():
        return
    connection = sqlite3.connect(path, check_same_thread=False)
    connection.execute("PRAGMA journal_mode=WAL").fetchall()
    connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
    _connections.append(connection)

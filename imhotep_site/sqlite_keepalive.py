"""Keeps an SQLite database open for as long as the process lives.

When its last connection closes, SQLite removes the write-ahead log and the index of it, and makes
them anew for the next one. On a full disk it cannot, and then no page could even be read. So one
connection stays, and does nothing.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from django.conf import settings

_connections: list[sqlite3.Connection] = []


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

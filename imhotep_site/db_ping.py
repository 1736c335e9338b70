"""One attempt to reach the database, without its pool, which would retry and log each attempt."""

from __future__ import annotations

from django.db import connection


def table_names() -> list[str]:
    """Raises ``django.db.Error`` if the database does not answer."""
    probe = connection.copy()
    probe.settings_dict["OPTIONS"].pop("pool", None)
    try:
        return probe.introspection.table_names()
    finally:
        probe.close()


def first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__).rstrip(". ")

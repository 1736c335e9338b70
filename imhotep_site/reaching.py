"""Whether the database is there, asked once: its pool would ask again and again, and log each."""

from __future__ import annotations

from django.db import connection


def tables() -> list[str]:
    """The names of the tables. Raises ``django.db.Error`` if the database does not answer."""
    probe = connection.copy()
    probe.settings_dict["OPTIONS"].pop("pool", None)
    try:
        return probe.introspection.table_names()
    finally:
        probe.close()


def why(error: Exception) -> str:
    """The first line of what it says."""
    return next(iter(str(error).splitlines()), type(error).__name__).rstrip(". ")

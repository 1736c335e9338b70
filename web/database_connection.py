"""The connection to the database, after a failure."""

from __future__ import annotations

from django.db import connection


def drop_broken_connection() -> None:
    """Close the connection if the server does not answer there: the next query opens another.
    Within a transaction it stays, since the transaction is lost with it."""
    if connection.connection is None or connection.in_atomic_block:
        return
    if not connection.is_usable():
        connection.close()

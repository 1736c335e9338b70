"""The database connection of a request that takes long."""

from django.db import connection


def give_back() -> None:
    """Back to the pool with it, unless a transaction is open: the next query takes another."""
    if not connection.in_atomic_block:
        connection.close()

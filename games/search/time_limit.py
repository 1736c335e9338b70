"""A search may take so long, and no longer; how the database should go about it.

A search can be answered from the newest game on, until there are enough, or by the index of all
tokens. PostgreSQL takes the first way too often: it believes that the facts of thousands of games
lie in memory (``docs/decisions/measurements.md``).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import OperationalError, connection, transaction
from psycopg.errors import QueryCanceled

SECONDS: Final = 4
"""Of a statement. What takes longer is rare, in a great many games."""

PLANNED: Final = (
    "SET LOCAL effective_cache_size = '128MB'",
    "SET LOCAL max_parallel_workers_per_gather = 0",
)


class TooLong(Exception):
    """The database had to be stopped."""


@contextmanager
def bounded(seconds: float = SECONDS) -> Iterator[None]:
    """Statements within end after `seconds`, by ``TooLong``. PostgreSQL only: what SQLite keeps is
    small."""
    if connection.vendor != "postgresql":
        yield
        return
    is_outlasted = connection.in_atomic_block and seconds < SECONDS
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            limit = f"SET LOCAL statement_timeout = {round(1000 * seconds):d}"
            cursor.execute("; ".join((limit, *PLANNED)))
            yield
            if is_outlasted:  # a transaction around this one goes on with the usual limit
                cursor.execute(f"SET LOCAL statement_timeout = {1000 * SECONDS:d}")
    except OperationalError as error:
        if isinstance(error.__cause__, QueryCanceled):
            raise TooLong from error
        raise

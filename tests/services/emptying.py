"""Empties the database after a test whose rows other processes saw, without Django's flush.

A flush truncates every table, makes the locks of those that are written once anew, and asks for all
content types and permissions: a third of a second of the processor, after each of these tests. Few
tables have rows, so those rows are deleted, and what the migrations made of the models (``KEPT``)
stays.
"""

from __future__ import annotations

from itertools import repeat
from typing import Any

from django.db import OperationalError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import TransactionTestCase
from psycopg.errors import DeadlockDetected

from games.models.append_only import append_only_models, locks
from games.written_once import lifted

PERMANENT_TABLES = {"django_content_type", "auth_permission"}
TRUNCATE_ABOVE = 2_000
"""A table with more rows is truncated sooner than its rows are deleted."""

TRIES = 10
"""Of a busy machine, where the same request may be in the way several times."""

_flush = TransactionTestCase._fixture_teardown


def install() -> None:
    """From now on tests empty the database so."""
    TransactionTestCase._fixture_teardown = _empty  # type: ignore[method-assign]


def _empty(case: Any) -> None:
    plain = case.available_apps is None and not case.serialized_rollback
    names = case._databases_names(include_mirrors=False)
    if not (plain and all(emptied(connections[name]) for name in names)):
        _flush(case)


def emptied(connection: BaseDatabaseWrapper) -> bool:
    """Delete the rows of all tables but those of ``KEPT``. False: a flush has to do it, because a
    table has many, or the server does not let its triggers rest. A site that still reads may lock
    tables in another order: the server ends one of the two, so it is tried again."""
    tables = set(connection.introspection.django_table_names(only_existing=True)) - PERMANENT_TABLES
    for last in (*repeat(False, TRIES - 1), True):
        try:
            with transaction.atomic(using=connection.alias):
                if connection.vendor == "sqlite":
                    return _emptied_sqlite(connection, tables)
                return _emptied_postgresql(connection, tables)
        except OperationalError as error:
            if last or not isinstance(error.__cause__, DeadlockDetected):
                raise
    return False


def _emptied_sqlite(connection: BaseDatabaseWrapper, tables: set[str]) -> bool:
    filled = _filled(connection, tables)
    locked = locks(append_only_models())
    locked_rows = {name: locked[name] for name in filled & locked.keys()}
    with lifted(connection, locked_rows):
        _delete(connection, filled)
    return True


def _emptied_postgresql(connection: BaseDatabaseWrapper, tables: set[str]) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        if cursor.fetchall() != [(True,)]:
            return False
        # As a flush does, wait for what other processes are about to write.
        names = ", ".join(map(connection.ops.quote_name, sorted(tables)))
        cursor.execute(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE")
        filled = _filled(connection, tables)
        if _filled(connection, filled, TRUNCATE_ABOVE):
            return False
        cursor.execute("SET LOCAL session_replication_role = replica")  # no triggers, no keys
        _delete(connection, filled)
    return True


def _filled(connection: BaseDatabaseWrapper, tables: set[str], threshold: int = 0) -> set[str]:
    """Those of `tables` that have more than `many` rows."""
    if not tables:
        return set()
    query = (
        f"SELECT '{name}' WHERE EXISTS "
        f"(SELECT 1 FROM {connection.ops.quote_name(name)} LIMIT 1 OFFSET {threshold})"
        for name in sorted(tables)
    )
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(query))
        return {name for (name,) in cursor.fetchall()}


def _delete(connection: BaseDatabaseWrapper, tables: set[str]) -> None:
    with connection.cursor() as cursor:
        for name in sorted(tables):
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(name)}")

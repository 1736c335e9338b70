"""The database's own lock on rows that are written once: triggers, which migrations make.

A row of a locked table can be inserted and read. UPDATE, DELETE, ON CONFLICT DO UPDATE and, on
PostgreSQL, TRUNCATE raise ``IntegrityError``, by whatever way they come. Columns named as `once`
may go from NULL to a value, in an UPDATE that changes nothing else. SQLite's REPLACE deletes the
row that is in its way, and asks triggers only under ``PRAGMA recursive_triggers``: the settings
turn it on.

The owner of the tables can take a lock off. It is there for mistakes and for holes in the code.

Migrations of three apps use this module: what it makes may get better, its names stay. On SQLite
a migration that makes a table again (``AlterField``, mostly) loses its triggers without a word; it
has to end with ``locked`` again. ``tests/attacks/test_written_once.py`` finds one that forgot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from django.db import migrations, transaction
from django.db.backends.base.base import BaseDatabaseWrapper


def locked(table: str, *once: str) -> migrations.RunPython:
    """The operation of a migration that locks `table`; backwards it takes the lock off."""
    return migrations.RunPython(
        lambda apps, editor: lock(editor.connection, table, once),
        lambda apps, editor: unlock(editor.connection, table),
        elidable=False,
    )


def lock(connection: BaseDatabaseWrapper, table: str, once: Sequence[str] = ()) -> None:
    """Lock `table`, whether it is locked or not. `once`: names of columns."""
    unlock(connection, table)
    with connection.cursor() as cursor:
        for statement in statements(connection, table, once):
            cursor.execute(statement)


def unlock(connection: BaseDatabaseWrapper, table: str) -> None:
    """Take the lock off `table`, if it has one."""
    if connection.vendor == "postgresql":
        ways = ("written_once", "never_emptied")
        dropped = [f'DROP TRIGGER IF EXISTS "{table}_{way}" ON "{table}"' for way in ways]
        dropped.append(f'DROP FUNCTION IF EXISTS "{table}_written_once"()')
    else:
        ways = ("written_once", "never_deleted")
        dropped = [f'DROP TRIGGER IF EXISTS "{table}_{way}"' for way in ways]
    with connection.cursor() as cursor:
        for statement in dropped:
            cursor.execute(statement)


@contextmanager
def lifted(connection: BaseDatabaseWrapper, tables: Mapping[str, Sequence[str]]) -> Iterator[None]:
    """Without the locks on `tables` (with their `once`), in one transaction: for ``flush``, and
    for tests that damage a row to see whether it is found."""
    with transaction.atomic(using=connection.alias):
        if connection.vendor == "postgresql":
            connection.check_constraints()  # a table with checks to come cannot be altered
        for table in tables:
            unlock(connection, table)
        yield
        if connection.vendor == "postgresql":
            connection.check_constraints()
        for table, once in tables.items():
            lock(connection, table, once)


def statements(connection: BaseDatabaseWrapper, table: str, once: Sequence[str] = ()) -> list[str]:
    """The SQL that locks `table`, in the words of the database behind `connection`."""
    if connection.vendor == "postgresql":
        return _postgresql(table, once)
    with connection.cursor() as cursor:
        description = connection.introspection.get_table_description(cursor, table)
    return _sqlite(table, once, [column.name for column in description])


# --- inside -------------------------------------------------------------------


def _postgresql(table: str, once: Sequence[str]) -> list[str]:
    """``*=`` compares rows to the last byte: equal numbers may be written in two ways."""
    may_be_set = "".join(
        f"""
    IF TG_OP = 'UPDATE' AND OLD."{column}" IS NULL AND NEW."{column}" IS NOT NULL THEN
        was := OLD;
        was."{column}" := NEW."{column}";
        IF was *= NEW THEN
            RETURN NEW;
        END IF;
    END IF;"""
        for column in once
    )
    return [
        f"""CREATE FUNCTION "{table}_written_once"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    was "{table}"%ROWTYPE;
BEGIN{may_be_set}
    RAISE EXCEPTION 'rows of {table} are written once' USING ERRCODE = 'restrict_violation';
END $$""",
        f"""CREATE TRIGGER "{table}_written_once" BEFORE UPDATE OR DELETE ON "{table}"
FOR EACH ROW EXECUTE FUNCTION "{table}_written_once"()""",
        f"""CREATE TRIGGER "{table}_never_emptied" BEFORE TRUNCATE ON "{table}"
FOR EACH STATEMENT EXECUTE FUNCTION "{table}_written_once"()""",
    ]


def _sqlite(table: str, once: Sequence[str], columns: Sequence[str]) -> list[str]:
    refuse = f"BEGIN SELECT RAISE(ABORT, 'rows of {table} are written once'); END"
    ways = [_set_once(column, columns) for column in once]
    unless = f"WHEN NOT ({' OR '.join(ways)}) " if ways else ""
    return [
        f'CREATE TRIGGER "{table}_written_once" BEFORE UPDATE ON "{table}" {unless}{refuse}',
        f'CREATE TRIGGER "{table}_never_deleted" BEFORE DELETE ON "{table}" {refuse}',
    ]


def _set_once(column: str, columns: Sequence[str]) -> str:
    unchanged = "".join(
        f' AND OLD."{other}" IS NEW."{other}"' for other in columns if other != column
    )
    return f'(OLD."{column}" IS NULL AND NEW."{column}" IS NOT NULL{unchanged})'

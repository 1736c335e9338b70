"""A database's schema as text, and the chain of migrations without those that replace others.

``python -m tests.schema`` migrates an empty database by the chain and prints its schema.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

ROOT: Final = Path(__file__).resolve().parents[1]
POSTGRESQL: Final = (
    """SELECT 'column', c.relname, a.attnum - dropped.before, a.attname,
              format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attstattarget,
              a.attcollation::regcollation, pg_get_expr(d.adbin, d.adrelid)
         FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
         LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum,
         LATERAL (SELECT count(*) AS before FROM pg_attribute o
                   WHERE o.attrelid = a.attrelid AND o.attisdropped AND o.attnum < a.attnum) dropped
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v', 'm', 'p')
          AND a.attnum > 0 AND NOT a.attisdropped""",
    "SELECT 'index', indexdef FROM pg_indexes WHERE schemaname = 'public'",
    """SELECT 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid)
         FROM pg_constraint WHERE connamespace = 'public'::regnamespace""",
    """SELECT 'trigger', pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal""",
    """SELECT 'function', pg_get_functiondef(oid) FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace""",
    """SELECT 'relation', relname, relkind, reloptions FROM pg_class
        WHERE relnamespace = 'public'::regnamespace""",
)
SQLITE: Final = (
    """SELECT 'column', m.name, x.name, x.type, x."notnull", x.dflt_value, x.pk, x.hidden
         FROM sqlite_master m, pragma_table_xinfo(m.name) x WHERE m.type = 'table'""",
    "SELECT type, tbl_name, name, sql FROM sqlite_master WHERE type <> 'table'",
)
PARTS: Final = re.compile(r",(?![^()]*\))")
"""Commas between columns and constraints, and not between the columns of one."""


def schema(connection: BaseDatabaseWrapper) -> list[str]:
    """Tables with their columns, types, defaults, indexes, constraints, triggers, functions: a line
    each, sorted. Columns have their number on PostgreSQL; SQLite puts altered ones last."""
    postgresql = connection.vendor == "postgresql"
    lines: list[str] = []
    with connection.cursor() as cursor:
        for question in POSTGRESQL if postgresql else SQLITE:
            cursor.execute(question)
            rows = (" | ".join(map(str, row)) for row in cursor.fetchall())
            lines += (" ".join(row.split()) for row in rows)
        if not postgresql:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
            lines += (line for name, sql in cursor.fetchall() for line in _parts(name, sql))
    return sorted(lines)


def _parts(table: str, sql: str) -> Iterator[str]:
    """The columns and constraints of a table of SQLite as they were written, with their checks."""
    inside = sql[sql.index("(") + 1 : sql.rindex(")")]
    return (f"part | {table} | {' '.join(part.split())}" for part in PARTS.split(inside))


def migrated_by_chain(url: str) -> list[str]:
    """The schema of an empty database at `url` that goes through the whole chain of migrations, in
    a process of its own."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.schema"],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": url, "DATABASE_POOL": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


class ChainLoader(MigrationLoader):
    """The migrations one by one, without those that replace others."""

    def load_disk(self) -> None:
        super().load_disk()
        chain = {
            key: migration
            for key, migration in self.disk_migrations.items()
            if not migration.replaces
        }
        self.disk_migrations = chain


def chain_executor(connection: BaseDatabaseWrapper) -> MigrationExecutor:
    executor = MigrationExecutor(connection)
    executor.loader = ChainLoader(connection)
    return executor


def _main() -> None:
    import django

    django.setup()
    from django.db import connection

    executor = chain_executor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    print("\n".join(schema(connection)))


if __name__ == "__main__":
    _main()

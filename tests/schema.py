"""A database's schema as text, and the chain of migrations without those that replace others.

``python -m tests.schema`` migrates an empty database by the chain and prints its schema.
"""

from __future__ import annotations

import gc
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
from django.db.migrations.migration import Migration
from django.db.migrations.state import ProjectState

Plan = list[tuple[Migration, bool]]

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


class ChainExecutor(MigrationExecutor):
    """Django's, and sooner done when it goes back: the models of a state are rendered before its
    migration is undone, not after each operation of the whole plan. What it asks of the database is
    the same. Forwards, as at an upgrade, it is Django's alone."""

    def _migrate_all_backwards(self, plan: Plan, full_plan: Plan, fake: bool) -> ProjectState:
        nodes = self.loader.graph.nodes
        applied = {nodes[key] for key in self.loader.applied_migrations if key in nodes}
        undone = {migration for migration, _ in plan}
        before: dict[Migration, ProjectState] = {}
        state, remaining = (ProjectState(real_apps=self.loader.unmigrated_apps) for _ in range(2))
        for migration, _ in full_plan:
            if migration in undone:
                before[migration] = state.clone()
            elif migration in applied:
                migration.mutate_state(remaining, preserve=False)
            if migration in applied:
                migration.mutate_state(state, preserve=False)
        for migration, _ in plan:
            state = before.pop(migration)
            state.apps  # noqa: B018  # rendered once: operations render only what they change
            self.unapply_migration(state, migration, fake=fake)
        return remaining


def chain_executor(connection: BaseDatabaseWrapper) -> MigrationExecutor:
    executor = ChainExecutor(connection)
    executor.loader = ChainLoader(connection)
    return executor


def _main() -> None:
    gc.set_threshold(20_000, 10, 10)  # as manage.py: a quarter of the time is the collector's
    import django

    django.setup()
    from django.db import connection

    executor = chain_executor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    print("\n".join(schema(connection)))


if __name__ == "__main__":
    _main()

"""Django's migrate, with progress; an unsafe start, or a database that does not answer, is a
sentence."""

from __future__ import annotations

import sys
from typing import Any

from django.conf import settings
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, DatabaseError, OperationalError, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.migration import Migration

from imhotep_site.checks import refuse_unsafe_start
from imhotep_site.database import first_line, table_names
from imhotep_site.progress import Progress
from imhotep_site.settings import variables
from imhotep_site.settings.addresses import without_password
from imhotep_site.settings.environment import WRONG_SETTINGS
from web.gc_tuning import fewer_collections

YOUNG = 20_000
"""Objects after which Python's collector looks at the new ones (700 by default)."""


class Command(migrate.Command):
    stealth_options = ("progress",)
    progress: Progress | None = None
    total = applied = 0

    def handle(self, *args: str, **options: Any) -> None:
        """With `progress`, or on the command line, no migration is silent for long.

        Each migration makes the models again, which are circles of objects: the collector would
        look at them for a third of the time.
        """
        self.progress = options.pop("progress", None)
        with fewer_collections(YOUNG):
            if self.progress:
                self.total = pending_migrations(options.get("database") or DEFAULT_DB_ALIAS)
                super().handle(*args, **options)
            elif options["verbosity"]:
                with Progress(self._say) as self.progress:
                    super().handle(*args, **options)
            else:
                super().handle(*args, **options)

    def migration_progress_callback(
        self, action: str, migration: Migration | None = None, fake: bool = False
    ) -> None:
        super().migration_progress_callback(action, migration, fake)
        if self.progress is None or action != "apply_start":
            return
        self.applied += 1
        if self.total:
            step = f"Preparing the database ({self.applied} of {self.total})"
        else:
            step = f"Still applying {migration}"
        if self.total and self.applied == 1:
            self.progress.begin(step)
        else:
            self.progress.update(step)

    def _say(self, line: str) -> None:
        self.stdout.write(f"\n  {line}")
        self.stdout.flush()

    def run_from_argv(self, argv: list[str]) -> None:
        if {"-h", "--help"} & set(argv):
            super().run_from_argv(argv)
            return
        refuse_unsafe_start()
        try:
            table_names()
        except OperationalError as error:
            url = variables.DATABASE_URL or str(settings.DATABASES["default"]["NAME"])
            reason = first_line(error)
            self.stderr.write(f"The database {without_password(url)} does not answer: {reason}")
            sys.exit(WRONG_SETTINGS)
        try:
            super().run_from_argv(argv)
        except DatabaseError as error:
            reason = first_line(error)
            self.stderr.write(
                f"The database could not be migrated: {reason}. If another process is migrating "
                "it, wait until it has finished. Then run migrate again."
            )
            sys.exit(1)


def pending_migrations(database: str) -> int:
    executor = MigrationExecutor(connections[database])
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))

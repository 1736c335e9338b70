"""``manage.py fetch_pyodide``: the Python for browsers, which recording needs."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tables.recorder.fetching import CannotFetch, fetch_runtime, store_runtime


class Command(BaseCommand):
    help = "Store Pyodide in the data folder: from npm, or from its archive."
    requires_system_checks = []  # noqa: RUF012  (as the class it overrides has it)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--from", dest="archive", type=Path, help="the file that `npm pack` made"
        )

    def handle(self, *args: str, archive: Path | None, **options: object) -> None:
        try:
            if archive is None:
                fetch_runtime()
            else:
                store_runtime(archive)
        except CannotFetch as problem:
            raise CommandError(str(problem)) from None

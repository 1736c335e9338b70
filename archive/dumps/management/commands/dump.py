"""``manage.py dump FOLDER``: the public record as files that everybody can check."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from archive.dumps.services.publish import NoDump, dump, publish_dump


class Command(BaseCommand):
    help = (
        "Writes the public record as files with a manifest of digests (docs/dump.md), for "
        "`python -m audit FOLDER`. With --publish, /dump/ offers these files."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        target = parser.add_mutually_exclusive_group(required=True)
        target.add_argument("folder", type=Path, nargs="?", help="a new folder for the files")
        target.add_argument("--publish", action="store_true", help="publish the dump")

    def handle(self, *args: object, folder: Path | None, **options: object) -> None:
        try:
            files = publish_dump() if folder is None else dump(folder)
        except NoDump as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"the dump cannot be written: {error}") from error
        for file in files:
            lines = f"{file.lines} lines, " if file.lines is not None else ""
            self.stdout.write(f"{file.name}: {lines}{file.bytes} bytes, {file.sha256}")

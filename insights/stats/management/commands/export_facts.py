"""``manage.py export_facts FOLDER``: the facts of all games as Parquet, for researchers."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser

from insights.stats.services.research import export


class Command(BaseCommand):
    help = "Writes games.parquet and seats.parquet (docs/research.md) to a folder."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)

    def handle(self, *args: object, folder: Path, **options: object) -> None:
        for file in export(folder):
            self.stdout.write(f"{file.name}: {file.rows} rows, {file.bytes} bytes, {file.sha256}")

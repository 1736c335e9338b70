"""``manage.py begin_log``: the transparency log goes on as another one."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from archive.log.last_signed import stored_note
from archive.log.reading import log_state
from archive.log.services.append import Forked, begin_log


class Command(BaseCommand):
    help = (
        "Starts a new transparency log under the new TRANSPARENCY_ORIGIN, after a restored backup "
        "or with another key. Its first new leaf names the last checkpoint of the old log. Stop "
        "the workers first (docs/transparency.md)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        last = (
            "last checkpoint of the old log; default: the copy next to the key or in the database"
        )
        parser.add_argument("--after", type=Path, metavar="FILE", help=last)

    def handle(self, *args: object, after: Path | None, **options: object) -> None:
        try:
            note = after.read_text("utf-8") if after else stored_note() or log_state().note
            self.stdout.write(begin_log(note), ending="")
        except (Forked, OSError, UnicodeDecodeError) as error:
            raise CommandError(str(error)) from error

"""``manage.py serve``: the whole site on this machine; what ``make run`` calls."""

from __future__ import annotations

import sys

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.example.people import GAMES
from imhotep_site.settings import variables
from imhotep_site.settings.environment import WRONG_SETTINGS
from imhotep_site.supervisor import CannotServe

WINDOWS = """\
`serve` does not work on Windows: there is no Valkey or Redis for it, and Celery's workers need a
system that can fork. The rules work (python -m engine), and so do the pages without judging of
uploads (manage.py migrate, manage.py runserver). For the whole site use WSL or compose.yaml."""


class Command(BaseCommand):
    help = "Serves the site and its worker on this machine, with everything in one data folder."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--host", help="address to listen on (default: 127.0.0.1, or by HOST or LAN)"
        )
        parser.add_argument(
            "--port",
            default=str(variables.PORT),
            help="port to listen on (default: 8000, or by PORT)",
        )
        parser.add_argument(
            "--games",
            type=int,
            default=GAMES,
            help="number of example games to play on an empty site",
        )
        parser.add_argument(
            "--fetch", action="store_true", help="also download the files that recording needs"
        )

    def handle(
        self,
        *args: str,
        host: str | None,
        port: str,
        games: int,
        fetch: bool,
        **options: object,
    ) -> None:
        if sys.platform == "win32":
            raise CommandError(WINDOWS)
        if settings.MODE != "embedded":
            raise CommandError(
                "`serve` is for one machine with one folder (IMHOTEP_MODE=embedded). For "
                "production see docs/operations.md.",
                returncode=WRONG_SETTINGS,
            )
        from imhotep_site.supervisor.addresses import configured_host
        from imhotep_site.supervisor.site import serve
        from imhotep_site.supervisor.successor import GOODBYE
        from imhotep_site.supervisor.watch import Ended

        if not port.isdigit():
            raise CommandError(f"PORT has to be a number, not {port!r}.", returncode=WRONG_SETTINGS)
        try:
            serve(host or configured_host(), int(port), games, self._say, fetch=fetch)
        except CannotServe as refusal:
            raise CommandError(str(refusal), returncode=WRONG_SETTINGS) from None
        except Ended:
            self._say(GOODBYE)

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()

"""Django's migrate; an unsafe start, or a database that does not answer, is a sentence."""

from __future__ import annotations

import sys

from django.conf import settings
from django.core.management.commands import migrate
from django.db import OperationalError

from imhotep_site.checks import refuse_unsafe_start
from imhotep_site.db_ping import first_line, table_names
from imhotep_site.settings import variables
from imhotep_site.settings.addresses import without_password
from imhotep_site.settings.environment import WRONG_SETTINGS
from web.gc_tuning import collecting_seldom

YOUNG = 20_000
"""Objects after which Python's collector looks at the new ones (700 by default)."""


class Command(migrate.Command):
    def handle(self, *args: str, **options: object) -> None:
        """Each migration makes the models anew, which are circles of objects: the collector would
        look at them for a third of the time."""
        with collecting_seldom(YOUNG):
            super().handle(*args, **options)

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
        super().run_from_argv(argv)

"""Django's migrate; an unsafe start, or a database that does not answer, is a sentence."""

from __future__ import annotations

import sys

from django.conf import settings
from django.core.management.commands import migrate
from django.db import OperationalError

from imhotep_site.checks import refuse_unsafe_start
from imhotep_site.environment import WRONG, env, without_password
from imhotep_site.reaching import tables, why
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
            tables()
        except OperationalError as error:
            named = env.str("DATABASE_URL", str(settings.DATABASES["default"]["NAME"]))
            said = f"The database {without_password(named)} does not answer: {why(error)}"
            self.stderr.write(said)
            sys.exit(WRONG)
        super().run_from_argv(argv)

"""Django's migrate; an unsafe start, or a database that does not answer, is a sentence."""

from __future__ import annotations

import sys

from django.conf import settings
from django.core.management.commands import migrate
from django.db import OperationalError

from imhotep_site.checks import refuse_unsafe_start
from imhotep_site.environment import WRONG, env, without_password


class Command(migrate.Command):
    def run_from_argv(self, argv: list[str]) -> None:
        refuse_unsafe_start()
        try:
            super().run_from_argv(argv)
        except OperationalError as error:
            named = env.str("DATABASE_URL", str(settings.DATABASES["default"]["NAME"]))
            why = next(iter(str(error).splitlines()), "")
            self.stderr.write(f"The database {without_password(named)} does not answer: {why}")
            sys.exit(WRONG)

"""Django's compilemessages without the tools of the system."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from imhotep_site.compiled_catalogues import catalogue_file, compile_catalogue


class Command(BaseCommand):
    help = "Compiles all catalogues in locale/. A site compiles changed ones when it starts."
    requires_system_checks = []  # noqa: RUF012  (as the class it overrides has it)

    def handle(self, **_options: Any) -> None:
        for language, _name in settings.LANGUAGES:
            if language != settings.LANGUAGE_CODE:
                self.stdout.write(str(compile_catalogue(catalogue_file(language))))

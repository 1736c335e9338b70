"""Django's compilemessages without the tools of the system (``imhotep_site.catalogues``)."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Compiles the catalogues in locale/."
    requires_system_checks = []  # noqa: RUF012  (as the class it overrides has it)

    def handle(self, **_options: Any) -> None:
        from imhotep_site import catalogues  # Babel is not there where the site only runs

        for language, _name in settings.LANGUAGES:
            if language == settings.LANGUAGE_CODE:
                continue
            file = catalogues.file_of(language).with_suffix(".mo")
            file.write_bytes(catalogues.compiled(catalogues.read(language)))
            self.stdout.write(str(file))

"""Django's makemessages without the tools of the system (``imhotep_site.catalogues``)."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from imhotep_site.compiled_catalogues import catalogue_file


class Command(BaseCommand):
    help = "Updates the catalogues from the source. New messages have no translation."
    requires_system_checks = []  # noqa: RUF012  (as the class it overrides has it)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--locale", "-l", action="append", help="a language; repeat for several"
        )

    def handle(self, *, locale: list[str] | None, **_options: Any) -> None:
        from imhotep_site import catalogues  # Babel is not there where the site only runs

        for language in locale or [code for code, _name in settings.LANGUAGES]:
            if language == settings.LANGUAGE_CODE:
                continue
            catalogue = catalogues.renewed(language)
            file = catalogue_file(language)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(catalogues.po_text(catalogue))
            empty = sum(
                1 for message in catalogue if message.id and not all(_texts(message.string))
            )
            self.stdout.write(
                f"{language}: {len(catalogue)} messages, {empty} without a translation"
            )


def _texts(string: object) -> tuple[object, ...]:
    return tuple(string) if isinstance(string, tuple | list) else (string,)

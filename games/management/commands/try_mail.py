"""Tries whether mail works: ``python manage.py try_mail you@example.org``."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from games.notifications.mail_trial import try_mail
from web.errors import Invalid


class Command(BaseCommand):
    help = "Sends a test mail with EMAIL_URL, or says what is wrong. Exit status: 0 sent, 1 failed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address")

    def handle(self, *args: str, address: str, **options: object) -> None:
        try:
            self.stdout.write(try_mail(address))
        except Invalid as wrong:
            raise CommandError(str(wrong)) from None

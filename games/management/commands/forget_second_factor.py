"""Remove the second factors of an account whose owner has lost them: from now on the password
alone logs in."""

from __future__ import annotations

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.accounts import mail
from games.accounts.handles import typed_handle
from games.models import Account


class Command(BaseCommand):
    help = "Removes the second factors of an account whose owner has lost them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("handle")

    def handle(self, *args: str, handle: str, **options: object) -> None:
        account = Account.objects.filter(username=typed_handle(handle)).first()
        if account is None:
            raise CommandError("There is no such account.")
        number, _ = Authenticator.objects.filter(user=account).delete()
        if not number:
            raise CommandError(f"@{account.username} has no second factor.")
        mail.send_notice(account, "factors_forgotten")
        self.stdout.write(f"@{account.username} logs in with the password alone.")

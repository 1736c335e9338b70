"""``manage.py check_ledger``: does each change begin where the one before it ended, and are
closed books as they were closed?"""

from __future__ import annotations

from contextlib import closing
from itertools import chain, islice

from django.core.management.base import BaseCommand, CommandError

from ratings.services.closings import broken_closings
from ratings.services.rebuild import broken_links

SENTENCES = 20


class Command(BaseCommand):
    help = (
        "Checks the ledger and changes nothing. Each change must begin where the player's last "
        "one ended, and its pair terms must add up. Current ratings must match the last changes, "
        "and closed books must be unchanged. rebuild_ratings --dry-run checks everything."
    )

    def handle(self, *args: object, **options: object) -> None:
        with closing(broken_links()) as sentences:
            broken = list(islice(chain(sentences, broken_closings()), SENTENCES))
        for sentence in broken:
            self.stderr.write(sentence)
        if broken:
            raise CommandError("The ledger is inconsistent: run rebuild_ratings.")
        self.stdout.write(self.style.SUCCESS("Every change begins where the last one ended."))

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
        "Goes over the ledger in the order of rating and checks that each change begins where the "
        "player's last one ended, that its pair terms add up, that the present ratings are the "
        "ends of the chains, and that closed books are as they were closed. Reads only; "
        "rebuild_ratings --dry-run checks everything."
    )

    def handle(self, *args: object, **options: object) -> None:
        with closing(broken_links()) as sentences:
            broken = list(islice(chain(sentences, broken_closings()), SENTENCES))
        for sentence in broken:
            self.stderr.write(sentence)
        if broken:
            raise CommandError("The ledger does not link up: see rebuild_ratings.")
        self.stdout.write(self.style.SUCCESS("Every change begins where the last one ended."))

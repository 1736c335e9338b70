"""Makes the facts of games from before there were any: ``python manage.py gather_facts``."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from games.facts.gather_facts import gather_old


class Command(BaseCommand):
    help = (
        "Computes the facts for searches (docs/facts.md) of games without facts or with facts of "
        "an earlier version. The workers do the same. You can stop it and run it again."
    )

    def handle(self, *args: object, **options: object) -> None:
        done = 0
        while gathered := gather_old():
            done += gathered
            self.stdout.write(f"{done} games.")
        self.stdout.write("Every game has its facts.")

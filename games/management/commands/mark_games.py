"""Makes the marks of games from before there were any: ``python manage.py mark_games``."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from games.duplicates.find import mark_old


class Command(BaseCommand):
    help = (
        "Computes the marks that find nearly identical games (games/judging/similarity.py), for "
        "games without marks. The workers do the same, two minutes of every five. You can stop "
        "it and run it again."
    )

    def handle(self, *args: object, **options: object) -> None:
        done = 0
        while marked := mark_old():
            done += marked
            self.stdout.write(f"{done} games marked.")
        self.stdout.write("Every game has its marks.")

"""Makes the marks of games from before there were any: ``python manage.py mark_games``."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from games.duplicates.find import mark_old


class Command(BaseCommand):
    help = (
        "Make the marks by which a game is found that is nearly another "
        "(games/judging/similarity.py), for the games that have none yet. The workers do so "
        "too, two minutes of every five. May be broken off and run again."
    )

    def handle(self, *args: object, **options: object) -> None:
        done = 0
        while marked := mark_old():
            done += marked
            self.stdout.write(f"{done} games marked.")
        self.stdout.write("Every game has its marks.")

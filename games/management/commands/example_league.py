"""``manage.py example_league``: fills an empty site, so that every page shows something."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.example.league import SEED, fill_league, is_site_empty
from games.example.people import GAMES, MODERATOR


class Command(BaseCommand):
    help = "Fills an empty site with an example league: players, a moderator and a year of games."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--games", type=int, default=GAMES)
        parser.add_argument("--seed", type=int, default=SEED)

    def handle(self, *args: str, games: int, seed: int, **options: object) -> None:
        if not is_site_empty():
            raise CommandError("The site is not empty: the example league is only for a new site.")
        password = fill_league(games, seed)
        self.stdout.write(
            f"The example's moderator is {MODERATOR}, password {password}\n"
            "It is shown only once. `make password` sets a new one."
        )

"""``manage.py find_puzzles``: looks for puzzles in games that were analysed, or are to be now."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Game, Standing
from insights.puzzles.services import example, finding


class Command(BaseCommand):
    help = "Looks for puzzles in analysed games; with games named, analyses those."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", help="ids of rated games")
        parser.add_argument("--seconds", type=float, default=600.0)
        parser.add_argument("--write", type=Path, help="keep what is found there, as JSON")

    def handle(
        self,
        *args: str,
        games: list[str],
        seconds: float,
        write: Path | None,
        **options: object,
    ) -> None:
        if not games:
            self.stdout.write(f"{finding.find_for(seconds)} found\n")
            return
        lines = []
        for pk in games:
            game = Game.objects.filter(pk=pk, standing=Standing.COUNTED).first()
            if game is None:
                raise CommandError(f"There is no rated game {pk}.")
            for draft in finding.find_in(game):
                finding.store_puzzle(pk, draft)
                lines.append(example.example_line(pk, draft))
                self.stdout.write(f"{pk} {draft.entry}: {draft.choices[0].text}\n")
        if write:
            write.write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")

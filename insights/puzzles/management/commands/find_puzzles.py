"""``manage.py find_puzzles``: looks for puzzles in games that were analysed, or are to be now;
makes shipped puzzles, and proves them again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from time import monotonic

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Game, Standing
from insights.puzzles.proving import TRIES
from insights.puzzles.services import finding, shipped


class Command(BaseCommand):
    help = "Find puzzles in analysed games, or first analyse the games named."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", help="ids of rated games")
        parser.add_argument("--seconds", type=float, default=600.0)
        parser.add_argument("--ship", type=Path, help="play games and write their puzzles there")
        parser.add_argument("--first", type=int, default=0, help="number of the first such game")
        parser.add_argument("--check", action="store_true", help="check the shipped puzzles again")

    def handle(
        self,
        *args: str,
        games: list[str],
        seconds: float,
        ship: Path | None,
        first: int,
        check: bool,
        **options: object,
    ) -> None:
        if check:
            self._check()
        elif ship is not None:
            rows = list(shipped.generate_puzzles(_numbers(first, seconds)))
            shipped.write_puzzles(ship, rows)
            self.stdout.write(f"{len(rows)} made\n")
        elif games:
            self._find_in(games)
        else:
            self.stdout.write(f"{finding.find_for(seconds)} found\n")

    def _find_in(self, games: list[str]) -> None:
        for pk in games:
            game = Game.objects.filter(pk=pk, standing=Standing.COUNTED).first()
            if game is None:
                raise CommandError(f"There is no rated game {pk}.")
            for draft in finding.find_in(game):
                finding.store_puzzle(pk, draft)
                self.stdout.write(f"{pk} {draft.entry}: {draft.choices[0].text}\n")

    def _check(self) -> None:
        """Raises ``CommandError`` at the first that does not follow from its log."""
        rows = shipped.shipped_puzzles()
        for number, row in enumerate(rows, 1):
            if not shipped.follows_from_log(row):
                raise CommandError(f"Puzzle {number} does not follow from its log.")
        often = sum(row["misses"] > TRIES / 2 for row in rows)
        self.stdout.write(
            f"{len(rows)} puzzles checked; the quick search misses each, {often} in most tries\n"
        )


def _numbers(first: int, seconds: float) -> Iterator[int]:
    ends = monotonic() + seconds
    for number in count(first):
        if monotonic() > ends:
            return
        yield number

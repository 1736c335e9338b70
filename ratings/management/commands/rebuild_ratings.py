"""``manage.py rebuild_ratings``: the whole ledger from nothing."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine.progress import ProgressBar
from games.models import Player
from ratings.elo import POINT
from ratings.services.bulk_load import NotAlone
from ratings.services.rebuild import RatingDifference, Rebuilt, rebuild_ledger

LISTED = 10


class Command(BaseCommand):
    help = (
        "Calculates every rating from scratch. Wrong rows of the ledger are retired and right ones "
        "added. If the ledger is correct, nothing changes."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only compare, change nothing")
        parser.add_argument(
            "--alone",
            action="store_true",
            help="only while the site is stopped: fills an empty ledger without indexes and keys, "
            "then creates and checks them",
        )

    def handle(self, *args: str, dry_run: bool, alone: bool = False, **options: object) -> None:
        bar = ProgressBar(0, "games")

        def show(passed: int, total: int) -> None:
            bar.total, bar.done = total, passed - 1
            bar.step()

        try:
            done = rebuild_ledger(dry_run=dry_run, alone=alone, progress=show)
        except NotAlone as error:
            bar.clear()
            raise CommandError(f"Something else uses the database: {error}") from error
        bar.clear()
        self.stdout.write(f"{done.games} games, {done.ratings} present ratings.")
        if done.nothing_differs:
            self.stdout.write(self.style.SUCCESS("No differences."))
            return
        verb = "would be" if dry_run else "were"
        self.stdout.write(
            f"{done.retired} changes {verb} retired, {done.added} added; "
            f"{done.mean_ratings} games {verb} given a new mean rating."
        )
        self.report(done)

    def report(self, done: Rebuilt) -> None:
        """Whose present rating differed, the largest differences first."""
        players = {difference.player for difference in done.differences}
        self.stdout.write(f"Players whose rating differed: {len(players)}.")
        names = Player.objects.in_bulk(
            [difference.player for difference in done.differences[:LISTED]]
        )
        for difference in done.differences[:LISTED]:
            self.stdout.write(
                f"  {names[difference.player]}, {difference.pool}: {before_and_after(difference)}"
            )
        if len(done.differences) > LISTED:
            self.stdout.write(f"  and {len(done.differences) - LISTED} more, smaller ones")


def before_and_after(difference: RatingDifference) -> str:
    before, after = (
        "not rated" if rating is None else f"{rating / POINT:.3f}"
        for rating in (difference.before, difference.after)
    )
    return f"{before} → {after}"

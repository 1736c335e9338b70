"""An account's puzzles in its data export (see ``games.accounts.data_export``); it goes with the
account."""

from __future__ import annotations

from collections.abc import Iterator

from games.accounts import ExportFile, table_of
from games.models import Account
from insights.puzzles.models import Attempt, Retry, Solved, Solver


def puzzle_export_files(account: Account) -> Iterator[ExportFile]:
    """First attempts, days, rating, and the mistakes tried again."""
    tried = Attempt.objects.filter(account=account)
    yield table_of(
        "puzzles_tried",
        tried,
        *("puzzle__game", "puzzle__entry", "text", "right", "at", "before", "after"),
    )
    yield table_of("puzzle_days", Solved.objects.filter(account=account), "date")
    solver = Solver.objects.filter(account=account)
    yield table_of("puzzle_rating", solver, "rating", "attempts")
    retries = Retry.objects.filter(account=account)
    fields = ("game", "entry", "tries", "tried_at", "solved_at")
    yield table_of("mistakes_tried", retries, *fields)


def forget_puzzles(account: Account) -> None:
    """Nothing of it stays. The ratings of puzzles keep what came of the attempts."""
    for model in (Attempt, Solved, Solver, Retry):
        model._default_manager.filter(account=account).delete()

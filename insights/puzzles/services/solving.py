"""Attempts at puzzles.

Everybody may try as often as they like. Of an account the first attempt is kept. It moves the
ratings of the account and of the puzzle, which is the other player, by terms 2 of ``ratings.elo``.
The ledger of games knows nothing of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import date, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.accounts import ExportFile, table_of
from games.models import Account
from insights.puzzles.choices import Choice
from insights.puzzles.limits import RATED_A_DAY, RATED_TRIES, SHARE_TRIES, SOLUTION_OPENED
from insights.puzzles.models import Attempt, Day, Puzzle, Retry, Solved, Solver
from insights.puzzles.posed import posed_puzzle
from insights.puzzles.services.daily import today
from ratings.elo import POINT, PlayerForm, deviation_before, rate_game_2
from web.errors import Invalid


class AttemptOutcome(NamedTuple):
    """An attempt's choice, and if it is right; `first_attempt`: of the account, if one
    tried; `is_first`: true if it is this attempt; `opened`: the solution was, at the same address
    before."""

    chosen: Choice
    right: bool
    first_attempt: Attempt | None
    is_first: bool
    opened: bool = False


class SolverStats(NamedTuple):
    """An account's success: days in a row that it solved, the most there ever were, its
    rating in thousandths of a point and from how many attempts it comes."""

    streak: int
    longest: int
    rating: int
    attempts: int
    solved_today: bool


def choices_of(puzzle: Puzzle) -> list[Choice]:
    """Choices of a puzzle, best first."""
    return [Choice(*choice) for choice in puzzle.choices]


def difficulty(puzzle: Puzzle) -> int | None:
    """The rating of a puzzle in points; ``None`` before it means something."""
    return puzzle.rating // POINT if puzzle.attempts >= RATED_TRIES else None


def attempt_puzzle(
    puzzle: Puzzle, text: str, account: Account | None, address: str = ""
) -> AttemptOutcome:
    """`account`, or a visitor without one, chooses the entry `text` (without the colour). A first
    attempt moves no rating if the solution was opened at `address` before.

    Raises ``IllegalEntry`` if the rules refuse it, and ``Invalid`` if it is none of the choices as
    they are written. Nothing is kept then.
    """
    place, chosen = _choice_of_text(puzzle, text)
    is_right = place < puzzle.right
    if account is None:
        return AttemptOutcome(chosen, is_right, None, False)
    opened = is_opened(puzzle, address)
    attempt, is_first = _store_attempt(puzzle, account, chosen.text, is_right, opened)
    return AttemptOutcome(chosen, is_right, attempt, is_first, opened)


def note_opened(puzzle: Puzzle, address: str) -> None:
    """A visitor without an account was shown the solution at `address`."""
    SOLUTION_OPENED.allows(f"{puzzle.pk} {address}")


def is_opened(puzzle: Puzzle, address: str) -> bool:
    """True if a visitor without an account was shown the solution at `address`."""
    client = f"{puzzle.pk} {address}"
    if not SOLUTION_OPENED.allows(client):
        return True
    SOLUTION_OPENED.give_back(client)
    return False


def first_attempt_of(puzzle: Puzzle, account: Account | None) -> Attempt | None:
    """The first attempt of `account` at `puzzle`."""
    return Attempt.objects.filter(puzzle=puzzle, account=account).first() if account else None


def first_tries(puzzles: Collection[Puzzle], account: Account | None) -> dict[int, bool]:
    """First attempts of `account` at `puzzles`: by key, true if it was right."""
    if account is None:
        return {}
    rows = Attempt.objects.filter(account=account, puzzle__in=puzzles)
    return dict(rows.values_list("puzzle_id", "right"))


def solved_shares(puzzles: Collection[Puzzle]) -> dict[int, int]:
    """How many of 100 first attempts at `puzzles` were right: by key, without puzzles of fewer
    than ``SHARE_TRIES`` attempts."""
    rows = Attempt.objects.filter(puzzle__in=puzzles).values("puzzle_id")
    tallies = rows.annotate(tries=Count("pk"), right_tries=Count("pk", filter=Q(right=True)))
    return {
        row["puzzle_id"]: round(100 * row["right_tries"] / row["tries"])
        for row in tallies
        if row["tries"] >= SHARE_TRIES
    }


def may_see(puzzle: Puzzle, day: date, account: Account | None) -> bool:
    """True if `account` has solved `puzzle`, at the first try or on `day`: its solution is
    shown."""
    attempt = first_attempt_of(puzzle, account)
    if attempt is None:
        return False
    return attempt.right or Solved.objects.filter(account=account, date=day).exists()


def solver_stats(account: Account) -> SolverStats:
    """Success of `account`."""
    days = set(Solved.objects.filter(account=account).values_list("date", flat=True))
    solver = Solver.objects.filter(account=account).first() or Solver(account=account)
    return SolverStats(
        streak(days, today()), longest(days), solver.rating, solver.attempts, today() in days
    )


def streak(days: Iterable[date], present_day: date) -> int:
    """Number of solved days in a row up to `present_day`. Today is not missed before it is
    over; a day that was missed ends it."""
    solved = set(days)
    day = present_day if present_day in solved else present_day - timedelta(days=1)
    number = 0
    while day in solved:
        number += 1
        day -= timedelta(days=1)
    return number


def longest(days: Iterable[date]) -> int:
    """The most days in a row among `days`."""
    solved = set(days)
    length = 0
    for day in solved:
        if day - timedelta(days=1) not in solved:
            number = 1
            while day + timedelta(days=number) in solved:
                number += 1
            length = max(length, number)
    return length


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
    """Delete an account's puzzle rows. Ratings of puzzles keep the effect of its attempts."""
    for model in (Attempt, Solved, Solver, Retry):
        model._default_manager.filter(account=account).delete()


# --- inside -------------------------------------------------------------------


def _choice_of_text(puzzle: Puzzle, text: str) -> tuple[int, Choice]:
    """The choice that `text` is, and its place from 0."""
    sentence = " ".join(text.split())
    for place, choice in enumerate(choices_of(puzzle)):
        if choice.text == sentence:
            return place, choice
    posed_puzzle(puzzle).read(sentence)
    raise Invalid(_("Choose one of the listed moves."))


def _store_attempt(
    puzzle: Puzzle, account: Account, text: str, is_right: bool, opened: bool
) -> tuple[Attempt, bool]:
    """The first attempt of `account`: this one, or the one that there is."""
    day = today()
    with transaction.atomic():
        locked_puzzle = Puzzle.objects.select_for_update().get(pk=puzzle.pk)
        is_of_today = Day.objects.filter(date=day, puzzle=locked_puzzle).exists()
        attempt, is_first = Attempt.objects.get_or_create(
            puzzle=locked_puzzle,
            account=account,
            defaults={"text": text, "right": is_right, "at": timezone.now()},
        )
        if is_first and not opened and _count_rated(account, day) < RATED_A_DAY:
            _rate(locked_puzzle, attempt)
        if is_right and is_of_today:
            Solved.objects.get_or_create(account=account, date=day)
    return attempt, is_first


def _count_rated(account: Account, day: date) -> int:
    """Rated attempts of `account` on `day`."""
    return Attempt.objects.filter(account=account, at__date=day).exclude(after=None).count()


def _rate(puzzle: Puzzle, attempt: Attempt) -> None:
    """Rate solver against puzzle; solving wins. The row of the puzzle is locked."""
    Solver.objects.get_or_create(account=attempt.account)
    solver = Solver.objects.select_for_update().get(account=attempt.account)
    solver_form, other = rate_game_2(
        [_form(solver), _form(puzzle)], [1, 2] if attempt.right else [2, 1]
    )
    attempt.before, attempt.after = solver_form.before, solver_form.after
    attempt.save(update_fields=["before", "after"])
    for row, change in ((solver, solver_form), (puzzle, other)):
        row.rating, row.deviation = change.after, change.deviation
        row.attempts += 1
        row.save(update_fields=["rating", "deviation", "attempts"])


def _form(row: Solver | Puzzle) -> PlayerForm:
    """Solver or puzzle as a player comes to a game; time alone makes neither less sure."""
    deviation = deviation_before(row.deviation, row.attempts, 0)
    return PlayerForm(row.rating, row.attempts, deviation)

"""The puzzle of a day: chosen once, when it is first asked for on that day, and kept."""

from __future__ import annotations

import logging
from datetime import UTC, date, timedelta
from typing import Final

from django.db import OperationalError, transaction
from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from games.models import Standing
from insights.puzzles.models import Day, Puzzle
from insights.puzzles.services.shipped import store_next_shipped

logger = logging.getLogger(__name__)

FIRST_DAYS: Final = 14
"""Days before today that have a puzzle on a new site."""


def today() -> date:
    """The day by UTC, the same for everybody."""
    return timezone.now().astimezone(UTC).date()


def showable_puzzles() -> QuerySet[Puzzle]:
    """Puzzles that may be shown: shipped ones, and those of games that count, unless a moderator
    took the puzzle out."""
    fit = Q(game=None) | Q(game__standing=Standing.COUNTED)
    return Puzzle.objects.filter(fit, withdrawn=False)


def puzzle_of_day(day: date) -> Puzzle | None:
    """The puzzle of `day`; None for a day to come, for one without a puzzle, and for an earlier
    one whose puzzle is no longer fit. Today another one takes the place of such a puzzle, unless
    the database takes no rows: pages go on then without one."""
    present_day = today()
    if day > present_day:
        return None
    puzzle = _stored_puzzle(day)
    if puzzle is not None or day < present_day:
        return puzzle
    try:
        with transaction.atomic():
            _choose_puzzle(day)
    except OperationalError:
        logger.exception("no puzzle was chosen for %s", day)
    return _stored_puzzle(day)


def fill_archive() -> None:
    """Give each of the ``FIRST_DAYS`` days before today a shipped puzzle, unless so many days have
    one: whoever comes to a new site finds more than the puzzle of today."""
    present_day = today()
    earlier = Day.objects.filter(date__lt=present_day)
    for number in range(1, FIRST_DAYS + 1):
        day = present_day - timedelta(days=number)
        if earlier.count() >= FIRST_DAYS:
            return
        if not earlier.filter(date=day).exists() and (puzzle := store_next_shipped()):
            Day.objects.get_or_create(date=day, defaults={"puzzle": puzzle})


def days_before(day: date, limit: int) -> list[Day]:
    """The last `limit` days before `day` that have a puzzle, the newest first."""
    rows = Day.objects.filter(date__lt=day, puzzle__in=showable_puzzles())
    with_games = rows.select_related("puzzle__game").defer("puzzle__game__log")
    return list(with_games.order_by("-date")[:limit])


def count_unused_puzzles() -> int:
    """Number of showable puzzles of games kept here that have no day."""
    return showable_puzzles().filter(days=None).exclude(game=None).count()


def _stored_puzzle(day: date) -> Puzzle | None:
    return showable_puzzles().select_related("game").filter(days__date=day).first()


def _choose_puzzle(day: date) -> None:
    """Store the next puzzle as that of `day`, in place of one that is no longer fit."""
    stored_day = Day.objects.filter(date=day).first()
    chosen = _next()
    if chosen is None:
        return
    if stored_day is None:
        Day.objects.get_or_create(date=day, defaults={"puzzle": chosen})
    else:
        Day.objects.filter(date=day, puzzle=stored_day.puzzle_id).update(puzzle=chosen)


def _next() -> Puzzle | None:
    """The oldest unused puzzle, or the next shipped one; else the puzzle that was not shown for
    longest."""
    fresh = showable_puzzles().filter(days=None).order_by("pk").first() or store_next_shipped()
    if fresh is not None:
        return fresh
    return showable_puzzles().annotate(last=Max("days__date")).order_by("last", "pk").first()

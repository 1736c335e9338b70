"""Closing the books: days after which nothing is replaced any more.

``settings.BOOKS_CLOSE_AFTER_DAYS`` after a day its books are closed, by a row (``Closing``). These
rows say whether a day is closed, never the clock: the row says it for good, also if the setting
becomes another.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, timedelta
from time import monotonic
from typing import Final

from django.conf import settings
from django.db import transaction

from games.lines import timestamp_text
from games.log_outbox import CLOSING, queue_leaves
from games.models import Game
from games.standing import lapse
from ratings.closing import Closed, closing_digest
from ratings.models import Closing, Entry, RatingChange
from ratings.services.fold import fold_pending
from ratings.services.ledger_lock import lock_ledger
from ratings.services.terms import adopt_terms
from web.database_clock import database_time

SPAN: Final = 10_000
"""Games of one closing, or those of a day: a long history is closed in pieces."""

SECONDS: Final = 240
"""After so long no further piece is begun."""

BATCH: Final = 1000


def close_books(seconds: float = SECONDS) -> int:
    """Close what is old enough. Gives how many closings were made."""
    ends, closings = monotonic() + seconds, 0
    while monotonic() < ends and close_next():
        closings += 1
    return closings


def last_day() -> date | None:
    """The last day that is old enough to be closed; None: no day ever is."""
    if settings.BOOKS_CLOSE_AFTER_DAYS is None:
        return None
    return database_time().astimezone(UTC).date() - timedelta(days=settings.BOOKS_CLOSE_AFTER_DAYS)


def close_next() -> Closing | None:
    """Make the next closing; None if no further day is old enough.

    Folds wait for it. What is pending is folded first, so that what counts before the closing is in
    the closed books; a dispute that holds a game of these days no longer does.
    """
    until = last_day()
    if until is None:
        return None
    with transaction.atomic():
        lock_ledger(wait=True)
        last = Closing.objects.order_by("-through").first()
        if last is not None and last.through >= until:
            return None
        through = _end_of_span(last.through if last else None, until)
        lapse(through)
        adopt_terms()
        fold_pending()
        changes = changes_of_days(last.through if last else None, through)
        digest = closing_digest(last.digest if last else "", changes)
        row = Closing(
            through=through,
            at=database_time(),
            changes=len(changes),
            digest=digest,
            previous=last,
        )
        row.save()
        queue_leaves(CLOSING, [row.pk])
    return row


def changes_of_days(after: date | None, through: date) -> list[Closed]:
    """The changes in force of the days `after` one, up to `through`, in order."""
    days = {"lte": through} if after is None else {"gt": after, "lte": through}
    played = Game.objects.filter(**{f"played_on__{word}": day for word, day in days.items()})
    entered = Entry.objects.filter(**{f"day__{word}": day for word, day in days.items()})
    ids = {*played.values_list("pk", flat=True), *entered.values_list("game_id", flat=True)}
    games, changes = sorted(ids), list[Closed]()
    in_force = RatingChange.objects.filter(retired_by=None).order_by()
    rows = in_force.filter(**{f"played_on__{word}": day for word, day in days.items()})
    for begin in range(0, len(games), BATCH):
        some = rows.filter(game__in=games[begin : begin + BATCH])
        for day, instant, *fields in some.values_list(
            *("played_on", "accepted_at", "game_id", "nth", "pool", "player_id"),
            *("before", "after", "games_before", "deviation_before", "deviation"),
        ):
            changes.append(Closed(day.isoformat(), timestamp_text(instant), *fields))
    changes.sort()
    return changes


def broken_closings() -> Iterator[str]:
    """A sentence for each closing whose digest is not that of the changes in force of its days, or
    that does not follow from the one before."""
    before: Closing | None = None
    for row in Closing.objects.order_by("through").iterator():
        if row.previous_id != (before.pk if before else None):
            yield f"books closed through {row.through}: not after the closing before"
        changes = changes_of_days(before.through if before else None, row.through)
        if closing_digest(before.digest if before else "", changes) != row.digest:
            yield f"books closed through {row.through}: the changes of these days are others"
        before = row


# --- inside -------------------------------------------------------------------


def _end_of_span(after: date | None, until: date) -> date:
    """The day on which the next ``SPAN`` games were played, no later than `until`."""
    games = Game.objects.filter(played_on__lte=until)
    if after is not None:
        games = games.filter(played_on__gt=after)
    some = games.order_by("played_on", "accepted_at", "id").values("played_on")[:SPAN]
    rows = list(some.values_list("played_on", flat=True))
    return max(rows) if len(rows) == SPAN else until

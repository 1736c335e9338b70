"""Work for the queue. The ``Pending`` rows are the truth, a message is only a wake-up."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Final

from celery import current_task, shared_task
from django.core.cache import cache
from django.db import transaction

from games.judging import batch_waits
from games.standing import lapse
from ratings.listing import update_all_listings
from ratings.models import Fold, Pending
from ratings.services.closings import close_books
from ratings.services.fold import fold_pending
from ratings.services.follow import follow_folds
from ratings.services.periods import count_periods
from ratings.services.rebuild import rebuild_ledger
from web.database_clock import database_time
from web.database_connection import drop_broken_connection

logger = logging.getLogger(__name__)

SHORT = 0.5
"""Seconds: a fold that took no longer may be followed by the next one at once."""

MAX_PAUSE = 15.0

LARGE_FOLD = 500
"""Games that are pending, of an import: a fold of so many does not wait for more."""

LONGEST_PUT_OFF = 1
"""Seconds that a game of an import is pending before the next verdicts have it rated."""

PUT_OFF = "imhotep:fold-put-off"
"""The key that is there while a message is on its way for games that were put off."""


def pause_after_fold(run: Fold) -> float:
    """Seconds to wait after a fold: twice what it took, so that folds of a long history, while
    games arrive out of order, leave the workers two thirds of their time."""
    took = run.duration / 1e6
    return 0.0 if took <= SHORT else min(2 * took, MAX_PAUSE)


def is_pausing() -> bool:
    """The last fold was a long one, a moment ago: another is on its way already."""
    run = Fold.objects.filter(cause=Fold.Cause.CHANGE).first()
    if run is None:
        return False
    seconds = run.duration / 1e6 + pause_after_fold(run)
    return pause_after_fold(run) > 0 and database_time() < run.started_at + timedelta(
        seconds=seconds
    )


def import_continues() -> bool:
    """An import is being judged: a fold of several batches costs little more than a fold of one.
    Its next verdicts wake us again, if they bring games that count."""
    if not batch_waits():
        return False
    since = database_time() - timedelta(seconds=LONGEST_PUT_OFF)
    pending = Pending.objects.count()
    return 0 < pending < LARGE_FOLD and not Pending.objects.filter(at__lt=since).exists()


@shared_task(
    name="ratings.tasks.fold_ratings", soft_time_limit=565, time_limit=570
)  # below the queue's visibility timeout
def fold_ratings() -> None:
    """Fold until nothing is pending. If another worker is folding, it sees to the rest."""
    if is_pausing():
        return
    if import_continues():
        # The message outlives the key, so that one is always on its way.
        if cache.add(PUT_OFF, True, LONGEST_PUT_OFF):
            _wake(countdown=2 * LONGEST_PUT_OFF)
        return
    _fold_all()


@shared_task(name="ratings.tasks.sweep_ratings", soft_time_limit=565, time_limit=570)
def sweep_ratings() -> None:
    """Do what dead workers and lost messages left; games that disputes suspended, and that are no
    longer fresh, count again."""
    follow_folds()
    lapse()
    fold_ratings()


def _fold_all() -> None:
    while run := fold_pending(wait=False):
        if pause := pause_after_fold(run):
            _wake(countdown=pause)
            return


@shared_task(name="ratings.tasks.rebuild_ratings", soft_time_limit=565, time_limit=570)
def rebuild_ratings() -> None:
    """Work out the whole ledger from nothing, for a moderator who asked."""
    rebuild_ledger()


@shared_task(name="ratings.tasks.relist_players", soft_time_limit=565, time_limit=570)
def relist_players() -> None:
    """Update the leaderboards once a day, for players without new games."""
    update_all_listings()


@shared_task(name="ratings.tasks.count_periods", soft_time_limit=565, time_limit=570)
def count_changed_periods() -> None:
    """Count the leaderboards of months and seasons again whose ledger changed."""
    count_periods()


@shared_task(name="ratings.tasks.close_the_books", soft_time_limit=565, time_limit=570)
def close_the_books() -> None:
    """Close the books of days that are old enough: every night, and of a long history as many in a
    night as there is time for."""
    close_books()


def ask_for_rebuild() -> bool:
    """Have a worker rebuild the ledger; false if the queue does not answer."""
    try:
        rebuild_ratings.apply_async(retry=False)
    except Exception as error:  # whatever the queue raises
        logger.warning("a rebuild could not be queued: %s", error)
        return False
    return True


SINGLE_VERDICT: Final = "games.tasks.verify_game"
"""Task whose worker folds the one game that it judged: a message would cost more than most folds
take."""


def wake_fold() -> None:
    """Have a worker fold, once the caller's transaction is committed: this one, if it has judged
    one log and the last fold was a short one."""
    is_single = (
        getattr(current_task, "name", "") == SINGLE_VERDICT
    )  # a proxy, of None outside tasks
    transaction.on_commit(_fold_at_once if is_single else _wake)


def _fold_at_once() -> None:
    try:
        if not is_pausing():
            _fold_all()
    except Exception:  # the verdict stands; another worker folds
        logger.exception("the ratings could not be folded at once")
        drop_broken_connection()
        _wake()


def _wake(countdown: float = 0) -> None:
    try:
        fold_ratings.apply_async(countdown=countdown, retry=False)
    except Exception as error:  # whatever the queue raises: the clock wakes us too
        logger.warning("a fold could not be queued: %s", error)

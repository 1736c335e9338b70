"""The queue of analyses: the lowest of all.

The rows are the truth, a message only a wake-up. A message names no game: the worker that gets it
takes what is due. It judges for some seconds, and stops at the next entry as soon as a message
waits in another queue; what it has judged is stored, and another message has it go on.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import chain
from typing import Final

import redis
from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from games.judging import send
from insights.reviews.limits import MAX_ATTEMPTS, WAITING
from insights.reviews.models import UNDER_WAY, Review, ReviewReason, ReviewState
from web.database_clock import database_time
from web.redis_client import redis_client

QUEUE: Final = "reviews"
TASK: Final = "reviews.tasks.go_on"


def wake_review_worker_on_commit() -> None:
    """Send a worker a message once the transaction has committed."""
    transaction.on_commit(lambda: wake_review_worker(), robust=True)


def wake_review_worker() -> bool:
    """Send a worker a message; false if that failed: then a sweep does."""
    return send(TASK, queue=QUEUE)


class Messages:
    """Messages that wait in the queues."""

    def __init__(self) -> None:
        self._others = [queue.name for queue in settings.CELERY_TASK_QUEUES if queue.name != QUEUE]
        self._redis = redis_client(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2)

    def has_other_work(self) -> bool:
        """True if another queue has messages. One round trip; false without Redis."""
        return self._wait(self._others)

    def has_review_work(self) -> bool:
        """True if this queue has a message."""
        return self._wait([QUEUE])

    def _wait(self, names: list[str]) -> bool:
        try:
            with self._redis.pipeline(transaction=False) as pipeline:
                for name in names:
                    pipeline.llen(name)
                return any(pipeline.execute())
        except redis.RedisError:
            return False

    def close(self) -> None:
        self._redis.close()


# --- which worker does which ----------------------------------------------------


def leasable_reviews(moment: datetime) -> Q:
    """Queued, or running for so long that its worker must be dead."""
    dead = Q(state=ReviewState.RUNNING, claimed_at__lt=moment - _lease())
    return Q(state=ReviewState.QUEUED) | dead


def lease_review() -> Review | None:
    """Next due analysis: requests, the oldest first, those of accounts with a verified address
    before others; then rated games, the newest first, for their players still look. Taken by a
    conditional UPDATE, so that of several workers one has it; at most ``REVIEW_CONCURRENCY`` at a
    time."""
    moment = database_time()
    busy = Review.objects.filter(state=ReviewState.RUNNING, claimed_at__gte=moment - _lease())
    if busy.count() >= settings.REVIEW_CONCURRENCY:
        return None
    due = Review.objects.filter(leasable_reviews(moment), state__in=UNDER_WAY).select_related(
        "game"
    )
    rated = due.filter(reason=ReviewReason.RATED).order_by("-asked_at")
    verified = Exists(EmailAddress.objects.filter(user_id=OuterRef("asked_by"), verified=True))
    requested = due.filter(reason=ReviewReason.ASKED).order_by(verified.desc(), "asked_at")
    limit = settings.REVIEW_CONCURRENCY + 1
    for review in chain(requested[:limit], rated[:limit]):
        died = review.state == ReviewState.RUNNING
        reviews = Review.objects.filter(
            leasable_reviews(moment), pk=review.pk, attempts=review.attempts
        )
        if review.attempts + died > MAX_ATTEMPTS:
            reviews.update(state=ReviewState.FAILED, claimed_at=None, error="workers died over it")
        elif reviews.update(
            state=ReviewState.RUNNING, claimed_at=moment, attempts=review.attempts + died
        ):
            review.claimed_at, review.attempts = moment, review.attempts + died
            return review
    return None


class Lost(Exception):
    """The lease is over: it was stopped, or another worker has it."""


def store_columns(review: Review, **columns: object) -> None:
    """Store `columns` of a row that this worker holds, and hold it on. Raises ``Lost``."""
    reviews = Review.objects.filter(
        pk=review.pk, state=ReviewState.RUNNING, claimed_at=review.claimed_at
    )
    moment = database_time()
    if not reviews.update(**{"claimed_at": moment, **columns}):
        raise Lost
    review.claimed_at = moment


def give_back_review(review: Review) -> None:
    """Return an unfinished analysis to the queue."""
    store_columns(review, state=ReviewState.QUEUED, claimed_at=None)


def _lease() -> timedelta:
    return timedelta(seconds=settings.JUDGING_LEASE_SECONDS)


def wake_for_waiting() -> bool:
    """Send a message if something is due and has waited; whether it did."""
    moment = database_time()
    due = Review.objects.filter(leasable_reviews(moment), state__in=UNDER_WAY)
    waited = due.exclude(state=ReviewState.QUEUED, asked_at__gt=moment - WAITING)
    return waited.exists() and wake_review_worker()

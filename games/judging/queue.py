"""The queue of logs that wait for their verdict: workers are woken, one of them leases a log, and
moderators see what waits.

The row is the truth, a message only a wake-up: a message that is lost costs the time until the
next sweep, and nothing else. Of several workers the first that changes the row has the log.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple, TypeVar

import redis
from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import Case, Count, F, Min, Q, QuerySet, When

from games.judging.bundles import IS_UPLOAD, texts_of
from games.limits import BATCH, CLOCK_TOLERANCE, FIRST_PAUSE, LONGEST_PAUSE, MAX_ATTEMPTS, SMALL
from games.models import Account, Game, Status, Submission
from games.models.upload import OPEN
from web.database_clock import database_time
from web.database_connection import drop_broken_connection
from web.redis_client import redis_client

SMALL_QUEUE: Final = "celery"
BULK_QUEUE: Final = "bulk"
RETRY: Final = {"max_retries": 1, "interval_start": 0.1, "interval_max": 0.1}

AS_QUEUED: Final = {
    "status": Status.QUEUED,
    "attempts": 0,
    "claimed_at": None,
    "resumes_at": None,
    "judged_at": None,
    "refusal": None,
}
"""Columns of a log that is queued again."""

FAILED: Final = "it could not be judged: a moderator will look at it"
"""Message of a failed log; of one at which the engine failed, with the reason behind it."""

T = TypeVar("T")

logger = logging.getLogger(__name__)


def queue_on_commit(ids: Sequence[int]) -> None:
    """Has the submissions judged once the transaction has committed."""
    waiting = list(ids)
    transaction.on_commit(lambda: wake_workers(waiting), robust=True)


def wake_workers(ids: Sequence[int], *, bulk: bool = False) -> bool:
    """Has the submissions judged; `bulk`: after those of small uploads, as with large ones.

    False if no message could be sent: then a sweep sends it.
    """
    if len(ids) <= SMALL and not bulk:
        return _send(ids, SMALL_QUEUE) if ids else True
    return all(_send(batch, BULK_QUEUE) for batch in batches(ids))


def wake_singly(ids: Sequence[int]) -> bool:
    """Has each judged by itself, so that none can spoil another's judging."""
    return all(_send([pk], SMALL_QUEUE) for pk in ids)


def queue_is_empty() -> bool:
    """True if no message waits, or the queue does not answer."""
    try:
        with current_app.connection_for_read() as connection:
            queues = [connection.SimpleQueue(name) for name in (SMALL_QUEUE, BULK_QUEUE)]
            return not any(queue.qsize() for queue in queues)
    except Exception as error:  # a queue that was not used yet, or no queue at all
        logger.debug("the queue cannot be asked: %s", error)
        return True


def batch_waits() -> bool:
    """True if a batch of logs waits for verdicts, or more. One query."""
    return Submission.objects.filter(status__in=OPEN).order_by()[BATCH - 1 : BATCH].exists()


def batches(rows: Sequence[T], size: int = BATCH) -> Iterator[Sequence[T]]:
    for start in range(0, len(rows), size):
        yield rows[start : start + size]


def _send(ids: Sequence[int], queue: str) -> bool:
    if len(ids) == 1:
        return send("games.tasks.verify_game", ids[0], queue=queue)
    return send("games.tasks.verify_games", list(ids), queue=queue)


def send(task: str, *arguments: object, queue: str) -> bool:
    """Has a worker do `task`; false if no message could be sent: then a sweep has it done."""
    try:
        current_app.send_task(task, arguments, queue=queue, retry_policy=RETRY)
    except Exception as error:  # whatever the queue raises: the row is the truth
        logger.warning("no message could be sent, a sweep will: %s", error)
        return False
    return True


# --- which worker judges a log ------------------------------------------------


class LeasedLog(NamedTuple):
    """A leased log: its row, its bytes, and its uploader."""

    submission: Submission
    source: bytes
    account: Account


class Lease(NamedTuple):
    """A worker's hold on logs. `claimed_at` marks the rows as its own until they are judged, given
    back or leased to another."""

    claimed_at: datetime
    cases: list[LeasedLog]


def lease_logs(ids: Sequence[int]) -> Lease:
    """Lease those of `ids` that no worker holds: by one conditional UPDATE, so that of several
    workers exactly one has each."""
    claimed_at = database_time()
    leased = (
        Submission.objects.filter(leasable(claimed_at), pk__in=ids, attempts__lt=MAX_ATTEMPTS)
        .order_by()
        .update(status=Status.RUNNING, claimed_at=claimed_at, attempts=F("attempts") + 1)
    )
    if not leased:
        return Lease(claimed_at, [])
    with pausing_on_failure(claimed_at, ids):
        return Lease(claimed_at, _cases(leased_submissions(claimed_at, ids)))


def leasable(moment: datetime) -> Q:
    """Queued and in no pause, or running for so long that its worker must be dead. A lease in the
    future is over too: the clock of its worker was wrong."""
    last = moment - timedelta(seconds=settings.JUDGING_LEASE_SECONDS)
    ahead = moment + CLOCK_TOLERANCE
    over = Q(claimed_at__lt=last) | Q(claimed_at__gt=ahead)
    dead = Q(status=Status.RUNNING) & over
    return (Q(status=Status.QUEUED) & pause_over(moment)) | dead


def pause_over(moment: datetime) -> Q:
    return Q(resumes_at=None) | Q(resumes_at__lte=moment)


def leased_submissions(claimed_at: datetime, ids: Sequence[int]) -> QuerySet[Submission]:
    """Those of `ids` that the lease `claimed_at` still holds."""
    return Submission.objects.filter(pk__in=ids, status=Status.RUNNING, claimed_at=claimed_at)


def return_logs(claimed_at: datetime, ids: Sequence[int]) -> None:
    """Logs of a lease that were not begun: the attempt does not count."""
    leased_submissions(claimed_at, ids).update(
        status=Status.QUEUED, attempts=F("attempts") - 1, claimed_at=None
    )


@contextmanager
def pausing_on_failure(claimed_at: datetime, ids: Sequence[int]) -> Iterator[None]:
    """Pause the logs of a lease that are not judged, if the block fails: no fault of theirs."""
    try:
        yield
    except Exception:
        drop_broken_connection()
        pause_logs(claimed_at, ids)
        raise


def pause_logs(claimed_at: datetime, ids: Sequence[int]) -> None:
    """Return logs of a lease whose verdicts could not be stored: the attempt does not count, and
    each pauses for twice as long as the time before.

    Where not even that can be stored, this process remembers it for ``pause_remembered_logs``.
    """
    _unpaused[claimed_at] = ids
    current_time = database_time()
    with transaction.atomic():
        leased = leased_submissions(claimed_at, ids).order_by()
        for pauses in list(leased.values_list("pauses", flat=True).distinct()):
            leased.filter(pauses=pauses).update(
                status=Status.QUEUED,
                attempts=F("attempts") - 1,
                claimed_at=None,
                pauses=min(pauses, MAX_PAUSES) + 1,
                resumes_at=current_time + min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(pauses, 10)),
            )
    del _unpaused[claimed_at]


def pause_remembered_logs() -> None:
    """Pause the logs that this process could not pause before."""
    for claimed_at, ids in list(_unpaused.items()):
        pause_logs(claimed_at, ids)


MAX_PAUSES: Final = 1_000
"""A pause is counted up to here."""

_unpaused: dict[datetime, Sequence[int]] = {}
"""Logs by lease."""


def _cases(submissions: QuerySet[Submission]) -> list[LeasedLog]:
    """In a fixed order. One query, and one where logs are in bundles."""
    rows = submissions.select_related("upload__account").defer("upload__raw").order_by("pk")
    cases = list(rows.annotate(whole_upload=Case(When(IS_UPLOAD, then=F("upload__raw")))))
    texts = texts_of(cases)
    accounts = {row.upload.account_id: row.upload.account for row in cases}
    return [LeasedLog(row, texts[row.pk], accounts[row.upload.account_id]) for row in cases]


# --- as moderators see it -----------------------------------------------------


HEARTBEAT = "imhotep:heartbeat"
"""The key that a worker writes every ten seconds: the time by Redis, in seconds since 1970."""

LISTED = 50
"""Rows of each list."""


@dataclass(frozen=True, slots=True)
class WaitingCount:
    """How many logs are in a state, and since when the oldest of them waits."""

    status: Status
    number: int
    oldest: datetime | None


@dataclass(frozen=True, slots=True)
class QueueReport:
    """`future`: games that were accepted at a time that has not come: the clock of a worker was
    wrong. `paused`: how many of the waiting logs pause, because verdicts could not be stored.
    `retried`: how many failed logs a sweep will queue again, because the engine did not fail.
    `heartbeat`: seconds since a worker showed itself; ``None`` if none did within a minute, or
    Redis does not answer."""

    waiting: list[WaitingCount]
    oldest: list[Submission]
    failed: list[Submission]
    future: list[Game]
    paused: int
    retried: int
    heartbeat: int | None


def queue_report() -> QueueReport:
    """Six queries (PostgreSQL: seven), and a question to Redis that may take two seconds."""
    current_time = database_time()
    rows = Submission.objects.filter(status__in=OPEN).order_by().values("status")
    counts = {
        row["status"]: (row["number"], row["oldest"])
        for row in rows.annotate(number=Count("pk"), oldest=Min("queued_at"))
    }
    submissions = Submission.objects.select_related("upload__account").defer(
        "source", "upload__raw"
    )
    return QueueReport(
        waiting=[WaitingCount(status, *counts.get(status, (0, None))) for status in OPEN],
        oldest=list(submissions.filter(status__in=OPEN).order_by("queued_at", "pk")[:LISTED]),
        failed=_failed(submissions),
        future=_future_games(current_time),
        paused=Submission.objects.filter(status=Status.QUEUED)
        .exclude(pause_over(current_time))
        .count(),
        retried=failed_without_engine().count(),
        heartbeat=_heartbeat(),
    )


def failed_without_engine() -> QuerySet[Submission]:
    """Failed logs at which the engine did not fail: their workers died."""
    return Submission.objects.filter(status=Status.FAILED, refusal__message=FAILED)


def _future_games(moment: datetime) -> list[Game]:
    games = Game.objects.filter(accepted_at__gt=moment + CLOCK_TOLERANCE)
    return list(games.defer("log").order_by("-accepted_at", "-pk")[:LISTED])


def _failed(submissions: QuerySet[Submission]) -> list[Submission]:
    return list(submissions.filter(status=Status.FAILED).order_by("-pk")[:LISTED])


def _heartbeat() -> int | None:
    client = redis_client(
        settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2, decode_responses=True
    )
    try:
        with client:
            timestamp, current_time = client.get(HEARTBEAT), client.time()[0]
    except redis.RedisError:
        return None
    return max(0, current_time - int(float(str(timestamp)))) if timestamp is not None else None

"""Wakes the workers.

The row is the truth, a message only a wake-up: a message that is lost costs the time until the
next sweep, and nothing else.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from celery import current_app
from django.db import transaction

from games.limits import BATCH, SMALL

SMALL_QUEUE: Final = "celery"
BULK_QUEUE: Final = "bulk"
RETRY: Final = {"max_retries": 1, "interval_start": 0.1, "interval_max": 0.1}

T = TypeVar("T")

logger = logging.getLogger(__name__)


def wake_on_commit(ids: Sequence[int]) -> None:
    """Has the submissions judged once the transaction has committed."""
    waiting = list(ids)
    transaction.on_commit(lambda: wake(waiting), robust=True)


def wake(ids: Sequence[int], *, bulk: bool = False) -> bool:
    """Has the submissions judged; `bulk`: after those of small uploads, as with large ones.

    False if no message could be sent: then a sweep sends it.
    """
    if len(ids) <= SMALL and not bulk:
        return _send(ids, SMALL_QUEUE) if ids else True
    return all(_send(batch, BULK_QUEUE) for batch in batches(ids))


def wake_singly(ids: Sequence[int]) -> bool:
    """Has each judged by itself, so that none can spoil another's judging."""
    return all(_send([one], SMALL_QUEUE) for one in ids)


def is_empty() -> bool:
    """Whether no message waits, or nobody can be asked."""
    try:
        with current_app.connection_for_read() as connection:
            queues = [connection.SimpleQueue(name) for name in (SMALL_QUEUE, BULK_QUEUE)]
            return not any(queue.qsize() for queue in queues)
    except Exception as error:  # a queue that nobody has used yet, or no queue at all
        logger.debug("the queue cannot be asked: %s", error)
        return True


def batches(rows: Sequence[T], size: int = BATCH) -> Iterator[Sequence[T]]:
    for start in range(0, len(rows), size):
        yield rows[start : start + size]


def _send(ids: Sequence[int], queue: str) -> bool:
    name, argument = (
        ("games.tasks.verify_game", ids[0])
        if len(ids) == 1
        else ("games.tasks.verify_games", list(ids))
    )
    try:
        current_app.send_task(name, [argument], queue=queue, retry_policy=RETRY)
    except Exception as error:  # whatever the queue raises: the row is the truth
        logger.warning("no message could be sent, a sweep will: %s", error)
        return False
    return True

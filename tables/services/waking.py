"""Wakes the workers when a computer player is to act.

The row is the truth, a message only a wake-up: one that is lost costs the time until the sweep of
the tables finds that a computer player has not acted (see ``clock``).
"""

from __future__ import annotations

import logging
from typing import Final

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import Q

from engine.computer import LEVELS
from games.services.queue import RETRY
from tables.models import Place, Table

PLAY_QUEUE: Final = "play"

COMPUTER: Final = Q(stand_in__isnull=False) | ~Q(account__computer="")
"""Places where a computer player acts."""

logger = logging.getLogger(__name__)


def wake_if_computer(table: Table, awaited: Place | None) -> None:
    """Has a worker think once the transaction has committed, if the place that `table`, as it was
    just written, waits for is a computer's. ``None``: it waits for nobody."""
    if awaited is not None and awaited.is_computer:
        wake(table.pk, table.plies + 1, pause_before(awaited.level))


def pause_before(level: str) -> float:
    """Seconds that people are given to follow before a computer player of `level` acts; those in
    which it thinks are part of them."""
    thinks = LEVELS[level].seconds if level in LEVELS else 0.0
    return max(0.0, settings.TABLES_PAUSE - thinks)


def wake(table_id: str, ply: int, seconds: float = 0.0) -> None:
    """Once the transaction has committed (now, if there is none), a worker is told to think about
    entry `ply` of the table, `seconds` later."""
    transaction.on_commit(lambda: send(table_id, ply, seconds), robust=True)


def send(table_id: str, ply: int, seconds: float = 0.0) -> bool:
    """Sends the message now; False if that cannot be done: then a sweep sends it."""
    try:
        current_app.send_task(
            "tables.tasks.think",
            [table_id, ply],
            queue=PLAY_QUEUE,
            countdown=seconds or None,
            retry_policy=RETRY,
        )
    except Exception as error:  # whatever the queue raises: the row is the truth
        logger.warning("no message could be sent, a sweep will: %s", error)
        return False
    return True

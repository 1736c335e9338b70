"""Celery tasks of the transparency log."""

from __future__ import annotations

from celery import shared_task

from archive.log.services.append import append
from archive.log.witnesses import ask_witnesses


@shared_task(name="transparency.tasks.append_leaves", soft_time_limit=85, time_limit=88)
def append_leaves() -> int:
    """Put what waits into the log."""
    return append()


@shared_task(name="transparency.tasks.ask_witnesses", soft_time_limit=85, time_limit=88)
def request_cosignatures() -> int:
    """Send the newest checkpoint to witnesses."""
    return ask_witnesses()

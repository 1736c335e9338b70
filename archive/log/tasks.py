"""Celery tasks of the transparency log."""

from __future__ import annotations

from celery import shared_task

from archive.log.services.append import append


@shared_task(name="transparency.tasks.append_leaves", soft_time_limit=85, time_limit=88)
def append_leaves() -> int:
    """Put what waits into the log."""
    return append()

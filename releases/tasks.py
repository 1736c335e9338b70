"""What workers are asked for. A task may be delivered twice, or never."""

from __future__ import annotations

from celery import shared_task

from releases.services import working


@shared_task(soft_time_limit=565, time_limit=570)  # below the queue's visibility timeout
def go_on() -> int:
    """A stint at impacts and decisions that are due."""
    return working.go_on()


@shared_task
def sweep_releases() -> bool:
    return working.sweep()

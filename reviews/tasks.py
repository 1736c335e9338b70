"""What workers are asked for. A task may be delivered twice, or never."""

from __future__ import annotations

from celery import shared_task

from reviews.services import sweep, working


@shared_task
def go_on() -> str:
    """A stint at the analysis that is due."""
    return working.go_on()


@shared_task
def sweep_reviews() -> bool:
    return sweep.sweep()

"""Celery tasks of the analyses. A task may be delivered twice, or never."""

from __future__ import annotations

from celery import shared_task

from insights.reviews.services import queue, working


@shared_task(name="reviews.tasks.go_on")
def work_on_reviews() -> str:
    """A stint at the analysis that is due."""
    return working.work_on_review()


@shared_task(name="reviews.tasks.sweep_reviews")
def sweep_reviews() -> bool:
    return queue.wake_for_waiting()

"""Celery tasks of the releases. A task may be delivered twice, or never."""

from __future__ import annotations

from celery import shared_task

from archive.releases.services import working


@shared_task(
    name="releases.tasks.go_on", soft_time_limit=565, time_limit=570
)  # below the queue's visibility timeout
def work_on_releases() -> int:
    """A stint at impacts and decisions that are due."""
    return working.work_on_impacts()


@shared_task(name="releases.tasks.sweep_releases")
def sweep_releases() -> bool:
    return working.notice_engine()

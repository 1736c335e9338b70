"""Celery tasks of the puzzles."""

from __future__ import annotations

from celery import shared_task

from insights.puzzles.limits import STINT
from insights.puzzles.services import finding
from insights.puzzles.services.daily import fill_archive
from insights.reviews.services.queue import Messages


@shared_task(name="puzzles.tasks.find_puzzles", soft_time_limit=565, time_limit=570)
def find_puzzles() -> int:
    """Look for puzzles for some minutes, unless other work waits: analyses too."""
    fill_archive()
    messages = Messages()
    try:
        return finding.find_for(
            STINT, lambda: messages.has_other_work() or messages.has_review_work()
        )
    finally:
        messages.close()

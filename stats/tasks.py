"""What workers are asked for."""

from __future__ import annotations

from celery import shared_task

from stats.services.research import publish
from stats.services.tally import tally


@shared_task(soft_time_limit=565, time_limit=570)
def tally_games() -> int:
    """Work out anew what changed."""
    return tally()


@shared_task(soft_time_limit=565, time_limit=570)
def export_facts() -> None:
    """The files for researchers."""
    publish()

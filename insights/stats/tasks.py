"""Celery tasks of the statistics."""

from __future__ import annotations

from celery import shared_task

from insights.stats.services.forecasts import tally_forecasts
from insights.stats.services.monthly import publish_month
from insights.stats.services.research import publish_research_files
from insights.stats.services.tally import tally


@shared_task(name="stats.tasks.tally_games", soft_time_limit=565, time_limit=570)
def tally_games() -> int:
    """Tally changed games again."""
    return tally()


@shared_task(name="stats.tasks.tally_forecasts", soft_time_limit=565, time_limit=570)
def tally_ratings_forecasts() -> int:
    """Count the forecasts of months whose ledger changed again."""
    return tally_forecasts()


@shared_task(name="stats.tasks.export_facts", soft_time_limit=565, time_limit=570)
def export_facts() -> None:
    """The files for researchers, and once a month those that stay."""
    publish_research_files()
    publish_month()

"""Celery tasks of events: one service is called. A task may be delivered twice, or never."""

from __future__ import annotations

from celery import shared_task

from events.deals import rounds
from events.rounds import live_tables
from events.weeks import weekly


@shared_task(name="events.tasks.sweep_event_tables")
def sweep_event_tables_task() -> int:
    return live_tables.sweep_event_tables() + rounds.sweep_deals()


@shared_task(name="events.tasks.sweep_week_deals")
def sweep_week_deals_task() -> int:
    return weekly.sweep_week_deals()

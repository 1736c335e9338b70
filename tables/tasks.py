"""What workers do for the tables: an id comes in, one service is called.

A task may be delivered twice, or never; the services are made for both.
"""

from __future__ import annotations

from celery import shared_task

from tables.services import clock, computers, first, reminding, telling


@shared_task
def think(table_id: str, ply: int) -> bool:
    return computers.think(table_id, ply)


@shared_task
def sweep_tables() -> int:
    return clock.sweep()


@shared_task
def remind() -> int:
    return reminding.remind()


@shared_task
def clear_first_games() -> int:
    return first.clear()


@shared_task
def tell(place_id: int, kind: str, ply: int) -> int:
    return telling.tell(place_id, kind, ply)


@shared_task
def tell_of_games(account_id: int) -> int:
    return telling.tell_of_games(account_id)


@shared_task
def tell_who_was_not() -> int:
    return telling.tell_who_was_not()

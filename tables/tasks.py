"""What workers do for the tables: an id comes in, one service is called.

A task may be delivered twice, or never; the services are made for both.
"""

from __future__ import annotations

from celery import shared_task

from tables.learn import first_game
from tables.recorder import drafts
from tables.services import computers, deadlines, reminding, web_push


@shared_task(name="tables.tasks.think")
def think(table_id: str, ply: int) -> bool:
    return computers.think(table_id, ply)


@shared_task(name="tables.tasks.sweep_tables")
def sweep_tables() -> int:
    return deadlines.sweep()


@shared_task(name="tables.tasks.remind")
def remind() -> int:
    return reminding.remind()


@shared_task(name="tables.tasks.clear_first_games")
def clear_first_games() -> int:
    return first_game.clear()


@shared_task(name="tables.tasks.forget_drafts")
def forget_drafts() -> int:
    return drafts.forget_old()


@shared_task(name="tables.tasks.tell")
def tell(place_id: int, kind: str, ply: int) -> int:
    return web_push.tell(place_id, kind, ply)


@shared_task(name="tables.tasks.tell_of_games")
def tell_of_games(account_id: int) -> int:
    return web_push.tell_of_games(account_id)


@shared_task(name="tables.tasks.tell_who_was_not")
def tell_who_was_not() -> int:
    return web_push.tell_who_was_not()

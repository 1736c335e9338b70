"""Celery tasks of the tables: an id comes in, one service is called.

A task may be delivered twice, or never; the services are made for both.
"""

from __future__ import annotations

from celery import shared_task

from tables.ending import deadlines
from tables.learn import first_game
from tables.lobby import guests
from tables.notifications import web_push
from tables.notifications.mail_reminders import send_table_mail
from tables.play import computers
from tables.recorder import drafts


@shared_task(name="tables.tasks.think")
def play_computer_turn(table_id: str, ply: int) -> bool:
    return computers.act_for_computer(table_id, ply)


@shared_task(name="tables.tasks.sweep_tables")
def sweep_tables_task() -> int:
    return deadlines.sweep_tables()


@shared_task(name="tables.tasks.remind")
def mail_reminders() -> int:
    return send_table_mail()


@shared_task(name="tables.tasks.clear_first_games")
def clear_first_games() -> int:
    return first_game.delete_old_first_games()


@shared_task(name="tables.tasks.forget_guests")
def clear_guest_names() -> int:
    return guests.forget_guests()


@shared_task(name="tables.tasks.forget_drafts")
def forget_drafts() -> int:
    return drafts.delete_old_drafts()


@shared_task(name="tables.tasks.tell")
def push_turn(place_id: int, kind: str, ply: int) -> int:
    return web_push.push_to_player(place_id, kind, ply)


@shared_task(name="tables.tasks.tell_of_games")
def push_games_to_confirm(account_id: int) -> int:
    return web_push.push_confirmations(account_id)


@shared_task(name="tables.tasks.tell_who_was_not")
def push_overlooked_turns() -> int:
    return web_push.push_missed_turns()

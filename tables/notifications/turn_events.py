"""Notifications when a turn passes, a game begins, a game ends.

Every service that changes whose turn it is says so here, inside its transaction.
"""

from __future__ import annotations

from tables.locks import persons, place_at
from tables.models import Place, Table
from tables.notifications.turns import publish_turns
from tables.notifications.web_push import push_later


def notify_turn_passed(table: Table, before: Place, after: Place) -> None:
    """It was the turn of `before`, and is that of `after`."""
    if after.pk != before.pk:
        publish_turns([before, after])
        push_later([after], "turn", table.plies + 1)


def notify_begun(table: Table) -> None:
    """The game at `table`, which has its places loaded."""
    publish_turns(persons(table))
    first = place_at(table, table.awaited)
    waiting = [person for person in persons(table) if person != first]
    push_later(waiting, "begun", table.plies)
    if first is not None:
        push_later([first], "turn", table.plies + 1)


def notify_ended(table: Table, actor: Place | None = None) -> None:
    """The game at `table`, with an entry of `actor`, or before its end."""
    publish_turns(persons(table))
    if table.plies:
        recipients = [person for person in persons(table) if person != actor]
        push_later(recipients, "ended", table.plies + 2)  # after the turn that will not come

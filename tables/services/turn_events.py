"""A turn passes from one player to another, a game begins, a game ends: who is told.

Every service that changes whose turn it is says so here, inside its transaction.
"""

from __future__ import annotations

from tables.models import Place, Table
from tables.services.locks import persons, place_at
from tables.services.turns import publish_turns
from tables.services.web_push import tell_later


def turn_passed(table: Table, before: Place, after: Place) -> None:
    """It was the turn of `before`, and is that of `after`."""
    if after.pk != before.pk:
        publish_turns([before, after])
        tell_later([after], "turn", table.plies + 1)


def has_begun(table: Table) -> None:
    """The game at `table`, which has its places at hand."""
    publish_turns(persons(table))
    first = place_at(table, table.awaited)
    others = [one for one in persons(table) if one != first]
    tell_later(others, "begun", table.plies)
    if first is not None:
        tell_later([first], "turn", table.plies + 1)


def has_ended(table: Table, by: Place | None = None) -> None:
    """The game at `table`, with an entry of `by`, or before its end."""
    publish_turns(persons(table))
    if table.plies:
        told = [one for one in persons(table) if one != by]
        tell_later(told, "ended", table.plies + 2)  # after the turn that will not come

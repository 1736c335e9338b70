"""Finds the tables where something is due that no request will do: time that is over, shares that
are not opened, computer players that were not woken.

What is done is decided under the table's lock by the service that does it; a player who acts at
the same moment comes first or too late, and nothing in between.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache
from django.db import transaction
from django.db.models import F, QuerySet
from redis.exceptions import RedisError

from tables.clocks import clock, outages
from tables.ending.ending import abandon, replace_player
from tables.lobby.dealing import deal_if_due
from tables.locks import awaited_place, lock_table
from tables.models import Phase, Place, Table
from tables.play.publishing import COMPUTER, send_computer_task

BATCH: Final = 100
"""Tables of a kind that one sweep looks after."""

COMPUTER_MAY_TAKE: Final = timedelta(seconds=10)
"""A computer player is woken again after this: the first message may be lost."""

WOKEN_FOR: Final = 30
"""Seconds until it is woken once more. Workers that have much to do are not given more."""

logger = logging.getLogger(__name__)


def sweep_tables() -> int:
    """Do what is due at all tables. Gives the number of tables that changed.

    May be called at any time, and twice at once. A table at which something fails does not keep
    the others waiting. When the clock has jumped, or no sweep has run for long, no player loses on
    time: what was lost is given back (``pulse``), and nothing else is done. While no web process
    serves, nothing is overdue.
    """
    if not outages.begin_sweep():
        return 0
    served = clock.served_time()
    return (
        _each(_overdue(Phase.OPEN, served), close_unfilled)
        + _each(_overdue(Phase.DEALING, served), lambda table: deal_if_due(table.pk))
        + _each(_overdue(Phase.PLAYING, served), replace_awaited)
        + wake_computers(clock.database_time())
    )


def close_unfilled(table: Table) -> bool:
    """Close a table whose seats were not all taken in time. False if that is not so any more."""
    with transaction.atomic():
        locked = lock_table(table.pk)
        over = locked.deadline is not None and locked.deadline <= clock.database_time()
        return locked.phase == Phase.OPEN and over and abandon(table.pk)


def replace_awaited(table: Table) -> bool:
    """Have a computer player act for a player whose time is over. False if it is not any more."""
    place = awaited_place(table)
    return place is not None and replace_player(table, place, Place.ReplacementCause.TIME)


def wake_computers(moment: datetime) -> int:
    """Send messages again for computer players that have been awaited for too long; gives for how
    many."""
    late = late_computers(moment).order_by("table__awaited_since")
    rows = late.values_list("table_id", "table__plies")[:BATCH]
    return sum(
        _may_wake(table, plies + 1) and send_computer_task(table, plies + 1)
        for table, plies in rows
    )


def late_computers(moment: datetime) -> QuerySet[Place]:
    """Computer players that have been awaited for too long."""
    return Place.objects.filter(
        COMPUTER,
        turn=F("table__awaited"),
        table__phase=Phase.PLAYING,
        table__awaited_since__lt=moment - COMPUTER_MAY_TAKE,
    ).order_by()


def overdue_tables(moment: datetime) -> QuerySet[Table]:
    """Tables before their end whose deadline has passed: the next sweep sees to them."""
    live = (Phase.OPEN, Phase.DEALING, Phase.PLAYING)
    return Table.objects.filter(phase__in=live, deadline__lt=moment).order_by()


# --- inside -------------------------------------------------------------------


def _overdue(phase: Phase, moment: datetime) -> list[Table]:
    """Tables of this phase whose deadline is over, the longest first."""
    rows = Table.objects.filter(phase=phase, deadline__lte=moment)
    return list(rows.order_by("deadline")[:BATCH])


def _each(tables: Iterable[Table], do: Callable[[Table], bool]) -> int:
    done = 0
    for table in tables:
        try:
            done += do(table)
        except Exception:  # a moderator can close it
            logger.exception("table %s: its deadline could not be processed", table.pk)
    return done


def _may_wake(table_id: str, ply: int) -> bool:
    """True if it was not done lately; without a cache always."""
    try:
        return bool(cache.add(f"woken:{table_id}:{ply}", 1, WOKEN_FOR))
    except RedisError:
        return True

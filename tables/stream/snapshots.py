"""Snapshots of a table, read once for all of its streams.

All of it is read in a few threads of its own, each of which gives its connection back at once: the
streams of a process, however many, hold no more connections than that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, ParamSpec, TypeVar

from django.db import connections
from django.db.models import Count, Q

from tables.locks import read_table
from tables.models import Phase, Table, TableEntry
from tables.play.position import entry_rows
from tables.play.reading import table_state
from tables.stream.wire import server_sent_event

THREADS: Final = 2
OF_A_VIEWER: Final = "viewer"
"""The key of a table's state that differs between viewers."""

Seats = dict[int, tuple[int | None, bool, str]]
"""Account to turn, whether a computer sits in for it, and the digest of a guest's secret: when they
change, so may what an account sees."""

P = ParamSpec("P")
T = TypeVar("T")

_readers = ThreadPoolExecutor(THREADS, "streams")


@dataclass(frozen=True)
class Snapshot:
    """`entries`: those after the ply that was asked for. `state`: what a spectator may know, as the
    API shows it. `is_private`: something in it is not for everybody."""

    plies: int
    entries: list[TableEntry]
    state: dict[str, Any]
    seats: Seats
    is_open: bool
    is_private: bool = False
    take_backs: tuple[tuple[int, int], ...] = ()
    """Number and first entry of each take-back."""

    @cached_property
    def state_event(self) -> bytes:
        """`state` as an event: written once for all streams."""
        return server_sent_event("state", self.state)


async def read_in_thread(read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """`read` in a thread whose connection is given back before the answer is."""

    def run() -> T:
        try:
            return read(*args, **kwargs)
        finally:
            connections.close_all()

    return await asyncio.get_running_loop().run_in_executor(_readers, run)


def snapshot_of(table_id: str, after: int) -> Snapshot | None:
    """News of the table after entry `after`; None: there is no such table.

    The table is read before its entries: for what comes in between there is another message.
    """
    try:
        table = read_table(table_id)
    except Table.DoesNotExist:
        return None
    entries: list[TableEntry] = []
    if table.plies > after:
        rows = entry_rows(table).filter(ply__gt=after, ply__lte=table.plies)
        entries = list(rows.select_related("by").order_by("ply"))
    take_backs = table.take_backs.filter(number__lte=table.take_back_count)
    state = table_state(table, None)
    return Snapshot(
        table.plies,
        entries,
        {name: value for name, value in state.items() if name != OF_A_VIEWER},
        seat_states(table),
        table.phase == Phase.FINISHED,
        not table.watchable or any(entry.only_for is not None for entry in entries),
        tuple(take_backs.values_list("number", "first")) if table.take_back_count else (),
    )


def seat_states(table: Table) -> Seats:
    return {
        place.account_id: (place.turn, place.is_computer, place.guest_digest)
        for place in table.places.all()
    }


TableProgress = tuple[int, str, int, int, int]
"""How far a table is: entries, phase, places taken, those at which a computer acts, how often
entries were taken back."""


def snapshot_progress(snapshot: Snapshot) -> TableProgress:
    take_back_count = len(snapshot.take_backs)
    return _progress(snapshot.plies, str(snapshot.state["phase"]), snapshot.seats, take_back_count)


def table_progress(table: Table) -> TableProgress:
    """The same of a table that has its places loaded."""
    return _progress(table.plies, table.phase, seat_states(table), table.take_back_count)


def _progress(plies: int, phase: str, seats: Seats, take_back_count: int) -> TableProgress:
    return plies, phase, len(seats), sum(seat[1] for seat in seats.values()), take_back_count


def read_progress(table_ids: Iterable[str]) -> dict[str, TableProgress]:
    """Progress of tables: finds changes whose message was lost. One query."""
    computer = Q(places__stand_in__isnull=False) | ~Q(places__account__computer="")
    rows = Table.objects.filter(pk__in=list(table_ids)).annotate(
        taken=Count("places"), computers=Count("places", filter=computer)
    )
    columns = ("plies", "phase", "taken", "computers", "take_back_count")
    return {pk: tuple(progress) for pk, *progress in rows.values_list("pk", *columns).order_by()}

"""Entries become rows, and the table moves on: what dealing and acting share.

Always inside the transaction of whoever holds the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from engine import Entry, State, apply, awaited, entry_text, view_entry
from games.models import Account
from tables.errors import Stale
from tables.models import Pace, Place, Table, TableEntry
from tables.services.holding import place_at

MOVED = ("phase", "plies", "started_at", "ended_at", "awaited", "awaited_since", "deadline")
"""The columns that move with the entries."""


def rows_of(
    table: Table,
    before: State,
    entries: Sequence[Entry],
    at: datetime,
    by: Account | None = None,
    key: str = "",
) -> list[TableEntry]:
    """The rows of `entries`, which follow the ``table.plies`` that are there; not yet stored.

    `before`: the position before the first of them; it is not changed. The first is `by` somebody,
    who marked it with `key`; the others are the bank's.
    """
    rows = []
    for number, (entry, seen) in enumerate(_seen(before, entries)):
        text, shown, only_for = seen
        rows.append(
            TableEntry(
                table=table,
                ply=table.plies + number + 1,
                seat=entry.seat,
                text=text,
                shown=shown,
                only_for=only_for,
                by=None if number else by,
                key=None if number else key or None,
                at=at,
            )
        )
    return rows


def _seen(
    before: State, entries: Sequence[Entry]
) -> Iterator[tuple[Entry, tuple[str, str, int | None]]]:
    s = before.copy()
    for entry in entries:
        yield entry, seen(s, entry)
        apply(s, *entry)


def seen(s: State, entry: Entry) -> tuple[str, str, int | None]:
    """The text of `entry`, which is about to be applied to `s`; what those see of it who may not
    read it, and who alone may: nothing and ``None`` where all may."""
    text = entry_text(s.rules.setup, entry)
    shown = view_entry(s, entry, None)
    if shown == text:
        return text, "", None
    seats = range(len(s.players))
    return text, shown, next(seat for seat in seats if view_entry(s, entry, seat) == text)


def await_next(table: Table, s: State, now: datetime) -> Place | None:
    """Set who is to act in `s`, since when and until when; gives the place, ``None`` at the end.

    A computer player has no deadline.
    """
    waits = awaited(s)
    table.awaited = waits.seat if waits else None
    table.awaited_since = now if waits else None
    place = place_at(table, table.awaited)
    table.deadline = deadline_of(table, place, now) if place else None
    return place


def deadline_of(table: Table, place: Place, now: datetime) -> datetime | None:
    """When the time of `place` is over, if it has to act from `now` on."""
    if place.is_computer:
        return None
    if table.pace == Pace.DAYS:
        return now + timedelta(days=table.days)
    return now + timedelta(milliseconds=place.left_ms)


def move_on(table: Table, rows: Sequence[TableEntry], phase: str, plies: int) -> None:
    """Store how far `table` is, and `rows`; if it is still in `phase` with `plies` entries.

    Raises ``Stale`` otherwise, with nothing stored.
    """
    moved = {name: getattr(table, name) for name in (*MOVED, "upload_id")}
    still = Table.objects.filter(pk=table.pk, phase=phase, plies=plies)
    if not still.update(reminded=False, **moved):
        raise Stale(Table.objects.values_list("plies", flat=True).get(pk=table.pk))
    TableEntry.objects.bulk_create(rows)

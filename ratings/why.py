"""Why a rating changed: event by event, the latest first.

An event is a change that a game made for the first time (a new game, a late one, one that was
taken back or rated again), or a *move*: a fold that worked earlier changes out anew. Folds keep the
reasons (``ratings.models.Reason``); where there are several, each may have caused the move.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet, Window
from django.db.models.functions import RowNumber

from games.models import Player
from ratings.models import Entry, Fold, Move, Pool, RatingChange, Reason
from ratings.queries import name_pairs
from ratings.references import refer
from web.paging import Page, page

SHOWN: Final = 3
"""Reasons of a fold that are named."""


@dataclass(frozen=True)
class Reasons:
    """Of a fold: the first ``SHOWN``, and how many `more`. Not `kept`: the fold is older than
    reasons are."""

    shown: list[Reason] = field(default_factory=list)
    more: int = 0
    kept: bool = True


class Event(NamedTuple):
    """`change`: what a game did; without it the fold moved the rating from `before` to `after`,
    which are empty where there was no rating."""

    at: datetime
    before: int | None
    after: int | None
    reasons: Reasons
    change: RatingChange | None = None

    @property
    def moved(self) -> int | None:
        """By how much; None where there was or is no rating."""
        if self.before is None or self.after is None:
            return None
        return self.after - self.before


def reasons_of(keys: Iterable[int | None]) -> dict[int, Reasons]:
    """By fold. One query where they have no reasons; else two, and one for merges."""
    ids = {pk for pk in keys if pk is not None}
    folds = Fold.objects.filter(pk__in=ids or {0})
    numbers: dict[int, int | None] = dict(folds.values_list("pk", "reasons"))
    some = [pk for pk, number in numbers.items() if number]
    nth = Window(RowNumber(), partition_by="fold", order_by="id")
    found: dict[int, list[Reason]] = {}
    if some:
        rows = Reason.objects.filter(fold__in=some).annotate(number=nth)
        wanted = rows.filter(number__lte=SHOWN).select_related("game").order_by("id")
        for reason in wanted.defer("game__log"):
            found.setdefault(reason.fold_id, []).append(reason)
        refer(reason for reasons in found.values() for reason in reasons)
    return {
        pk: Reasons(found.get(pk, []), max(0, (number or 0) - SHOWN), number is not None)
        for pk, number in numbers.items()
    }


def name_causes(changes: Iterable[RatingChange]) -> None:
    """Give each change of an entry that is not ordinary that entry, as ``entry``: it has what
    caused it. One query, and one for merges, or none."""
    rows = [row for row in changes if row.kind]
    entries = list(Entry.objects.filter(game__in={row.game_id for row in rows}) if rows else ())
    refer(entries)
    known = {(entry.game_id, entry.nth): entry for entry in entries}
    for row in rows:
        row.entry = known.get((row.game_id, row.nth))  # type: ignore[attr-defined]


def explain(changes: Iterable[RatingChange]) -> None:
    """Give each change what it follows from, as ``reasons``, and, if it is retired, why, as
    ``retired_for``. Five queries at most."""
    rows = list(changes)
    name_causes(rows)
    known = reasons_of([pk for row in rows for pk in (row.added_by_id, row.retired_by_id)])
    for row in rows:
        row.reasons = known[row.added_by_id]  # type: ignore[attr-defined]
        row.retired_for = known.get(row.retired_by_id or 0)  # type: ignore[attr-defined]


def events(player: Player, asked: Mapping[str, str], size: int) -> Page[Event]:
    """A page of the events of the rating among all games; `size` changes, and the moves between
    them. Ten queries at most. Raises ``BadCursor``."""
    found = page(_first(player), ("-id",), dict(asked), size)
    changes = found.rows
    name_pairs(changes)
    name_causes(changes)
    moves = _moves(player, changes, first=not found.previous, last=not found.next)
    reasons = reasons_of([row.added_by_id for row in changes] + [row.fold_id for row in moves])
    listed = [((move.fold_id, 1, move.pk), _moved(move, reasons[move.fold_id])) for move in moves]
    listed += [
        ((row.added_by_id, 0, row.pk), _changed(row, reasons[row.added_by_id])) for row in changes
    ]
    listed.sort(key=lambda one: one[0], reverse=True)
    return Page([event for _, event in listed], found.previous, found.next)


# --- inside -------------------------------------------------------------------


def _first(player: Player) -> QuerySet[RatingChange]:
    """The changes by which an entry was rated for the first time."""
    mine = RatingChange.objects.filter(player=player, pool=Pool.OVERALL)
    earlier = mine.filter(game=OuterRef("game"), nth=OuterRef("nth"), pk__lt=OuterRef("pk"))
    return mine.filter(~Exists(earlier)).select_related("added_by").order_by("-id")


def _moves(player: Player, changes: list[RatingChange], *, first: bool, last: bool) -> list[Move]:
    """From the folds of these changes, and those before the next page's."""
    moves = Move.objects.filter(player=player).select_related("fold")
    if changes and not first:
        newer = _first(player).filter(pk__gt=changes[0].pk).order_by("id")
        above = newer.values_list("added_by", flat=True).first()
        moves = moves.filter(fold__lt=above)
    if changes and not last:
        moves = moves.filter(fold__gte=changes[-1].added_by_id)
    return list(moves)


def _moved(move: Move, reasons: Reasons) -> Event:
    return Event(move.fold.started_at, move.before, move.after, reasons)


def _changed(row: RatingChange, reasons: Reasons) -> Event:
    return Event(row.added_by.started_at, row.before, row.after, reasons, row)

"""Why a rating changed: event by event, the latest first.

An event is a change that a game made for the first time (a new game, a late one, one that was taken
back or rated again), or a *move*: a fold that worked earlier changes out again. Folds keep the
reasons (``ratings.models.Reason``); where there are several, each may have caused the move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet, Window
from django.db.models.functions import RowNumber
from django.urls import reverse

from games.models import Merge, Player
from ratings.elo import INITIAL
from ratings.models import Entry, Fold, Move, Pool, RatingChange, Reason
from ratings.queries import name_pairs
from web.paging import Page, page_of_rows
from web.templatetags.slots import outside

REASONS_NAMED: Final = 3
"""Reasons of a fold that are named."""


@dataclass(frozen=True)
class FoldReasons:
    """Reasons of a fold: the `first` ``REASONS_NAMED``, and how many are `omitted`. Not `recorded`:
    the fold is older than reasons are."""

    first: list[Reason] = field(default_factory=list)
    omitted: int = 0
    recorded: bool = True


class RatingEvent(NamedTuple):
    """`change`: what a game did; without it the fold moved the rating from `before` to `after`,
    which are empty where there was no rating. All events of a player, each from `before` or
    ``INITIAL`` to `after` or ``INITIAL``, add up to the rating."""

    at: datetime
    before: int | None
    after: int | None
    reasons: FoldReasons
    change: RatingChange | None = None

    @property
    def moved(self) -> int | None:
        """By how much; None where there was or is no rating."""
        if self.before is None or self.after is None:
            return None
        return self.after - self.before


def fold_reasons(keys: Iterable[int | None]) -> dict[int, FoldReasons]:
    """By fold. One query where they have no reasons; else two, and one for merges."""
    ids = {pk for pk in keys if pk is not None}
    folds = Fold.objects.filter(pk__in=ids or {0})
    numbers: dict[int, int | None] = dict(folds.values_list("pk", "reasons"))
    some = [pk for pk, number in numbers.items() if number]
    nth = Window(RowNumber(), partition_by="fold", order_by="id")
    reasons_by_fold: dict[int, list[Reason]] = {}
    if some:
        rows = Reason.objects.filter(fold__in=some).annotate(number=nth)
        first_reasons = rows.filter(number__lte=REASONS_NAMED).select_related("game").order_by("id")
        for reason in first_reasons.defer("game__log"):
            reasons_by_fold.setdefault(reason.fold_id, []).append(reason)
        link_causes(reason for reasons in reasons_by_fold.values() for reason in reasons)
    return {
        pk: FoldReasons(
            reasons_by_fold.get(pk, []), max(0, (number or 0) - REASONS_NAMED), number is not None
        )
        for pk, number in numbers.items()
    }


def attach_entries(changes: Iterable[RatingChange]) -> None:
    """Give each change of an entry that is not ordinary that entry, as ``entry``: it has what
    caused it. One query, and one for merges, or none."""
    rows = [row for row in changes if row.kind]
    entries = list(Entry.objects.filter(game__in={row.game_id for row in rows}) if rows else ())
    link_causes(entries)
    entry_of = {(entry.game_id, entry.nth): entry for entry in entries}
    for row in rows:
        row.entry = entry_of.get((row.game_id, row.nth))  # type: ignore[attr-defined]


def attach_reasons(changes: Iterable[RatingChange]) -> None:
    """Give each change what it follows from, as ``reasons``, and, if it is retired, why, as
    ``retired_for``. The change that first rated an entry follows from what caused that entry, not
    from other games of the same fold. Five queries at most."""
    rows = list(changes)
    attach_entries(rows)
    reasons_by_fold = fold_reasons(
        [pk for row in rows for pk in (row.added_by_id, row.retired_by_id)]
    )
    for row in rows:
        row.reasons = _entry_reasons(row) or reasons_by_fold[row.added_by_id]  # type: ignore[attr-defined]
        row.retired_for = reasons_by_fold.get(row.retired_by_id or 0)  # type: ignore[attr-defined]


def rating_events(player: Player, cursors: Mapping[str, str], size: int) -> Page[RatingEvent]:
    """A page of the events of the rating among all games; `size` changes, and the moves between
    them. Eleven queries at most. Raises ``BadCursor``."""
    first_page = page_of_rows(_first_changes(player), ("-id",), dict(cursors), size)
    changes = first_page.rows
    name_pairs(changes)
    attach_entries(changes)
    moves = _moves(player, changes, first=not first_page.previous, last=not first_page.next)
    reasons = fold_reasons([row.added_by_id for row in changes] + [row.fold_id for row in moves])
    events = {
        (move.fold_id, -1, move.pk): RatingEvent(
            move.fold.started_at, move.before, move.after, reasons[move.fold_id]
        )
        for move in moves
    }
    for row in changes:
        event = RatingEvent(
            row.added_by.started_at, row.before, row.after, reasons[row.added_by_id], row
        )
        events[row.added_by_id, 0, row.pk] = event
    latest_first = [events[key] for key in sorted(events, reverse=True)]
    return Page(latest_first, first_page.previous, first_page.next)


# --- inside -------------------------------------------------------------------


def _entry_reasons(row: RatingChange) -> FoldReasons | None:
    """Cause of the entry of a change, if the fold that added the change added the entry too."""
    entry: Entry | None = getattr(row, "entry", None)
    if entry is None or entry.added_by_id != row.added_by_id:
        return None
    reason = Reason(
        fold_id=entry.added_by_id, game=row.game, cause=entry.cause, ref=entry.ref, at=entry.at
    )
    reason.page = entry.page
    return FoldReasons([reason])


def _first_changes(player: Player) -> QuerySet[RatingChange]:
    """The changes by which an entry was rated that was not rated until then: for the first time,
    or again after it had been taken back."""
    rows = RatingChange.objects.filter(player=player, pool=Pool.OVERALL)
    replaced = rows.filter(
        game=OuterRef("game"), nth=OuterRef("nth"), retired_by=OuterRef("added_by")
    )
    return rows.filter(~Exists(replaced)).select_related("added_by").order_by("-id")


def _moves(player: Player, changes: list[RatingChange], *, first: bool, last: bool) -> list[Move]:
    """From the folds of these changes, and those before the next page's."""
    moves = Move.objects.filter(player=player).select_related("fold")
    if changes and not first:
        newer = _first_changes(player).filter(pk__gt=changes[0].pk).order_by("id")
        above = newer.values_list("added_by", flat=True).first()
        moves = moves.filter(fold__lt=above)
    if changes and not last:
        moves = moves.filter(fold__gte=changes[-1].added_by_id)
    return _without_changes(player, moves)


def _without_changes(player: Player, moves: Iterable[Move]) -> list[Move]:
    """The moves as far as they are more than what the first changes of the same fold did: that is
    told with these. One query, or none."""
    rows = list(moves)
    if not rows:
        return []
    changes = _first_changes(player).filter(added_by__in=[move.fold_id for move in rows])
    sums = Counter[int]()
    for fold, before, after in changes.values_list("added_by", "before", "after"):
        sums[fold] += after - before
    left = []
    for move in rows:
        if change := sums[move.fold_id]:
            move.after = (INITIAL if move.after is None else move.after) - change
        if (INITIAL if move.before is None else move.before) != move.after or not change:
            left.append(move)
    return left


# --- what a cause refers to -----------------------------------------------------


def link_causes(rows: Iterable[Reason | Entry]) -> None:
    """Give each row the address of what its `ref` names, as ``page``: a release, a dispute on the
    page of the game, the player that a guest turned out to be. Empty: the game shows all there is.
    One query, or none where no guest is named."""
    named = list(rows)
    merges = {
        number for row in named for kind, number in [parse_reference(row.ref)] if kind == "merge"
    }
    rows_of_merges = Merge.objects.filter(pk__in=merges) if merges else ()
    guests = {merge.pk: merge.guest_id for merge in rows_of_merges}
    for row in named:
        row.page = _page(row, guests)


def parse_reference(ref: str) -> tuple[str, int]:
    """``merge:7``; 0 where there is no number."""
    kind, _, number = ref.partition(":")
    return kind, int(number) if number.isascii() and number.isdigit() else 0


def _page(row: Reason | Entry, guests: Mapping[int, int]) -> str:
    kind, number = parse_reference(row.ref)
    if kind == "release" and number:
        return outside("release", number)
    if kind == "dispute" and number:
        return f"{reverse('game', args=[row.game_id])}#dispute-{number}"
    if kind == "merge" and number in guests:
        return outside("player", guests[number])
    return ""

"""Entries of the books: where a game is rated that came to count, ceased to, or changed.

While the books of its day of play are open a game is rated there: its ordinary entry, which has no
row. Once they are closed nothing of that day changes any more. A game that comes to count is then
rated *late*; one that ceases to is taken back by a *reversal*; one whose players or places became
others is taken back and rated *again*. All on the day on which it came to that: the day (UTC) of
the first ``Pending`` row of the game since the last fold, and never a closed one. So a fold that is
late by a day gives the same.

Entries whose own day is open follow the facts as all else does there: they are retired when the
game is again what it was in the closed books.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

from games.log_outbox import ENTRY, queue_leaves
from ratings.models import Closing, Entry, EntryKind, Fold
from ratings.services.books import (
    COMPUTERS,
    OVERALL,
    ChangeRow,
    EntryKey,
    RatedEntry,
    Rows,
    changes_in_force,
    entries_of_games,
    rated_entry,
)
from ratings.services.walk import mean_in_points


class PendingNote(NamedTuple):
    """A ``Pending`` row."""

    pk: int
    game: str
    moment: datetime
    cause: str
    ref: str


@dataclass
class BookUpdate:
    """Ledger entries to recompute. `keys`: places of entries that may differ, in order; `gone`:
    entries without players, that are no more; `mean_ratings`: of games that their closed books rate
    again; `moved`: games with an entry that was made or retired; `made`, `retired` (keys):
    these."""

    keys: list[EntryKey] = field(default_factory=list)
    gone: list[RatedEntry] = field(default_factory=list)
    mean_ratings: dict[str, int | None] = field(default_factory=dict)
    moved: set[str] = field(default_factory=set)
    created: list[Entry] = field(default_factory=list)
    retired: list[int] = field(default_factory=list)


def closed_through() -> date | None:
    """The last day of closed books; None: none are. One query."""
    day: date | None = (
        Closing.objects.order_by("-through").values_list("through", flat=True).first()
    )
    return day


def update_entries(notes: Sequence[PendingNote], run: Fold) -> BookUpdate:
    """Make and retire entries as the pending games ask for it. Under the lock of the ledger. Two
    queries more than without closed books, and five where games of closed books changed."""
    update = plan_update(notes, entries_of_games({note.game for note in notes}))
    for begin in range(0, len(update.retired), 1000):
        Entry.objects.filter(pk__in=update.retired[begin : begin + 1000]).retire(run)
    for entry in update.created:
        entry.added_by = run
    Entry.objects.bulk_create(update.created, batch_size=1000)
    queue_leaves(ENTRY, [*update.retired, *(entry.pk for entry in update.created)])
    return update


def plan_update(notes: Sequence[PendingNote], games: Sequence[RatedEntry]) -> BookUpdate:
    """Entries to make and to retire, none of them written: `games` are those of the
    `notes`, in order."""
    update = BookUpdate()
    closed = closed_through()
    old = [game for game in games if closed is not None and game.key.day <= closed]
    for game in games:
        if closed is None or game.key.day > closed:
            update.keys.append(game.key)
            if not game.players:
                update.gone.append(game)
    if old and closed is not None:
        _plan_closed(old, closed, notes, update)
    update.keys.sort()
    return update


def rated_seats(rows: Mapping[int, ChangeRow]) -> list[tuple[int, int]]:
    """Players with their places in these changes of one entry and pool, in the order of
    seats: what gives the same changes again."""
    pairs = {player: json.loads(row.pairs) for player, row in rows.items()}
    ahead: dict[int, set[int]] = defaultdict(set)
    for pairs_of_player in pairs.values():
        opponents = [pair["opponent"] for pair in pairs_of_player]
        for index, other in enumerate(opponents):
            ahead[other].update(opponents[:index])
    order = sorted(pairs, key=lambda player: (len(ahead[player]), player))
    return [(player, 1 + sum(pair["score"] == 0 for pair in pairs[player])) for player in order]


# --- inside -------------------------------------------------------------------


class DueEntry(NamedTuple):
    """An entry that a game should have in open books."""

    kind: EntryKind
    reverses: int | None = None
    seats: list[tuple[int, int]] | None = None


def _plan_closed(
    games: Sequence[RatedEntry], closed: date, notes: Iterable[PendingNote], update: BookUpdate
) -> None:
    first: dict[str, PendingNote] = {}
    for note in notes:
        first.setdefault(note.game, note)
    rows = changes_in_force(games)
    entries: dict[str, list[Entry]] = defaultdict(list)
    stored = Entry.objects.filter(game__in=[game.key.id for game in games]).order_by("nth")
    for entry in stored:
        entries[entry.game_id].append(entry)
    for game in games:
        pk, game_entries = game.key.id, entries[game.key.id]
        holding = [entry for entry in game_entries if entry.retired_by_id is None]
        before = [entry for entry in holding if entry.day <= closed]
        standing = _standing(game, before, rows)
        due = _due_entries(game, standing, EntryKind.RERATED if before else EntryKind.LATE)
        if not due and standing is not None:
            _note_mean_rating(game, _general_rows(rows, pk, standing.nth), update)
        open_entries = [entry for entry in holding if entry.day > closed]
        unchanged = 0
        while (
            unchanged < min(len(open_entries), len(due))
            and open_entries[unchanged].kind == due[unchanged].kind
        ):
            unchanged += 1
        for entry in open_entries[unchanged:]:
            update.retired.append(entry.pk)
            update.gone.append(_gone(game, entry, last=not due and standing is None))
        begin = 1 + max((entry.nth for entry in game_entries), default=0)
        new = [
            _entry(begin + n, due_entry, first[pk], closed)
            for n, due_entry in enumerate(due[unchanged:])
        ]
        update.created += new
        if new or open_entries[unchanged:]:
            update.moved.add(pk)
        update.keys += [entry_key(entry) for entry in (*open_entries, *new)]


class ClosedEntry(NamedTuple):
    """The entry of closed books by which a game is rated."""

    nth: int
    seats: list[tuple[int, int]]


def _standing(game: RatedEntry, entries: Sequence[Entry], rows: Rows) -> ClosedEntry | None:
    """The last of closed books, unless that takes it back. `entries`: those that hold."""
    nth = 0
    if entries:
        if entries[-1].kind == EntryKind.REVERSAL:
            return None
        nth = entries[-1].nth
    changes = _general_rows(rows, game.key.id, nth)
    return ClosedEntry(nth, rated_seats(changes)) if changes else None


def _general_rows(rows: Rows, game: str, nth: int) -> dict[int, ChangeRow]:
    return rows.get((game, nth, OVERALL)) or rows.get((game, nth, COMPUTERS)) or {}


def _due_entries(
    game: RatedEntry, standing: ClosedEntry | None, otherwise: EntryKind
) -> list[DueEntry]:
    """Entries that `game` should have in open books, next to `standing` of closed ones, or, where
    there is none, as an entry of the kind `otherwise`."""
    if standing is None:
        return [DueEntry(otherwise)] if game.players else []
    if game.players and _outcome(game) == dict(standing.seats):
        return []
    back = DueEntry(EntryKind.REVERSAL, standing.nth, standing.seats)
    return [back, DueEntry(EntryKind.RERATED)] if game.players else [back]


def _outcome(game: RatedEntry) -> dict[int, int]:
    """The place of each player: 1 and how many came before."""
    return {
        player: 1 + sum(other < place for other in game.places)
        for player, place in zip(game.players, game.places, strict=True)
    }


def _note_mean_rating(game: RatedEntry, rows: Mapping[int, ChangeRow], update: BookUpdate) -> None:
    mean_rating = mean_in_points([row.before for row in rows.values()])
    if mean_rating != game.mean_rating:
        update.mean_ratings[game.key.id] = mean_rating


def _gone(game: RatedEntry, entry: Entry, *, last: bool) -> RatedEntry:
    number = int(game.pools[1])
    gone = rated_entry(entry_key(entry), number, [], game.mean_rating, game.played_on)
    return gone._replace(kind=entry.kind, last=last)


def entry_key(entry: Entry) -> EntryKey:
    return EntryKey(entry.day, entry.at, entry.game_id, entry.nth)


def _entry(nth: int, due: DueEntry, note: PendingNote, closed: date) -> Entry:
    day = max(note.moment.astimezone(UTC).date(), closed + timedelta(days=1))
    seats: Any = due.seats and [list(seat) for seat in due.seats]
    return Entry(
        game_id=note.game,
        nth=nth,
        kind=due.kind,
        day=day,
        at=note.moment,
        cause=note.cause,
        ref=note.ref,
        reverses=due.reverses,
        seats=seats,
    )

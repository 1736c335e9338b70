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

from ratings.models import Closing, Entry, Fold, Kind
from ratings.services.reading import Key, Rated, Row, Rows, in_force, named, rated
from ratings.services.walk import mean


class Note(NamedTuple):
    """A ``Pending`` row."""

    pk: int
    game: str
    at: datetime
    cause: str
    ref: str


@dataclass
class Entered:
    """Ledger entries to recompute. `keys`: places of entries that may differ, in order; `gone`:
    entries without players, that are no more; `mean_ratings`: of games that their closed books rate
    again; `moved`: games with an entry that was made or retired; `made`, `retired` (keys):
    these."""

    keys: list[Key] = field(default_factory=list)
    gone: list[Rated] = field(default_factory=list)
    mean_ratings: dict[str, int | None] = field(default_factory=dict)
    moved: set[str] = field(default_factory=set)
    made: list[Entry] = field(default_factory=list)
    retired: list[int] = field(default_factory=list)


def closed_through() -> date | None:
    """The last day of closed books; None: none are. One query."""
    found: date | None = (
        Closing.objects.order_by("-through").values_list("through", flat=True).first()
    )
    return found


def enter(notes: Sequence[Note], run: Fold) -> Entered:
    """Make and retire entries as the pending games ask for it. Under the lock of the ledger. Two
    queries more than without closed books, and four where games of closed books changed."""
    found = asked_for(notes, named({note.game for note in notes}))
    for begin in range(0, len(found.retired), 1000):
        Entry.objects.filter(pk__in=found.retired[begin : begin + 1000]).retire(run)
    for entry in found.made:
        entry.added_by = run
    Entry.objects.bulk_create(found.made, batch_size=1000)
    return found


def asked_for(notes: Sequence[Note], games: Sequence[Rated]) -> Entered:
    """Entries to make and to retire, none of them written: `games` are those of the
    `notes`, in order."""
    found = Entered()
    closed = closed_through()
    old = [game for game in games if closed is not None and game.key.day <= closed]
    for game in games:
        if closed is None or game.key.day > closed:
            found.keys.append(game.key)
            if not game.players:
                found.gone.append(game)
    if old and closed is not None:
        _enter_old(old, closed, notes, found)
    found.keys.sort()
    return found


def rated_seats(rows: Mapping[int, Row]) -> list[tuple[int, int]]:
    """Players with their places in these changes of one entry and pool, in the order of
    seats: what gives the same changes again."""
    pairs = {player: json.loads(row.pairs) for player, row in rows.items()}
    ahead: dict[int, set[int]] = defaultdict(set)
    for mine in pairs.values():
        others = [pair["opponent"] for pair in mine]
        for at, other in enumerate(others):
            ahead[other].update(others[:at])
    order = sorted(pairs, key=lambda player: (len(ahead[player]), player))
    return [(player, 1 + sum(pair["score"] == 0 for pair in pairs[player])) for player in order]


# --- inside -------------------------------------------------------------------


class Wanted(NamedTuple):
    """An entry that a game should have in open books."""

    kind: Kind
    reverses: int | None = None
    seats: list[tuple[int, int]] | None = None


def _enter_old(games: Sequence[Rated], closed: date, notes: Iterable[Note], found: Entered) -> None:
    first: dict[str, Note] = {}
    for note in notes:
        first.setdefault(note.game, note)
    rows = in_force(games)
    entries: dict[str, list[Entry]] = defaultdict(list)
    known = Entry.objects.filter(game__in=[game.key.id for game in games]).order_by("nth")
    for entry in known:
        entries[entry.game_id].append(entry)
    for game in games:
        pk, mine = game.key.id, entries[game.key.id]
        holding = [entry for entry in mine if entry.retired_by_id is None]
        before = [entry for entry in holding if entry.day <= closed]
        standing = _standing(game, before, rows)
        wanted = _wanted(game, standing, Kind.AGAIN if before else Kind.LATE)
        if not wanted and standing is not None:
            _note_mean_rating(game, rows[pk, standing.nth, game.pools[0]], found)
        there = [entry for entry in holding if entry.day > closed]
        kept = 0
        while kept < min(len(there), len(wanted)) and there[kept].kind == wanted[kept].kind:
            kept += 1
        for entry in there[kept:]:
            found.retired.append(entry.pk)
            found.gone.append(_gone(game, entry, last=not wanted and standing is None))
        begin = 1 + max((entry.nth for entry in mine), default=0)
        new = [_entry(begin + n, one, first[pk], closed) for n, one in enumerate(wanted[kept:])]
        found.made += new
        if new or there[kept:]:
            found.moved.add(pk)
        found.keys += [key_of(entry) for entry in (*there, *new)]


class Standing(NamedTuple):
    """The entry of closed books by which a game is rated."""

    nth: int
    seats: list[tuple[int, int]]


def _standing(game: Rated, entries: Sequence[Entry], rows: Rows) -> Standing | None:
    """The last of closed books, unless that takes it back. `entries`: those that hold."""
    nth = 0
    if entries:
        if entries[-1].kind == Kind.REVERSAL:
            return None
        nth = entries[-1].nth
    there = rows.get((game.key.id, nth, game.pools[0]))
    return Standing(nth, rated_seats(there)) if there else None


def _wanted(game: Rated, standing: Standing | None, otherwise: Kind) -> list[Wanted]:
    """Entries that `game` should have in open books, next to `standing` of closed ones, or, where
    there is none, as an entry of the kind `otherwise`."""
    if standing is None:
        return [Wanted(otherwise)] if game.players else []
    if game.players and _outcome(game) == dict(standing.seats):
        return []
    back = Wanted(Kind.REVERSAL, standing.nth, standing.seats)
    return [back, Wanted(Kind.AGAIN)] if game.players else [back]


def _outcome(game: Rated) -> dict[int, int]:
    """The place of each player: 1 and how many came before."""
    return {
        player: 1 + sum(other < place for other in game.places)
        for player, place in zip(game.players, game.places, strict=True)
    }


def _note_mean_rating(game: Rated, rows: Mapping[int, Row], found: Entered) -> None:
    mean_rating = mean([row.before for row in rows.values()])
    if mean_rating != game.mean_rating:
        found.mean_ratings[game.key.id] = mean_rating


def _gone(game: Rated, entry: Entry, *, last: bool) -> Rated:
    number = int(game.pools[1])
    gone = rated(key_of(entry), number, [], game.mean_rating, game.played_on)
    return gone._replace(kind=entry.kind, last=last)


def key_of(entry: Entry) -> Key:
    return Key(entry.day, entry.at, entry.game_id, entry.nth)


def _entry(nth: int, wanted: Wanted, note: Note, closed: date) -> Entry:
    day = max(note.at.astimezone(UTC).date(), closed + timedelta(days=1))
    seats: Any = wanted.seats and [list(seat) for seat in wanted.seats]
    return Entry(
        game_id=note.game,
        nth=nth,
        kind=wanted.kind,
        day=day,
        at=note.at,
        cause=note.cause,
        ref=note.ref,
        reverses=wanted.reverses,
        seats=seats,
    )

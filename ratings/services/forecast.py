"""Forecast of ratings under other standings: a fold in memory, of which nothing is written.

The entries and the walk are those of a fold. What a fold reads again after it wrote, is laid over
what the database has. No lock is taken: to be called within ``one_moment``, so that folds go on
meanwhile and all that is read is of one moment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils import timezone

from games.ports import Cause
from ratings.models import Entry, EntryKind, Rating
from ratings.services.books import (
    EntryKey,
    RatedEntry,
    Seats,
    entries_of_games,
    rated_entry,
    rated_seats_of_games,
    read_stretch,
)
from ratings.services.fold import pending_notes, walk_entries
from ratings.services.late_entries import PendingNote, entry_key, plan_update
from ratings.services.terms import current_terms
from ratings.services.walk import LedgerWalk

Ratings = dict[tuple[int, str], int]
"""By player and pool, in thousandths, of players with a rated game."""


class AssumedResult(NamedTuple):
    """How a game would stand. `places`: of its seats, as rated; none: it would not count."""

    places: tuple[int, ...]


def forecast_ratings(instead: Mapping[str, AssumedResult]) -> Ratings:
    """The present ratings if these games stood so, and all that is pending were folded."""
    notes, moment = pending_notes(), timezone.now()
    pending = {note.game for note in notes}
    notes += [
        PendingNote(0, pk, moment, Cause.RELEASE, "") for pk in sorted(instead.keys() - pending)
    ]
    current = Rating.objects.filter(games__gt=0).order_by()
    ratings = {
        (player, pool): rating
        for player, pool, rating in current.values_list("player_id", "pool", "rating")
    }
    if notes:
        _forecast(notes, instead, ratings)
    return ratings


# --- inside -------------------------------------------------------------------


def _forecast(
    notes: Sequence[PendingNote], instead: Mapping[str, AssumedResult], ratings: Ratings
) -> None:
    """Bring `ratings` up to date as a fold of the games in `notes` would."""
    walk = LedgerWalk(current_terms())
    book = ForecastBook(instead)
    games = [
        book.with_assumed_seats(game) for game in entries_of_games({note.game for note in notes})
    ]
    entered = plan_update(notes, games)
    book.enter(games, entered.created, entered.gone, set(entered.keys))

    def forget() -> None:
        walk.added.clear()
        walk.retired.clear()

    walk_entries(walk, entered.keys, book.stretch, forget)
    for place in walk.ledger_states:
        state = walk.states[place]
        if state.last_played:
            ratings[place] = state.rating
        else:
            ratings.pop(place, None)


class ForecastBook:
    """The entries as they would be: those of the database, with other ones laid over them."""

    def __init__(self, instead: Mapping[str, AssumedResult]) -> None:
        seats = rated_seats_of_games([pk for pk, assumed in instead.items() if assumed.places])
        self._seats: dict[str, Seats] = {
            pk: [
                (player, place)
                for (player, _), place in zip(seats.get(pk, []), assumed.places, strict=False)
            ]
            for pk, assumed in instead.items()
        }
        self._over: dict[EntryKey, RatedEntry] = {}

    def enter(
        self,
        games: Sequence[RatedEntry],
        created: Sequence[Entry],
        gone: Sequence[RatedEntry],
        keys: set[EntryKey],
    ) -> None:
        """Lay over what a fold of `games` would have written before its walk. `keys`: where it
        would go."""
        by_id = {game.key.id: game for game in games}
        self._over = {game.key: game for game in games if game.key in keys}
        self._over |= {ended.key: ended for ended in gone}
        for entry in created:
            game, key = by_id[entry.game_id], entry_key(entry)
            number = int(game.pools[1])
            seats = entry.seats or zip(game.players, game.places, strict=True)
            over = rated_entry(key, number, [tuple(seat) for seat in seats], None, game.played_on)
            over = over._replace(kind=entry.kind, reverses=entry.reverses or 0)
            self._over[key] = over._replace(accepted_at=game.accepted_at)

    def stretch(self, start: EntryKey, *, after: bool, limit: int) -> tuple[list[RatedEntry], bool]:
        """As ``reading.stretch``."""
        over = list(self._over.values())
        entries, ended = read_stretch(start, after=after, limit=limit, extra=over)
        return [
            self._over.get(entry.key) or self.with_assumed_seats(entry) for entry in entries
        ], ended

    def with_assumed_seats(self, entry: RatedEntry) -> RatedEntry:
        """`entry` with the seats that its game would have, unless it takes others back."""
        seats = self._seats.get(entry.key.id)
        if seats is None or entry.kind == EntryKind.REVERSAL:
            return entry
        other = rated_entry(
            entry.key, int(entry.pools[1]), seats, entry.mean_rating, entry.played_on
        )
        other = other._replace(kind=entry.kind, reverses=entry.reverses, last=entry.last)
        return other._replace(accepted_at=entry.accepted_at)

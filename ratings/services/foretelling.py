"""Forecast of ratings under other standings: a fold in memory, of which nothing is written.

The entries and the walk are those of a fold. What a fold reads anew after it wrote, is laid over
what the database has. No lock is taken: to be called within ``one_moment``, so that folds go on
meanwhile and all that is read is of one moment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils import timezone

from games.causes import Cause
from ratings.models import Entry, Kind, Rating
from ratings.services.entering import Note, asked_for, key_of
from ratings.services.fold import go_over, pending_notes
from ratings.services.reading import Key, Rated, Seats, named, rated, seats_of, stretch
from ratings.services.walk import Walk

Ratings = dict[tuple[int, str], int]
"""By player and pool, in thousandths, of players with a rated game."""


class Instead(NamedTuple):
    """How a game would stand. `places`: of its seats, as rated; none: it would not count."""

    places: tuple[int, ...]


def ratings_if(instead: Mapping[str, Instead]) -> Ratings:
    """The present ratings if these games stood so, and all that is pending were folded."""
    notes, now = pending_notes(), timezone.now()
    known = {note.game for note in notes}
    notes += [Note(0, pk, now, Cause.RELEASE, "") for pk in sorted(instead.keys() - known)]
    held = Rating.objects.filter(games__gt=0).order_by()
    found = {
        (player, pool): rating
        for player, pool, rating in held.values_list("player_id", "pool", "rating")
    }
    if notes:
        _fold(notes, instead, found)
    return found


# --- inside -------------------------------------------------------------------


def _fold(notes: Sequence[Note], instead: Mapping[str, Instead], found: Ratings) -> None:
    """Bring `found` up to date as a fold of the games in `notes` would."""
    walk = Walk()
    book = Book(instead)
    games = [book.seen(game) for game in named({note.game for note in notes})]
    entered = asked_for(notes, games)
    book.enter(games, entered.made, entered.gone, set(entered.keys))

    def forget() -> None:
        walk.added.clear()
        walk.retired.clear()

    go_over(walk, entered.keys, book.stretch, forget)
    for place in walk.held:
        state = walk.states[place]
        if state.last_played:
            found[place] = state.rating
        else:
            found.pop(place, None)


class Book:
    """The entries as they would be: those of the database, with other ones laid over them."""

    def __init__(self, instead: Mapping[str, Instead]) -> None:
        there = seats_of([pk for pk, one in instead.items() if one.places])
        self._seats: dict[str, Seats] = {
            pk: [
                (player, place)
                for (player, _), place in zip(there.get(pk, []), one.places, strict=False)
            ]
            for pk, one in instead.items()
        }
        self._over: dict[Key, Rated] = {}

    def enter(
        self, games: Sequence[Rated], made: Sequence[Entry], gone: Sequence[Rated], keys: set[Key]
    ) -> None:
        """Lay over what a fold of `games` would have written before its walk. `keys`: where it
        would go."""
        by_id = {game.key.id: game for game in games}
        self._over = {game.key: game for game in games if game.key in keys}
        self._over |= {one.key: one for one in gone}
        for entry in made:
            game, key = by_id[entry.game_id], key_of(entry)
            number = int(game.pools[1])
            seats = entry.seats or zip(game.players, game.places, strict=True)
            over = rated(key, number, [tuple(seat) for seat in seats], None, game.played_on)
            self._over[key] = over._replace(kind=entry.kind, reverses=entry.reverses or 0)

    def stretch(self, start: Key, *, after: bool, limit: int) -> tuple[list[Rated], bool]:
        """As ``reading.stretch``."""
        over = list(self._over.values())
        found, ended = stretch(start, after=after, limit=limit, others=over)
        return [self._over.get(entry.key) or self.seen(entry) for entry in found], ended

    def seen(self, entry: Rated) -> Rated:
        """`entry` with the seats that its game would have, unless it takes others back."""
        seats = self._seats.get(entry.key.id)
        if seats is None or entry.kind == Kind.REVERSAL:
            return entry
        other = rated(entry.key, int(entry.pools[1]), seats, entry.mean_rating, entry.played_on)
        return other._replace(kind=entry.kind, reverses=entry.reverses, last=entry.last)

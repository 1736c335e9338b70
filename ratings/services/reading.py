"""Input of a walk over the books: a stretch of entries with their ledger rows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime
from typing import Any, Final, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, Subquery, TextField
from django.db.models.fields.tuple_lookups import (
    TupleGreaterThan,
    TupleGreaterThanOrEqual,
    TupleLessThan,
)
from django.db.models.functions import Cast

from games.models import Game, Player, Seat, Standing
from ratings.elo import INITIAL
from ratings.models import Entry, Kind, Pool, RatingChange


class State(NamedTuple):
    """A player in a pool at some point of the order. `last_played` is None before the first game,
    and where none is left."""

    rating: int = INITIAL
    games: int = 0
    last_played: date | None = None


def state_after(kind: str, after: int, games_before: int, last_played: date) -> State:
    """A player's state after a change. A reversal takes a game away."""
    games = games_before + (-1 if kind == Kind.REVERSAL else 1)
    return State(after, games, last_played) if games else State(after)


class Key(NamedTuple):
    """The place of an entry in the order of rating: its day, its moment, its game, its number. Of
    an ordinary entry, number 0, the day of play and the moment of acceptance, which never change.
    """

    day: date
    at: datetime
    id: str
    nth: int = 0


class Rated(NamedTuple):
    """An entry as ratings see it. No `players`: it does not count. `places`: ``Seat.rated_place``.

    `reverses`: the number of the entry that a reversal takes back. `played_on`: the day of play.
    `last`: of the entries of its game, so that the game's `mean_rating` is that of this one.
    """

    key: Key
    pools: tuple[str, str]
    players: tuple[int, ...]
    places: tuple[int, ...]
    mean_rating: int | None
    played_on: date
    kind: str = ""
    reverses: int = 0
    last: bool = True


class Row(NamedTuple):
    """A change in force. `pairs`: JSON."""

    id: int
    before: int
    after: int
    games_before: int
    pairs: str
    last_played: date | None


Rows = dict[tuple[str, int, str], dict[int, Row]]
"""By game, number of the entry and pool: the changes in force, by player."""


GAME_KEY = ("played_on", "accepted_at", "id")
ENTRY_KEY = ("day", "at", "game_id", "nth")
CHANGE_KEY = ("played_on", "accepted_at", "game_id", "nth")


def _columns(names: tuple[str, ...]) -> tuple[F, ...]:
    return tuple(F(name) for name in names)


def games_from(key: Key, *, after: bool) -> TupleGreaterThan | TupleGreaterThanOrEqual:
    """A condition on games: their ordinary entries are at `key` or after it, or only `after` it.
    Compares rows, so that the index serves."""
    beyond = TupleGreaterThan if after or key.nth else TupleGreaterThanOrEqual
    return beyond(_columns(GAME_KEY), key[:3])


def entries_from(key: Key, *, after: bool) -> TupleGreaterThan | TupleGreaterThanOrEqual:
    """The same of rows of ``Entry``."""
    beyond = TupleGreaterThan if after else TupleGreaterThanOrEqual
    return beyond(_columns(ENTRY_KEY), key)


def changes_before(key: Key) -> TupleLessThan:
    """A condition on changes of ratings: of entries before `key`."""
    return TupleLessThan(_columns(CHANGE_KEY), key)


BATCH = 1000
COLUMNS = (*GAME_KEY, "players", "strength", "standing")

PLACES = {str(pool): place for place, pool in enumerate(Pool)}


# --- games --------------------------------------------------------------------


def counted(start: Key | None, *, after: bool, limit: int, plain: bool = False) -> list[Rated]:
    """The ordinary entries of the next games with standing `counted`, in order: from `start`, or
    `after` it. `plain`: only of games that have no other entry; others are in closed books."""
    games = Game.objects.filter(standing=Standing.COUNTED)
    if plain:
        games = games.filter(~Exists(Entry.objects.filter(game=OuterRef("pk"), retired_by=None)))
    if start is not None:
        games = games.filter(games_from(start, after=after))
    found = list(games.order_by(*GAME_KEY).values_list(*COLUMNS)[:limit])
    seats = seats_of([row[2] for row in found])
    return [_game(row, seats.get(row[2], [])) for row in found]


def named(ids: Collection[str]) -> list[Rated]:
    """The ordinary entries of games with these ids, in order; without players where they do not
    count."""
    wanted = sorted(ids)
    found: list[Any] = []
    for begin in range(0, len(wanted), BATCH):
        games = Game.objects.filter(pk__in=wanted[begin : begin + BATCH]).order_by()
        found += games.values_list(*COLUMNS)
    found.sort(key=lambda row: row[:3])
    seats = seats_of([row[2] for row in found if row[5] == Standing.COUNTED])
    return [_game(row, seats.get(row[2], [])) for row in found]


Seats = list[tuple[int | None, int]]
"""The players of a game, in the order of seats, and their places as rated."""


def seats_of(ids: Sequence[str]) -> dict[str, Seats]:
    """As the games have them now."""
    found: dict[str, Seats] = {}
    for begin in range(0, len(ids), 2 * BATCH):
        rows = Seat.objects.filter(game__in=ids[begin : begin + 2 * BATCH])
        for game, player, place in rows.order_by("game_id", "number").values_list(
            "game_id", "player_id", "rated_place"
        ):
            found.setdefault(game, []).append((player, place))
    return found


def _game(row: tuple[date, datetime, str, int, int | None, str], seats: Seats) -> Rated:
    day, at, game, number, mean_rating, _ = row
    return rated(Key(day, at, game), number, seats, mean_rating, day)


def rated(
    key: Key,
    number: int,
    seats: Iterable[tuple[int | None, int]],
    mean_rating: int | None,
    day: date,
) -> Rated:
    """The entry at `key` of a game of a `number` of players that was played on `day`."""
    sitting = list(seats)
    players = tuple([player for player, _ in sitting if player is not None])
    if len(players) != number or len(set(players)) != number:
        players = ()
    places = tuple([place for _, place in sitting])
    return Rated(key, (OVERALL, str(number)), players, places, mean_rating, day)


OVERALL: Final = Pool.OVERALL.value


# --- other entries ------------------------------------------------------------


def entered(start: Key | None, *, after: bool, limit: int) -> list[Rated]:
    """The next entries that are not ordinary, in order: from `start`, or `after` it."""
    rows = Entry.objects.filter(retired_by=None)
    if start is not None:
        rows = rows.filter(entries_from(start, after=after))
    return _entered(list(rows.order_by(*ENTRY_KEY).select_related("game").only(*ENTERED)[:limit]))


def reversed_games() -> list[Rated]:
    """The ordinary entries that were taken back, with the seats as they were then."""
    rows = Entry.objects.filter(kind=Kind.REVERSAL, reverses=0, retired_by=None)
    found = []
    for row in rows.select_related("game").only(*ENTERED).order_by("game"):
        game = row.game
        key = Key(game.played_on, game.accepted_at, game.pk)
        entry = rated(key, game.players, row.seats or [], game.strength, game.played_on)
        found.append(entry._replace(last=False))
    return sorted(found, key=lambda entry: entry.key)


ENTERED = (
    *("game_id", "nth", "kind", "day", "at", "reverses", "seats", "game__played_on"),
    *("game__accepted_at", "game__players", "game__strength", "game__standing"),
)


def _entered(rows: list[Entry]) -> list[Rated]:
    if not rows:
        return []
    ids = list({row.game_id for row in rows})
    then: dict[tuple[str, int], Any] = {}
    numbers: dict[str, int] = {}
    every = Entry.objects.filter(game__in=ids, retired_by=None)
    for game, nth, reverses, seats in every.values_list("game_id", "nth", "reverses", "seats"):
        numbers[game] = max(nth, numbers.get(game, 0))
        if reverses is not None:
            then[game, reverses] = seats
    now = seats_of([row.game_id for row in rows if row.game.standing == Standing.COUNTED])
    found = []
    for row in rows:
        seats = row.seats or then.get((row.game_id, row.nth)) or now.get(row.game_id, [])
        key = Key(row.day, row.at, row.game_id, row.nth)
        entry = rated(key, row.game.players, seats, row.game.strength, row.game.played_on)
        last = row.nth == numbers[row.game_id]
        found.append(entry._replace(kind=row.kind, reverses=row.reverses or 0, last=last))
    return found


def stretch(
    start: Key | None, *, after: bool, limit: int, others: Sequence[Rated] = (), plain: bool = False
) -> tuple[list[Rated], bool]:
    """The next entries in order: ordinary ones that count (`plain`: as for ``counted``), the other
    ones, and those of `others` that are in between. Whether they are the last."""
    found = counted(start, after=after, limit=limit, plain=plain)
    entries = entered(start, after=after, limit=limit)
    if not entries and not others:
        return found, len(found) < limit
    ends = [some[-1].key for some in (found, entries) if len(some) == limit]
    there = {game.key for game in found} | {entry.key for entry in entries}
    found += entries
    found += [
        other
        for other in others
        if other.key not in there
        and (start is None or (other.key > start if after else other.key >= start))
    ]
    found.sort(key=lambda entry: entry.key)
    if ends:
        return [entry for entry in found if entry.key <= min(ends)], False
    return found, True


# --- the ledger ---------------------------------------------------------------


def in_force(games: Sequence[Rated]) -> Rows:
    """The changes in force of these games, of all their entries."""
    rows: Rows = {}
    changes = RatingChange.objects.filter(
        game__in=list({game.key.id for game in games}), retired_by=None
    ).annotate(text=Cast("pairs", TextField()))
    for game, nth, pool, player, *rest in changes.values_list(
        *("game_id", "nth", "pool", "player_id"),
        *("id", "before", "after", "games_before", "text", "last_played"),
    ):
        rows.setdefault((game, nth, pool), {})[player] = Row(*rest)
    return rows


def states_before(key: Key, players: Iterable[int]) -> dict[tuple[int, str], State]:
    """How the ledger leaves these players just before `key`, by player and pool."""
    latest = {
        f"last_{place}": Subquery(
            RatingChange.objects.filter(
                changes_before(key), player=OuterRef("pk"), pool=pool, retired_by=None
            )
            .order_by("-played_on", "-accepted_at", "-game_id", "-nth")
            .values("pk")[:1]
        )
        for pool, place in PLACES.items()
    }
    ids: set[int] = set()
    for found in Player.objects.filter(pk__in=list(players)).values_list(*latest.values()):
        ids.update(pk for pk in found if pk is not None)
    rows = RatingChange.objects.filter(pk__in=ids)
    return {
        (player, pool): state_after(kind, after, before, last_played or day)
        for player, pool, kind, after, before, last_played, day in rows.values_list(
            *("player_id", "pool", "kind", "after", "games_before", "last_played", "played_on")
        )
    }


def stale_entries() -> list[Rated]:
    """Entries that do not hold, but have changes in force, without their players: of games that do
    not count and were not taken back, or are rated late; of retired rows. Only a rebuild looks for
    them."""
    holds = Entry.objects.filter(game=OuterRef("game"), retired_by=None)
    ordinary = Q(nth=0) & (
        Exists(holds.filter(kind=Kind.LATE))
        | (~Q(game__standing=Standing.COUNTED) & ~Exists(holds.filter(reverses=0)))
    )
    another = Q(nth__gt=0) & ~Exists(holds.filter(nth=OuterRef("nth")))
    rows = RatingChange.objects.filter(ordinary | another, retired_by=None).order_by()
    places = rows.values_list(
        *("played_on", "accepted_at", "game_id", "nth", "game__players", "game__played_on")
    )
    counts = Entry.objects.filter(retired_by=None).values_list("game_id", flat=True)
    known = set(counts)
    found = []
    for day, at, game, nth, number, played_on in places.distinct():
        entry = rated(Key(day, at, game, nth), number, [], None, played_on)
        found.append(entry._replace(last=nth == 0 and game not in known))
    return sorted(found, key=lambda entry: entry.key)

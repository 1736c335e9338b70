"""Input of a walk over the books: a stretch of entries with their ledger rows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime
from typing import Any, Final, NamedTuple

from django.db import connection
from django.db.models import Exists, F, OuterRef, Q, Subquery, TextField
from django.db.models.fields.tuple_lookups import (
    TupleGreaterThan,
    TupleGreaterThanOrEqual,
    TupleLessThan,
)
from django.db.models.functions import Cast

from games.models import Game, Player, Seat, Standing
from ratings.elo import INITIAL
from ratings.models import Entry, EntryKind, Pool, RatingChange


class RatingState(NamedTuple):
    """A player in a pool at some point of the order. `last_played` is None before the first game,
    and where none is left; `deviation` after the last game, and None if that was by terms 1."""

    rating: int = INITIAL
    games: int = 0
    last_played: date | None = None
    deviation: int | None = None


def state_after(
    kind: str, after: int, games_before: int, last_played: date, deviation: int | None
) -> RatingState:
    """A player's state after a change. A reversal takes a game away."""
    games = games_before + (-1 if kind == EntryKind.REVERSAL else 1)
    return RatingState(after, games, last_played, deviation) if games else RatingState(after)


class EntryKey(NamedTuple):
    """The place of an entry in the order of rating: its day, its moment, its game, its number. Of
    an ordinary entry, number 0, the day of play and the moment of acceptance, which never change.
    """

    day: date
    moment: datetime
    id: str
    nth: int = 0


class RatedEntry(NamedTuple):
    """An entry as ratings see it. No `players`: it does not count. `places`: ``Seat.rated_place``.

    `reverses`: the number of the entry that a reversal takes back. `played_on`: the day of play.
    `accepted_at`: when the game came on record. `last`: of the entries of its game, so that the
    game's `mean_rating` is that of this one.
    """

    key: EntryKey
    pools: tuple[str, str]
    players: tuple[int, ...]
    places: tuple[int, ...]
    mean_rating: int | None
    played_on: date
    accepted_at: datetime
    kind: str = ""
    reverses: int = 0
    last: bool = True


class ChangeRow(NamedTuple):
    """A change in force. `pairs`: JSON."""

    id: int
    before: int
    after: int
    games_before: int
    pairs: str
    last_played: date | None
    deviation_before: int | None
    deviation: int | None


Rows = dict[tuple[str, int, str], dict[int, ChangeRow]]
"""By game, number of the entry and pool: the changes in force, by player."""


GAME_KEY = ("played_on", "accepted_at", "id")
ENTRY_KEY = ("day", "at", "game_id", "nth")
CHANGE_KEY = ("played_on", "accepted_at", "game_id", "nth")


def _columns(names: tuple[str, ...]) -> tuple[F, ...]:
    """The left side of a condition that compares rows, so that the index serves."""
    return tuple(F(name) for name in names)


BATCH = 1000
COLUMNS = (*GAME_KEY, "players", "strength", "standing")

PLACES = {str(pool): place for place, pool in enumerate(Pool)}


# --- games --------------------------------------------------------------------


def ordinary_entries(
    start: EntryKey | None, *, after: bool, limit: int, plain: bool = False
) -> list[RatedEntry]:
    """The ordinary entries of the next games with standing `counted`, in order: from `start`, or
    `after` it. `plain`: only of games that have no other entry; others are in closed books."""
    games = Game.objects.filter(standing=Standing.COUNTED)
    if plain:
        games = games.filter(~Exists(Entry.objects.filter(game=OuterRef("pk"), retired_by=None)))
    if start is not None:
        beyond = TupleGreaterThan if after or start.nth else TupleGreaterThanOrEqual
        games = games.filter(beyond(_columns(GAME_KEY), start[:3]))
    rows = list(games.order_by(*GAME_KEY).values_list(*COLUMNS)[:limit])
    seats = rated_seats_of_games([row[2] for row in rows])
    return [_game(row, seats.get(row[2], [])) for row in rows]


def entries_of_games(ids: Collection[str]) -> list[RatedEntry]:
    """The ordinary entries of games with these ids, in order; without players where they do not
    count."""
    ordered = sorted(ids)
    rows: list[Any] = []
    for begin in range(0, len(ordered), BATCH):
        games = Game.objects.filter(pk__in=ordered[begin : begin + BATCH]).order_by()
        rows += games.values_list(*COLUMNS)
    rows.sort(key=lambda row: row[:3])
    seats = rated_seats_of_games([row[2] for row in rows if row[5] == Standing.COUNTED])
    return [_game(row, seats.get(row[2], [])) for row in rows]


Seats = list[tuple[int | None, int]]
"""The players of a game, in the order of seats, and their places as rated."""


def rated_seats_of_games(ids: Sequence[str]) -> dict[str, Seats]:
    """As the games have them now."""
    seats: dict[str, Seats] = {}
    for begin in range(0, len(ids), 2 * BATCH):
        rows = Seat.objects.filter(game__in=ids[begin : begin + 2 * BATCH])
        for game, player, place in rows.order_by("game_id", "number").values_list(
            "game_id", "player_id", "rated_place"
        ):
            seats.setdefault(game, []).append((player, place))
    return seats


def _game(row: tuple[date, datetime, str, int, int | None, str], seats: Seats) -> RatedEntry:
    day, moment, game, number, mean_rating, _ = row
    return rated_entry(EntryKey(day, moment, game), number, seats, mean_rating, day)


def rated_entry(
    key: EntryKey,
    number: int,
    seats: Iterable[tuple[int | None, int]],
    mean_rating: int | None,
    day: date,
) -> RatedEntry:
    """The entry at `key` of a game of a `number` of players that was played on `day`; it came on
    record at the moment of `key`, as for an ordinary entry."""
    sitting = list(seats)
    players = tuple([player for player, _ in sitting if player is not None])
    if len(players) != number or len(set(players)) != number:
        players = ()
    places = tuple([place for _, place in sitting])
    return RatedEntry(key, (OVERALL, str(number)), players, places, mean_rating, day, key.moment)


OVERALL: Final = Pool.OVERALL.value
COMPUTERS: Final = Pool.COMPUTERS.value


# --- other entries ------------------------------------------------------------


def other_entries(start: EntryKey | None, *, after: bool, limit: int) -> list[RatedEntry]:
    """The next entries that are not ordinary, in order: from `start`, or `after` it."""
    rows = Entry.objects.filter(retired_by=None)
    if start is not None:
        beyond = TupleGreaterThan if after else TupleGreaterThanOrEqual
        rows = rows.filter(beyond(_columns(ENTRY_KEY), start))
    return _entered(list(rows.order_by(*ENTRY_KEY).select_related("game").only(*ENTERED)[:limit]))


def reversed_games() -> list[RatedEntry]:
    """The ordinary entries that were taken back, with the seats as they were then."""
    rows = Entry.objects.filter(kind=EntryKind.REVERSAL, reverses=0, retired_by=None)
    entries = []
    for row in rows.select_related("game").only(*ENTERED).order_by("game"):
        game = row.game
        key = EntryKey(game.played_on, game.accepted_at, game.pk)
        entry = rated_entry(key, game.players, row.seats or [], game.strength, game.played_on)
        entries.append(entry._replace(last=False))
    return sorted(entries, key=lambda entry: entry.key)


ENTERED = (
    *("game_id", "nth", "kind", "day", "at", "reverses", "seats", "game__played_on"),
    *("game__accepted_at", "game__players", "game__strength", "game__standing"),
)


def _entered(rows: list[Entry]) -> list[RatedEntry]:
    if not rows:
        return []
    ids = list({row.game_id for row in rows})
    reversed_seats: dict[tuple[str, int], Any] = {}
    numbers: dict[str, int] = {}
    every = Entry.objects.filter(game__in=ids, retired_by=None)
    for game, nth, reverses, seats in every.values_list("game_id", "nth", "reverses", "seats"):
        numbers[game] = max(nth, numbers.get(game, 0))
        if reverses is not None:
            reversed_seats[game, reverses] = seats
    current_seats = rated_seats_of_games(
        [row.game_id for row in rows if row.game.standing == Standing.COUNTED]
    )
    entries = []
    for row in rows:
        seats = (
            row.seats
            or reversed_seats.get((row.game_id, row.nth))
            or current_seats.get(row.game_id, [])
        )
        key = EntryKey(row.day, row.at, row.game_id, row.nth)
        entry = rated_entry(key, row.game.players, seats, row.game.strength, row.game.played_on)
        last = row.nth == numbers[row.game_id]
        entry = entry._replace(kind=row.kind, reverses=row.reverses or 0, last=last)
        entries.append(entry._replace(accepted_at=row.game.accepted_at))
    return entries


def read_stretch(
    start: EntryKey | None,
    *,
    after: bool,
    limit: int,
    extra: Sequence[RatedEntry] = (),
    plain: bool = False,
) -> tuple[list[RatedEntry], bool]:
    """The next entries in order: ordinary ones that count (`plain`: as for ``ordinary_entries``),
    the other ones, and those of `extra` that are in between; True if they are the last."""
    ordinary = ordinary_entries(start, after=after, limit=limit, plain=plain)
    entries = other_entries(start, after=after, limit=limit)
    if not entries and not extra:
        return ordinary, len(ordinary) < limit
    ends = [some[-1].key for some in (ordinary, entries) if len(some) == limit]
    keys = {game.key for game in ordinary} | {entry.key for entry in entries}
    ordinary += entries
    ordinary += [
        other
        for other in extra
        if other.key not in keys
        and (start is None or (other.key > start if after else other.key >= start))
    ]
    ordinary.sort(key=lambda entry: entry.key)
    if ends:
        return [entry for entry in ordinary if entry.key <= min(ends)], False
    return ordinary, True


# --- the ledger ---------------------------------------------------------------


def changes_in_force(games: Sequence[RatedEntry]) -> Rows:
    """The changes in force of these games, of all their entries."""
    rows: Rows = {}
    changes = RatingChange.objects.filter(
        game__in=list({game.key.id for game in games}), retired_by=None
    ).annotate(text=Cast("pairs", TextField()))
    for game, nth, pool, player, *values in changes.values_list(
        *("game_id", "nth", "pool", "player_id"),
        *("id", "before", "after", "games_before", "text", "last_played"),
        *("deviation_before", "deviation"),
    ):
        rows.setdefault((game, nth, pool), {})[player] = ChangeRow(*values)
    return rows


def states_before(key: EntryKey, players: Iterable[int]) -> dict[tuple[int, str], RatingState]:
    """How the ledger leaves these players just before `key`, by player and pool."""
    if connection.vendor == "postgresql":
        return _states_by_join(key, list(players))
    earlier = TupleLessThan(_columns(CHANGE_KEY), key)
    latest = {
        f"last_{place}": Subquery(
            RatingChange.objects.filter(earlier, player=OuterRef("pk"), pool=pool, retired_by=None)
            .order_by("-played_on", "-accepted_at", "-game_id", "-nth")
            .values("pk")[:1]
        )
        for pool, place in PLACES.items()
    }
    ids: set[int] = set()
    for change_ids in Player.objects.filter(pk__in=list(players)).values_list(*latest.values()):
        ids.update(pk for pk in change_ids if pk is not None)
    rows = RatingChange.objects.filter(pk__in=ids)
    return {
        (player, pool): state_after(kind, after, before, last_played or day, deviation)
        for player, pool, kind, after, before, last_played, day, deviation in rows.values_list(
            *("player_id", "pool", "kind", "after", "games_before", "last_played", "played_on"),
            "deviation",
        )
    }


LATEST_CHANGES: Final = f"""
SELECT latest.player_id, latest.pool, latest.kind, latest.after, latest.games_before,
  latest.last_played, latest.played_on, latest.deviation
FROM unnest(%s::bigint[]) AS players (id) CROSS JOIN unnest(%s::varchar[]) AS pools (pool)
CROSS JOIN LATERAL (
  SELECT * FROM {RatingChange._meta.db_table} AS earlier
  WHERE earlier.player_id = players.id AND earlier.pool = pools.pool
    AND earlier.retired_by_id IS NULL
    AND (earlier.played_on, earlier.accepted_at, earlier.game_id, earlier.nth) < (%s, %s, %s, %s)
  ORDER BY earlier.played_on DESC, earlier.accepted_at DESC, earlier.game_id DESC, earlier.nth DESC
  LIMIT 1) AS latest
"""
"""The last change of each player in each pool before an entry, by one descent of the index each."""


def _states_by_join(key: EntryKey, players: list[int]) -> dict[tuple[int, str], RatingState]:
    with connection.cursor() as cursor:
        cursor.execute(LATEST_CHANGES, [players, list(PLACES), *key])
        return {
            (player, pool): state_after(kind, after, before, last_played or day, deviation)
            for player, pool, kind, after, before, last_played, day, deviation in cursor.fetchall()
        }


def stale_entries() -> list[RatedEntry]:
    """Entries that do not hold, but have changes in force, without their players: of games that do
    not count and were not taken back, or are rated late; of retired rows. Only a rebuild looks for
    them."""
    holds = Entry.objects.filter(game=OuterRef("game"), retired_by=None)
    ordinary = Q(nth=0) & (
        Exists(holds.filter(kind=EntryKind.LATE))
        | (~Q(game__standing=Standing.COUNTED) & ~Exists(holds.filter(reverses=0)))
    )
    another = Q(nth__gt=0) & ~Exists(holds.filter(nth=OuterRef("nth")))
    rows = RatingChange.objects.filter(ordinary | another, retired_by=None).order_by()
    places = rows.values_list(
        *("played_on", "accepted_at", "game_id", "nth", "game__players", "game__played_on")
    )
    counts = Entry.objects.filter(retired_by=None).values_list("game_id", flat=True)
    games_with_entries = set(counts)
    entries = []
    for day, moment, game, nth, number, played_on in places.distinct():
        entry = rated_entry(EntryKey(day, moment, game, nth), number, [], None, played_on)
        entries.append(entry._replace(last=nth == 0 and game not in games_with_entries))
    return sorted(entries, key=lambda entry: entry.key)

"""What a walk over the games reads: a stretch of games, with what the ledger says of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.fields.tuple_lookups import (
    TupleGreaterThan,
    TupleGreaterThanOrEqual,
    TupleLessThan,
)

from games.models import Game, Player, Seat, Standing
from ratings.elo import INITIAL
from ratings.models import Pool, RatingChange


class State(NamedTuple):
    """A player in a pool at some point of the order. `last_played` is None before the first."""

    rating: int = INITIAL
    games: int = 0
    last_played: date | None = None


class Rated(NamedTuple):
    """A game as ratings see it. No `players`: it does not count. `places`: ``Seat.rated_place``."""

    key: Key
    pools: tuple[str, str]
    players: tuple[int, ...]
    places: tuple[int, ...]
    mean_rating: int | None


class Row(NamedTuple):
    """A change in force."""

    id: int
    before: int
    after: int
    games_before: int
    pairs: list[dict[str, int]]


Rows = dict[tuple[str, str], dict[int, Row]]
"""By game and pool: the changes in force, by player."""


class Key(NamedTuple):
    """A game's place in the order of rating. It never changes."""

    played_on: date
    accepted_at: datetime
    id: str


GAME_KEY = ("played_on", "accepted_at", "id")
CHANGE_KEY = ("played_on", "accepted_at", "game_id")


def _columns(names: tuple[str, ...]) -> tuple[F, ...]:
    return tuple(F(name) for name in names)


def games_from(key: Key) -> TupleGreaterThanOrEqual:
    """A condition on games: at `key` or after it. Compares rows, so that the index serves."""
    return TupleGreaterThanOrEqual(_columns(GAME_KEY), key)


def games_after(key: Key) -> TupleGreaterThan:
    return TupleGreaterThan(_columns(GAME_KEY), key)


def changes_before(key: Key) -> TupleLessThan:
    """A condition on changes of ratings: of games before `key`."""
    return TupleLessThan(_columns(CHANGE_KEY), key)


BATCH = 1000
COLUMNS = (*GAME_KEY, "players", "strength", "standing")

PLACES = {str(pool): place for place, pool in enumerate(Pool)}


def counted(start: Key | None, *, after: bool, limit: int) -> list[Rated]:
    """The next games with standing `counted`, in order: from `start`, or `after` it."""
    games = Game.objects.filter(standing=Standing.COUNTED)
    if start is not None:
        games = games.filter(games_after(start) if after else games_from(start))
    return _rated(games.order_by(*GAME_KEY)[:limit])


def named(ids: Collection[str]) -> tuple[list[Key], list[Rated]]:
    """Of the games with these ids, in order: the places of all; those that do not count."""
    wanted = sorted(ids)
    found: list[Any] = []
    for begin in range(0, len(wanted), BATCH):
        games = Game.objects.filter(pk__in=wanted[begin : begin + BATCH]).order_by()
        found += games.values_list(*COLUMNS)
    found.sort(key=lambda row: row[:3])
    uncounted = [_game(row, []) for row in found if row[5] != Standing.COUNTED]
    return [Key(*row[:3]) for row in found], uncounted


def _rated(games: QuerySet[Game]) -> list[Rated]:
    found = list(games.values_list(*COLUMNS))
    ids = [row[2] for row in found]
    seats: dict[str, list[tuple[int | None, int]]] = {}
    for game, player, place in (
        Seat.objects.filter(game__in=ids)
        .order_by("game_id", "number")
        .values_list("game_id", "player_id", "rated_place")
    ):
        seats.setdefault(game, []).append((player, place))
    return [_game(row, seats.get(row[2], [])) for row in found]


def _game(
    row: tuple[date, datetime, str, int, int | None, str], seats: list[tuple[int | None, int]]
) -> Rated:
    played_on, accepted_at, game, number, mean_rating, _ = row
    players = tuple(player for player, _ in seats if player is not None)
    if len(players) != number or len(set(players)) != number:
        players = ()
    return Rated(
        Key(played_on, accepted_at, game),
        (Pool.OVERALL.value, str(number)),
        players,
        tuple(place for _, place in seats),
        mean_rating,
    )


def in_force(games: Sequence[Rated]) -> Rows:
    """The changes in force of these games."""
    rows: Rows = {}
    for game, pool, player, *rest in RatingChange.objects.filter(
        game__in=[game.key.id for game in games], retired_by=None
    ).values_list("game_id", "pool", "player_id", "id", "before", "after", "games_before", "pairs"):
        rows.setdefault((game, pool), {})[player] = Row(*rest)
    return rows


def states_before(key: Key, players: Iterable[int]) -> dict[tuple[int, str], State]:
    """How the ledger leaves these players just before `key`, by player and pool."""
    latest = {
        f"last_{place}": Subquery(
            RatingChange.objects.filter(
                changes_before(key), player=OuterRef("pk"), pool=pool, retired_by=None
            )
            .order_by("-played_on", "-accepted_at", "-game_id")
            .values("pk")[:1]
        )
        for pool, place in PLACES.items()
    }
    ids: set[int] = set()
    for found in Player.objects.filter(pk__in=list(players)).values_list(*latest.values()):
        ids.update(pk for pk in found if pk is not None)
    return {
        (player, pool): State(after, before + 1, played_on)
        for player, pool, after, before, played_on in RatingChange.objects.filter(
            pk__in=ids
        ).values_list("player_id", "pool", "after", "games_before", "played_on")
    }


def uncounted_with_changes() -> list[str]:
    """Games that do not count, but have changes in force. Only a rebuild looks for them."""
    return list(
        RatingChange.objects.filter(~Q(game__standing=Standing.COUNTED), retired_by=None)
        .order_by()
        .values_list("game_id", flat=True)
        .distinct()
    )

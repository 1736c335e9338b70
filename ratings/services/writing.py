"""Carries out what a walk found: retires and adds changes, keeps the present ratings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import reduce
from operator import or_

from django.db import connection
from django.db.models import Q

from games.services.mean_rating import set_mean_ratings
from ratings.models import Fold, Rating, RatingChange
from ratings.services.reading import State
from ratings.services.walk import Addition, Walk

BATCH = 1000


def write_changes(walk: Walk, fold: Fold) -> None:
    """Bring the ledger up to where the walk stands, and forget what was to be changed."""
    for begin in range(0, len(walk.retired), BATCH):
        ids = walk.retired[begin : begin + BATCH]
        RatingChange.objects.filter(pk__in=ids).retire(fold)
    insert_changes(walk.added, fold)
    fold.retired += len(walk.retired)
    fold.added += len(walk.added)
    walk.retired.clear()
    walk.added.clear()


def write_ratings(states: Mapping[tuple[int, str], State]) -> None:
    """Make these the present ratings; who has no game left has none."""
    gone = [place for place, state in states.items() if not state.last_played]
    for begin in range(0, len(gone), BATCH // 10):
        some = gone[begin : begin + BATCH // 10]
        which = reduce(or_, (Q(player=player, pool=pool) for player, pool in some))
        Rating.objects.filter(which).delete()
    Rating.objects.bulk_create(
        [
            Rating(
                player_id=player,
                pool=pool,
                rating=state.rating,
                games=state.games,
                last_played=state.last_played,
            )
            for (player, pool), state in sorted(states.items())
            if state.last_played
        ],
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["player", "pool"],
        update_fields=["rating", "games", "last_played"],
    )


def write_mean_ratings(walk: Walk) -> None:
    """Last of all: it locks games, which others are waiting to settle."""
    set_mean_ratings(walk.mean_ratings)


# --- many rows at once --------------------------------------------------------


COLUMNS = (
    "player_id",
    "pool",
    "game_id",
    "nth",
    "kind",
    "played_on",
    "accepted_at",
    "last_played",
    "before",
    "after",
    "games_before",
    "pairs",
    "added_by_id",
)


def insert_changes(additions: Iterable[Addition], fold: Fold) -> None:
    """Add these changes to the ledger, as added by `fold`."""
    table = RatingChange._meta.db_table
    columns = ", ".join(f'"{column}"' for column in COLUMNS)
    rows = [_values(addition, fold) for addition in additions]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                copy.write("".join(map(_as_text, rows)))
        else:
            marks = ", ".join(["%s"] * len(COLUMNS))
            cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)


def _as_text(row: tuple[str | int | None, ...]) -> str:
    """A line of COPY. Nothing has to be escaped: ids, pools, days, numbers, and JSON of numbers."""
    return "\t".join("\\N" if value is None else str(value) for value in row) + "\n"


def _values(addition: Addition, fold: Fold) -> tuple[str | int | None, ...]:
    player, pool, (day, at, game, nth), kind, made = addition
    return (
        player,
        pool,
        game,
        nth,
        kind,
        day.isoformat(),
        _instant(at),
        made.last_played.isoformat() if made.last_played else None,
        made.before,
        made.after,
        made.games_before,
        made.pairs,
        fold.pk,
    )


def _instant(moment: datetime) -> str:
    """As the ORM writes it: SQLite compares texts, in UTC and with no offset."""
    if connection.vendor == "postgresql":
        return moment.isoformat()
    return str(moment.astimezone(UTC).replace(tzinfo=None))

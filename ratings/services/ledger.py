"""Carries out what a walk found: retires and adds changes, keeps the present ratings, and the mean
rating of each game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC
from functools import reduce
from operator import or_
from typing import Final

from django.db import connection, transaction
from django.db.models import Q

from games.models import Game
from ratings.models import Fold, Rating, RatingChange
from ratings.services.books import RatingState
from ratings.services.walk import Addition, LedgerWalk

BATCH = 1000

Insert = Callable[[Sequence[Addition], Fold], None]


def write_changes(walk: LedgerWalk, fold: Fold, insert: Insert | None = None) -> None:
    """Bring the ledger up to where the walk stands, and forget what was to be changed. `insert`:
    another way to add changes than ``insert_changes``."""
    for begin in range(0, len(walk.retired), BATCH):
        ids = walk.retired[begin : begin + BATCH]
        RatingChange.objects.filter(pk__in=ids).retire(fold)
    (insert or insert_changes)(walk.added, fold)
    fold.retired += len(walk.retired)
    fold.added += len(walk.added)
    walk.retired.clear()
    walk.added.clear()


def write_ratings(states: Mapping[tuple[int, str], RatingState]) -> None:
    """Make these the present ratings; who has no game left has none."""
    gone = [place for place, state in states.items() if not state.last_played]
    for begin in range(0, len(gone), BATCH // 10):
        some = gone[begin : begin + BATCH // 10]
        condition = reduce(or_, (Q(player=player, pool=pool) for player, pool in some))
        Rating.objects.filter(condition).delete()
    Rating.objects.bulk_create(
        [
            Rating(player_id=player, pool=pool, **state._asdict())
            for (player, pool), state in sorted(states.items())
            if state.last_played
        ],
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["player", "pool"],
        update_fields=["rating", "games", "last_played", "deviation"],
    )


# --- many rows at once --------------------------------------------------------


COLUMNS = (
    *("player_id", "pool", "game_id", "nth", "kind", "played_on", "accepted_at", "last_played"),
    *("before", "after", "games_before", "pairs", "deviation_before", "deviation", "added_by_id"),
)


def insert_changes(additions: Sequence[Addition], fold: Fold) -> None:
    """Add these changes to the ledger, as added by `fold`."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(COPY) as copy:
                copy.write(copy_lines(additions, fold.pk))
        else:
            marks = ", ".join(["%s"] * len(COLUMNS))
            rows = [_values(addition, fold.pk) for addition in additions]
            cursor.executemany(f"INSERT INTO {TABLE} ({NAMES}) VALUES ({marks})", rows)


TABLE: Final = RatingChange._meta.db_table
NAMES: Final = ", ".join(f'"{column}"' for column in COLUMNS)
COPY: Final = f"COPY {TABLE} ({NAMES}) FROM STDIN"


def copy_lines(additions: Iterable[Addition], fold: int) -> str:
    """The lines of COPY. Nothing has to be escaped: ids, pools, days, numbers, and JSON of
    numbers."""
    lines = list[str]()
    previous, place = None, ""
    for player, pool, key, kind, computed in additions:
        if key is not previous:  # what the changes of an entry have in common
            day, moment, game, nth = previous = key
            place = f"{game}\t{nth}\t{kind}\t{day.isoformat()}\t{moment.isoformat()}"
        before, after, games, pairs, last, deviation_before, deviation = computed
        played = last.isoformat() if last else "\\N"
        doubt = "\\N\t\\N" if deviation is None else f"{deviation_before}\t{deviation}"
        lines.append(
            f"{player}\t{pool}\t{place}\t{played}\t{before}\t{after}\t{games}\t{pairs}\t{doubt}"
            f"\t{fold}\n"
        )
    return "".join(lines)


def _values(addition: Addition, fold: int) -> tuple[str | int | None, ...]:
    """For SQLite, which compares moments as texts: in UTC and with no offset, as the ORM writes
    them."""
    player, pool, (day, moment, game, nth), kind, computed = addition
    accepted = str(moment.astimezone(UTC).replace(tzinfo=None))
    last = computed.last_played.isoformat() if computed.last_played else None
    place = (player, pool, game, nth, kind, day.isoformat(), accepted, last)
    return (*place, *computed[:4], *computed[5:], fold)


# --- the games ----------------------------------------------------------------


SOURCES = {
    "postgresql": "SELECT key, value::integer FROM json_each_text(%s::json)",
    "sqlite": "SELECT key, value FROM json_each(%s)",
}
"""A batch as a table of mean ratings: thirty times quicker than a CASE of a thousand branches."""

LOCKS = {"postgresql": "ORDER BY id FOR NO KEY UPDATE", "sqlite": ""}
"""In order of id, so that two that lock several games never wait for each other."""


@transaction.atomic(savepoint=False)
def set_mean_ratings(mean_ratings: Mapping[str, int | None]) -> None:
    """Set the mean rating (`Game.strength`) of games by id: whole points, or None if not rated.
    Last of all: it locks games, which others are waiting to settle."""
    ids = sorted(mean_ratings)
    for begin in range(0, len(ids), BATCH):
        _update(json.dumps({pk: mean_ratings[pk] for pk in ids[begin : begin + BATCH]}))


def _update(mean_ratings: str) -> None:
    table = Game._meta.db_table
    source, lock = SOURCES[connection.vendor], LOCKS[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH new (id, mean_rating) AS ({source}), held (id) AS "
            f"(SELECT id FROM {table} WHERE id IN (SELECT id FROM new) {lock}) "
            f"UPDATE {table} SET strength = new.mean_rating FROM new, held "
            f"WHERE {table}.id = new.id AND held.id = new.id",
            [mean_ratings],
        )

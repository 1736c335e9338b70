"""Many rows at once, past the ORM: a fold writes more than five rows a game."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from django.db import connection

from ratings.models import Fold, RatingChange
from ratings.services.walk import Addition

COLUMNS = (
    "player_id",
    "pool",
    "game_id",
    "played_on",
    "accepted_at",
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
    rows = (_values(addition, fold) for addition in additions)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            marks = ", ".join(["%s"] * len(COLUMNS))
            cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", list(rows))


def _values(addition: Addition, fold: Fold) -> tuple[Any, ...]:
    player, pool, (played_on, accepted_at, game), change, pairs = addition
    return (
        player,
        pool,
        game,
        played_on.isoformat(),
        _instant(accepted_at),
        change.before,
        change.after,
        change.games,
        json.dumps(pairs),
        fold.pk,
    )


def _instant(moment: datetime) -> str:
    """As the ORM writes it: SQLite compares texts, in UTC and with no offset."""
    if connection.vendor == "postgresql":
        return moment.isoformat()
    return str(moment.astimezone(UTC).replace(tzinfo=None))

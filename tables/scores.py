"""Scores of running games, for pages that list several tables: the round and everybody's points."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from django.core.cache import cache
from redis.exceptions import RedisError

from tables.models import Phase, Table
from tables.play.position import read_position

SCORE_SECONDS: Final = 60 * 60


class LiveScore(NamedTuple):
    """The round of a game in play, from 1, and points on the boards by name, as logs have it."""

    round: int
    points: dict[str, int]

    @property
    def leaders(self) -> list[str]:
        """The names of those with most points; nobody while all have the same."""
        lead = max(self.points.values())
        names = [name for name, points in self.points.items() if points == lead]
        return names if len(names) < len(self.points) else []


def live_scores(tables: Iterable[Table]) -> dict[str, LiveScore]:
    """Scores of those of `tables` where a game runs that everybody may watch. Each is worked out
    once after an entry, and kept for all processes."""
    keys = {
        f"score:{table.pk}:{table.take_back_count}:{table.plies}": table
        for table in tables
        if table.phase == Phase.PLAYING and table.watchable and not table.is_withheld
    }
    stored = _stored(keys)
    scores = {}
    for key, table in keys.items():
        score = stored.get(key)
        if score is None:
            position = read_position(table)
            points = [player.points for player in position.state.players]
            score = (position.state.round, dict(zip(position.names, points, strict=True)))
            _store(key, score)
        scores[table.pk] = LiveScore(*score)
    return scores


def final_points(table: Table) -> list[tuple[str, int]]:
    """The players of a finished game, as logs have them, with their points."""
    position = read_position(table)
    points = [player.points for player in position.state.players]
    return list(zip(position.names, points, strict=True))


# --- inside -------------------------------------------------------------------

Stored = tuple[int, dict[str, int]]


def _stored(keys: Iterable[str]) -> dict[str, Stored]:
    try:
        rows: dict[str, Stored] = cache.get_many(list(keys))
    except RedisError:
        return {}
    return rows


def _store(key: str, score: Stored) -> None:
    try:
        cache.set(key, score, SCORE_SECONDS)
    except RedisError:
        return

"""Scores of running games, for pages that list several tables: the round and everybody's points."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from django.core.cache import cache
from redis.exceptions import RedisError

from engine import result
from tables.models import Phase, Table
from tables.play.outcome import outcome_sentence
from tables.play.position import read_position

SCORE_SECONDS: Final = 60 * 60


class LiveScore(NamedTuple):
    """The round of a game in play, from 1, and points on the boards by name, as logs have it;
    colours in the same order."""

    round: int
    points: dict[str, int]
    colours: tuple[str, ...]

    @property
    def leaders(self) -> list[str]:
        """The names of those with most points; nobody while all have the same."""
        lead = max(self.points.values())
        names = [name for name, points in self.points.items() if points == lead]
        return names if len(names) < len(self.points) else []


class FinalSeat(NamedTuple):
    """A seat of a finished game; `name` as logs have it, `place` from 1."""

    colour: str
    name: str
    points: int
    place: int


class FinalScore(NamedTuple):
    """The seats of a finished game in turn order, and a sentence about the end."""

    seats: list[FinalSeat]
    sentence: str


def live_scores(tables: Iterable[Table]) -> dict[str, LiveScore]:
    """Scores of those of `tables` where a game runs that everybody may watch. Each is worked out
    once after an entry, and kept for all processes."""
    keys = {
        f"scores:{table.pk}:{table.take_back_count}:{table.plies}": table
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
            colours = tuple(colour.word for colour in position.setup.seats)
            names = position.names
            score = (position.state.round, dict(zip(names, points, strict=True)), colours)
            _store(key, score)
        scores[table.pk] = LiveScore(*score)
    return scores


def final_score(table: Table, seat: int) -> FinalScore:
    """The end of a finished game, as the player at `seat` reads it."""
    position = read_position(table)
    end = result(position.state)
    seats = zip(position.setup.seats, position.names, end.points, end.places, strict=True)
    return FinalScore(
        [FinalSeat(colour.word, name, points, place) for colour, name, points, place in seats],
        outcome_sentence(position.state, position.names, seat),
    )


# --- inside -------------------------------------------------------------------

Stored = tuple[int, dict[str, int], tuple[str, ...]]


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

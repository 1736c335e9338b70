"""Ratings that acts of seeds and groups name, compared with the ledger at their moment."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from audit import fields
from audit.event_acts import ACTS_FILE, AuditedAct
from audit.fields import AuditDifference, Line

POOLS: Final = ("overall", "computer")
FOLDING: Final = timedelta(minutes=10)
"""A fold may be stored so long after the moment at which it began."""


class SeedingRatings(NamedTuple):
    """Ratings that `act` orders entrants by, by number; `players`: all who were there and have an
    account, by number."""

    act: AuditedAct
    ratings: Mapping[int, int]
    players: Mapping[int, int]


class DatedRating(NamedTuple):
    """A rating of a player: it held from the moment `added` until `retired`. In the order of
    rating: `place` is day, moment, game, number."""

    place: tuple[str, str, str, int]
    pool: str
    added: str
    retired: str
    rating: int


class SeedRatings:
    """Give it what acts name, then the rows of the ledger, then ask for ``differences``.
    `without_folds`: rows of an older dump do not say since when they held, and nothing is
    compared."""

    def __init__(self) -> None:
        self.without_folds = False
        self._seedings: list[SeedingRatings] = []
        self._players: set[int] = set()
        self._ratings: dict[int, list[DatedRating]] = defaultdict(list)

    def add_acts(self, seedings: Sequence[SeedingRatings]) -> None:
        self._seedings += seedings
        self._players.update(player for row in seedings for player in row.players.values())

    def add_rows(self, rows: Sequence[tuple[int, Line]]) -> None:
        """Rows of the ledger, also those that no longer hold. Raises ``WrongField``."""
        for _number, line in rows if self._players else ():
            player, pool = line.get("player"), line.get("pool")
            if player not in self._players or pool not in POOLS:
                continue
            added, retired = (fields.object_or_none(line, name) for name in ("added", "retired"))
            if added is None:
                self.without_folds = True
                continue
            day, moment, game = (fields.text_field(line, name) for name in ("day", "at", "game"))
            place = day, moment, game, fields.number_field(line, "nth")
            self._ratings[fields.number_field(line, "player")].append(
                DatedRating(
                    place,
                    str(pool),
                    fields.moment_field(added, "at"),
                    fields.moment_field(retired, "at") if retired else "~",
                    fields.number_field(line, "after"),
                )
            )

    def differences(self) -> Iterator[AuditDifference]:
        """Ratings that were not those of the ledger when the act was written."""
        for act, ratings, players in self._seedings if not self.without_folds else ():
            for number, player in sorted(players.items()):
                stated, follows = ratings.get(number), self._ratings_before(player, act.moment)
                if stated not in follows:
                    yield _difference(act, number, stated, _words(follows))
            for number in sorted(ratings.keys() - players.keys()):
                yield _difference(act, number, ratings[number], None)

    # --- inside -------------------------------------------------------------------

    def _ratings_before(self, player: int, moment: str) -> set[int | None]:
        """Ratings that an act of this moment may have read; None: the player had none. Rows of a
        fold that was just running were perhaps not stored yet."""
        rows, end = self._ratings.get(player, []), datetime.fromisoformat(moment)
        began = (end - FOLDING).astimezone(UTC).replace(tzinfo=None)
        begin = f"{began.isoformat(timespec='microseconds')}Z"
        changes = {row.added for row in rows} | {row.retired for row in rows} - {"~"}
        moments = [moment, begin, *(change for change in changes if begin < change < moment)]
        return {_last(rows, change) for change in moments}


def _last(history: Sequence[DatedRating], moment: str) -> int | None:
    """The last rating among all games that held at `moment`; of a computer player without one, that
    of its own pool."""
    for pool in POOLS:
        rows = [row for row in history if row.pool == pool and row.added <= moment < row.retired]
        if rows:
            return max(rows).rating
    return None


def _difference(
    act: AuditedAct, number: int, stated: int | None, follows: object
) -> AuditDifference:
    label = f"event {act.event} act {act.number} {act.kind} rating of {number}"
    return AuditDifference(ACTS_FILE, act.line, label, stated, follows)


def _words(ratings: set[int | None]) -> object:
    return next(iter(ratings)) if len(ratings) == 1 else f"one of {sorted(map(str, ratings))}"

"""The terms that ratings are worked out by, and the day from which terms 2 hold.

Terms 1 hold until a row (``RatingTerms``) says that terms 2 do, from a day on: by the day of an
entry of the books, not of play. The row says it for good. ``settings.SECOND_RATING_TERMS_FROM`` is
adopted under the lock of the ledger, where its day is open: ``start`` where nothing has been rated.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from types import MappingProxyType
from typing import Final, NamedTuple

from django.conf import settings

from games.log_outbox import TERMS, queue_leaves
from games.models import Game, Standing
from games.ports import Cause
from games.queries import computer_players
from ratings.models import Closing, Entry, Pending, RatingChange, RatingTerms
from web.database_clock import database_time

logger = logging.getLogger(__name__)

START: Final = "start"
FIRST_DAY: Final = date(1, 1, 1)


class LedgerTerms(NamedTuple):
    """`since`: the day from which terms 2 hold; None: terms 1 do. `computers`: where it matters,
    players that are computers, by id the moment since when (None: always)."""

    since: date | None = None
    computers: Mapping[int, datetime | None] = MappingProxyType({})

    def second(self, day: date) -> bool:
        """True if entries of `day` are rated by terms 2."""
        return self.since is not None and day >= self.since

    def with_computers(self, players: Iterable[int], accepted_at: datetime) -> bool:
        """True if a game that came on record then is one with a computer player."""
        return any(
            player in self.computers and is_computer_at(self.computers[player], accepted_at)
            for player in players
        )


def is_computer_at(since: datetime | None, accepted_at: datetime) -> bool:
    """True if an account that is a computer's `since` then was so when a game came on record."""
    return since is None or accepted_at >= since


TERMS_1: Final = LedgerTerms()


def current_terms() -> LedgerTerms:
    """One query by terms 1, else two."""
    since = RatingTerms.objects.filter(terms=2).values_list("since", flat=True).first()
    if since is None:
        return TERMS_1
    return LedgerTerms(since, dict(computer_players().values_list("pk", "account__bot_since")))


def adopt_terms() -> LedgerTerms:
    """Adopt what the setting says, unless terms 2 hold already; gives the terms that hold then.
    Games from that day on become pending. Under the lock of the ledger."""
    terms = current_terms()
    chosen_day = settings.SECOND_RATING_TERMS_FROM
    if terms.since is not None or chosen_day is None:
        return terms
    since = _start_of_ledger() if chosen_day == START else _open_day(chosen_day)
    if since is None:
        return terms
    row = RatingTerms.objects.create(terms=2, since=since, moment=database_time())
    queue_leaves(TERMS, [row.pk])
    if since != FIRST_DAY:
        _queue_games(since)
    return current_terms()


# --- inside -------------------------------------------------------------------


def _start_of_ledger() -> date | None:
    rated = RatingChange.objects.exists() or Closing.objects.exists()
    return None if rated else FIRST_DAY


def _open_day(day: date) -> date | None:
    closing = Closing.objects.order_by("-through").first()
    if closing is not None and day <= closing.through:
        logger.warning(
            "SECOND_RATING_TERMS_FROM is %s, books are closed through %s: terms 1 still hold",
            day,
            closing.through,
        )
        return None
    return day


def _queue_games(since: date) -> None:
    """Note the games of entries that are rated by terms 2 now."""
    played = Game.objects.filter(standing=Standing.COUNTED, played_on__gte=since)
    entered = Entry.objects.filter(day__gte=since, retired_by=None)
    ids = {*played.values_list("pk", flat=True), *entered.values_list("game_id", flat=True)}
    moment = database_time()
    Pending.objects.bulk_create(
        [Pending(game_id=pk, at=moment, cause=Cause.TERMS) for pk in sorted(ids)], batch_size=1000
    )

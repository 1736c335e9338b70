"""New games of saved searches: once a day at most an account is told of them.

Each search is one transaction: it is looked through, its account is told, and the row says until
when. So a worker that dies told nothing, and a task that is delivered twice tells once.
"""

from __future__ import annotations

import logging
import time
from datetime import datetime, timedelta
from typing import Final

from django.db import DatabaseError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.limits import MAX_NEW_GAMES
from games.models import SavedSearch
from games.models.notice import Kind
from games.notices import PendingNotice, notify_accounts
from games.search.saved_searches import matching_games
from games.search.time_limit import TooLong, bounded
from web.errors import Invalid

DAY: Final = timedelta(days=1)
SETTLED: Final = timedelta(minutes=5)
"""A game is looked at when it is so old: the transaction that stored it has ended by then."""
BATCH: Final = 500
"""Searches that one run looks through."""

logger = logging.getLogger(__name__)


def look_for_new_games(seconds: float) -> int:
    """Look through the searches whose day is over, for so many `seconds`. Gives how many had new
    games. May be called at any time."""
    ends = time.monotonic() + seconds
    number = 0
    due = _due_searches(timezone.now() - SETTLED).order_by("looked_at", "pk")
    for pk in due.values_list("pk", flat=True)[:BATCH]:
        if time.monotonic() > ends:
            break
        try:
            number += _look_through(pk)
        except DatabaseError:
            logger.exception("saved search %d was not looked through", pk)
    return number


# --- inside -------------------------------------------------------------------


def _due_searches(until: datetime) -> QuerySet[SavedSearch]:
    due = SavedSearch.objects.filter(notify=True, looked_at__lte=until - DAY)
    return due.filter(account__is_active=True)


@transaction.atomic
def _look_through(pk: int) -> bool:
    """True if there are new games. A search that another worker has in hand is left to it."""
    until = timezone.now() - SETTLED
    rows = _due_searches(until).filter(pk=pk)
    search = rows.select_for_update(skip_locked=True, of=("self",)).first()
    if search is None:
        return False
    count = 0
    search.trouble = SavedSearch.Trouble.NONE
    try:
        count = _count_new_games(search, until)
    except Invalid:
        search.trouble = SavedSearch.Trouble.REFUSED
    except TooLong:
        search.trouble = SavedSearch.Trouble.SLOW
    search.looked_at = until
    search.save(update_fields=["looked_at", "trouble"])
    if count:
        notice = PendingNotice(search.account_id, Kind.SEARCH, n=count, saved_search=search.pk)
        notify_accounts([notice])
    return bool(count)


def _count_new_games(search: SavedSearch, until: datetime) -> int:
    """How many games came on record since the last look, at most ``MAX_NEW_GAMES`` and one."""
    games = matching_games(search.query)
    games = games.filter(accepted_at__gt=search.looked_at, accepted_at__lte=until)
    with bounded():
        count: int = games.order_by()[: MAX_NEW_GAMES + 1].count()
    return count

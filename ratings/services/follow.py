"""Leaderboards and notices follow a fold, in a transaction of their own: nobody waits for them.

A fold that was not followed yet says so (``Fold.followed``). The worker that folded follows at
once; if it died, a sweep does. Rows of the ledger say what to do, so that nothing is lost.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db import transaction
from django.db.models import Q

from games.models import Player
from games.models.notice import Kind
from games.notices import PendingNotice, notify_accounts
from ratings.elo import POINT
from ratings.listing import update_listings
from ratings.models import GENERAL_POOLS, Fold, Move, RatingChange
from ratings.services.ledger_lock import lock_ledger

LEAST = POINT
"""Smallest change with a notice."""


@transaction.atomic
def follow_fold(pk: int, met: Collection[int] | None = None) -> None:
    """Bring leaderboards up to a fold, and tell players whose ratings it moved; nothing if that is
    done. `met`: players who came to a game or left one; left out, all whose ledger it changed.
    Under the lock of the ledger, so that the last to write has seen the last fold."""
    lock_ledger(wait=True)
    if Fold.objects.filter(pk=pk, followed=False).update(followed=True):
        notify_rating_moves(Move.objects.filter(fold=pk))
        update_listings(_changed_players(pk) if met is None else met)


def follow_folds() -> int:
    """Follow the folds whose workers died before they did. How many there were."""
    left = list(Fold.objects.filter(followed=False).order_by("pk").values_list("pk", flat=True))
    for pk in left:
        follow_fold(pk)
    return len(left)


def notify_rating_moves(moves: Iterable[Move]) -> None:
    """Tell those with an account whose rating a fold moved by a point or more. One notice a fold,
    and one unread notice in all. A query, and those of ``notify_accounts``."""
    moved = {
        move.player_id: {"before": move.before, "after": move.after, "player": move.player_id}
        for move in moves
        if move.before is not None
        and move.after is not None
        and abs(move.after - move.before) >= LEAST
    }
    if not moved:
        return
    owners = Player.objects.filter(pk__in=moved, account__isnull=False)
    notify_accounts(
        PendingNotice(account, Kind.RATING, facts=moved[player])
        for player, account in owners.order_by("pk").values_list("pk", "account")
    )


def _changed_players(pk: int) -> set[int]:
    changes = RatingChange.objects.filter(Q(added_by=pk) | Q(retired_by=pk), pool__in=GENERAL_POOLS)
    return set(changes.order_by().values_list("player", flat=True))

"""People are told that what happened to games, other than a new one of theirs, has moved their
ratings."""

from __future__ import annotations

from collections.abc import Iterable

from games.models import Player
from games.models.notice import Kind
from games.notices import Told, tell
from ratings.elo import ONE
from ratings.models import Move

LEAST = ONE
"""Smallest change with a notice."""


def tell_of_ratings(moves: Iterable[Move]) -> None:
    """Tell those with an account whose rating a fold moved by a point or more. One notice a fold,
    and one unread notice in all. A query, and those of ``tell``."""
    moved = {
        one.player_id: {"before": one.before, "after": one.after, "player": one.player_id}
        for one in moves
        if one.before is not None and one.after is not None and abs(one.after - one.before) >= LEAST
    }
    if not moved:
        return
    owners = Player.objects.filter(pk__in=moved, account__isnull=False)
    tell(
        Told(account, Kind.RATING, facts=moved[player])
        for player, account in owners.order_by("pk").values_list("pk", "account")
    )

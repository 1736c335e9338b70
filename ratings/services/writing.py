"""Carries out what a walk found: retires and adds changes, keeps the present ratings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_

from django.db.models import Q

from games.services.strength import set_strengths
from ratings.models import Fold, Rating, RatingChange
from ratings.services.bulk import insert_changes
from ratings.services.reading import State
from ratings.services.walk import Walk

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


def write_strengths(walk: Walk) -> None:
    """Last of all: it locks games, which others are waiting to settle."""
    set_strengths(walk.strengths)

"""An account's ratings in its data export; see ``games.accounts.data_export``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.accounts import ExportFile, table_of
from games.models import Account
from games.standing import ensure_player
from ratings.models import Rating, RatingChange

FIELDS: Final = (
    *("game", "pool", "played_on", "accepted_at", "nth", "kind", "before", "after"),
    *("games_before", "deviation_before", "deviation", "pairs", "retired_by"),
)


def export_rating_data(account: Account) -> Iterator[ExportFile]:
    """Ratings as they stand, and the ledger."""
    player = ensure_player(account)
    ratings = Rating.objects.filter(player=player)
    yield table_of("ratings", ratings, "pool", "rating", "deviation", "games", "last_played")
    changes = RatingChange.objects.filter(player=player)
    yield table_of("rating_changes", changes, *FIELDS)

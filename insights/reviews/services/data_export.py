"""An account's analyses in its data export; see ``games.accounts.data_export``."""

from __future__ import annotations

from collections.abc import Iterator

from games.accounts import ExportFile, table_of
from games.models import Account
from insights.reviews.models import Review


def review_export_files(account: Account) -> Iterator[ExportFile]:
    """Analyses that the account asked for."""
    reviews = Review.objects.filter(asked_by=account)
    yield table_of("analyses_asked", reviews, "game", "method", "state", "asked_at", "done_at")

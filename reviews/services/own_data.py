"""What is kept of an account's analyses; see ``games.services.own_data``."""

from __future__ import annotations

from collections.abc import Iterator

from games.models import Account
from games.services.own_data import Part, table_of
from reviews.models import Review


def parts(account: Account) -> Iterator[Part]:
    """Which analyses the account asked for."""
    asked = Review.objects.filter(asked_by=account)
    yield table_of("analyses_asked", asked, "game", "method", "state", "asked_at", "done_at")

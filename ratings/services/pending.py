"""Games whose ratings have to be worked out."""

from __future__ import annotations

from collections.abc import Iterable

from ratings.models import Pending


def mark_pending(ids: Iterable[str]) -> int:
    """Note, in the caller's transaction, that these games changed. How many they were."""
    rows = [Pending(game_id=pk) for pk in dict.fromkeys(ids)]
    Pending.objects.bulk_create(rows, batch_size=1000)
    return len(rows)

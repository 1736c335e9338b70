"""What follows when the standing of games changes. The one place where it is written."""

from __future__ import annotations

from collections.abc import Iterable

from ratings.services.pending import mark_pending
from ratings.tasks import wake_fold


def games_changed(ids: Iterable[str]) -> None:
    """Games came to count, ceased to, or changed their players: their ratings follow.

    Called inside the transaction that changed them: what has to be rated again is written with it,
    and a worker is woken when it is committed.
    """
    if mark_pending(ids):
        wake_fold()

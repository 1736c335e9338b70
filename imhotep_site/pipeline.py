"""What follows when the standing of games changes. The one place where it is written."""

from collections.abc import Iterable


def games_changed(ids: Iterable[str]) -> None:
    """Games came to count, ceased to, or changed their players: their ratings follow.

    Called inside the transaction that changed them.
    """

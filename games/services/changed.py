"""Tells what follows that the standing of games changed."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.utils.module_loading import import_string


def changed(ids: Iterable[str]) -> None:
    """Games came to count, ceased to, or changed their players.

    To be called inside the transaction that changed them: what follows is written with it.
    """
    import_string(settings.GAMES_CHANGED)(ids)

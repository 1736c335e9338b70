"""Where the engine at hand plays a game otherwise than it is on record, its pictures say so too."""

from __future__ import annotations

from django.conf import settings
from django.utils.module_loading import import_string

from games.engine_version import engine_version
from games.models import Game


def said_otherwise(game: Game) -> str:
    """In what the replay of `game` differs from the record, in one sentence; empty if in nothing.
    One query, unless its seats are at hand, and a few more where it differs."""
    return str(import_string(settings.GAME_JUDGED)(game))


def drawn_of(game: Game) -> str:
    """A picture of `game` is another one with this: the game as it is drawn, its count on record,
    and the engine that plays it."""
    return f"{game.version}-{game.digest[:8]}-{engine_version().rpartition('+')[2]}"

"""Notice when the current engine disagrees with the stored verdict."""

from __future__ import annotations

from games.engine_version import engine_version
from games.models import Game
from games.ports import port


def engine_notice(game: Game) -> str:
    """In what the replay of `game` differs from the record, in one sentence; empty if in nothing.
    One query, unless its seats are loaded, and a few more where it differs."""
    return port().engine_notice(game)


def picture_version(game: Game) -> str:
    """A picture of `game` is another one with this: the game as it is drawn, its count on record,
    and the engine that plays it."""
    return f"{game.version}-{game.digest[:8]}-{engine_version().rpartition('+')[2]}"

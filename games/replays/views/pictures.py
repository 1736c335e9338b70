"""Painted cards, kept in the cache: a link that many people see is painted once.

The cache holds JSON, so a picture is in base64 there.
"""

from __future__ import annotations

import logging
from base64 import b64decode, b64encode

from django.core.cache import cache
from redis.exceptions import RedisError

from drawing.export.card import WIDTH, card
from drawing.export.paint import png
from drawing.language import addressed
from drawing.replay.replay import VERSION, Replay
from drawing.replay.viewers import Viewer
from games.limits import PICTURE_SECONDS
from games.models import Game
from games.replays.engine_mismatch import drawn_of, engine_notice

logger = logging.getLogger(__name__)


def kept_card(game: Game, ply: int, viewer: Viewer) -> bytes | None:
    """The card as PNG for `viewer`, if it was painted before."""
    try:
        found = cache.get(_key(game, ply, viewer))
    except RedisError:
        logger.exception("no cache: every picture is painted anew")
        return None
    try:
        return b64decode(found, validate=True) if isinstance(found, str) else None
    except ValueError:
        return None


def painted_card(game: Game, found: Replay, ply: int) -> bytes:
    """The card of the replay `found` of `game` as PNG, painted now and kept. Raises
    ``paint.Busy``."""
    painted = png(card(found, ply, engine_notice(game)), WIDTH)
    try:
        kept = b64encode(painted).decode("ascii")
        cache.set(_key(game, ply, found.viewer), kept, PICTURE_SECONDS)
    except RedisError:
        logger.exception("a picture was not kept")
    return painted


def _key(game: Game, ply: int, viewer: Viewer) -> str:
    return f"card:{VERSION}:{drawn_of(game)}:{ply}:{viewer}{addressed()}"

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
from games.replays.engine_mismatch import engine_notice, picture_version

logger = logging.getLogger(__name__)


def cached_card(game: Game, ply: int, viewer: Viewer) -> bytes | None:
    """The card as PNG for `viewer`, if it was painted before."""
    try:
        cached = cache.get(_key(game, ply, viewer))
    except RedisError:
        logger.exception("no cache: every picture is painted anew")
        return None
    try:
        return b64decode(cached, validate=True) if isinstance(cached, str) else None
    except ValueError:
        return None


def painted_card(game: Game, replay: Replay, ply: int) -> bytes:
    """The card of the replay `replay` of `game` as PNG, painted now and kept. Raises
    ``paint.Busy``."""
    painted = png(card(replay, ply, engine_notice(game)), WIDTH)
    try:
        encoded = b64encode(painted).decode("ascii")
        cache.set(_key(game, ply, replay.viewer), encoded, PICTURE_SECONDS)
    except RedisError:
        logger.exception("a picture was not kept")
    return painted


def _key(game: Game, ply: int, viewer: Viewer) -> str:
    return f"card:{VERSION}:{picture_version(game)}:{ply}:{viewer}{addressed()}"

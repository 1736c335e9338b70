"""Painted cards, kept in the cache: a link that many people see is painted once."""

from __future__ import annotations

import logging

from django.core.cache import cache
from redis.exceptions import RedisError

from games.limits import PICTURE_SECONDS
from games.models import Game
from games.replay.record import VERSION, recorded
from games.share.card import WIDTH, card
from games.share.paint import png

logger = logging.getLogger(__name__)


def kept_card(game: Game, ply: int) -> bytes | None:
    """The card as PNG if it was painted before."""
    try:
        found = cache.get(_key(game, ply))
    except RedisError:
        logger.exception("no cache: every picture is painted anew")
        return None
    return found if isinstance(found, bytes) else None


def painted_card(game: Game, ply: int) -> bytes:
    """The card as PNG, painted now and kept. Raises ``paint.Busy``."""
    painted = png(card(recorded(game.log), ply), WIDTH)
    try:
        cache.set(_key(game, ply), painted, PICTURE_SECONDS)
    except RedisError:
        logger.exception("a picture was not kept")
    return painted


def _key(game: Game, ply: int) -> str:
    return f"card:{VERSION}:{game.pk}:{ply}"

"""Painted cards, kept in the cache: a link that many people see is painted once.

The cache holds JSON, so a picture is in base64 there.
"""

from __future__ import annotations

import gzip
import logging
from base64 import b64decode, b64encode
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Final

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe
from redis.exceptions import RedisError

from drawing.export.card import WIDTH, card
from drawing.export.choice import choice_picture
from drawing.export.paint import png
from drawing.export.small import log_picture, panorama
from drawing.export.themed import fixed_look, stylesheet_digest
from drawing.export.thumbnails import stone_markup, thumbnails_svg
from drawing.language import addressed
from drawing.replay.replay import VERSION, Replay
from drawing.replay.viewers import Viewer
from engine import EngineError
from engine.build import engine_version
from games.limits import PICTURE_SECONDS
from games.models import Game
from games.ports import port
from web.packing import themed_response
from web.priorities import heavy
from web.rate_limits import SMALL_PICTURES, client_key

logger = logging.getLogger(__name__)


def cached_card(game: Game, ply: int, viewer: Viewer) -> bytes | None:
    """The card as PNG for `viewer`, if it was painted before."""
    try:
        cached = cache.get(_key(game, ply, viewer))
    except RedisError:
        logger.exception("no cache: every picture is drawn again")
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


def engine_notice(game: Game) -> str:
    """In what the replay of `game` differs from the record, in one sentence; empty if in nothing.
    One query, unless its seats are loaded, and a few more where it differs."""
    return port().engine_notice(game)


def picture_version(game: Game) -> str:
    """A picture of `game` is another one with this: the game as it is drawn, its count on record,
    and the engine that plays it."""
    return f"{game.version}-{game.digest[:8]}-{engine_version().rpartition('+')[2]}"


CACHE_SIZE: Final = 600
"""Pictures that a process keeps: five megabytes."""

DAY_SECONDS: Final = 24 * 3600
STEP_DIGITS: Final = 4
"""Digits of the number of a step."""


class ThumbnailCache:
    """The pictures drawn last, packed, by name."""

    def __init__(self, size: int = CACHE_SIZE) -> None:
        self.most = size
        self._lock = Lock()
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def get(self, name: str) -> bytes | None:
        with self._lock:
            if name in self._kept:
                self._kept.move_to_end(name)
            return self._kept.get(name)

    def put(self, name: str, picture: str) -> bytes:
        packed = gzip.compress(picture.encode(), 6, mtime=0)
        with self._lock:
            self._kept[name] = packed
            while len(self._kept) > self.most:
                self._kept.popitem(last=False)
        return packed


THUMBNAILS: Final = ThumbnailCache()
LOOKS: Final = ("day", "night")
SHEET_GAMES: Final = 50
"""Games on one sheet: those of a page of a list."""


def small(request: HttpRequest, name: str, draw: Callable[[], str]) -> HttpResponse:
    """The picture `name`, which `draw` makes unless it is kept; 429 for a client that asks for too
    many. ``?look=day`` and ``?look=night`` fix its colours."""
    look = request.GET.get("look")
    look = look if look in LOOKS else ""
    name = f"{name}-{look}-{VERSION}-{stylesheet_digest()}"
    packed = THUMBNAILS.get(name)
    if packed is None:
        if not SMALL_PICTURES.allows(client_key(request)):
            return _throttled()
        picture = fixed_look(draw(), night=look == "night") if look else draw()
        packed = THUMBNAILS.put(name, picture)
    takes = "gzip" in request.headers.get("Accept-Encoding", "")
    body = packed if takes else gzip.decompress(packed)
    answer = HttpResponse(body, content_type="image/svg+xml; charset=utf-8")
    if takes:
        answer["Content-Encoding"] = "gzip"
    patch_vary_headers(answer, ["Accept-Encoding"])
    return answer


@require_safe
@condition(etag_func=lambda _request: f'"quay-{VERSION}-{stylesheet_digest()}"')
@cache_control(public=True, max_age=DAY_SECONDS)
def quay(request: HttpRequest) -> HttpResponse:
    """The panorama of a game in its fifth round, for the first page and others."""
    return small(request, "quay", panorama)


def _etag(_request: HttpRequest, game_id: str) -> str:
    game = get_object_or_404(Game.objects.only("fingerprint"), pk=game_id)
    return f'"{game.fingerprint[:16]}-{VERSION}-{stylesheet_digest()}"'


@require_safe
@condition(etag_func=_etag)
def small_svg(request: HttpRequest, game_id: str) -> HttpResponse:
    """The last position of a game, or that after a step (``?step=40``). With ``instead``, the one
    before it, with the entry that was played and one that could have been, as arrows
    (``choice_picture``). There is no name in it: it never changes but with the drawing."""
    number = request.GET.get("step", "")
    step = int(number) if number.isdecimal() and len(number) <= STEP_DIGITS else None
    instead = request.GET.get("instead")
    name = f"game-{game_id}-{step}" + (f"-or-{instead}" if instead is not None else "")

    def draw() -> str:
        log = Game.objects.only("log").get(pk=game_id).log
        if instead is None or step is None:
            return log_picture(log, step)
        return choice_picture(log, step, instead)

    try:
        answer = small(request, name, draw)
    except (IndexError, EngineError):
        raise Http404("no such step") from None
    if answer.status_code != 429:
        patch_cache_control(answer, public=True, max_age=DAY_SECONDS)
    return answer


@heavy
@require_safe
def thumbnail_sheet(request: HttpRequest) -> HttpResponse:
    """The last positions of the games of a list (``?games=a,b``) in one picture, each under its id.
    429 for a client that asks for too many."""
    listed = request.GET.get("games", "").split(",")[:SHEET_GAMES]
    names = dict.fromkeys(name for name in listed if name.isalnum())
    version = f"{VERSION}-{stylesheet_digest()}"
    packed = {name: THUMBNAILS.get(f"stones-{name}-{version}") for name in names}
    missing = [name for name, stones in packed.items() if stones is None]
    for game in Game.objects.filter(pk__in=missing).only("log"):
        if not SMALL_PICTURES.allows(client_key(request)):
            return _throttled()
        packed[game.pk] = THUMBNAILS.put(f"stones-{game.pk}-{version}", stone_markup(game.log))
    stones = {name: gzip.decompress(body).decode() for name, body in packed.items() if body}
    if not stones:
        raise Http404("no such games")
    return themed_response(request, thumbnails_svg(stones))


def _throttled() -> HttpResponse:
    text = _("Too many requests. Try again in a minute.")
    headers = {"Retry-After": "60", "Cache-Control": "no-store"}
    return HttpResponse(text, "text/plain; charset=utf-8", 429, headers=headers)

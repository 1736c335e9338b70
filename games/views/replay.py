"""The replay of a game: inside its page, and its steps for the script that shows them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from games.models import Game
from games.replay import viewers
from games.replay.page import etag, replay_context, replay_gzip, replay_json, table_at
from games.replay.record import recorded

ONE_YEAR = 365 * 24 * 3600


def _game(game_id: str) -> Game:
    return get_object_or_404(Game.objects.only("log", "fingerprint"), pk=game_id)


def _etag(request: HttpRequest, game_id: str) -> str:
    return etag(_game(game_id).fingerprint, seat_of(request))


def seat_of(request: HttpRequest) -> str:
    """Through whose eyes the request wants to see a game."""
    return request.GET.get(viewers.PARAMETER) or viewers.ALL


@require_safe
@cache_control(public=True, max_age=ONE_YEAR)
@condition(etag_func=_etag)
def replay(request: HttpRequest, game_id: str) -> HttpResponse:
    """Immutable: the address names the version of the drawing."""
    log = _game(game_id).log
    packed = "gzip" in request.headers.get("Accept-Encoding", "")
    try:
        body = (replay_gzip if packed else replay_json)(log, seat_of(request))
    except ValueError:
        raise Http404("nobody in the game has this name") from None
    answer = HttpResponse(body, content_type="application/json")
    if packed:
        answer["Content-Encoding"] = "gzip"
    patch_vary_headers(answer, ["Accept-Encoding"])
    return answer


def shown_replay(
    request: HttpRequest, log: str, ply: int | None = None, address: str = "", **tools: Any
) -> SafeString:
    """The replay of a legal log as a part of a page; `address` of the game, if it is kept;
    `tools`: what the share menu, what-if and notes need, each under its name."""
    try:
        context = replay_context(log, ply, address, seat_of(request) if address else viewers.ALL)
    except ValueError:
        raise Http404("nobody in the game has this name") from None
    return render_to_string("games/replay/replay.html", {**context, **tools}, request)


FEATURED = "featured-"
"""Before the ids of symbols of a replay that runs for show."""


def featured_replay(game_id: str) -> SafeString:
    """A small replay that runs by itself, of a stored game; from a third of the way."""
    return _featured(game_id, _game(game_id).log)


@lru_cache(maxsize=4)
def _featured(game_id: str, log: str) -> SafeString:
    address = reverse("game", args=[game_id])
    context = replay_context(log, recorded(log).plies // 3, address, prefix=FEATURED)
    return render_to_string("games/replay/featured.html", context)


def shown_table(request: HttpRequest, log: str, ply: int) -> SafeString:
    """The table before entry `ply` as a part of a page; empty if there is none to show."""
    context = table_at(log, ply) if ply else None
    if context is None:
        return SafeString()
    return render_to_string("games/replay/table.html", context, request)

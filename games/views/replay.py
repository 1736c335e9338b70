"""The replay of a game: inside its page, and its steps for the script that shows them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from games.models import Game
from games.replay.page import etag, replay_context, replay_gzip, replay_json, table_at

ONE_YEAR = 365 * 24 * 3600


def _game(game_id: str) -> Game:
    return get_object_or_404(Game.objects.only("log", "fingerprint"), pk=game_id)


def _etag(request: HttpRequest, game_id: str) -> str:
    return etag(_game(game_id).fingerprint)


@require_safe
@cache_control(public=True, max_age=ONE_YEAR)
@condition(etag_func=_etag)
def replay(request: HttpRequest, game_id: str) -> HttpResponse:
    """Immutable: the address names the version of the drawing."""
    log = _game(game_id).log
    packed = "gzip" in request.headers.get("Accept-Encoding", "")
    body = replay_gzip(log) if packed else replay_json(log)
    answer = HttpResponse(body, content_type="application/json")
    if packed:
        answer["Content-Encoding"] = "gzip"
    patch_vary_headers(answer, ["Accept-Encoding"])
    return answer


def shown_replay(
    request: HttpRequest, log: str, ply: int | None = None, address: str = ""
) -> SafeString:
    """The replay of a legal log as a part of a page; `address` of the game, if it is kept."""
    context = replay_context(log, ply, address)
    return render_to_string("games/replay/replay.html", context, request)


def shown_table(request: HttpRequest, log: str, ply: int) -> SafeString:
    """The table before entry `ply` as a part of a page; empty if there is none to show."""
    context = table_at(log, ply) if ply else None
    if context is None:
        return SafeString()
    return render_to_string("games/replay/table.html", context, request)

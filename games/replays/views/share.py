"""A step of a game for elsewhere: pictures, the card of a link, a frame, a file to keep."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple
from zlib import crc32

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import condition, require_safe

from drawing.export import card
from drawing.export.offline import self_contained
from drawing.export.paint import Busy
from drawing.export.picture import picture
from drawing.export.words import share_words
from drawing.language import ENGLISH, PARAMETER, addressed
from drawing.replay import viewers
from drawing.replay.page import replay_context, viewed_replay
from drawing.replay.replay import VERSION, Replay
from games.models import Game
from games.replays.engine_mismatch import engine_notice, picture_version
from games.replays.views import oembed
from games.replays.views.pictures import cached_card, painted_card
from games.replays.views.replay import seat_of
from games.rulebook.hints import hints_of
from web.languages import LOCALES, by_address
from web.priorities import heavy
from web.rate_limits import OFFLINE_FILES, PICTURES, Throttle, client_key
from web.site_name import site_name
from web.static_files import static_file_bytes

View = Callable[..., HttpResponse]

DAY_SECONDS = 24 * 3600
PICTURE_FIELDS = ("log", "fingerprint", "digest", "entries", "submission")
"""The columns of a game that pictures and their words follow from."""


class GameStep(NamedTuple):
    """A game, its replay as one viewer saw it, and a step that it has."""

    game: Game
    replay: Replay
    ply: int


def _step(game_id: str, ply: int | None, seat: str) -> GameStep:
    """Raises ``Http404`` if there is no such game, it ended before `ply`, or no player of it is
    called `seat`."""
    game = _game(game_id, ply)
    return GameStep(game, replay_for_seat(game, seat), game.entries if ply is None else ply)


def _game(game_id: str, ply: int | None) -> Game:
    game = get_object_or_404(Game.objects.only(*PICTURE_FIELDS), pk=game_id)
    if ply is not None and ply > game.entries:
        raise Http404("the game ended before that")
    return game


def replay_for_seat(game: Game, seat: str) -> Replay:
    """The replay of `game` as `seat` saw it. Raises ``Http404`` if no player is called so."""
    try:
        return viewed_replay(game.log, seat)
    except ValueError:
        raise Http404("no player of the game has this name") from None


def _etag(request: HttpRequest, game_id: str, ply: int) -> str:
    seat = crc32((seat_of(request) + addressed()).encode())
    return f'"{picture_version(_game(game_id, ply))}-{VERSION}-{ply}-{seat:x}"'


def _cache_for_a_day(view: View) -> View:
    """Answers may be cached for a day; refusals may not."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
        answer = view(request, *args, **named)
        if answer.status_code in (200, 304):
            patch_cache_control(answer, public=True, max_age=DAY_SECONDS)
        return answer

    return wrapper


def _refused(throttle: Throttle, request: HttpRequest) -> HttpResponse | None:
    """An answer for a client that asks too often; one that does not is counted."""
    if throttle.allows(client_key(request)):
        return None
    return _later(_("Too many of these at once. Try again in a minute."), 429)


def _later(message: str, status: int) -> HttpResponse:
    headers = {"Retry-After": "60" if status == 429 else "5", "Cache-Control": "no-store"}
    return HttpResponse(message, "text/plain; charset=utf-8", status, headers=headers)


# ------------------------------------------------------------------------------- pictures


@heavy
@require_safe
@by_address
@_cache_for_a_day
@condition(etag_func=_etag)
def table_svg(request: HttpRequest, game_id: str, ply: int) -> HttpResponse:
    """The whole table as one SVG."""
    game, replay, step = _step(game_id, ply, seat_of(request))
    name = f"imhotep-{game.pk}-{step}.svg"
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    body = picture(replay, step, engine_notice(game))
    return HttpResponse(body, content_type="image/svg+xml; charset=utf-8", headers=headers)


@heavy
@require_safe
@by_address
@_cache_for_a_day
@condition(etag_func=_etag)
def table_png(request: HttpRequest, game_id: str, ply: int) -> HttpResponse:
    """The card of a link: painted once, kept for a while."""
    game, replay, step = _step(game_id, ply, seat_of(request))
    body = cached_card(game, step, replay.viewer)
    if body is None:
        if refused := _refused(PICTURES, request):
            return refused
        try:
            body = painted_card(game, replay, step)
        except Busy:
            return _later(_("Too many pictures at once. Try again soon."), 503)
    name = f"imhotep-{game.pk}-{step}.png"
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return HttpResponse(body, content_type="image/png", headers=headers)


# --------------------------------------------------------------------------- the whole game


@heavy
@require_safe
def offline_file(request: HttpRequest, game_id: str) -> HttpResponse:
    """The replay as one file that works without the site."""
    if refused := _refused(OFFLINE_FILES, request):
        return refused
    game, replay, step = _step(game_id, None, seat_of(request))
    address = request.build_absolute_uri(reverse("game", args=[game.pk]))
    mismatch = engine_notice(game)
    context = {
        "replay": _replay_alone(game, 0, seat_of(request)),
        "hints": hints_of(game.log, "", request.build_absolute_uri("/").rstrip("/")),
        "words": share_words(replay, step, mismatch),
        "mismatch": mismatch,
        "game": game,
        "address": address + viewers.query(replay.viewer, replay.drawing.rules.setup),
        "log": game.log,
        "game_id": game.pk,
    }
    page = self_contained(
        render_to_string("games/offline.html", context), settings.STATIC_URL, static_file_bytes
    )
    headers = {"Content-Disposition": f'attachment; filename="imhotep-{game.pk}.html"'}
    return HttpResponse(page, content_type="text/html; charset=utf-8", headers=headers)


def _replay_alone(game: Game, ply: int, seat: str) -> str:
    """The replay as `seat` saw it, with all its data inside, and no address to go to."""
    context = replay_context(game.log, ply, "", seat)
    return render_to_string("games/replay/replay.html", context)


@heavy
@require_safe
@cache_control(public=True, max_age=DAY_SECONDS // 24)
@xframe_options_exempt
def embed(request: HttpRequest, game_id: str, ply: int) -> HttpResponse:
    """The replay for a frame in a page of another site."""
    game, replay, step = _step(game_id, ply, seat_of(request))
    mismatch = engine_notice(game)
    context = {
        "replay": _replay_alone(game, step, seat_of(request)),
        "hints": hints_of(game.log, "", compact=True),
        "words": share_words(replay, step, mismatch),
        "mismatch": mismatch,
        "game": game,
        "ply": step,
        "query": viewers.query(replay.viewer, replay.drawing.rules.setup),
    }
    return render(request, "games/embed.html", context)


@require_safe
def embed_info(request: HttpRequest) -> HttpResponse:
    """oEmbed (https://oembed.com): what shows an address of ours elsewhere."""
    params = request.GET
    if params.get("format", "json") != "json":
        return _problem(_("Only format=json is there."), 501)
    if not params.get("url"):
        return _problem(_("url is missing."), 400)
    target = oembed.target_of(params["url"], request.get_host())
    try:
        wide, high = oembed.size(params.get("maxwidth", ""), params.get("maxheight", ""))
    except ValueError:
        return _problem(_("maxwidth and maxheight are numbers of pixels."), 400)
    if target is None:
        return _problem(_("That is no address of a game here."), 404)
    with translation.override(oembed.language_of(params["url"]) or ENGLISH):
        answer = _embed_answer(request, target, wide, high)
    return JsonResponse(answer, headers={"Access-Control-Allow-Origin": "*"})


def _embed_answer(
    request: HttpRequest, target: oembed.Target, wide: int, high: int
) -> dict[str, object]:
    game, replay, step = _step(*target)
    tools = share_tools(request, replay, game, step)
    return {
        "type": "rich",
        "version": "1.0",
        "title": tools["words"].title,
        "provider_name": site_name(),
        "provider_url": request.build_absolute_uri("/"),
        "cache_age": DAY_SECONDS,
        "html": oembed.frame(tools["embed"], tools["words"].title, wide, high),
        "width": wide,
        "height": high,
        "thumbnail_url": tools["png"],
        "thumbnail_width": card.WIDTH,
        "thumbnail_height": card.HEIGHT,
    }


def _problem(message: str, status: int) -> HttpResponse:
    return JsonResponse({"error": message}, status=status)


# --------------------------------------------------------------------------------- the page


def _and(first: str, second: str) -> str:
    """Two queries as one."""
    return first + second.replace("?", "&") if first else second


STEPS = {"page": "game-at", "svg": "game-picture", "png": "game-card", "embed": "game-embed"}
"""Addresses of a step, by the name that templates know them by."""


def share_tools(request: HttpRequest, replay: Replay, game: Game, ply: int) -> dict[str, Any]:
    """Addresses and words of a step as `replay` has seen it, for the head of a page and its share
    menu; in those that end in ``_at`` a script puts another step for ``{ply}``, and for ``{seat}``
    what an address ends with for other eyes. Pictures and what is put in other pages keep the
    language; a page has that of its reader."""
    language = translation.get_language() or ENGLISH
    lang = "" if language == ENGLISH else f"?{PARAMETER}={language}"
    seat = viewers.query(replay.viewer, replay.drawing.rules.setup)

    def address(name: str, *rest: object) -> str:
        return request.build_absolute_uri(reverse(name, args=[game.pk, *rest]))

    card_words = share_words(replay, ply, engine_notice(game))
    tools: dict[str, Any] = {
        "words": card_words,
        "ply": ply,
        "size": (card.WIDTH, card.HEIGHT),
        "oembed": f"{request.build_absolute_uri(reverse('oembed'))}",
        "offline": address("game-offline") + _and(lang, seat),
        "offline_at": address("game-offline") + lang + "{seat}",
        "locale": LOCALES.get(language, language),
        "log": address("game-log"),
        "log_json": address("game-log-json"),
        "canonical": address("game-at", ply),
    }
    for name, route in STEPS.items():
        step_url = address(route, ply)
        head, _slash, tail = step_url.rpartition(f"/{ply}/")
        language_part = "" if name == "page" else lang
        tools[name] = step_url + _and(language_part, seat)
        tools[f"{name}_at"] = f"{head}/{{ply}}/{tail}{language_part}{{seat}}"
    tools["frame"] = oembed.frame(tools["embed"], card_words.title)
    tools["frame_at"] = oembed.frame(tools["embed_at"], card_words.title)
    return tools

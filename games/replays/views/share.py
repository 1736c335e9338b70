"""A step of a game for elsewhere: pictures, the card of a link, a frame, a file to keep."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit
from zlib import crc32

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve, reverse
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import condition, require_safe

from drawing.export import card
from drawing.export.card import share_words
from drawing.export.offline import self_contained
from drawing.export.paint import Busy
from drawing.export.picture import picture
from drawing.language import ENGLISH, PARAMETER, addressed
from drawing.replay import viewers
from drawing.replay.page import replay_context, viewed_replay
from drawing.replay.replay import VERSION, Replay
from games.models import Game
from games.replays.views.pictures import cached_card, engine_notice, painted_card, picture_version
from games.replays.views.replay import game_with_step, hints_of, known_seat, seat_of
from web.languages import LOCALES, by_address, supported_language
from web.priorities import heavy
from web.rate_limits import OFFLINE_FILES, PICTURES, Throttle, client_key
from web.site_name import site_name
from web.static_files import static_file_bytes

View = Callable[..., HttpResponse]

DAY_SECONDS = 24 * 3600
PICTURE_FIELDS = ("log", "fingerprint", "digest", "submission")
"""Columns of a game that pictures and their words follow from, with ``entries``."""


class GameStep(NamedTuple):
    """A game, its replay as one viewer saw it, and a step that it has."""

    game: Game
    replay: Replay
    ply: int


def _step(game_id: str, ply: int | None, seat: str) -> GameStep:
    """Raises ``Http404`` if there is no such game, it ended before `ply`, or no player of it is
    called `seat`."""
    game = game_with_step(game_id, ply, *PICTURE_FIELDS)
    return GameStep(game, replay_for_seat(game, seat), game.entries if ply is None else ply)


def replay_for_seat(game: Game, seat: str) -> Replay:
    """The replay of `game` as `seat` saw it. Raises ``Http404`` if no player is called so."""
    with known_seat():
        return viewed_replay(game.log, seat)


def _etag(request: HttpRequest, game_id: str, ply: int) -> str:
    seat = crc32((seat_of(request) + addressed()).encode())
    game = game_with_step(game_id, ply, *PICTURE_FIELDS)
    return f'"{picture_version(game)}-{VERSION}-{ply}-{seat:x}"'


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
    return _later(_("Too many requests. Try again in a minute."), 429)


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
        return _problem(_("Only format=json is supported."), 501)
    if not params.get("url"):
        return _problem(_("url is missing."), 400)
    target = embed_target(params["url"], request.get_host())
    try:
        wide, high = frame_size(params.get("maxwidth", ""), params.get("maxheight", ""))
    except ValueError:
        return _problem(_("maxwidth and maxheight are numbers of pixels."), 400)
    if target is None:
        return _problem(_("This is not the address of a game on this site."), 404)
    with translation.override(language_of(params["url"]) or ENGLISH):
        answer = _embed_answer(request, target, wide, high)
    return JsonResponse(answer, headers={"Access-Control-Allow-Origin": "*"})


def _embed_answer(
    request: HttpRequest, target: EmbedTarget, wide: int, high: int
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
        "html": frame_html(tools["embed"], tools["words"].title, wide, high),
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

    def address(name: str, *arguments: object) -> str:
        return request.build_absolute_uri(reverse(name, args=[game.pk, *arguments]))

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
    tools["frame"] = frame_html(tools["embed"], card_words.title)
    tools["frame_at"] = frame_html(tools["embed_at"], card_words.title)
    return tools


# ------------------------------------------------------------------------------------ oEmbed


FRAME_WIDTH: Final = 960
FRAME_HEIGHT: Final = 720
"""Pixels of a frame, unless a smaller one is asked for."""
SMALLEST_FRAME: Final = 200


class EmbedTarget(NamedTuple):
    """A game, the step of the address (``None``: the end), and through whose eyes."""

    game_id: str
    ply: int | None
    seat: str = viewers.ALL


def embed_target(url: str, host: str) -> EmbedTarget | None:
    """EmbedTarget of `url`, if it is the page of a game on `host`."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or parts.netloc.lower() != host.lower():
        return None
    try:
        match = resolve(parts.path)
    except Resolver404:
        return None
    if match.url_name not in ("game", "game-at", "game-embed"):
        return None
    seat = QueryDict(parts.query).get(viewers.PARAMETER) or viewers.ALL
    return EmbedTarget(match.kwargs["game_id"], match.kwargs.get("ply"), str(seat))


def language_of(url: str) -> str | None:
    """The language that `url` names, if the site speaks it."""
    return supported_language(str(QueryDict(urlsplit(url).query).get(PARAMETER) or ""))


def frame_size(max_width: str, max_height: str) -> tuple[int, int]:
    """Width and height of a frame that fits. Raises ``ValueError`` for what is no size."""
    return _fitting(max_width, FRAME_WIDTH), _fitting(max_height, FRAME_HEIGHT)


def _fitting(limit: str, default: int) -> int:
    if not limit:
        return default
    if not (limit.isascii() and limit.isdecimal() and len(limit) < 7):
        raise ValueError(limit)
    return max(SMALLEST_FRAME, min(int(limit), default))


def frame_html(url: str, title: str, width: int | str = "100%", height: int = FRAME_HEIGHT) -> str:
    """The snippet that shows `url` in a page of another site."""
    return (
        f'<iframe src="{escape(url)}" title="{escape(title)}" width="{width}" height="{height}" '
        'loading="lazy" style="border:0;max-width:100%" allow="fullscreen"></iframe>'
    )

"""The replay of a game: inside its page, and its steps for the script that shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import condition, require_POST, require_safe

from drawing.language import cached_by_language
from drawing.replay import viewers
from drawing.replay.page import (
    replay_context,
    replay_etag,
    replay_json,
    svg_symbols,
    table_at,
    viewed_replay,
)
from drawing.replay.replay import VERSION, cached_replay
from drawing.replay.sailing_page import position_at, sailing_context
from drawing.replay.track import points_graph
from drawing.text.rules.hints import all_hints, current_hints
from engine import EngineError
from engine.verdict import refused_fields
from games.intake.refusal_page import in_short
from games.limits import DRY_RUN
from games.models import Game
from web.languages import by_address
from web.packing import best_encoding, compress_body
from web.priorities import judging
from web.rate_limits import DRY_RUNS, client_key

YEAR_SECONDS = 365 * 24 * 3600
HOUR_SECONDS = 3600

View = Callable[..., HttpResponse]


def game_with_step(game_id: str, ply: int | None, *columns: str) -> Game:
    """The game, with these columns. ``Http404`` if there is none, or it ended before `ply`."""
    game = get_object_or_404(Game.objects.only("entries", *columns), pk=game_id)
    if ply is not None and ply > game.entries:
        raise Http404("the game ended before that")
    return game


@contextmanager
def known_seat() -> Iterator[None]:
    """``Http404`` where the drawing knows no player by the name that an address gives."""
    try:
        yield
    except ValueError:
        raise Http404("no player of the game has this name") from None


def _game(game_id: str) -> Game:
    return get_object_or_404(Game.objects.only("log", "fingerprint"), pk=game_id)


def _etag(request: HttpRequest, game_id: str) -> str:
    return replay_etag(_game(game_id).version, seat_of(request))


def _cache_for_ever(view: View) -> View:
    """An address that names the version of the drawing never has another answer. One that names
    none, or an old one, may be kept for an hour."""

    @wraps(view)
    def wrapper(request: HttpRequest, game_id: str) -> HttpResponse:
        answer = view(request, game_id)
        if answer.status_code in (200, 304):
            current = request.GET.get("v") == VERSION
            for_ever = {"max_age": YEAR_SECONDS, "immutable": True}
            patch_cache_control(
                answer, public=True, **(for_ever if current else {"max_age": HOUR_SECONDS})
            )
        return answer

    return wrapper


def seat_of(request: HttpRequest) -> str:
    """Through whose eyes the request wants to see a game."""
    return request.GET.get(viewers.PARAMETER) or viewers.ALL


@require_safe
@by_address
@_cache_for_ever
@condition(etag_func=_etag)
def replay(request: HttpRequest, game_id: str) -> HttpResponse:
    """The steps, as one viewer saw them."""
    log = _game(game_id).log
    encoding = best_encoding(request)
    with known_seat():
        body = compress_body(replay_json(log, seat_of(request)), encoding)
    answer = HttpResponse(body, content_type="application/json")
    if encoding:
        answer["Content-Encoding"] = encoding
    patch_vary_headers(answer, ["Accept-Encoding"])
    return answer


@require_safe
@by_address
@_cache_for_ever
@condition(etag_func=_etag)
def points_over_time(request: HttpRequest, game_id: str) -> HttpResponse:
    """The graph of a game through other eyes, for a script."""
    with known_seat():
        replay = viewed_replay(_game(game_id).log, seat_of(request))
    context = {
        "graph": points_graph(replay, replay.plies),
        "base_url": reverse("game", args=[game_id]),
        "query": viewers.query(replay.viewer, replay.drawing.rules.setup),
    }
    return JsonResponse({"html": render_to_string("games/replay/graph.html", context)})


@judging
@require_POST
def replay_of_log(request: HttpRequest) -> HttpResponse:
    """The steps of a log that is not kept, through the eyes of the seat that the form names."""
    if not request.user.is_authenticated and not DRY_RUNS.allows(client_key(request)):
        return JsonResponse({"error": _("Too fast. Try again in a minute.")}, status=429)
    log = request.POST.get("log", "").replace("\r\n", "\n")
    if len(log) > DRY_RUN.received:
        return JsonResponse({"error": _("The log is too long.")}, status=413)
    try:
        body = replay_json(log, request.POST.get(viewers.PARAMETER) or viewers.ALL)
    except EngineError as error:
        return JsonResponse({"error": in_short(refused_fields(error))}, status=400)
    except ValueError:
        return JsonResponse({"error": _("No player of this game has that name.")}, status=400)
    return HttpResponse(body, content_type="application/json")


@require_safe
def ships(request: HttpRequest, game_id: str, ply: int) -> HttpResponse:
    """Gains of each ship if it sailed now: a page, or for a script its changing part."""
    game = game_with_step(game_id, ply, "log")
    with known_seat():
        context = sailing_context(game.log, ply, seat_of(request))
    answer: HttpResponse
    if request.headers.get("Accept", "").startswith("application/json"):
        answer = JsonResponse({"html": render_to_string("games/replay/ships.html", context)})
        patch_cache_control(answer, public=True, max_age=HOUR_SECONDS)
    else:
        context["here"] = f"{reverse('game-at', args=[game.pk, ply])}{context['query']}"
        context["symbols"] = svg_symbols(cached_replay(game.log))
        answer = render(request, "games/ships.html", context)
    patch_vary_headers(answer, ["Accept"])
    return answer


def replay_html(
    request: HttpRequest, log: str, ply: int | None = None, address: str = "", **tools: object
) -> SafeString:
    """The replay of a legal log as a part of a page; `address` of the game, if it is kept;
    `tools`: what the share menu, what-if and notes need, each under its name."""
    with known_seat():
        seat = seat_of(request) if address else viewers.ALL
        level = viewers.narration_level(request.GET.get(viewers.LEVEL))
        context = replay_context(log, ply, address, seat, level=level)
        if address and ply is None and level != viewers.BRIEF:  # the page’s head has the result
            context["said"] = viewed_replay(log, seat).frames[-1].told.without_outcome
    if not address:
        context |= {"look": reverse("dry-run-replay"), "log": log}
    html = render_to_string("games/replay/replay.html", {**context, **tools}, request)
    return html + hints_of(log, address)


FEATURED = "featured-"
"""Before the ids of symbols of a replay that runs for show."""


def featured_replay(game_id: str) -> SafeString:
    """A small replay that runs by itself, of a stored game; from a third of the way."""
    return _featured(game_id, _game(game_id).log)


@cached_by_language(4)
def _featured(game_id: str, log: str) -> SafeString:
    address = reverse("game", args=[game_id])
    context = replay_context(log, cached_replay(log).plies // 3, address, prefix=FEATURED)
    html = render_to_string("games/replay/featured.html", context)
    return html + hints_of(log, address, compact=True)


def table_html(request: HttpRequest, log: str, ply: int) -> SafeString:
    """The table before entry `ply` as a part of a page; empty if there is none to show."""
    context = table_at(log, ply) if ply else None
    if context is None:
        return SafeString()
    return render_to_string("games/replay/table.html", context, request)


# --- hints --------------------------------------------------------------------


@require_safe
def step_hints(request: HttpRequest, game_id: str, ply: int) -> HttpResponse:
    """Worth of the things of a game after `ply` steps, by key, as one viewer may know."""
    game = game_with_step(game_id, ply, "log")
    replay = cached_replay(game.log)
    with known_seat():
        viewer = viewers.parse_viewer(seat_of(request), replay.drawing.rules.setup)
    answer = JsonResponse(current_hints(position_at(game.log, ply), viewer, replay.names))
    patch_cache_control(answer, public=True, max_age=HOUR_SECONDS)
    return answer


def hints_of(log: str, address: str, site: str = "", *, compact: bool = False) -> SafeString:
    """The sentences for the page of a replay; `address` of the game, if it is kept; `site` goes
    before the addresses of rules in a page that is not of this site. `compact`: they are shown
    next to the things only, in a page that is about something else, and lead to another window."""
    rules = cached_replay(log).drawing.rules
    context = {
        "hints": [hint._replace(address=site + hint.address) for hint in all_hints(rules)],
        "hints_url": f"{address}{{ply}}/hints.json" if address else "",
        "site": site,
        "beside": compact,
        "later": bool(address) and not compact,
    }
    return render_to_string("games/partials/hints.html", context)

"""Pages of a what-if: moves from a step of a game. The address is all there is of it."""

from __future__ import annotations

import random
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from drawing.export.picture import picture
from drawing.play.branch import followed
from drawing.text.rules.addresses import of_ruling
from drawing.text.rules.hints import now
from engine import EVERYTHING
from engine.vocabulary import BANK, Colour
from games.models import Game
from games.replays.forms import NoteForm
from games.replays.whatif import shown
from games.replays.whatif.answering import Busy, answer, evaluation
from games.replays.whatif.branch import Branch, CannotStand, branch, by_chance, ordered
from games.replays.whatif.code import address_of as branch_address
from games.replays.whatif.code import unpacked
from web.errors import Invalid
from web.priorities import heavy
from web.rate_limits import BRANCHES, address_of
from web.templatetags.slots import outside

LONGEST_ENTRY = 200


@heavy
@require_safe
def what_if(request: HttpRequest, game_id: str, ply: int) -> HttpResponse:
    """The table after a branch, and what may be done next; with ``add`` or ``random``, the branch
    that is longer by one; with ``weigh``, what the options that begin so would bring; with
    ``worth``, what the things on the table are worth; with ``picture``, the table as one SVG."""
    game = _game(game_id, ply)
    if not BRANCHES.allows(address_of(request)):
        return _refusal(request, game, ply, Busy(_("Too fast. Try again in a minute.")))
    try:
        found = _asked_for(request, game, ply)
        address = branch_address(game.pk, ply, found.lines)
    except Invalid as refusal:
        return _refusal(request, game, ply, refusal)
    if "weigh" in request.GET:
        return _private(JsonResponse(shown.weighed_of(found, request.GET["weigh"])), 60)
    if "picture" in request.GET:
        return _picture(game, found)
    if "worth" in request.GET:
        return _private(JsonResponse(now(found.state, EVERYTHING, found.names)), 60)
    if "add" in request.GET or "random" in request.GET:
        return _gone_on(request, game, found, address)
    return _answer(request, game, found, address)


@heavy
@require_POST
def what_if_answer(request: HttpRequest, game_id: str, ply: int) -> HttpResponse:
    """The branch, longer by what a computer player does next."""
    game = _game(game_id, ply)
    try:
        found = branch(game.log, ply, unpacked(request.POST.get("m", "")))
        line = answer(found, request.POST.get("level", ""), address_of(request))
        found = branch(game.log, ply, [*found.lines, line])
        address = branch_address(game.pk, ply, found.lines)
    except Invalid as refusal:
        return _refusal(request, game, ply, refusal)
    return _gone_on(request, game, found, address)


@heavy
@require_POST
def what_if_shares(request: HttpRequest, game_id: str, ply: int) -> HttpResponse:
    """The shares of wins to be expected after the branch: for a script, or on its page."""
    game = _game(game_id, ply)
    try:
        found = branch(game.log, ply, unpacked(request.POST.get("m", "")))
        address = branch_address(game.pk, ply, found.lines)
        words = evaluation(found, address_of(request))
    except Invalid as refusal:
        return _refusal(request, game, ply, refusal)
    if _wants_json(request):
        return _private(JsonResponse({"words": words}))
    return _answer(request, game, found, address, words)


def branch_link(game: Game, ply: int) -> dict[str, str]:
    """Addresses of a what-if from `ply`, and of playing on from there; names ending in ``at`` are
    for a script, with ``{ply}`` in it."""
    here = reverse("what-if", args=[game.pk, ply])
    onward = outside("play on", game.pk, ply)
    return {
        "here": here,
        "at": here.replace(f"/{ply}/what-if/", "/{ply}/what-if/"),
        "onward": onward,
        "onward_at": onward.replace(f"/{ply}/", "/{ply}/"),
    }


def _game(game_id: str, ply: int) -> Game:
    """Raises ``Http404`` if there is no such step."""
    game = get_object_or_404(Game.objects.only("log", "entries"), pk=game_id)
    if ply > game.entries:
        raise Http404("the game ended before that")
    return game


def _asked_for(request: HttpRequest, game: Game, ply: int) -> Branch:
    """Raises ``Invalid``."""
    lines = unpacked(request.GET.get("m", ""))
    found = branch(game.log, ply, lines)
    if "random" in request.GET:
        added = by_chance(found, random.SystemRandom())
    elif "add" in request.GET:
        added = " ".join([request.GET["add"], *ordered(request.GET.getlist("of"))])
    else:
        return found
    if len(added) > LONGEST_ENTRY or not added.isprintable():
        raise Invalid(_("That is no entry."))
    return branch(game.log, ply, [*found.lines, _of_seat(found, added)])


def _of_seat(found: Branch, entry: str) -> str:
    """`entry` with the colour of the seat that is to act, as a log has it."""
    seat = found.seat
    if seat is None or seat == BANK or entry.partition(" ")[0] in Colour.words():
        return entry
    return f"{found.log.setup.seats[seat].word} {entry}"


# --- answers -------------------------------------------------------------------


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")


def _gone_on(request: HttpRequest, game: Game, found: Branch, address: str) -> HttpResponse:
    """A longer branch: its address, or for a script all of it at once."""
    return _answer(request, game, found, address) if _wants_json(request) else redirect(address)


def _answer(
    request: HttpRequest, game: Game, found: Branch, address: str, shares: str = ""
) -> HttpResponse:
    """A page, or for a script where the branch leads, and the parts of the page that change;
    `shares`: of wins, in words, if they were asked for."""
    if not _wants_json(request):
        context = shown.page_of(game, found, address)
        context |= _beside(request, address) | {
            "shares": shares,
            "head_line": "games/partials/whatif_line.html",
        }
        return _private(render(request, "games/whatif.html", context), 60)
    context = shown.more_of(game, found, address) | _beside(request, address)
    parts = {
        name: render_to_string(f"games/replay/branch_{name}.html", context, request)
        for name in ("turn", "more")
    }
    return _private(JsonResponse(shown.step_of(game, found, address) | parts), 60)


def _picture(game: Game, found: Branch) -> HttpResponse:
    """The table after the branch, to be shown elsewhere."""
    replay = followed(found.log, found.ply).replay
    name = f"imhotep-{game.pk}-{found.ply}-{len(found.lines)}.svg"
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    body = picture(replay, replay.plies)
    return _private(
        HttpResponse(body, content_type="image/svg+xml; charset=utf-8", headers=headers), 60
    )


def _beside(request: HttpRequest, address: str) -> dict[str, object]:
    """Context that depends on the visitor and the address."""
    form = NoteForm(auto_id="branch-%s") if request.user.is_authenticated else None
    return {"address": request.build_absolute_uri(address), "form": form}


def _refusal(request: HttpRequest, game: Game, ply: int, refusal: Invalid) -> HttpResponse:
    status = 429 if isinstance(refusal, Busy) else 400
    place = refusal.place if isinstance(refusal, CannotStand) else ""
    context = _problem(game, ply, refusal.message, place)
    if _wants_json(request):
        return _private(JsonResponse(context["said"], status=status))
    context["head_line"] = "games/partials/whatif_line.html"
    return _private(render(request, "games/whatif.html", context, status=status))


def _problem(game: Game, ply: int, message: str, place: str) -> dict[str, Any]:
    """`place`: the ruling that an entry breaks."""
    address = of_ruling(place)
    if not address:
        return {"game": game, "ply": ply, "error": message, "said": {"error": message}}
    ruling = _("Ruling %s") % place
    error = format_html('{} <a href="{}">{}</a>', message, address, ruling)
    said = {"error": message, "place": place, "ruling": ruling, "rule_url": address}
    return {"game": game, "ply": ply, "error": error, "said": said}


def _private(response: HttpResponse, seconds: int = 0) -> HttpResponse:
    kept = f"max-age={seconds}" if seconds else "no-store"
    response["Cache-Control"] = f"private, {kept}"
    patch_vary_headers(response, ["Accept", "Cookie"])
    return response

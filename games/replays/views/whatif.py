"""Pages of a what-if: moves from a step of a game. The address is all there is of it."""

from __future__ import annotations

import random
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from drawing.export.picture import picture
from drawing.play.branch import followed
from drawing.text.rules.addresses import of_ruling
from drawing.text.rules.hints import current_hints
from engine import EVERYTHING
from engine.vocabulary import BANK, Colour
from games.models import Account, Game
from games.queries import has_verified_address
from games.replays.forms import NoteForm
from games.replays.views.replay import game_with_step
from games.replays.whatif import branch_context
from games.replays.whatif.branch import Branch, CannotStand, branch, by_chance, ordered
from games.replays.whatif.code import branch_address, unpack_branch
from games.replays.whatif.computer_answers import TooManyThinking, computer_answer, evaluation
from web.errors import Invalid
from web.priorities import heavy
from web.rate_limits import BRANCHES, client_key
from web.templatetags.slots import outside

LONGEST_ENTRY = 200


@heavy
@require_safe
def branch_page(request: HttpRequest, game_id: str, ply: int) -> HttpResponse:
    """The table after a branch, and what may be done next; with ``add`` or ``random``, the branch
    that is longer by one; with ``weigh``, what the options that begin so would bring; with
    ``worth``, what the things on the table are worth; with ``picture``, the table as one SVG."""
    game = game_with_step(game_id, ply, "log")
    if not BRANCHES.allows(client_key(request)):
        return _refusal(request, game, ply, TooManyThinking(_("Too fast. Try again in a minute.")))
    try:
        variation = _requested_branch(request, game, ply)
        address = branch_address(game.pk, ply, variation.lines)
    except Invalid as refusal:
        return _refusal(request, game, ply, refusal)
    if "weigh" in request.GET:
        weighed = branch_context.weighed_of(variation, request.GET["weigh"])
        return _private_answer(JsonResponse(weighed), 60)
    if "picture" in request.GET:
        return _picture(game, variation)
    if "worth" in request.GET:
        hints = current_hints(variation.state, EVERYTHING, variation.names)
        return _private_answer(JsonResponse(hints), 60)
    if "add" in request.GET or "random" in request.GET:
        return _longer_branch(request, game, variation, address)
    return _answer(request, game, variation, address)


@heavy
@require_POST
def branch_answer(request: HttpRequest, game_id: str, ply: int) -> HttpResponse:
    """The branch, longer by what a computer player does next."""
    game = game_with_step(game_id, ply, "log")
    try:
        variation = branch(game.log, ply, unpack_branch(request.POST.get("m", "")))
        line = computer_answer(variation, request.POST.get("level", ""), _payer(request))
        variation = branch(game.log, ply, [*variation.lines, line])
        address = branch_address(game.pk, ply, variation.lines)
    except Invalid as refusal:
        return _refusal(request, game, ply, refusal)
    return _longer_branch(request, game, variation, address)


@heavy
@require_POST
def branch_shares(request: HttpRequest, game_id: str, ply: int) -> HttpResponse:
    """The shares of wins to be expected after the branch: for a script, or on its page."""
    game = game_with_step(game_id, ply, "log")
    try:
        variation = branch(game.log, ply, unpack_branch(request.POST.get("m", "")))
        address = branch_address(game.pk, ply, variation.lines)
        words = evaluation(variation, _payer(request))
    except Invalid as refusal:
        return _refusal(request, game, ply, refusal)
    if _wants_json(request):
        return _private_answer(JsonResponse({"words": words}))
    return _answer(request, game, variation, address, words)


def branch_link(game: Game, ply: int) -> dict[str, str]:
    """Addresses of a what-if from `ply`, and of playing on from there; names ending in ``at`` are
    for a script, with ``{ply}`` in it."""
    begin = reverse("what-if", args=[game.pk, ply])
    onward = outside("play on", game.pk, ply)
    return {
        "here": begin,
        "at": begin.replace(f"/{ply}/what-if/", "/{ply}/what-if/"),
        "onward": onward,
        "onward_at": onward.replace(f"/{ply}/", "/{ply}/"),
    }


def _payer(request: HttpRequest) -> str:
    """Client of the computer's answers: an account with a verified address, or an address."""
    if isinstance(request.user, Account) and has_verified_address(request.user):
        return f"account {request.user.pk}"
    return client_key(request)


def _requested_branch(request: HttpRequest, game: Game, ply: int) -> Branch:
    """Raises ``Invalid``."""
    lines = unpack_branch(request.GET.get("m", ""))
    variation = branch(game.log, ply, lines)
    if "random" in request.GET:
        added = by_chance(variation, random.SystemRandom())
    elif "add" in request.GET:
        added = " ".join([request.GET["add"], *ordered(request.GET.getlist("of"))])
    else:
        return variation
    if len(added) > LONGEST_ENTRY or not added.isprintable():
        raise Invalid(_("This is not a move."))
    return branch(game.log, ply, [*variation.lines, _of_seat(variation, added)])


def _of_seat(variation: Branch, entry: str) -> str:
    """`entry` with the colour of the seat that is to act, as a log has it."""
    seat = variation.seat
    if seat is None or seat == BANK or entry.partition(" ")[0] in Colour.words():
        return entry
    return f"{variation.log.setup.seats[seat].word} {entry}"


# --- answers -------------------------------------------------------------------


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")


def _longer_branch(
    request: HttpRequest, game: Game, variation: Branch, address: str
) -> HttpResponse:
    """A longer branch: its address, or for a script all of it at once."""
    return _answer(request, game, variation, address) if _wants_json(request) else redirect(address)


def _answer(
    request: HttpRequest, game: Game, variation: Branch, address: str, shares: str = ""
) -> HttpResponse:
    """A page, or for a script where the branch leads, and the parts of the page that change;
    `shares`: of wins, in words, if they were asked for."""
    if not _wants_json(request):
        context = branch_context.branch_context(game, variation, address)
        context |= _request_context(request, address) | {
            "shares": shares,
            "head_line": "games/partials/whatif_line.html",
        }
        return _private_answer(render(request, "games/whatif.html", context), 60)
    context = branch_context.branch_parts(game, variation, address) | _request_context(
        request, address
    )
    parts = {
        name: render_to_string(f"games/replay/branch_{name}.html", context, request)
        for name in ("turn", "more")
    }
    return _private_answer(
        JsonResponse(branch_context.branch_step(game, variation, address) | parts), 60
    )


def _picture(game: Game, variation: Branch) -> HttpResponse:
    """The table after the branch, to be shown elsewhere."""
    replay = followed(variation.log, variation.ply).replay
    name = f"imhotep-{game.pk}-{variation.ply}-{len(variation.lines)}.svg"
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    body = picture(replay, replay.plies)
    return _private_answer(
        HttpResponse(body, content_type="image/svg+xml; charset=utf-8", headers=headers), 60
    )


def _request_context(request: HttpRequest, address: str) -> dict[str, object]:
    """Context that depends on the visitor and the address."""
    form = NoteForm(auto_id="branch-%s") if request.user.is_authenticated else None
    return {"address": request.build_absolute_uri(address), "form": form}


def _refusal(request: HttpRequest, game: Game, ply: int, refusal: Invalid) -> HttpResponse:
    status = 429 if isinstance(refusal, TooManyThinking) else 400
    place = refusal.place if isinstance(refusal, CannotStand) else ""
    context = _problem(game, ply, refusal.message, place)
    if _wants_json(request):
        return _private_answer(JsonResponse(context["problem"], status=status))
    context["head_line"] = "games/partials/whatif_line.html"
    return _private_answer(render(request, "games/whatif.html", context, status=status))


def _problem(game: Game, ply: int, message: str, place: str) -> dict[str, Any]:
    """`place`: the ruling that an entry breaks."""
    address = of_ruling(place)
    if not address:
        return {"game": game, "ply": ply, "error": message, "problem": {"error": message}}
    ruling = _("Ruling %s") % place
    error = format_html('{} <a href="{}">{}</a>', message, address, ruling)
    details = {"error": message, "place": place, "ruling": ruling, "rule_url": address}
    return {"game": game, "ply": ply, "error": error, "problem": details}


def _private_answer(response: HttpResponse, seconds: int = 0) -> HttpResponse:
    policy = f"max-age={seconds}" if seconds else "no-store"
    response["Cache-Control"] = f"private, {policy}"
    patch_vary_headers(response, ["Accept", "Cookie"])
    return response

"""What if: from a step of a game on by hand. The address is all there is of it."""

from __future__ import annotations

import random
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from drawing.page import blocks, said, symbols, where
from drawing.replay import last_steps
from drawing.rules.addresses import of_ruling
from engine.vocabulary import BANK
from games.errors import Invalid
from games.models import Game
from games.throttle import BRANCHES, address_of
from games.whatif.branch import (
    Branch,
    CannotStand,
    branch,
    by_chance,
    naming,
    options,
    ordered,
    sentences_of,
)
from games.whatif.code import packed, unpacked

LONGEST_ENTRY = 200


@require_safe
def what_if(request: HttpRequest, game_id: str, ply: int) -> HttpResponse:
    """The table after a branch, and what may be done next; with ``add`` or ``random``, the branch
    that is longer by one."""
    game = get_object_or_404(Game.objects.only("log", "entries"), pk=game_id)
    if ply > game.entries:
        raise Http404("the game ended before that")
    if not BRANCHES.allows(address_of(request)):
        return _answer(request, _problem(game, ply, _("Too fast. Try again in a minute.")), 429)
    try:
        found = _asked_for(request, game, ply)
        address = _address(game, ply, found.lines)
    except Invalid as refusal:
        place = refusal.place if isinstance(refusal, CannotStand) else ""
        return _answer(request, _problem(game, ply, refusal.message, place), 400)
    if ("add" in request.GET or "random" in request.GET) and not _wants_json(request):
        return redirect(address)
    return _answer(request, _context(request, game, found, address), 200)


def branch_link(game: Game, ply: int) -> dict[str, str]:
    """Where a what-if from `ply` begins; ``at`` is for a script, with ``{ply}`` in it."""
    here = reverse("what-if", args=[game.pk, ply])
    return {"here": here, "at": here.replace(f"/{ply}/what-if/", "/{ply}/what-if/")}


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
    return branch(game.log, ply, [*found.lines, added])


def _address(game: Game, ply: int, lines: list[str]) -> str:
    """Of a branch. Raises ``Invalid`` if it is too long."""
    query = f"?{urlencode({'m': packed(lines)})}" if lines else ""
    return reverse("what-if", args=[game.pk, ply]) + query


def _problem(game: Game, ply: int, message: str, place: str = "") -> dict[str, object]:
    """`place`: the ruling that an entry breaks."""
    address = of_ruling(place)
    if not address:
        return {"game": game, "ply": ply, "error": message, "said": {"error": message}}
    ruling = _("Ruling %s") % place
    error = format_html('{} <a href="{}">{}</a>', message, address, ruling)
    said = {"error": message, "place": place, "ruling": ruling, "rule_url": address}
    return {"game": game, "ply": ply, "error": error, "said": said}


def _context(request: HttpRequest, game: Game, found: Branch, address: str) -> dict[str, object]:
    played = last_steps(found.log)
    at = played.plies
    lines = found.lines
    moves = [
        {"words": words, "url": _address(game, found.ply, lines[:number])}
        for number, words in enumerate(sentences_of(found), 1)
    ]
    points = played.score(at).points
    seat = found.seat
    return {
        "game": game,
        "head_line": "games/partials/whatif_line.html",
        "ply": found.ply,
        "blocks": blocks(played, at),
        "symbols": symbols(played),
        "said": said(played, at),
        "where": where(played, at),
        "moves": moves,
        "undo": _address(game, found.ply, lines[:-1]) if lines else "",
        "m": packed(lines),
        "address": request.build_absolute_uri(address),
        "path": address,
        "who": "" if seat in (None, BANK) else found.names[seat or 0],
        "bank": seat == BANK,
        "over": found.over,
        "full": found.full,
        "groups": options(found),
        "naming": naming(found),
        "players": [
            {"name": name, "letter": drawn.letter, "points": number}
            for name, drawn, number in zip(found.names, played.drawing.seats, points, strict=True)
        ],
    }


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")


def _answer(request: HttpRequest, context: dict[str, Any], status: int) -> HttpResponse:
    """A page, or for a script its changing part."""
    answer: HttpResponse
    if not _wants_json(request):
        answer = render(request, "games/whatif.html", context, status=status)
    elif "error" in context:
        answer = JsonResponse(context["said"], status=status)
    else:
        html = render_to_string("games/replay/branch.html", context, request)
        legal = [option.entry for group in context["groups"] for option in group.options]
        answer = JsonResponse(
            {"address": context["path"], "over": context["over"], "legal": legal, "html": html}
        )
    answer["Cache-Control"] = "private, no-store" if status != 200 else "private, max-age=60"
    patch_vary_headers(answer, ["Accept", "Cookie"])
    return answer

"""The sentences about what lies on a table, and what it is worth at a step."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from drawing.replay import viewers
from drawing.replay.replay import cached_replay
from drawing.replay.sailing_page import position_at
from drawing.text.rules.hints import all_hints as all_hints
from drawing.text.rules.hints import current_hints
from games.models import Game

HINT_SECONDS: Final = 3600
"""Seconds for which the answer for a step, which never changes, may be kept."""


@require_safe
def step_hints(request: HttpRequest, game_id: str, ply: int) -> HttpResponse:
    """Worth of the things of a game after `ply` steps, by key, as one viewer may know."""
    game = get_object_or_404(Game.objects.only("log", "entries"), pk=game_id)
    if ply > game.entries:
        raise Http404("the game ended before that")
    replay = cached_replay(game.log)
    try:
        seat = request.GET.get(viewers.PARAMETER) or viewers.ALL
        viewer = viewers.parse_viewer(seat, replay.drawing.rules.setup)
    except ValueError:
        raise Http404("no player of the game has this name") from None
    answer = JsonResponse(current_hints(position_at(game.log, ply), viewer, replay.names))
    patch_cache_control(answer, public=True, max_age=HINT_SECONDS)
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
    }
    return render_to_string("games/partials/hints.html", context)

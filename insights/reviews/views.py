"""The analysis of a game: asked for, followed, read."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from drawing.replay.replay import cached_replay
from drawing.replay.track import percentage_of_steps, round_marks, span_of
from games.current_account import account_of
from games.models import Game
from games.queries import games_with_seats
from insights.reviews import payload
from insights.reviews.queries import analysis_of, reviews_of
from insights.reviews.services.asking import request_review
from insights.reviews.step_words import analysis_words, flaw_heads
from web.form_actions import carried_out
from web.languages import by_address
from web.packing import best_encoding, compress_body
from web.priorities import heavy

CACHE_SECONDS = 60


@heavy
@require_safe
@by_address
def analysis_file(request: HttpRequest, game_id: str) -> HttpResponse:
    """The analysis as JSON for a script, or its progress."""
    game = get_object_or_404(Game.objects.only("log", "standing"), pk=game_id)
    reviews = reviews_of(game)
    encoding = best_encoding(request)
    body = compress_body(payload.review_payload(game, reviews), encoding)
    answer = HttpResponse(body, content_type="application/json")
    if encoding:
        answer["Content-Encoding"] = encoding
    if reviews.done is None:
        answer["Cache-Control"] = "no-store"
    else:
        patch_cache_control(answer, public=True, max_age=CACHE_SECONDS)
    patch_vary_headers(answer, ["Accept-Encoding"])
    return answer


@heavy
@require_safe
def share_table_page(request: HttpRequest, game_id: str) -> HttpResponse:
    """The chances to win as a graph with the board of a move (``?step=40``) beside it, and all
    entries as a table."""
    game = get_object_or_404(games_with_seats(), pk=game_id)
    reviews = reviews_of(game)
    if reviews.done is None:
        raise Http404("this game is not analysed")
    replay, analysis = cached_replay(game.log), analysis_of(reviews.done)
    words = analysis_words(reviews.done, game.log)
    moments = payload.marked_steps(words)
    step = payload.chosen_step(words, moments, request.GET.get("step", ""))
    span = span_of(replay)
    context = {
        "game": game,
        "row": reviews.done,
        "lanes": payload.share_lanes(replay, analysis),
        "round_marks": round_marks(replay),
        "shown": words,
        "moments": moments,
        "step": step,
        "cursor": percentage_of_steps(step.ply, span),
        "span": span,
        "flaws": flaw_heads(),
    }
    return render(request, "reviews/analysis.html", context)


@require_POST
@login_required
def ask_for(request: HttpRequest, game_id: str) -> HttpResponse:
    game = get_object_or_404(Game.objects.defer("log"), pk=game_id)
    account = account_of(request)
    carried_out(request, lambda: request_review(account, game), _("Analysis requested."))
    return HttpResponseRedirect(f"{reverse('game', args=[game.pk])}#analysis")

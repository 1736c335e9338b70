"""Leaderboards."""

from __future__ import annotations

from functools import lru_cache
from time import monotonic

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ratings.distribution import STEP, Distribution, distribution
from ratings.models import Pool
from ratings.queries import board_page, computers, leaderboard, ranked, spread
from ratings.services.relist import terms
from ratings.views.search import wanted_name
from web.paging import BadCursor
from web.priorities import heavy

SIZE = 50
KEPT_FOR = 60
"""Seconds: every rating of a pool is counted for its picture."""
FIRST = 5
"""Players of each pool on the page of all of them."""


@heavy
@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    boards = [(pool, ranked(list(leaderboard(pool)[:FIRST]))) for pool in Pool]
    return render(request, "ratings/leaderboards.html", {"boards": boards, "terms": terms()})


@heavy
@require_safe
def board(request: HttpRequest, pool: str) -> HttpResponse:
    if pool not in Pool.values:
        raise Http404("there is no such pool")
    name, people = wanted_name(request), request.GET.get("computers") == "no"
    try:
        shown = board_page(pool, name, request.GET.dict(), SIZE, computers() if people else ())
    except BadCursor:
        raise Http404("there is no such page") from None
    whole = not name and not shown.previous
    context = {
        "pool": Pool(pool),
        "pools": list(Pool),
        "page": shown,
        "name": name,
        "people_only": people,
        "terms": terms(),
        "distribution": drawn(pool, int(monotonic()) // KEPT_FOR) if whole else None,
    }
    return render(request, "ratings/leaderboard.html", context)


@lru_cache(maxsize=2 * len(Pool))
def drawn(pool: str, stretch: int) -> Distribution | None:
    """How the ratings of a pool are spread, counted once a `stretch` of time."""
    return distribution(spread(pool, STEP))

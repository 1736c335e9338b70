"""Leaderboards."""

from __future__ import annotations

from functools import lru_cache
from time import monotonic

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ratings.distribution import STEP, Distribution, rating_distribution
from ratings.models import Pool
from ratings.queries import (
    board_page,
    computer_player_ids,
    leaderboard,
    rank_ratings,
    rating_spread,
)
from ratings.services.relist import listing_terms
from ratings.views.search import searched_name
from web.paging import BadCursor
from web.priorities import heavy

SIZE = 50
PICTURE_SECONDS = 60
"""Seconds: every rating of a pool is counted for its picture."""
FIRST = 5
"""Players of each pool on the page of all of them."""


@heavy
@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    boards = [(pool, rank_ratings(list(leaderboard(pool)[:FIRST]))) for pool in Pool]
    return render(
        request, "ratings/leaderboards.html", {"boards": boards, "terms": listing_terms()}
    )


@heavy
@require_safe
def leaderboard_page(request: HttpRequest, pool: str) -> HttpResponse:
    if pool not in Pool.values:
        raise Http404("there is no such pool")
    name, people = searched_name(request), request.GET.get("computers") == "no"
    try:
        listed = board_page(
            pool, name, request.GET.dict(), SIZE, computer_player_ids() if people else ()
        )
    except BadCursor:
        raise Http404("there is no such page") from None
    is_first_page = not name and not listed.previous
    context = {
        "pool": Pool(pool),
        "pools": list(Pool),
        "page": listed,
        "name": name,
        "people_only": people,
        "terms": listing_terms(),
        "distribution": cached_distribution(pool, int(monotonic()) // PICTURE_SECONDS)
        if is_first_page
        else None,
    }
    return render(request, "ratings/leaderboard.html", context)


@lru_cache(maxsize=2 * len(Pool))
def cached_distribution(pool: str, stretch: int) -> Distribution | None:
    """How the ratings of a pool are spread, counted once a `stretch` of time."""
    return rating_distribution(rating_spread(pool, STEP))

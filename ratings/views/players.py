"""Players: the list, a player, a player's ledger."""

from __future__ import annotations

from typing import Final

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.models import Player
from ratings.graph import rating_graph
from ratings.models import Pool, RatingChange
from ratings.player_list import NAME, RATING, player_page
from ratings.queries import (
    LEDGER_ORDER,
    frequent_opponents,
    name_pairs,
    player_changes,
    pool_ratings,
    rating_history,
    recent_games,
)
from ratings.reasons import attach_reasons, rating_events
from ratings.results import heat_strip, player_results
from ratings.services.relist import listing_progress
from ratings.style import style_of
from ratings.views.search import searched_name
from web.paging import BadCursor, Page, Row, page_of_rows
from web.priorities import heavy

SIZE = 50
SORTS: Final = {
    RATING: _("rating"),
    "games": _("games"),
    "played": _("last played"),
    NAME: _("name"),
}
"""Names of the sort orders."""
LEDGER_SIZE = 25
RECENT = 10
OPPONENTS = 8


@heavy
@require_safe
def player_list(request: HttpRequest) -> HttpResponse:
    """All of them, sorted as is asked for; by rating unless it is."""
    name, sort = searched_name(request), request.GET.get("sort", "")
    sort = sort if sort in SORTS else RATING
    try:
        listed = player_page(name, sort, request.GET.dict(), SIZE)
    except BadCursor:
        raise Http404("there is no such page") from None
    context = {"page": listed, "name": name, "sort": sort, "sorts": SORTS}
    return render(request, "ratings/players.html", context)


@heavy
@require_safe
def player_profile(request: HttpRequest, player_id: int) -> HttpResponse:
    """A player. A guest who was merged into another player is that player."""
    player = _player(player_id)
    if player.merged_into_id:
        return redirect("player", player.merged_into_id)
    ratings = pool_ratings(player)
    pool = request.GET.get("pool", Pool.OVERALL)
    if pool not in Pool.values:
        raise Http404("there is no such pool")
    played = player_results(player) if ratings else None
    context = {
        "player": player,
        "ratings": ratings,
        "unlisted": listing_progress(player.pk) if ratings and ratings[0].rank is None else None,
        "pool": Pool(pool),
        "graph": rating_graph(rating_history(player, pool)) if ratings else None,
        "recent": recent_games(player, RECENT),
        "results": played,
        "heat": heat_strip(played) if played else None,
        "style": style_of(player) if ratings else None,
        "numbers": sorted(played.players.items()) if played else [],
        "opponents": frequent_opponents(player, OPPONENTS) if ratings else [],
    }
    return render(request, "ratings/player.html", context)


@heavy
@require_safe
def player_ledger(request: HttpRequest, player_id: int, pool: str) -> HttpResponse:
    player = _player(player_id)
    if pool not in Pool.values:
        raise Http404("there is no such pool")
    changes: Page[RatingChange] = _page(
        player_changes(player, pool), LEDGER_ORDER, request, LEDGER_SIZE
    )
    name_pairs(changes.rows)
    attach_reasons(changes.rows)
    context = {"player": player, "pool": Pool(pool), "pools": list(Pool), "page": changes}
    return render(request, "ratings/ledger.html", context)


@require_safe
def rating_events_page(request: HttpRequest, player_id: int) -> HttpResponse:
    """The page of changes of a player's rating among all games."""
    player = _player(player_id)
    try:
        event_page = rating_events(player, request.GET.dict(), LEDGER_SIZE)
    except BadCursor:
        raise Http404("there is no such page") from None
    return render(request, "ratings/why.html", {"player": player, "page": event_page})


def _player(player_id: int) -> Player:
    if player_id >= 1 << 63:
        raise Http404("there is no such player")
    return get_object_or_404(Player.objects.select_related("account", "known_to"), pk=player_id)


def _page(rows: QuerySet[Row], keys: tuple[str, ...], request: HttpRequest, size: int) -> Page[Row]:
    try:
        return page_of_rows(rows, keys, request.GET.dict(), size)
    except BadCursor:
        raise Http404("there is no such page") from None

"""Players: the list, a player, a player's ledger."""

from __future__ import annotations

from typing import Final

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.models import Player
from ratings.graph import graph
from ratings.models import Pool, RatingChange
from ratings.people import NAME, RATING, people_page
from ratings.queries import (
    LEDGER_ORDER,
    history,
    ledger,
    name_pairs,
    opponents,
    ratings_of,
    recent_games,
)
from ratings.results import heat, results
from ratings.services.relist import listing_of
from ratings.style import style_of
from ratings.views.search import wanted_name
from ratings.why import events, explain
from web.paging import BadCursor, Page, Row, page
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
def players(request: HttpRequest) -> HttpResponse:
    """All of them, sorted as is asked for; by rating unless it is."""
    name, sort = wanted_name(request), request.GET.get("sort", "")
    sort = sort if sort in SORTS else RATING
    try:
        shown = people_page(name, sort, request.GET.dict(), SIZE)
    except BadCursor:
        raise Http404("there is no such page") from None
    context = {"page": shown, "name": name, "sort": sort, "sorts": SORTS}
    return render(request, "ratings/players.html", context)


@heavy
@require_safe
def player(request: HttpRequest, player_id: int) -> HttpResponse:
    """A player. A guest who was merged into another player is that player."""
    found = _player(player_id)
    if found.merged_into_id:
        return redirect("player", found.merged_into_id)
    ratings = ratings_of(found)
    pool = request.GET.get("pool", Pool.OVERALL)
    if pool not in Pool.values:
        raise Http404("there is no such pool")
    played = results(found) if ratings else None
    context = {
        "player": found,
        "ratings": ratings,
        "unlisted": listing_of(found.pk) if ratings and ratings[0].rank is None else None,
        "pool": Pool(pool),
        "graph": graph(history(found, pool)) if ratings else None,
        "recent": recent_games(found, RECENT),
        "results": played,
        "heat": heat(played) if played else None,
        "style": style_of(found) if ratings else None,
        "numbers": sorted(played.players.items()) if played else [],
        "opponents": opponents(found, OPPONENTS) if ratings else [],
    }
    return render(request, "ratings/player.html", context)


@heavy
@require_safe
def player_ledger(request: HttpRequest, player_id: int, pool: str) -> HttpResponse:
    found = _player(player_id)
    if pool not in Pool.values:
        raise Http404("there is no such pool")
    shown: Page[RatingChange] = _page(ledger(found, pool), LEDGER_ORDER, request, LEDGER_SIZE)
    name_pairs(shown.rows)
    explain(shown.rows)
    context = {"player": found, "pool": Pool(pool), "pools": list(Pool), "page": shown}
    return render(request, "ratings/ledger.html", context)


@require_safe
def why(request: HttpRequest, player_id: int) -> HttpResponse:
    """The page of changes of a player's rating among all games."""
    found = _player(player_id)
    try:
        shown = events(found, request.GET.dict(), LEDGER_SIZE)
    except BadCursor:
        raise Http404("there is no such page") from None
    return render(request, "ratings/why.html", {"player": found, "page": shown})


def _player(player_id: int) -> Player:
    if player_id >= 1 << 63:
        raise Http404("there is no such player")
    return get_object_or_404(Player.objects.select_related("account", "known_to"), pk=player_id)


def _page(rows: QuerySet[Row], keys: tuple[str, ...], request: HttpRequest, size: int) -> Page[Row]:
    try:
        return page(rows, keys, request.GET.dict(), size)
    except BadCursor:
        raise Http404("there is no such page") from None

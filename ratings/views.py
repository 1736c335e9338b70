"""Pages of players and ratings: the list, a player, a player's ledger, leaderboards."""

from __future__ import annotations

from functools import lru_cache
from time import monotonic
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.models import Player
from games.queries import unconfirmed_losses
from ratings.distribution import STEP, Distribution, rating_distribution
from ratings.event_rows import event_rows
from ratings.graph import rating_graph
from ratings.listing import listing_progress, listing_terms
from ratings.models import Period, Pool
from ratings.period_queries import (
    PERIOD_ORDER,
    near_periods,
    period_page,
    period_state,
    periods_with_leaders,
    player_months,
)
from ratings.player_list import NAME, RATING, player_page
from ratings.queries import (
    LEDGER_ORDER,
    board_page,
    computer_player_ids,
    frequent_opponents,
    leaderboard,
    name_pairs,
    player_changes,
    pool_ratings,
    rating_history,
    rating_spread,
    recent_games,
)
from ratings.reasons import attach_reasons, rating_events
from ratings.results import heat_strip, player_results
from ratings.services.periods import period_terms
from ratings.style import style_of
from web.known_names import unknown_filters
from web.paging import AFTER, BEFORE, page_of_rows
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
MONTHS = 12
NEAR = 3
"""Months or seasons before and after one that is shown."""
PICTURE_SECONDS = 60
"""Seconds: every rating of a pool is counted for its picture."""
FILTERS: Final = ("pool", "name", "sort", "computers", AFTER, BEFORE)
"""Parameters of the page of players."""
EVERYBODY: Final = "all"
"""In the place of a pool: players that are not ranked, too."""
LONGEST_SEARCH = 80


@heavy
@require_safe
def player_list(request: HttpRequest) -> HttpResponse:
    """The ranking of a pool, of all games or of `pool`; or everybody, rated or
    not, for a search, a sort order, and where nobody is ranked yet."""
    name, sort = searched_name(request), request.GET.get("sort", "")
    pool_name = request.GET.get("pool", "")
    if pool_name not in ("", EVERYBODY):
        return _ranking(request, _pool(pool_name), name)
    if pool_name != EVERYBODY and not name and not sort and leaderboard(Pool.OVERALL).exists():
        return _ranking(request, Pool.OVERALL, name)
    sort = sort if sort in SORTS else RATING
    listed = player_page(name, sort, request.GET.dict(), SIZE)
    context = {
        "page": listed,
        "name": name,
        "sort": sort,
        "sorts": SORTS,
        "pools": list(Pool),
        "unknown_filters": unknown_filters(request.GET, FILTERS),
    }
    return render(request, "ratings/players.html", context)


def _ranking(request: HttpRequest, pool: Pool, name: str) -> HttpResponse:
    people = request.GET.get("computers") == "no"
    without = computer_player_ids() if people else ()
    listed = board_page(pool, name, request.GET.dict(), SIZE, without)
    is_first_page = not name and not listed.previous
    context = {
        "pool": pool,
        "pools": list(Pool),
        "page": listed,
        "name": name,
        "people_only": people,
        "computers_ranked": people or any(is_program(row.player) for row in listed.rows),
        "unknown_filters": unknown_filters(request.GET, FILTERS),
        "terms": listing_terms(),
        "distribution": cached_distribution(pool, int(monotonic()) // PICTURE_SECONDS)
        if is_first_page
        else None,
    }
    return render(request, "ratings/players.html", context)


@heavy
@require_safe
def period_list(request: HttpRequest) -> HttpResponse:
    """All months and seasons with rated games, the latest first."""
    page = page_of_rows(periods_with_leaders(), PERIOD_ORDER, request.GET.dict(), SIZE)
    seasons = [row for row in page.rows if row.is_season]
    months = [row for row in page.rows if not row.is_season]
    gains = [0, *(leader.gain for row in page.rows for leader in row.standings.all())]
    context = {
        "page": page,
        "groups": [group for group in ((True, seasons), (False, months)) if group[1]],
        "highest": max(gains),
        "lowest": min(gains),
        "state": "" if page.rows else period_state(),
        "terms": period_terms(Period(name="month")),
        "unknown_filters": unknown_filters(request.GET, (AFTER, BEFORE)),
    }
    return render(request, "ratings/period_list.html", context)


@heavy
@require_safe
def period_board(request: HttpRequest, period: str) -> HttpResponse:
    """The leaderboard of a month or a season."""
    row = get_object_or_404(Period, pk=period)
    page = period_page(row, request.GET.dict(), SIZE)
    gains = [0, *(standing.gain for standing in page.rows)]
    context = {
        "period": row,
        "near": near_periods(row, NEAR),
        "page": page,
        "highest": max(gains),
        "lowest": min(gains),
        "terms": period_terms(row),
        "unknown_filters": unknown_filters(request.GET, (AFTER, BEFORE)),
    }
    return render(request, "ratings/period.html", context)


@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    """The old address of the rankings."""
    return redirect("players", permanent=True)


@require_safe
def leaderboard_page(request: HttpRequest, pool: str) -> HttpResponse:
    """The old address of a ranking."""
    query = request.GET.copy()
    query["pool"] = _pool(pool)
    return redirect(f"{reverse('players')}?{query.urlencode()}", permanent=True)


@heavy
@require_safe
def player_profile(request: HttpRequest, player_id: int) -> HttpResponse:
    """A player. A guest who was merged into another player is that player."""
    player = _player(player_id)
    if player.merged_into_id:
        return redirect("player", player.merged_into_id)
    ratings = pool_ratings(player)
    pool = _pool(request.GET.get("pool", Pool.OVERALL))
    played = player_results(player) if ratings else None
    context = {
        "player": player,
        "ratings": ratings,
        "unlisted": listing_progress(player.pk) if ratings and ratings[0].rank is None else None,
        "unconfirmed": unconfirmed_losses(player) if player.account_id else 0,
        "pool": pool,
        "graph": rating_graph(rating_history(player, pool)) if ratings else None,
        "recent": recent_games(player, RECENT),
        "results": played,
        "heat": heat_strip(played) if played else None,
        "style": style_of(player) if ratings else None,
        "numbers": sorted(played.players.items()) if played else [],
        "opponents": frequent_opponents(player, OPPONENTS) if ratings else [],
        "months": player_months(player, MONTHS) if ratings else [],
    }
    return render(request, "ratings/player.html", context)


@heavy
@require_safe
def player_ledger(request: HttpRequest, player_id: int, pool: str) -> HttpResponse:
    player, chosen = _player(player_id), _pool(pool)
    rows = player_changes(player, pool)
    changes = page_of_rows(rows, LEDGER_ORDER, request.GET.dict(), LEDGER_SIZE)
    name_pairs(changes.rows)
    attach_reasons(changes.rows)
    context = {"player": player, "pool": chosen, "pools": list(Pool), "page": changes}
    return render(request, "ratings/ledger.html", context)


@heavy
@require_safe
def rating_events_page(request: HttpRequest, player_id: int) -> HttpResponse:
    """The page of changes of a player's rating among all games."""
    player = _player(player_id)
    page = rating_events(player, request.GET.dict(), LEDGER_SIZE)
    context = {"player": player, "page": page, "rows": event_rows(player, page.rows)}
    return render(request, "ratings/why.html", context)


@lru_cache(maxsize=2 * len(Pool))
def cached_distribution(pool: str, stretch: int) -> Distribution | None:
    """How the ratings of a pool are spread, counted once a `stretch` of time."""
    return rating_distribution(rating_spread(pool, STEP))


def is_program(player: Player) -> bool:
    """True for a computer player, and for an account that a program plays for."""
    return bool(player.computer or player.bot_since)


def searched_name(request: HttpRequest) -> str:
    """The name, or part of one, that is looked for; a leading @ wants an account."""
    return request.GET.get("name", "").replace("\0", "").strip()[:LONGEST_SEARCH]


def _player(player_id: int) -> Player:
    if player_id >= 1 << 63:
        raise Http404("there is no such player")
    return get_object_or_404(Player.objects.select_related("account", "known_to"), pk=player_id)


def _pool(word: str) -> Pool:
    if word not in Pool.values:
        raise Http404("there is no such pool")
    return Pool(word)

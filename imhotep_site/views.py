"""Pages that need games and ratings."""

from __future__ import annotations

from functools import lru_cache
from time import monotonic
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from drawing.export.small import panorama
from drawing.export.themed import stylesheet_digest
from drawing.replay.replay import VERSION
from games.models import Account, Game, Player
from games.queries import latest_games, listed_games
from games.replays import DAY_SECONDS, featured_replay, small
from imhotep_site.dashboard import dashboard
from ratings.queries import best_players

LATEST = 8
BEST = 8
NUMBERS_LAST = 60
"""Seconds for which the numbers of the first page are kept: counting a million rows takes time."""
FEATURED_FOR = 600
"""Seconds for which a game runs on the first page."""


class Numbers(NamedTuple):
    games: int
    players: int


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The first page: to a visitor what this is; to an account what waits for it."""
    latest = latest_games(LATEST)
    account = request.user if isinstance(request.user, Account) else None
    featured = None if account else show.featured_game(latest)
    context = {
        "own": dashboard(account) if account else None,
        "latest": latest,
        "featured": featured,
        "replay": featured_replay(featured.pk) if featured else "",
        "best": best_players(BEST),
        "numbers": None if account else numbers(int(monotonic()) // NUMBERS_LAST),
    }
    return render(request, "home.html", context)


@require_safe
@condition(etag_func=lambda _request: f'"quay-{VERSION}-{stylesheet_digest()}"')
@cache_control(public=True, max_age=DAY_SECONDS)
def quay(request: HttpRequest) -> HttpResponse:
    """The picture at the head of the first page."""
    return small(request, "quay", panorama)


class Show:
    """The game that runs on the first page. It stays for a while: to draw another one takes time,
    and games may come in by the dozen."""

    def __init__(self) -> None:
        self.game_id, self.until = "", 0.0

    def featured_game(self, latest: list[Game]) -> Game | None:
        """One of those that were the `latest` when it was chosen: of the strongest players."""
        featured = next((game for game in latest if game.pk == self.game_id), None)
        if featured is None and self.game_id:
            featured = listed_games().filter(pk=self.game_id).first()
        if featured is None or monotonic() > self.until:
            featured = max(latest, key=lambda game: game.strength or 0, default=None)
            self.game_id, self.until = featured.pk if featured else "", monotonic() + FEATURED_FOR
        return featured


show = Show()


@lru_cache(maxsize=1)
def numbers(_minute: int) -> Numbers:
    """How many games and players there are."""
    return Numbers(Game.objects.count(), Player.objects.filter(merged_into=None).count())

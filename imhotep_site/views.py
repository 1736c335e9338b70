"""Pages that need several packages: the first page, and what the site can prove."""

from __future__ import annotations

from time import monotonic

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.models import Account, Game
from games.queries import latest_games, listed_games
from games.replays import featured_replay
from imhotep_site.dashboard import dashboard
from insights.puzzles.services.daily import puzzle_of_day, today
from ratings.queries import best_players
from tables.queries import watchable_tables

LATEST = 6
BEST = 10
RUNNING = 3
"""Games in play that the first page shows."""
FEATURED_FOR = 600
"""Seconds for which a game runs on the first page."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The first page: what this is, for a visitor; for an account its turns and games."""
    latest = latest_games(LATEST)
    account = request.user if isinstance(request.user, Account) else None
    featured = None if account else show.featured_game(latest)
    day = today()
    context = {
        "own": dashboard(account) if account else None,
        "latest": latest,
        "featured": featured,
        "replay": featured_replay(featured.pk) if featured else "",
        "running": [] if account else watchable_tables(RUNNING),
        "puzzle_day": day.isoformat() if puzzle_of_day(day) else "",
        "best": best_players(BEST),
    }
    return render(request, "home.html", context)


@require_safe
def trust(request: HttpRequest) -> HttpResponse:
    """Everything about proof: a sentence on each part, and the way to it."""
    return render(request, "site/trust.html")


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

"""The lobby: tables that wait for players, and games that run."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Account
from tables.models import Table
from tables.queries import ratings_at
from tables.services import reading
from tables.views.asking import FRAGMENT, visitor


@require_safe
@never_cache
def lobby(request: HttpRequest) -> HttpResponse:
    lists, mine = reading.lobby(request.user), _mine(visitor(request))
    ratings = ratings_at([*lists.open, *lists.running, *mine])
    context = {"lobby": lists, "mine": mine, "ratings": ratings}
    part = FRAGMENT in request.GET
    return render(request, "tables/partials/lobby.html" if part else "tables/lobby.html", context)


def _mine(account: Account | None) -> list[Table]:
    """The tables of the visitor: where it is their turn, other games, invitations, the rest."""
    if account is None:
        return []
    found = reading.mine(account)
    return [*found.turn, *found.others, *found.invited, *found.waiting]

"""The lobby: tables that wait for players, and games that run."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Account
from tables.models import Table
from tables.services import reading

FRAGMENT = "fragment"
"""The parameter by which a script asks for what changes, alone."""


@require_safe
@never_cache
def lobby(request: HttpRequest) -> HttpResponse:
    context = {"lobby": reading.lobby(request.user), "mine": _mine(request)}
    part = FRAGMENT in request.GET
    return render(request, "tables/partials/lobby.html" if part else "tables/lobby.html", context)


def _mine(request: HttpRequest) -> list[Table]:
    """The tables of whoever looks: where it is their turn, other games, invitations, the rest."""
    if not isinstance(request.user, Account):
        return []
    found = reading.mine(request.user)
    return [*found.turn, *found.others, *found.invited, *found.waiting]

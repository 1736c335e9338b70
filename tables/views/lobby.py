"""Lists of tables: the lobby, and one's own."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.accounts.current import account_of
from games.models import Account
from games.templatetags.waiting import waits_for
from tables.models import Table
from tables.queries import games_at, ratings_at
from tables.services import reading
from tables.services.chat import blocked_by
from tables.services.turns import turns_of
from tables.views.asking import FRAGMENT, visitor
from tables.words import turns_words
from web.paging import BadCursor, page

ENDED = 25
"""Ended tables on a page."""


@require_safe
@never_cache
def lobby(request: HttpRequest) -> HttpResponse:
    lists, mine = reading.lobby(request.user), _mine(visitor(request))
    ratings = ratings_at([*lists.open, *lists.running, *mine])
    context = {"lobby": lists, "mine": mine, "ratings": ratings}
    part = FRAGMENT in request.GET
    return render(request, "tables/partials/lobby.html" if part else "tables/lobby.html", context)


@require_safe
@login_required
@never_cache
def my_tables(request: HttpRequest) -> HttpResponse:
    """Those of the account, and the accounts that it has blocked."""
    account = account_of(request)
    try:
        ended = page(reading.ended(account), ["-created_at", "-id"], request.GET.dict(), ENDED)
    except BadCursor:
        raise Http404("no such page") from None
    mine = reading.mine(account)
    context = {
        "mine": mine,
        "ratings": ratings_at([*mine.turn, *mine.others, *mine.waiting, *mine.invited]),
        "page": ended,
        "games": games_at(ended.rows),
        "blocks": blocked_by(account),
    }
    return render(request, "tables/mine.html", context)


@require_safe
@never_cache
def turns(request: HttpRequest) -> HttpResponse:
    """For the head of a page: at how many tables it is the visitor's turn, in words too, and the
    address of the next one that is not `besides`; how many games wait to be confirmed, and how
    many notices to be read."""
    account = visitor(request)
    if account is None:
        return JsonResponse({"turns": 0, "words": "", "next": "", "waits": {}})
    waits = waits_for(account)
    found = turns_of(account, request.GET.get("besides", ""))
    return JsonResponse(
        {
            "turns": found.waiting,
            "words": turns_words(found.waiting),
            "next": reverse("table", args=[found.next]) if found.next else "",
            "waits": {
                "confirm": {"n": waits.games, "words": waits.games_words},
                "notices": {"n": waits.notices, "words": waits.notices_words},
            },
        }
    )


def _mine(account: Account | None) -> list[Table]:
    """The tables of the visitor: where it is their turn, other games, invitations, the rest."""
    if account is None:
        return []
    found = reading.mine(account)
    return [*found.turn, *found.others, *found.invited, *found.waiting]

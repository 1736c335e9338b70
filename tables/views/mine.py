"""One's own tables, and the accounts that one has blocked."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.paging import BadCursor, page
from games.views.claims import account_of
from tables.queries import ratings_at
from tables.services import reading
from tables.services.chat import blocked_by

ENDED = 25


@require_safe
@login_required
@never_cache
def my_tables(request: HttpRequest) -> HttpResponse:
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
        "blocks": blocked_by(account),
    }
    return render(request, "tables/mine.html", context)

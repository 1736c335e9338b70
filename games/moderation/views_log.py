"""Page of the moderation log, for everybody."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.models import ModeratorAction
from games.moderation.queries import ACTION_ORDER, ModeratorActionFilter, holders, moderator_actions
from games.search.views_games import conditions
from web.paging import BadCursor, Page, page_of_rows

SIZE = 25


@require_safe
def moderation(request: HttpRequest) -> HttpResponse:
    moderator_action_filter = ModeratorActionFilter(request.GET, moderator_actions())
    page: Page[ModeratorAction] = Page([])
    if moderator_action_filter.form.is_valid():
        try:
            page = page_of_rows(moderator_action_filter.qs, ACTION_ORDER, request.GET.dict(), SIZE)
        except BadCursor:
            raise Http404("there is no such page") from None
    context = {
        "form": moderator_action_filter.form,
        "page": page,
        "conditions": conditions(moderator_action_filter.form, request.GET),
        "holders": holders(),
    }
    return render(request, "games/moderation.html", context)

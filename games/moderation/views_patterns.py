"""Pages of alerts, each with its evidence, and one action."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.moderator_access import kept_out
from games.current_account import account_of
from games.models import Account, Game, Pattern
from games.moderation.actions import void_all
from games.moderation.patterns import alert_sentence, names_in, set_aside
from games.queries import PATTERN_ORDER, games_named, open_patterns
from games.standing.conflicts_of_interest import conflict_in_pattern
from web.form_actions import carried_out
from web.paging import BadCursor, page_of_rows

SIZE: Final = 10


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def patterns(request: HttpRequest) -> HttpResponse:
    """For moderators alone: a suspicion is no verdict."""
    if (elsewhere := kept_out(request, request.get_full_path())) is not None:
        return elsewhere
    moderator = account_of(request)
    if request.method == "POST":
        return _act(request, moderator)
    try:
        page = page_of_rows(open_patterns(), PATTERN_ORDER, request.GET.dict(), SIZE)
    except BadCursor:
        raise Http404("there is no such page") from None
    names = names_in(page.rows)
    games = games_named(pk for row in page.rows for pk in row.games)
    rows = [
        (
            row,
            alert_sentence(row, names),
            [games[pk] for pk in row.games if pk in games],
            conflict_in_pattern(moderator, row),
        )
        for row in page.rows
    ]
    return render(request, "games/patterns.html", {"page": page, "rows": rows})


def _act(request: HttpRequest, moderator: Account) -> HttpResponse:
    number = request.POST.get("pattern", "")
    is_number = number.isdecimal() and len(number) < 18
    row = get_object_or_404(Pattern, pk=int(number) if is_number else 0)
    if request.POST.get("act") == "void":
        carried_out(request, lambda: _void(request, moderator, row))
    else:
        aside = _("Set aside. It comes back if there are more games.")
        carried_out(request, lambda: set_aside(moderator, row), aside)
    return redirect("moderation-patterns")


def _void(request: HttpRequest, moderator: Account, row: Pattern) -> None:
    chosen = set(request.POST.getlist("game")) & set(row.games)
    games = list(Game.objects.filter(pk__in=chosen).defer("log"))
    done = void_all(moderator, games, request.POST.get("reason", ""))
    text = ngettext("%(number)d game is void.", "%(number)d games are void.", done)
    messages.success(request, text % {"number": done})

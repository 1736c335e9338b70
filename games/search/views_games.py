"""The list of games."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Final, NamedTuple
from urllib.parse import urlencode

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.facts.gather_facts import is_gathering
from games.models import Game
from games.queries import GAME_SORTS, games_list, one_with_seats
from games.search.bounded import TooLong, bounded
from games.search.filters import GameFilter, renamed
from games.search.forms import PickForm
from games.search.labels import groups
from games.search.opening import opens_at
from games.search.query import Query, Unreadable, read
from web.paging import AFTER, BEFORE, BadCursor, Page, page
from web.priorities import heavy
from web.rate_limits import FOUND, address_of

SIZE = 25
PICKED: Final = "pick"
"""The button by which what is picked comes to the search."""
DATE: Final = "date"
SORTS: Final = {
    DATE: _("date"),
    "close": _("closeness"),
    "long": _("length"),
    "points": _("points"),
    "margin": _("distance"),
}
"""Names of the sort orders."""


class Condition(NamedTuple):
    """A filter in force, and the query string without it."""

    label: str
    said: str
    without: str


@heavy
@require_safe
def games(request: HttpRequest) -> HttpResponse:
    asked = renamed(request.GET)
    pick = PickForm(asked if PICKED in asked else None, prefix="pick", use_required_attribute=False)
    if pick.is_valid():
        return redirect(f"{request.path}?{_with_picked(asked, pick)}")
    sort = asked.get("sort", "")
    sort = sort if sort in GAME_SORTS else DATE
    wanted = GameFilter(asked, games_list())
    shown: Page[Game] = Page([])
    query: Query | None = None
    if wanted.form.is_valid():
        search = wanted.form.cleaned_data["q"]
        query = search and search.query
        try:
            with bounded() if query else nullcontext():
                shown = page(wanted.qs, GAME_SORTS[sort], request.GET.dict(), SIZE)
        except BadCursor:
            raise Http404("there is no such page") from None
        except TooLong:
            wanted.form.add_error("q", _("This search takes too long. Add a word that is rarer."))
    filled = conditions(wanted.form, asked)
    context = {
        "form": wanted.form,
        "untouched": "" if filled or wanted.form.errors or pick.is_bound else sort,
        "page": shown,
        "conditions": filled,
        "asked": asked,
        "pick": pick,
        "gathering": bool(query) and is_gathering(),
        "opens": urlencode({"q": str(query)}) if query and query.opening else "",
        "sort": sort,
        "sorts": SORTS,
        "shelves": sort == DATE and not filled and not shown.previous,
    }
    return render(request, "games/games.html", context)


@require_safe
def search_words(request: HttpRequest) -> HttpResponse:
    """Page of the search words."""
    return render(request, "games/search_words.html", {"groups": groups()})


@require_safe
def open_found(request: HttpRequest, game_id: str) -> HttpResponse:
    """The game at the entry at which the search ``q`` came to be fulfilled; else at its end."""
    shown = get_object_or_404(one_with_seats(), pk=game_id)
    try:
        query = read(request.GET.get("q", ""))
    except Unreadable:
        raise Http404("there is no such search") from None
    if not FOUND.allows(address_of(request)):
        return redirect("game", shown.pk)
    handles = [
        seat.player.account.username if seat.player and seat.player.account else ""
        for seat in shown.seats.all()
    ]
    ply = opens_at(shown, handles, query)
    return redirect("game-at", shown.pk, ply) if ply else redirect("game", shown.pk)


def conditions(form: forms.Form, asked: QueryDict) -> list[Condition]:
    """The filters that were filled in, in the order of the form."""
    return [
        Condition(str(field.label), _said(field), _without(asked, field.html_name))
        for field in form
        if any(asked.getlist(field.html_name))
    ]


def _with_picked(asked: QueryDict, pick: PickForm) -> str:
    """The query string with what was picked among the words of the search."""
    kept = asked.copy()
    words = f"{kept.get('q', '')} {pick.words}".split()
    for name in [PICKED, AFTER, BEFORE, *map(pick.add_prefix, pick.fields)]:
        kept.pop(name, None)
    kept["q"] = " ".join(dict.fromkeys(words))
    return kept.urlencode()


def _said(field: forms.BoundField) -> str:
    value = field.value()
    names = {str(key): str(label) for key, label in getattr(field.field, "choices", ())}
    values = value if isinstance(value, list) else [value]
    return ", ".join(names.get(str(one), str(one)) for one in values)


def _without(asked: QueryDict, name: str) -> str:
    left = asked.copy()
    for gone in (name, AFTER, BEFORE):
        left.pop(gone, None)
    return "?" + left.urlencode()

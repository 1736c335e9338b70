"""The list of games."""

from __future__ import annotations

from typing import Final, NamedTuple

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.filters import GameFilter, renamed
from games.models import Game
from games.paging import AFTER, BEFORE, BadCursor, Page, page
from games.queries import GAME_SORTS, games_list

SIZE = 25
DATE: Final = "date"
SORTS: Final = {
    DATE: _("date"),
    "close": _("closeness"),
    "long": _("length"),
}
"""What the ways to sort are called."""


class Condition(NamedTuple):
    """A filter in force, and the query string without it."""

    label: str
    said: str
    without: str


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    asked = renamed(request.GET)
    sort = asked.get("sort", "")
    sort = sort if sort in GAME_SORTS else DATE
    wanted = GameFilter(asked, games_list())
    shown: Page[Game] = Page([])
    if wanted.form.is_valid():
        try:
            shown = page(wanted.qs, GAME_SORTS[sort], request.GET.dict(), SIZE)
        except BadCursor:
            raise Http404("there is no such page") from None
    context = {
        "form": wanted.form,
        "page": shown,
        "conditions": (filled := conditions(wanted.form, asked)),
        "asked": asked,
        "sort": sort,
        "sorts": SORTS,
        "shelves": sort == DATE and not filled and not shown.previous,
    }
    return render(request, "games/games.html", context)


def conditions(form: forms.Form, asked: QueryDict) -> list[Condition]:
    """The filters that were filled in, in the order of the form."""
    return [
        Condition(str(field.label), _said(field), _without(asked, field.html_name))
        for field in form
        if any(asked.getlist(field.html_name))
    ]


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

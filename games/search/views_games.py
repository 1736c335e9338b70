"""The list of games."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import urlencode

from django import forms
from django.forms.renderers import BaseRenderer
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from engine.facts import FACTS
from games.facts.gather_facts import is_gathering
from games.limits import SEARCH_NAME_CHARACTERS
from games.models import Account
from games.queries import GAME_SORTS, games_list, games_with_seats
from games.search.filters import GameFilter, current_names
from games.search.hits import COUNT, COUNT_LIMIT, Hits, fact_in, page_of_hits
from games.search.labels import fact_groups, fact_label
from games.search.opening import opens_at, seats_of_terms
from games.search.query import LONGEST, parse_query
from games.search.saved_searches import canonical_query, searches_of, with_query
from games.search.terms import MAX_NUMBER, Query, UnreadableSearch
from games.search.time_limit import TooLong
from games.search.understood import search_sentences
from web.known_names import unknown_filters
from web.paging import AFTER, BEFORE, Page
from web.priorities import heavy
from web.rate_limits import OPENED_HITS, client_key

SIZE = 25
PICKED: Final = "pick"
"""The button by which what is picked comes to the search."""
DATE: Final = "date"
FIRST_FACT: Final = "obelisks"
"""The fact that is chosen until a visitor picks another."""
PAGE_PARAMETERS: Final = (PICKED, "sort", COUNT, AFTER, BEFORE)
SORTS: Final = {
    DATE: _("date"),
    "close": _("closest result"),
    "long": _("length"),
    "points": _("points"),
    "margin": _("winning margin"),
}
"""Names of the sort orders."""


class Condition(NamedTuple):
    """A filter in force, and the query string without it."""

    name: str
    label: str
    choice: str
    without: str


@heavy
@require_safe
def games(request: HttpRequest) -> HttpResponse:
    params = current_names(request.GET)
    pick = PickForm(
        params if PICKED in params else None, prefix="pick", use_required_attribute=False
    )
    if pick.is_valid():
        return redirect(f"{request.path}?{_with_picked(params, pick)}")
    sort = params.get("sort", "")
    sort = sort if sort in GAME_SORTS or fact_in(sort) else DATE
    game_filter = GameFilter(params, games_list())
    hits = Hits(Page([]))
    query: Query | None = None
    if game_filter.form.is_valid():
        search = game_filter.form.cleaned_data["q"]
        query = search and search.query
        try:
            hits = page_of_hits(game_filter.qs, search, sort, request.GET.dict(), SIZE)
        except TooLong:
            game_filter.form.add_error(
                "q", _("This search takes too long. Add a less common search word.")
            )
    account = request.user
    saved = list(searches_of(account)) if isinstance(account, Account) else []
    saved_query = canonical_query(params)
    listed, sort = hits.page, DATE if hits.unsorted else sort
    filled = conditions(game_filter.form, params)
    accepted = {*game_filter.base_filters, *PAGE_PARAMETERS, *map(pick.add_prefix, pick.fields)}
    context = {
        "form": game_filter.form,
        "untouched": "" if filled or game_filter.form.errors or pick.is_bound else sort,
        "page": listed,
        "conditions": filled,
        "chips": [condition for condition in filled if condition.name != "q"],
        "refused_filters": [name for name in game_filter.form.errors if name != "q"],
        "unknown_filters": unknown_filters(params, accepted),
        "params": params,
        "pick": pick,
        "gathering": bool(query) and is_gathering(),
        "opens": urlencode({"q": str(query)}) if query and query.opening else "",
        "sort": sort,
        "sorts": SORTS | _sorts_by_fact(query, sort),
        "unsorted": hits.unsorted,
        "understood": search_sentences(query) if query else (),
        "corrected": _corrected_searches(game_filter.form, params),
        "saved": saved,
        "saved_query": "" if game_filter.form.errors else saved_query,
        "saved_here": with_query(saved, saved_query),
        "name_characters": SEARCH_NAME_CHARACTERS,
        "count": hits.total,
        "most_counted": COUNT_LIMIT,
        "shelves": sort == DATE and not filled and not listed.previous,
    }
    return render(request, "games/games.html", context)


@require_safe
def search_words(request: HttpRequest) -> HttpResponse:
    """How a search is written, and facts to pick. Filters in force come along and go on."""
    carried = [
        (name, choice)
        for name, choices in request.GET.lists()
        if name in GameFilter.base_filters
        for choice in choices
    ]
    context = {
        "groups": fact_groups(),
        "pick": PickForm(prefix="pick"),
        "carried": carried,
        "search": request.GET.get("q", ""),
        "longest": LONGEST,
    }
    return render(request, "games/search_words.html", context)


@require_safe
def open_hit(request: HttpRequest, game_id: str) -> HttpResponse:
    """The game at the entry at which the search ``q`` came to be fulfilled; else at its end."""
    game = get_object_or_404(games_with_seats(), pk=game_id)
    try:
        query = parse_query(request.GET.get("q", ""))
    except UnreadableSearch:
        raise Http404("there is no such search") from None
    if not OPENED_HITS.allows(client_key(request)):
        return redirect("game", game.pk)
    handles = [
        seat.player.account.username if seat.player and seat.player.account else ""
        for seat in game.seats.all()
    ]
    ply = opens_at(game, handles, query, seats_of_terms(game, query))
    return redirect("game-at", game.pk, ply) if ply else redirect("game", game.pk)


def conditions(form: forms.Form, params: QueryDict) -> list[Condition]:
    """The filters that were filled in, in the order of the form."""
    return [
        Condition(
            field.html_name,
            str(field.label),
            _condition_words(field),
            _without(params, field.html_name),
        )
        for field in form
        if any(params.getlist(field.html_name))
    ]


def _sorts_by_fact(query: Query | None, sort: str) -> dict[str, str]:
    """Names of the sort orders by facts: by that which is chosen, and those that are searched
    for."""
    named = [term.name for term in query.terms if term.is_fact] if query else []
    names = [*filter(None, [fact_in(sort)]), *named]
    orders = {name: fact_label(FACTS[name]) for name in names if name not in GAME_SORTS}
    if sort.startswith("-"):
        label = fact_label(FACTS[fact_in(sort)])
        orders = {sort: gettext("%(fact)s, lowest first") % {"fact": label}} | orders
    return orders


def _with_picked(params: QueryDict, pick: PickForm) -> str:
    """The query string with what was picked among the words of the search."""
    changed = params.copy()
    words = f"{changed.get('q', '')} {pick.words}".split()
    for name in [PICKED, AFTER, BEFORE, *map(pick.add_prefix, pick.fields)]:
        changed.pop(name, None)
    changed["q"] = " ".join(dict.fromkeys(words))
    return changed.urlencode()


def _condition_words(field: forms.BoundField) -> str:
    value = field.value()
    names = {str(key): str(label) for key, label in getattr(field.field, "choices", ())}
    values = value if isinstance(value, list) else [value]
    return ", ".join(names.get(str(choice), str(choice)) for choice in values)


def _corrected_searches(form: forms.Form, params: QueryDict) -> list[tuple[str, str]]:
    """Searches that may have been meant by one that can't be read, with their query strings."""
    searches = []
    for error in form.errors.as_data().get("q", ()):
        reason = (error.params or {}).get("reason")
        if isinstance(reason, UnreadableSearch):
            searches += reason.corrected(params.get("q", ""))
    links = []
    for search in searches:
        query = params.copy()
        for name in (AFTER, BEFORE):
            query.pop(name, None)
        query["q"] = search
        links.append((search, "?" + query.urlencode()))
    return links


def _without(params: QueryDict, name: str) -> str:
    left = params.copy()
    for gone in (name, AFTER, BEFORE):
        left.pop(gone, None)
    return "?" + left.urlencode()


@lru_cache(maxsize=32)
def _facts_to_pick(language: str, name: str, attrs: tuple[tuple[str, str], ...]) -> SafeString:
    choices = list(fact_groups())
    return forms.Select(choices=choices).render(name, FIRST_FACT, dict(attrs))


class FactSelect(forms.Select):
    """All facts, ``FIRST_FACT`` chosen. There are a hundred: a process renders them once a
    language."""

    def render(
        self,
        name: str,
        value: object,
        attrs: Mapping[str, object] | None = None,
        renderer: BaseRenderer | None = None,
    ) -> SafeString:
        if value:
            return super().render(name, value, dict(attrs or {}), renderer)
        attributes = tuple((key, str(text)) for key, text in (attrs or {}).items())
        return _facts_to_pick(get_language() or "", name, attributes)


class PickForm(forms.Form):
    """Facts picked instead of typed: a word or two for a search
    (``games.search.query``)."""

    fact = forms.ChoiceField(label=_("What happened"), choices=fact_groups, widget=FactSelect)
    how = forms.ChoiceField(
        label=_("Comparison"),
        choices=[(">=", _("at least")), ("=", _("exactly")), ("<=", _("at most"))],
    )
    number = forms.IntegerField(
        label=_("How many"), initial=1, min_value=-MAX_NUMBER, max_value=MAX_NUMBER
    )
    winner = forms.BooleanField(label=_("by a winner"), required=False)
    opens = forms.BooleanField(label=_("open the game at that move"), required=False)

    @property
    def words(self) -> str:
        """The search term that the picked fields make."""
        picked = self.cleaned_data
        won = "won " if picked["winner"] else ""
        opens = "entry:" if picked["opens"] else ""
        return f"{won}{opens}{picked['fact']}{picked['how']}{picked['number']}"

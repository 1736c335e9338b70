"""The page of openings."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from drawing.export.openings import ships_sheet
from games.queries import games_named
from insights.stats.contrasts import SMALL_SAMPLE
from insights.stats.opening_path import path_of
from insights.stats.openings import (
    GAMES_READ,
    SIDES,
    OpeningPlace,
    OpeningStep,
    can_go_on,
    games_of_opening,
    next_steps,
    opening_place,
    ships_after,
    step_name,
    step_words,
)
from insights.stats.queries import PLAYERS, WITH_COMPUTERS, Population, mixes_by_games
from insights.stats.views import FRESH, players_of, with_computers
from web.known_names import unknown_filters
from web.packing import themed_response
from web.priorities import heavy
from web.schemes import chosen_scheme


class OpeningLink(NamedTuple):
    """A step in words, and the address of the openings that go on from it; `row`: its results;
    `name`: that of its picture, if it has one."""

    words: str
    link: str
    row: OpeningStep | None = None
    name: str = ""


@require_safe
@FRESH
def openings(request: HttpRequest) -> HttpResponse:
    """First moves on some sides, or on all, and their results."""
    place = _opening_place(request)
    rows = next_steps(place) if can_go_on(place.steps) else []
    trail = [place._replace(steps=place.steps[:end]) for end in range(1 + len(place.steps))]
    context = {
        "place": place,
        "choices": PLAYERS,
        "seats": range(1, place.players + 1),
        "trail": [
            OpeningLink(step_words(place.steps[-1]) if place.steps else "", _opening_link(place))
            for place in trail
        ],
        "too_many": rows is None,
        "longest": GAMES_READ,
        "few": SMALL_SAMPLE,
        "steps": [
            OpeningLink(
                step_words(row.step),
                _opening_link(place._replace(steps=(*place.steps, row.step))),
                row,
                step_name(row.step) if ships_after((*place.steps, row.step)) else "",
            )
            for row in rows or ()
        ],
        "ships_link": _opening_link(place, "stats-openings-ships"),
        "scheme": chosen_scheme(request),
        "games_so": sum(row.games for row in rows or ()),
        "mixes": mixes_by_games(Population(place.players, all_games=place.all_games)),
        "games": list(games_named(games_of_opening(place)).values()) if place.steps else [],
        "people_link": _opening_link(place._replace(all_games=False)),
        "computers_link": _opening_link(place._replace(all_games=True)),
        "tables": [
            (players, _opening_link(OpeningPlace(players, "", (), place.all_games)))
            for players in PLAYERS
        ],
        "unknown_filters": unknown_filters(request.GET, ("players", "sides", "path", "with")),
    }
    return render(request, "stats/openings.html", context)


@heavy
@require_safe
@FRESH
def opening_ships(request: HttpRequest) -> HttpResponse:
    """The ships after each next step, one below another in one picture."""
    place = _opening_place(request)
    rows = (next_steps(place) if can_go_on(place.steps) else []) or []
    sheet = {step_name(row.step): ships_after((*place.steps, row.step)) for row in rows}
    return themed_response(request, ships_sheet(sheet))


def _opening_place(request: HttpRequest) -> OpeningPlace:
    steps, sides = opening_place(request.GET.get("path", "")), request.GET.get("sides", "")
    if steps is None or (sides and not SIDES.fullmatch(sides)):
        raise Http404("there is no such opening")
    return OpeningPlace(players_of(request), sides, steps, with_computers(request))


def _opening_link(place: OpeningPlace, view: str = "stats-openings") -> str:
    query = {
        "players": str(place.players),
        "sides": place.sides,
        "path": path_of(place.steps),
        "with": WITH_COMPUTERS if place.all_games else "",
    }
    words = urlencode({name: text for name, text in query.items() if text})
    return f"{reverse(view)}?{words}"

"""The page of a table while its game is played, and when it is over."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import get_random_string

from games.space import if_there_is_space
from tables.models import Phase, Place, Table
from tables.queries import ratings_at
from tables.services.ending import may_cancel
from tables.services.finishing import game_of
from tables.services.holding import place_of
from tables.services.position import played
from tables.views.asking import visitor
from tables.views.play_page import play_context


def play_page(request: HttpRequest, table: Table, viewer: int | None) -> HttpResponse:
    """`table` as `viewer` (``reading.viewer_of``) sees it: the drawing, and for the player
    who is to act the list of what may be done."""
    account = visitor(request)
    place = place_of(table, account) if account else None
    context: dict[str, Any] = {
        "table": table,
        "ratings": ratings_at([table]),
        "api": reverse("api-table", args=[table.pk]),
        "key": get_random_string(32),
        "playing": table.phase == Phase.PLAYING,
        "still_in": place is not None and not place.is_computer,
        "may_cancel": may_cancel(table),
        "game": game_of(table) if table.phase == Phase.FINISHED else None,
        **play_context(played(table), viewer, place),
    }
    if place is not None:
        _seen(place, context["ply"])
    return render(request, "tables/play.html", context)


def _seen(place: Place, ply: int) -> None:
    """The player at `place` has been shown everything up to `ply`."""
    if place.seen_ply < ply:
        with if_there_is_space("what a player was shown"):
            Place.objects.filter(pk=place.pk, seen_ply__lt=ply).update(seen_ply=ply)

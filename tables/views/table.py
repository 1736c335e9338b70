"""The page of a table: a waiting room, then the game, then what became of it."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from drawing.export.small import SMALL, position_picture
from drawing.replay.viewers import Viewer
from drawing.text.rules.hints import now
from games.replays.views.thumbnails import ONE_DAY, small
from tables import words
from tables.models import Phase, Table
from tables.models.table import BEFORE
from tables.queries import guests_of, ratings_at
from tables.services import reading
from tables.services.finishing import log_of_its_own
from tables.services.locks import place_of
from tables.services.position import played, position
from tables.views.asking import FRAGMENT, visitor
from tables.views.play_page import play_page
from tables.views.updates import live_of
from web.errors import NotAllowed

PLAYED = (Phase.PLAYING, Phase.FINISHED)
THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
ANOTHER_PAGE = 205
"""To a script that asks for a part of a page which is another page by now."""


@require_safe
@never_cache
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    """A visitor who may not look is asked to log in; after that the page says why not."""
    found = found_table(table_id)
    try:
        viewer = reading.viewer_of(found, request.user)
    except NotAllowed as refusal:
        if not request.user.is_authenticated:
            return redirect_to_login(reverse("table", args=[table_id]))
        raise PermissionDenied(refusal.message) from None
    part = FRAGMENT in request.GET
    if found.phase in BEFORE:
        return _room(request, found, part)
    if part:
        return HttpResponse(status=ANOTHER_PAGE)
    if found.phase in PLAYED:
        return play_page(request, found, viewer)
    return render(request, "tables/ended.html", {"table": found})


@require_safe
@never_cache
def hints(request: HttpRequest, table_id: str) -> HttpResponse:
    """What the things of a game are worth now, as far as the visitor may know; by key."""
    found, viewer = seen_table(request, table_id)
    if found.phase not in PLAYED:
        raise Http404("there is no game yet")
    with live_of(played(found), viewer) as live:
        return JsonResponse(now(live.state, live.viewer, live.names))


@require_safe
def small_svg(request: HttpRequest, table_id: str) -> HttpResponse:
    """The position as a spectator sees it, small; the address may say after how many entries, as
    ``p``: then the browser keeps it."""
    found, _viewer = seen_table(request, table_id)
    if found.phase not in PLAYED:
        raise Http404("there is no game yet")

    def draw() -> str:
        here = position(found)
        return position_picture(here.state, here.names, SMALL)

    answer = small(request, f"table-{found.pk}-{found.plies}", draw)
    kept = answer.status_code == 200 and request.GET.get("p") == str(found.plies)
    patch_cache_control(answer, private=True, max_age=ONE_DAY if kept else 0)
    return answer


@require_safe
@never_cache
def log_text(request: HttpRequest, table_id: str) -> HttpResponse:
    """The log of a game that is not in the record, for viewers of its table."""
    found, _viewer = seen_table(request, table_id)
    text = log_of_its_own(found)
    if text is None:
        raise Http404("there is no such log")
    headers = {"Content-Disposition": f'inline; filename="imhotep-{found.pk}.imh"'}
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)


def found_table(table_id: str) -> Table:
    """The table with its places; a page that is not there (404) if there is none."""
    try:
        return reading.table_of(table_id)
    except Table.DoesNotExist:
        raise Http404("no such table") from None


def seen_table(request: HttpRequest, table_id: str) -> tuple[Table, Viewer]:
    """The table, and what the visitor is there; refused (403) if they may not look at it."""
    found = found_table(table_id)
    try:
        return found, reading.viewer_of(found, request.user)
    except NotAllowed as refusal:
        raise PermissionDenied(refusal.message) from None


def _link(request: HttpRequest, path: str) -> str:
    """To send: by the address by which the page was opened, unless that leads here from this
    machine alone and the site has another."""
    opened, site = request.build_absolute_uri(path), f"{settings.SITE_URL}{path}"
    names = [urlsplit(url).hostname in THIS_MACHINE for url in (opened, site)]
    return site if names == [True, False] else opened


def _room(request: HttpRequest, found: Table, part: bool) -> HttpResponse:
    account = visitor(request)
    guests = guests_of(found)
    place = place_of(found, account) if account else None
    context = {
        "table": found,
        "ratings": ratings_at([found]),
        "place": place,
        "is_host": account is not None and found.host_id == account.pk,
        "guests": guests,
        "is_guest": account is not None and (account.username, False) in guests,
        "levels": words.level_choices(),
        "link": _link(request, reverse("table", args=[found.pk])),
    }
    return render(request, "tables/partials/room.html" if part else "tables/room.html", context)

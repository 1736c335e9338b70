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
from drawing.text.rules.hints import current_hints
from games.models import Account
from games.replays import DAY_SECONDS, small
from tables import locks, words
from tables.locks import place_of_account
from tables.models import Phase, Table
from tables.models.table import BEFORE
from tables.play import reading
from tables.play.finishing import unrecorded_log
from tables.play.position import read_played_game, read_position
from tables.play.updates import live_of
from tables.presence import away_sentence, host_is_away, note_host
from tables.queries import guests_of, ratings_at
from tables.views.play_page import play_page
from tables.views.request_fields import FRAGMENT, visitor_at
from web.errors import NotAllowed

PLAYED = (Phase.PLAYING, Phase.FINISHED)
THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
ANOTHER_PAGE = 205
"""To a script that asks for a part of a page which is another page by now."""


@require_safe
@never_cache
def table_page(request: HttpRequest, table_id: str) -> HttpResponse:
    """The page of a table. Visitors who may not look are asked to log in; after that the page says
    why they are refused."""
    current, account = get_table(table_id), visitor_at(request, table_id)
    try:
        viewer = reading.viewer_of(current, account)
    except NotAllowed as refusal:
        if not request.user.is_authenticated:
            return redirect_to_login(reverse("table", args=[table_id]))
        raise PermissionDenied(refusal.message) from None
    part = FRAGMENT in request.GET
    if current.phase in BEFORE:
        return _room(request, current, account, part)
    if part:
        return HttpResponse(status=ANOTHER_PAGE)
    if current.phase in PLAYED:
        return play_page(request, current, viewer, account)
    return render(request, "tables/ended.html", {"table": current, "visitor": account})


@require_safe
@never_cache
def table_hints(request: HttpRequest, table_id: str) -> HttpResponse:
    """Worth of the things of a game, as far as the visitor may know; by key."""
    table, viewer = get_visible_table(request, table_id)
    if table.phase not in PLAYED:
        raise Http404("there is no game yet")
    with live_of(read_played_game(table), viewer) as live:
        return JsonResponse(current_hints(live.state, live.viewer, live.names))


@require_safe
def table_thumbnail(request: HttpRequest, table_id: str) -> HttpResponse:
    """The position as a spectator sees it, small; the address may say after how many entries, as
    ``p``: then the browser keeps it."""
    table, _viewer = get_visible_table(request, table_id)
    if table.phase not in PLAYED:
        raise Http404("there is no game yet")

    def draw() -> str:
        position = read_position(table)
        return position_picture(position.state, position.names, SMALL)

    answer = small(request, f"table-{table.pk}-{table.take_back_count}-{table.plies}", draw)
    cacheable = answer.status_code == 200 and request.GET.get("p") == str(table.plies)
    cacheable = cacheable and not table.take_back_count
    patch_cache_control(answer, private=True, max_age=DAY_SECONDS if cacheable else 0)
    return answer


@require_safe
@never_cache
def table_log(request: HttpRequest, table_id: str) -> HttpResponse:
    """The log of a game that is not in the record, for viewers of its table."""
    table, _viewer = get_visible_table(request, table_id)
    text = unrecorded_log(table)
    if text is None:
        raise Http404("there is no such log")
    headers = {"Content-Disposition": f'inline; filename="imhotep-{table.pk}.imh"'}
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)


def get_table(table_id: str) -> Table:
    """The table with its places; raises ``Http404``."""
    try:
        return locks.read_table(table_id)
    except Table.DoesNotExist:
        raise Http404("no such table") from None


def get_visible_table(request: HttpRequest, table_id: str) -> tuple[Table, Viewer]:
    """The table, and what the visitor is there; refused (403) if they may not look at it."""
    table = get_table(table_id)
    try:
        return table, reading.viewer_of(table, visitor_at(request, table_id))
    except NotAllowed as refusal:
        raise PermissionDenied(refusal.message) from None


def link_to_send(request: HttpRequest, path: str) -> str:
    """To send: by the address by which the page was opened, unless that leads here from this
    machine alone and the site has another."""
    opened, site = request.build_absolute_uri(path), f"{settings.SITE_URL}{path}"
    names = [urlsplit(url).hostname in THIS_MACHINE for url in (opened, site)]
    return site if names == [True, False] else opened


def _room(request: HttpRequest, table: Table, account: Account | None, part: bool) -> HttpResponse:
    note_host(table, account)
    guests = guests_of(table)
    place = place_of_account(table, account) if account else None
    is_invited = account is not None and (account.username, False) in guests
    context = {
        "table": table,
        "visitor": account,
        "ratings": ratings_at([table]),
        "place": place,
        # The seats of a reserved table are those of an event: it has no host.
        "is_host": account is not None and table.host_id == account.pk and not table.reserved,
        "guests": [] if table.reserved else guests,
        "away": away_sentence(table) if host_is_away(table) else "",
        "is_invited": is_invited,
        "may_sit": is_invited or not table.reserved,
        "levels": words.level_choices(),
        "link": link_to_send(request, reverse("table", args=[table.pk])),
    }
    return render(request, "tables/partials/room.html" if part else "tables/room.html", context)

"""Previews of each choice of the player to act, for the script of a table: asked for when it
is pointed at.

    {"options": {entry: {"ghosts": [[block, x, y, symbol], …], "said": [sentence, …]}}}

At a rated table there is none, unless those who opened it agreed so: the server refuses it.
"""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from drawing.play.live import Live
from drawing.play.weighed import answer_to
from tables.limits import PREVIEWED
from tables.play.position import read_played_game
from tables.play.updates import live_of, may_act
from tables.views.request_fields import visitor, visitor_at
from tables.views.table import get_visible_table
from web.rate_limits import client_key


@require_safe
@never_cache
def table_previews(request: HttpRequest, table_id: str) -> HttpResponse:
    """Previews for the player to act, and no other."""
    table, viewer = get_visible_table(request, table_id)
    account = visitor_at(request, table_id)
    if not table.may_preview:
        raise PermissionDenied(_("Previews are off at this table."))
    if account is None or not may_act(table, viewer):
        raise PermissionDenied(_("It is not your turn."))
    if exceeds_preview_limit(request):
        return previews_limited()
    with live_of(read_played_game(table), viewer) as live:
        return previews_answer(request, live)


def previews_answer(request: HttpRequest, live: Live) -> HttpResponse:
    """The options that begin with the words ``for``, as they are weighed for the player to act."""
    begins = request.GET.get("for", "")
    return JsonResponse(answer_to(live.state, live.drawing, live.names, begins))


def exceeds_preview_limit(request: HttpRequest) -> bool:
    """True if the visitor has asked too often: by account, or by address."""
    account = visitor(request)
    payer = f"account {account.pk}" if account else client_key(request)
    return not PREVIEWED.allows(payer)


def previews_limited() -> HttpResponse:
    return JsonResponse({"options": {}}, status=429)

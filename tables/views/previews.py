"""What each choice of the player to act would bring, for the script of a table: asked for when it
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
from tables.services.position import played
from tables.views.asking import visitor
from tables.views.table import seen_table
from tables.views.updates import live_of, may_act
from web.rate_limits import address_of


@require_safe
@never_cache
def previews(request: HttpRequest, table_id: str) -> HttpResponse:
    """For the player who is to act, and no other."""
    found, viewer = seen_table(request, table_id)
    account = visitor(request)
    if not found.may_preview:
        raise PermissionDenied(_("At this table it is not shown what a choice would bring."))
    if account is None or not may_act(found, viewer):
        raise PermissionDenied(_("It is not your turn."))
    if too_many(request):
        return slow()
    with live_of(played(found), viewer) as live:
        return answer(request, live)


def answer(request: HttpRequest, live: Live) -> HttpResponse:
    """The options that begin with the words ``for``, as they are weighed for the player to act."""
    begins = request.GET.get("for", "")
    return JsonResponse(answer_to(live.state, live.drawing, live.names, begins))


def too_many(request: HttpRequest) -> bool:
    """True if who asks has asked too often: by account, or by address."""
    account = visitor(request)
    who = f"account {account.pk}" if account else address_of(request)
    return not PREVIEWED.allows(who)


def slow() -> HttpResponse:
    return JsonResponse({"options": {}}, status=429)

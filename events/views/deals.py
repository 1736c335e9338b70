"""The deals of a duplicate event: shown, and shares promised and opened by entrants' browsers."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from events.deals.compare import compare_event_deal, revealed_deal
from events.deals.page import deal_cards
from events.deals.rounds import open_deal_share, promise_deal_share
from events.limits import EVENT_CHANGES, too_often
from events.models import Event
from events.views.pages import reader
from tables.views import typed_field
from web.errors import NotAllowed, NotThere, ServiceError
from web.priorities import heavy


@heavy
@require_safe
@never_cache
def deal_page(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """The tables of a deal compared, once its last table has ended; refused before (403)."""
    try:
        row = revealed_deal(event_id, number)
    except NotThere as refusal:
        raise Http404(refusal.message) from None
    except NotAllowed as refusal:
        raise PermissionDenied(refusal.message) from None
    context = {"event": row.event, "row": row, "compared": compare_event_deal(row)}
    return render(request, "events/deal.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def event_deals(request: HttpRequest, event_id: int) -> HttpResponse:
    """The deals, as part of a page. By POST the browser of an entrant promises a share
    (`promise`), or opens it (`share`); a script gets JSON, with a sentence in ``error``."""
    event, account = get_object_or_404(Event, pk=event_id), reader(request)
    if not event.is_duplicate:
        raise Http404("this event has no deals for all tables")
    if request.method != "POST":
        context = {"event": event, "deals": deal_cards(event, account)}
        return render(request, "events/partials/deals.html", context)
    if account is None:
        return JsonResponse({"error": _("Log in first.")}, status=401)
    if not EVENT_CHANGES.allows(str(account.pk)):
        raise PermissionDenied(too_often())
    try:
        if share := typed_field(request, "share"):
            open_deal_share(event.pk, account, share)
        else:
            promise_deal_share(event.pk, account, typed_field(request, "promise"))
    except ServiceError as refusal:
        status = 403 if isinstance(refusal, NotAllowed) else 409
        return JsonResponse({"error": refusal.message}, status=status)
    return JsonResponse({}, status=201)

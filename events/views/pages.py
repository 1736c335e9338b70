"""Public pages of events: the list, an event, the wall; and the form that makes one."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.cache import (
    add_never_cache_headers,
    get_conditional_response,
    patch_cache_control,
)
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from events.clubs.locks import is_trusted_founder
from events.deals.page import deal_cards
from events.entrants.entering import enter_oneself, leave_event
from events.limits import EVENT_CHANGES, too_often
from events.live import live_context
from events.models import Club, Event, Series
from events.organising.arbiters import is_arbiter
from events.organising.making import change_event, make_event
from events.organising.zones import time_zones
from events.queries import listed_events, wall_of
from events.results.page import event_context, format_context, schedule_context
from events.results.public_fragments import PublicFragment, public_fragment
from events.series.organising import add_event_to_series, organises_series
from events.series.queries import listed_series
from events.views.forms import EventForm
from games.accounts import return_after_verification
from games.current_account import account_of
from games.models import Account
from web.form_actions import carried_out, row_key
from web.priorities import heavy


def reader(request: HttpRequest) -> Account | None:
    """The account that looks; None for a visitor."""
    return request.user if isinstance(request.user, Account) else None


@heavy
@require_safe
@never_cache
def events_page(request: HttpRequest) -> HttpResponse:
    """Events that run or are to come, and those that are over; series. Five queries."""
    context = {"lists": listed_events(reader(request)), "series": listed_series()}
    return render(request, "events/events.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_event(request: HttpRequest) -> HttpResponse:
    """The form that makes an event; of a club, if ``club`` names one by its address; for a
    ``series``, and its ``division``, by their numbers."""
    account = account_of(request)
    club = get_object_or_404(Club, slug=slug) if (slug := request.GET.get("club")) else None
    if not is_trusted_founder(account):
        return_after_verification(request)
        return _form_page(request, None, None, club)
    series = _series_to_fill(request, account)
    club = series.club if series else club
    form = EventForm(request.POST or None, initial=EventForm.beginning(None))
    if event := form.stored(lambda: make_event(account, form.terms(), club)):
        if series is not None:
            key, division = series.pk, row_key(request.GET.get("division", "")) or None
            carried_out(request, lambda: add_event_to_series(key, account, event.pk, division))
        return redirect("event-organise", event.pk)
    return _form_page(request, form, None, club)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def event_settings(request: HttpRequest, event_id: int) -> HttpResponse:
    event, account = get_object_or_404(Event, pk=event_id), account_of(request)
    if not is_arbiter(event, account):
        raise PermissionDenied(_("Only an arbiter of this event can do that."))
    form = EventForm(request.POST or None, initial=EventForm.beginning(event))
    if form.stored(lambda: change_event(event_id, account, form.terms())):
        return redirect("event-organise", event.pk)
    return _form_page(request, form, event)


@heavy
@require_safe
@never_cache
def event_page(request: HttpRequest, event_id: int) -> HttpResponse:
    """An event: people, tables, standings, rulings. At most fifteen queries; for a visitor four
    while nothing changes."""
    event = get_object_or_404(Event.objects.select_related("club"), pk=event_id)
    account = reader(request)
    context: dict[str, object] = {"event": event, "is_arbiter": False} | format_context(event)
    if account is not None or event.is_duplicate:
        context = event_context(event, account)
    if event.is_duplicate:
        context["deals"] = deal_cards(event, account)
    return render(request, "events/event.html", context)


@heavy
@require_safe
def wall_page(request: HttpRequest, event_id: int) -> HttpResponse:
    """The page for the wall; with ``fragment``, what changes. It is the same for everybody: hidden
    results are on no wall."""
    event = get_object_or_404(Event, pk=event_id)
    name = "events/partials/wall.html"
    fragment = public_fragment("wall", event, lambda: render_to_string(name, wall_of(event)))
    return _refreshed_page(request, "events/wall.html", event, fragment)


@heavy
@require_safe
def live_page(request: HttpRequest, event_id: int) -> HttpResponse:
    """An event as it is played; with ``fragment``, what changes. It is the same for everybody."""
    event = get_object_or_404(Event, pk=event_id)
    name = "events/partials/live.html"
    fragment = public_fragment(
        "live", event, lambda: render_to_string(name, live_context(event)), follows_play=True
    )
    return _refreshed_page(request, "events/live.html", event, fragment)


@heavy
@require_safe
@never_cache
def schedule_page(request: HttpRequest, event_id: int) -> HttpResponse:
    """The schedule of an event, or the bracket of a knock-out."""
    event = get_object_or_404(Event.objects.select_related("club"), pk=event_id)
    return render(request, "events/schedule.html", schedule_context(event, reader(request)))


@require_POST
@login_required
def enter(request: HttpRequest, event_id: int) -> HttpResponse:
    """Enter an event oneself, or (`leave`) play no more rounds."""
    event, account = get_object_or_404(Event, pk=event_id), account_of(request)
    if not EVENT_CHANGES.allows(str(account.pk)):
        raise PermissionDenied(too_often())
    if "leave" in request.POST:
        carried_out(request, lambda: leave_event(event.pk, account), _("You have left this event."))
    else:
        carried_out(
            request, lambda: enter_oneself(event.pk, account), _("You have joined this event.")
        )
    return redirect("event", event.pk)


# --- inside -------------------------------------------------------------------


def _refreshed_page(
    request: HttpRequest, template: str, event: Event, fragment: PublicFragment
) -> HttpResponse:
    """A page that asks for its fragment again and again; 304 while that is the same."""
    if "fragment" not in request.GET:
        response = render(request, template, {"event": event, "fragment": fragment.safe})
        add_never_cache_headers(response)
        return response
    answer = HttpResponse(fragment.html)
    answer["ETag"] = fragment.etag
    patch_cache_control(answer, no_cache=True, private=True)
    conditional = get_conditional_response(request, etag=fragment.etag, response=answer)
    assert isinstance(conditional, HttpResponse)
    return conditional


def _series_to_fill(request: HttpRequest, account: Account) -> Series | None:
    """The series that a new event is made for. Raises ``PermissionDenied`` unless `account`
    organises it."""
    if "series" not in request.GET:
        return None
    rows = Series.objects.select_related("club")
    series = get_object_or_404(rows, pk=row_key(request.GET["series"]))
    if not organises_series(series, account):
        raise PermissionDenied(_("Only an organiser of this series can do that."))
    return series


def _form_page(
    request: HttpRequest, form: EventForm | None, event: Event | None, club: Club | None = None
) -> HttpResponse:
    context = {"form": form, "event": event, "club": club, "zones": sorted(time_zones())}
    status = 400 if form and form.is_bound and form.errors else 200
    return render(request, "events/form.html", context, status=status)

"""Calendars of events and clubs, for phones that subscribe."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from events.calendar import club_calendar, event_calendar
from events.clubs.views.pages import club_at
from events.models import Event
from games.search import too_many_feeds
from web.priorities import heavy
from web.rate_limits import FEEDS, client_key

CALENDAR_SECONDS = 300


@heavy
@require_safe
def event_calendar_file(request: HttpRequest, event_id: int) -> HttpResponse:
    """An event and its deadlines as a calendar."""
    event = get_object_or_404(Event.objects.select_related("club"), pk=event_id)
    if not FEEDS.allows(client_key(request)):
        return too_many_feeds()
    return _calendar_response(event_calendar(event), f"event-{event.pk}.ics")


@heavy
@require_safe
def club_calendar_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The coming events of a club as a calendar."""
    club = club_at(slug)
    if not FEEDS.allows(client_key(request)):
        return too_many_feeds()
    return _calendar_response(club_calendar(club), f"club-{club.pk}.ics")


# --- inside -------------------------------------------------------------------


def _calendar_response(calendar: str, name: str) -> HttpResponse:
    """A calendar, which phones and proxies may keep for a while: it is the same for everybody."""
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    answer = HttpResponse(calendar, "text/calendar; charset=utf-8", headers=headers)
    patch_cache_control(answer, public=True, max_age=CALENDAR_SECONDS)
    patch_vary_headers(answer, ["Accept-Language", "Cookie"])
    return answer

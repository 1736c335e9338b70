"""Series in pages of events."""

from __future__ import annotations

from django import template

from events.models import Club, Event, Series
from events.series.queries import ClubSeries, series_of_club, series_with

register = template.Library()


@register.simple_tag
def seasons_of_event(event: Event) -> list[Series]:
    """Series in which an event counts."""
    return series_with(event)


@register.simple_tag
def seasons_of_club(club: Club) -> ClubSeries:
    """The board of a club's season, and its other series."""
    return series_of_club(club)

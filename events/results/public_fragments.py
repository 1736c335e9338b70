"""Parts of an event's pages that are the same for all visitors, as a process rendered them last: a
hundred phones and walls ask for the same again and again."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from django.db.models import Aggregate, Count, Max, Model, OuterRef, QuerySet, Subquery
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from events.models import (
    Entrant,
    Event,
    EventAnnouncement,
    EventArbiter,
    EventRuling,
    EventTable,
    Round,
    RoundBye,
)

SECONDS: Final = 3.0
"""A fragment is rendered again after this, whatever has changed: names of accounts that were
closed are in no version."""

FRAGMENTS_LIMIT: Final = 50
_fragments: Final[dict[tuple[object, ...], tuple[float, SafeString]]] = {}


def public_fragment(name: str, event: Event, render: Callable[[], SafeString]) -> SafeString:
    """The fragment `name` of `event`, rendered once a language for each version. One query."""
    key = (name, get_language(), *public_version(event))
    moment = time.monotonic()
    if (fragment := _fragments.get(key)) and fragment[0] > moment:
        return fragment[1]
    html = render()
    while len(_fragments) >= FRAGMENTS_LIMIT:
        _fragments.pop(next(iter(_fragments)), None)
    _fragments[key] = time.monotonic() + SECONDS, html
    return html


def public_version(event: Event) -> tuple[object, ...]:
    """Changes with everything that visitors see of an event, but for names of accounts. One
    query."""
    tables = EventTable.objects.filter(round__event=OuterRef("pk"))
    byes = RoundBye.objects.filter(round__event=OuterRef("pk"))
    entrants = Entrant.objects.filter(event=OuterRef("pk"))
    announcements = EventAnnouncement.objects.filter(event=OuterRef("pk"))
    parts = {
        "version_tables": _summary(tables, "round__event", Count("pk")),
        "version_changed": _summary(tables, "round__event", Max("changed_at")),
        "version_rounds": _count(Round.objects.filter(event=OuterRef("pk"))),
        "version_timer": _summary(
            Round.objects.filter(event=OuterRef("pk")), "event", Max("timer_started_at")
        ),
        "version_byes": _summary(byes, "round__event", Count("pk")),
        "version_rulings": _count(EventRuling.objects.filter(event=OuterRef("pk"))),
        "version_arbiters": _count(EventArbiter.objects.filter(event=OuterRef("pk"))),
        "version_people": _count(entrants),
        "version_hidden": _summary(entrants, "event", Count("hidden_at")),
        "version_words": _count(announcements),
        "version_hidden_words": _summary(announcements, "event", Count("hidden_at")),
        "version_left": _summary(entrants, "event", Count("withdrawn_at")),
    }
    columns = [field.attname for field in Event._meta.concrete_fields]
    row = Event.objects.filter(pk=event.pk).annotate(**parts).values_list(*columns, *parts)
    return tuple(map(repr, row.get()))  # a plan is a list


# --- inside -------------------------------------------------------------------


def _count(rows: QuerySet[Model]) -> Subquery:
    return _summary(rows, "event", Count("pk"))


def _summary(rows: QuerySet[Model], column: str, summary: Aggregate) -> Subquery:
    return Subquery(rows.order_by().values(column).annotate(summary=summary).values("summary"))

"""Calendars that phones subscribe to (RFC 5545): of an event and its rounds, of a club's events.

Times are in UTC, lines have at most 75 octets. An entry keeps its UID; LAST-MODIFIED and SEQUENCE
grow with each change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from events.limits import LONG_AGO
from events.models import Club, Event, Round
from events.queries import public_events
from web.site_name import site_name

LINE_OCTETS: Final = 75
CLUB_EVENTS: Final = 100
"""Events in the calendar of a club."""

ESCAPED: Final = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})


def event_calendar(event: Event) -> str:
    """The calendar of an event, and its rounds that have a deadline. One query."""
    rounds = event.rounds.exclude(deadline=None)
    entries = [_event_entry(event), *(_round_entry(event, round_) for round_ in rounds)]
    return _calendar(event.public_name, entries)


def club_calendar(club: Club) -> str:
    """The calendar of a club: its events that are to come or run. One query."""
    rows = public_events(club).filter(ended_at=None, starts_at__gte=timezone.now() - LONG_AGO)
    events = rows.order_by("starts_at", "pk")[:CLUB_EVENTS]
    return _calendar(club.public_name, map(_event_entry, events))


def fold_content_line(line: str) -> str:
    """A content line, folded so that no line has more than 75 octets, between characters; with its
    end.

    >>> fold_content_line("SUMMARY:" + "\N{GREEK SMALL LETTER PI}" * 40).count("\\r\\n ")
    1
    """
    parts, part, octets = [], "", 0
    for sign in line:
        size = len(sign.encode())
        if octets + size > LINE_OCTETS:
            parts.append(part)
            part, octets = " ", 1
        part, octets = part + sign, octets + size
    return "\r\n".join([*parts, part]) + "\r\n"


# --- inside -------------------------------------------------------------------


def _calendar(name: str, entries: Iterable[list[str]]) -> str:
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//imhotep//events//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{_text(f'{name} · {site_name()}')}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        *(line for entry in entries for line in entry),
        "END:VCALENDAR",
    ]
    return "".join(map(fold_content_line, lines))


def _event_entry(event: Event) -> list[str]:
    address = settings.SITE_URL + reverse("event", args=[event.pk])
    end = event.ended_at if event.ended_at and event.ended_at > event.starts_at else None
    words = [str(event.get_format_display()), str(event.get_place_display())]
    if event.club is not None:
        words.insert(0, event.club.public_name)
    changed_at = event.changed_at
    return list(
        _entry(
            f"event-{event.pk}",
            event.public_name,
            ". ".join(words),
            address,
            (event.starts_at, end),
            (event.announced_at, changed_at),
        )
    )


def _round_entry(event: Event, round_: Round) -> list[str]:
    address = settings.SITE_URL + reverse("event", args=[event.pk])
    names = {"name": event.public_name, "n": round_.number}
    return list(
        _entry(
            f"event-{event.pk}-round-{round_.number}",
            _("%(name)s: round %(n)d") % names,
            "",
            f"{address}#round-{round_.number}",
            (round_.opened_at, round_.deadline),
            (event.announced_at, max(event.changed_at, round_.opened_at)),
        )
    )


def _entry(
    key: str,
    summary: str,
    description: str,
    address: str,
    span: tuple[datetime, datetime | None],
    versions: tuple[datetime, datetime],
) -> Iterator[str]:
    """Lines of a VEVENT. `versions`: when it was made, and when it was changed last."""
    start, end = span
    announced_at, changed_at = versions
    yield "BEGIN:VEVENT"
    yield f"UID:{key}@{urlsplit(settings.SITE_URL).hostname}"
    yield f"DTSTAMP:{_utc(changed_at)}"
    yield f"CREATED:{_utc(announced_at)}"
    yield f"LAST-MODIFIED:{_utc(changed_at)}"
    yield f"SEQUENCE:{max(0, (changed_at - announced_at) // timedelta(seconds=1))}"
    yield f"DTSTART:{_utc(start)}"
    if end is not None:
        yield f"DTEND:{_utc(max(start, end))}"
    yield f"SUMMARY:{_text(summary)}"
    if description:
        yield f"DESCRIPTION:{_text(description)}"
    yield f"URL:{address}"
    yield "END:VEVENT"


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(text: str) -> str:
    """A text value, without signs that end a line or mean something."""
    plain = "".join(sign for sign in text if sign == "\n" or sign.isprintable())
    return plain.translate(ESCAPED)

"""Calendars of events: lines of RFC 5545, stable entries whose version grows."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from events.calendar import LINE_OCTETS, fold_content_line
from events.models import Club, Event
from events.organising.making import EventTerms, change_event
from events.results.ending import end_event
from events.rounds.opening import open_round
from tests.cast import client_of
from tests.fake_clock import set_clock
from tests.worlds.clubs import club_of
from tests.worlds.evenings import STARTS, evening, person

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

Entry = dict[str, str]


def lines_of(address: str) -> list[str]:
    """The content lines of a calendar, unfolded."""
    answer = client_of(None).get(address)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    raw = answer.content
    assert raw.endswith(b"END:VCALENDAR\r\n")
    assert all(len(line) <= LINE_OCTETS for line in raw.split(b"\r\n"))
    assert b"\n" not in raw.replace(b"\r\n", b"")
    return raw.decode().replace("\r\n ", "").split("\r\n")[:-1]


def entries_of(address: str) -> list[Entry]:
    entries: list[Entry] = []
    for line in lines_of(address):
        name, _, text = line.partition(":")
        if line == "BEGIN:VEVENT":
            entries.append({})
        elif entries:
            entries[-1][name] = text
    return entries


def of_event(event: Event) -> list[Entry]:
    return entries_of(reverse("event-calendar", args=[event.pk]))


def test_an_event_is_an_entry_in_utc() -> None:
    (entry,) = of_event(evening(time_zone="Europe/Berlin").event)
    assert entry["DTSTART"] == f"{STARTS:%Y%m%dT180000Z}"
    assert entry["SUMMARY"] == "Thursday at the Anchor"
    assert re.fullmatch(r"event-\d+@[\w.-]+", entry["UID"])
    assert "DTEND" not in entry


def test_a_round_with_a_deadline_is_an_entry_too() -> None:
    world = evening("Ada", "Bob")
    deadline = timezone.now() + timedelta(days=2)
    open_round(world.event.pk, world.ida, deadline=deadline)
    _event, entry = of_event(world.event)
    assert entry["DTEND"] == f"{deadline:%Y%m%dT%H%M%SZ}"
    assert entry["SUMMARY"] == "Thursday at the Anchor: round 1"
    assert entry["UID"].startswith(f"event-{world.event.pk}-round-1@")


def test_a_change_keeps_the_uid_and_raises_the_version(monkeypatch: pytest.MonkeyPatch) -> None:
    world = evening()
    (before,) = of_event(world.event)
    later = timezone.now() + timedelta(hours=3)
    set_clock(monkeypatch, lambda: later)
    terms = EventTerms.of_event(world.event, {"starts_at": STARTS + timedelta(days=1)})
    change_event(world.event.pk, world.ida, terms)
    (after,) = of_event(world.event)
    assert after["UID"] == before["UID"]
    assert int(after["SEQUENCE"]) > int(before["SEQUENCE"])
    assert after["LAST-MODIFIED"] > before["LAST-MODIFIED"]
    assert after["DTSTART"] == f"{STARTS + timedelta(days=1):%Y%m%dT180000Z}"
    assert of_event(world.event) == [after]
    end_event(world.event.pk, world.ida)
    (over,) = of_event(world.event)
    assert int(over["SEQUENCE"]) >= int(after["SEQUENCE"])


def test_texts_are_escaped_and_lines_folded_between_characters() -> None:
    name = "Tea, cake; 1\\2 – " + "ἱμοτεπ " * 8
    world = evening(name=name.strip())
    (entry,) = of_event(world.event)
    assert entry["SUMMARY"] == "Tea\\, cake\\; 1\\\\2 – " + ("ἱμοτεπ " * 8).strip()
    line = "SUMMARY:" + "ψ" * 200
    folded = fold_content_line(line)
    assert all(len(part.encode()) <= LINE_OCTETS for part in folded.split("\r\n"))
    assert folded.replace("\r\n ", "").rstrip("\r\n") == line


def test_no_text_begins_a_line_of_its_own() -> None:
    """Neither a form nor the API takes such a name; a row that has one is shown as it is."""
    world = evening()
    Event.objects.filter(pk=world.event.pk).update(name="A\r\nATTENDEE:mailto:x@example.org")
    (entry,) = of_event(world.event)
    assert "ATTENDEE" not in entry
    assert entry["SUMMARY"] == "A\\nATTENDEE:mailto:x@example.org"


def test_a_club_s_calendar_has_its_coming_events() -> None:
    ida = person("ida")
    club: Club = club_of(ida, person("ben"))
    moment = timezone.now()
    rows = {
        name: Event.objects.create(name=name, club=club, founder=ida, starts_at=starts)
        for name, starts in (
            ("to come", moment + timedelta(days=3)),
            ("long ago", moment - timedelta(days=90)),
            ("over", moment + timedelta(days=1)),
            ("hidden", moment + timedelta(days=2)),
        )
    }
    Event.objects.create(name="of nobody", founder=ida, starts_at=moment)
    Event.objects.filter(pk=rows["over"].pk).update(ended_at=moment)
    Event.objects.filter(pk=rows["hidden"].pk).update(hidden_at=moment)
    address = reverse("club-calendar", args=[club.slug])
    assert [entry["SUMMARY"] for entry in entries_of(address)] == ["to come"]
    assert address in client_of(None).get(reverse("club", args=[club.slug])).content.decode()


def test_a_hidden_event_has_a_number_in_its_calendar() -> None:
    world = evening(name="An insult")
    Event.objects.filter(pk=world.event.pk).update(hidden_at=datetime(2026, 1, 1, tzinfo=UTC))
    text = "\n".join(lines_of(reverse("event-calendar", args=[world.event.pk])))
    assert "insult" not in text
    assert f"Event {world.event.pk}" in text

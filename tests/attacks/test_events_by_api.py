"""Attacks on events by the API: by a stranger, a player who is no arbiter, an arbiter of another
event, a token without the scope."""

from __future__ import annotations

from typing import Any

import pytest

from events.limits import EVENT_CHANGES
from events.models import Entrant, Event, EventAnnouncement, EventRuling, EventTable
from events.organising.making import make_event
from games.accounts.tokens import TokenScope
from tests.worlds.api_world import Asker, assert_problem, token
from tests.worlds.evenings import Evening, evening, person, terms

pytestmark = pytest.mark.django_db

REASON = {"reason": "mine"}


@pytest.fixture
def world() -> Evening:
    return evening("@ana", "@ben", "Mia", "Zoe")


def acts_of_arbiters(table: int) -> list[tuple[str, str, Any]]:
    """Requests that only an arbiter may send: method, path below the event, body."""
    place = f"/tables/{table}"
    return [
        ("PATCH", "", {"name": "Mine now"}),
        ("POST", "/entrants", {"names": ["Zed"]}),
        ("POST", "/entrants/2/withdrawal", REASON),
        ("DELETE", "/entrants/2/withdrawal", b""),
        ("POST", "/rounds", {}),
        ("POST", "/rounds", {"tables": [[1, 2]], **REASON}),
        ("POST", "/tables", {"entrants": [3, 4]}),
        ("POST", f"{place}/ruling", {"scores": [99, 1], **REASON}),
        ("POST", f"{place}/ruling", {"absent": [2], **REASON}),
        ("POST", f"{place}/dissolution", REASON),
        ("POST", "/penalties", {"entrant": 2, "points": "5", **REASON}),
        ("POST", "/penalties/1/lifting", REASON),
        ("POST", "/announcements", {"text": "Go home."}),
        ("POST", "/end", b""),
        ("DELETE", "/end", b""),
        ("POST", "/arbiters", {"handle": "@eve"}),
        ("DELETE", "/arbiters/ida", b""),
        ("GET", "/codes", b""),
    ]


def state() -> list[object]:
    """Whatever an arbiter could have changed."""
    return [
        list(Event.objects.order_by("pk").values()),
        list(Entrant.objects.order_by("pk").values()),
        list(EventTable.objects.order_by("pk").values("pk", "state", "round", "disputed_by")),
        list(EventRuling.objects.values()),
        list(EventAnnouncement.objects.values()),
    ]


@pytest.mark.parametrize("handle", ["cat", "ana", "eve"])
def test_nobody_but_an_arbiter_changes_an_event(world: Evening, handle: str) -> None:
    """A stranger, a player, and the arbiter of another event."""
    table = world.seat("@ana", "@ben")
    if handle == "eve":
        make_event(person("eve"), terms(name="Another evening"))
    asker, before = Asker(token(person(handle))), state()
    for method, path, body in acts_of_arbiters(table.pk):
        answer = asker.ask(method, f"events/{world.event.pk}{path}", body)
        assert_problem(answer, 403)
        assert table.code not in answer.content.decode()
    assert state() == before


@pytest.mark.parametrize("handle", ["cat", "eve", "tom"])
def test_nobody_writes_the_result_of_a_table_of_others(world: Evening, handle: str) -> None:
    table = world.seat("@ana", "@ben")
    if person(handle).username == "tom":
        world.enter("@tom")
    asker, before = Asker(token(person(handle))), state()
    for path, body in (("slip", {"scores": [9, 8]}), ("confirmation", b""), ("dispute", REASON)):
        place = f"events/{world.event.pk}/tables/{table.pk}/{path}"
        assert_problem(asker.ask("POST", place, body), 403)
    assert state() == before


def test_an_arbiter_reaches_no_table_and_no_penalty_of_another_event(world: Evening) -> None:
    """Of their own event they are an arbiter; the table is looked for in it."""
    table, eve = world.seat("@ana", "@ben"), person("eve")
    event = make_event(eve, terms(name="Another evening"))
    asker, before = Asker(token(eve)), state()
    for path, body in (
        ("slip", {"scores": [9, 8]}),
        ("confirmation", b""),
        ("dispute", REASON),
        ("ruling", {"scores": [9, 8], **REASON}),
        ("dissolution", REASON),
    ):
        place = f"events/{event.pk}/tables/{table.pk}/{path}"
        assert_problem(asker.ask("POST", place, body), 404)
    assert state() == before


def test_a_token_without_play_changes_nothing_for_an_arbiter(world: Evening) -> None:
    table = world.seat("@ana", "@ben")
    before = state()
    weak = [scope for scope in TokenScope if scope != TokenScope.PLAY]
    asker = Asker(token(world.ida, *weak))
    for method, path, body in acts_of_arbiters(table.pk):
        answer = asker.ask(method, f"events/{world.event.pk}{path}", body)
        assert_problem(answer, 403, "scope")
    for path in ("/entry", f"/tables/{table.pk}/slip"):
        answer = asker.ask("POST", f"events/{world.event.pk}{path}", {})
        assert_problem(answer, 403, "scope")
    answer = asker.ask("POST", "events", {"name": "Friday", "starts_at": "2026-11-27T18:00:00Z"})
    assert_problem(answer, 403, "scope")
    assert state() == before


def test_changes_are_limited_as_on_the_pages(world: Evening) -> None:
    for _ in range(EVENT_CHANGES.most):
        EVENT_CHANGES.allows(str(world.ida.pk))
    asker = Asker(token(world.ida))
    answer = asker.ask("POST", f"events/{world.event.pk}/entrants", {"names": ["Zed"]})
    assert_problem(answer, 429, "throttled")
    assert answer["Retry-After"]


def test_numbers_that_no_row_has_are_not_there(world: Evening) -> None:
    asker, huge = Asker(token(world.ida)), 10**30
    event = f"events/{world.event.pk}"
    assert_problem(asker.ask("GET", f"events/{huge}"), 404)
    assert_problem(asker.ask("POST", f"{event}/tables/{huge}/slip", {"scores": [1, 2]}), 404)
    assert_problem(asker.ask("POST", f"{event}/entrants/{huge}/withdrawal", REASON), 400, "invalid")
    assert_problem(asker.ask("POST", f"{event}/penalties/{huge}/lifting", REASON), 409, "conflict")
    assert_problem(asker.ask("DELETE", f"{event}/arbiters/%00"), 404)


def test_a_stranger_reads_no_code(world: Evening) -> None:
    table = world.seat("@ana", "@ben")
    for asker in (Asker(), Asker(token(person("cat"))), Asker(token(world.people["ana"]))):
        assert table.code not in asker.ask("GET", f"events/{world.event.pk}").content.decode()

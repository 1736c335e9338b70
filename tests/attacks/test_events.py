"""Attacks on events: strangers, hidden results, guessed codes, slips of others."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse

from events.entrants.entering import enter_people, withdraw_entrant
from events.limits import WRONG_TABLE_CODES
from events.models import EventRuling, EventTable
from events.organising.arbiters import add_arbiter
from events.organising.making import make_event
from events.results.ending import end_event
from events.results.rulings import give_penalty, rule_absent, rule_result
from events.results.slips import Slip, confirm_result, dispute_result, report_slip
from events.round_tables.tables import CODE_CHARACTERS, dissolve_table, seat_by_hand
from events.rounds.opening import open_round
from events.views.organise import CHANGES
from games.models import Account
from tables.lobby.seats import sit_down
from tables.models import Block
from tests.cast import account, client_of
from tests.worlds.evenings import Evening, evening, terms
from web.errors import Invalid, NotAllowed

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> Evening:
    return evening("@ana", "@ben", "Mia")


def test_a_stranger_changes_nothing(world: Evening) -> None:
    """Neither a stranger nor a player nor the arbiter of another event."""
    table, key = world.seat("@ana", "@ben"), world.event.pk
    other = account("eve")
    make_event(other, terms(name="Another evening"))
    for person in (other, world.people["ana"], account("cat")):
        attempts: list[Callable[[Account], object]] = [
            lambda person: enter_people(key, person, ["Zed"]),
            lambda person: seat_by_hand(key, person, [1, 2]),
            lambda person: dissolve_table(key, person, table.pk, "mine"),
            lambda person: withdraw_entrant(key, person, 2, "mine"),
            lambda person: rule_result(key, table.pk, person, Slip((99, 1)), "mine"),
            lambda person: rule_absent(key, table.pk, person, [2], "mine"),
            lambda person: give_penalty(key, person, 2, "5", "mine"),
            lambda person: add_arbiter(key, person, person.username),
            lambda person: end_event(key, person),
        ]
        for attempt in attempts:
            with pytest.raises(NotAllowed):
                attempt(person)
        client = client_of(person)
        for do in CHANGES:
            fields = {"names": "Zed", "entrant": 2, "points": "1", "reason": "mine"}
            fields |= {"text": "Hello", "minutes": "5", "account": world.ida.pk}
            answer = client.post(reverse("event-change", args=[key]), {"do": do, **fields})
            assert answer.status_code == 403, do
    assert not EventRuling.objects.exists()
    assert world.event.entrants.count() == 3


def test_an_arbiter_of_one_event_rules_no_table_of_another(world: Evening) -> None:
    """The table is looked for in the event that the arbiter names."""
    table, eve = world.seat("@ana", "@ben"), account("eve")
    event = make_event(eve, terms(name="Another evening"))
    with pytest.raises(EventTable.DoesNotExist):
        rule_result(event.pk, table.pk, eve, Slip((99, 1)), "mine")
    with pytest.raises(EventTable.DoesNotExist):
        report_slip(event.pk, table.pk, eve, Slip((99, 1)))


def test_a_slip_for_the_table_of_others_is_refused(world: Evening) -> None:
    table = world.seat("@ana", "Mia")
    ben = world.people["ben"]
    for attempt in (
        lambda: report_slip(world.event.pk, table.pk, ben, Slip((1, 2))),
        lambda: confirm_result(world.event.pk, table.pk, ben),
        lambda: dispute_result(world.event.pk, table.pk, ben, "wrong"),
    ):
        with pytest.raises(NotAllowed):
            attempt()
    answer = client_of(ben).post(
        reverse("event-table-change", args=[table.code]),
        {"do": "report", "score0": "1", "score1": "2"},
    )
    assert answer.status_code == 403
    table.refresh_from_db()
    assert table.state == "seated"


def test_the_wall_and_the_page_leak_no_hidden_result() -> None:
    """Neither to strangers nor to a player of another table; a player knows the own result."""
    world = evening("@ana", "@ben", "Mia", "Tom", rounds_planned=2, hides_end=True)
    table = world.seat("Mia", "Tom")
    world.report(table, 371, 372)
    for person in (None, world.people["ana"]):
        client = client_of(person)
        for address in (
            reverse("event-wall", args=[world.event.pk]),
            reverse("event-wall", args=[world.event.pk]) + "?fragment=1",
            reverse("event-live", args=[world.event.pk]),
            reverse("event", args=[world.event.pk]),
            reverse("event-table", args=[table.code]),
        ):
            html = client.get(address).content.decode()
            assert "371" not in html, address
            assert "372" not in html, address
            assert ">5<" not in html, address
    assert b"372" in client_of(world.ida).get(reverse("event", args=[world.event.pk])).content
    end_event(world.event.pk, world.ida)
    assert b"372" in client_of(None).get(reverse("event", args=[world.event.pk])).content


def test_codes_are_long_and_cannot_be_tried_for_long(world: Evening) -> None:
    assert 32**CODE_CHARACTERS > 10**12
    table, client = world.seat("@ana", "Mia"), client_of(None)
    page = reverse("event-find-table")
    for number in range(WRONG_TABLE_CODES.most):
        assert client.get(page, {"code": f"0000-{number:04}"}).status_code == 404
    assert client.get(page, {"code": "0000-9999"}).status_code == 429
    assert client.get(page, {"code": table.code}).status_code == 429  # no oracle any more
    assert client.get(reverse("event-table", args=["00000000"])).status_code == 429
    # people at the tables are not shut out by a stranger behind the same address
    assert client_of(world.people["ana"]).get(page, {"code": table.code}).status_code == 302


def test_a_code_is_shown_to_the_table_and_to_arbiters_alone(world: Evening) -> None:
    table = world.seat("@ana", "Mia")
    address = reverse("event", args=[world.event.pk])
    for person, visible in (
        (None, False),
        (world.people["ben"], False),
        (world.people["ana"], True),
    ):
        assert (table.code in client_of(person).get(address).content.decode()) is visible
    for name in ("event-wall", "event-live"):
        html = client_of(person).get(reverse(name, args=[world.event.pk])).content.decode()
        assert table.code not in html


def test_points_that_no_game_has_are_refused(world: Evening) -> None:
    table = world.seat("@ana", "@ben")
    for scores in ((1,), (1, 2, 3), (10_000, 1), (-1_000, 1), ()):
        with pytest.raises(Invalid):
            report_slip(world.event.pk, table.pk, world.ida, Slip(scores))
    address = reverse("event-table-change", args=[table.code])
    for typed in ("x", "1e9", "\N{FULLWIDTH DIGIT NINE}" * 300, "1.5", "\x00"):
        client_of(world.ida).post(address, {"do": "report", "score0": typed, "score1": "1"})
    table.refresh_from_db()
    assert table.state == "seated"


def test_a_person_who_blocked_the_organiser_is_not_dragged_into_an_event(world: Evening) -> None:
    eve, key = account("eve"), world.event.pk
    Block.objects.create(account=eve, blocked=world.ida)
    with pytest.raises(Invalid):
        enter_people(key, world.ida, ["@eve"])


def test_nobody_keeps_an_opponent_from_a_seat_of_an_event() -> None:
    """Who is not there by the deadline is paired out: a block must not bring that about."""
    online = {"place": "site", "sites": "AAAAA", "format": "swiss"}
    world = evening("@ana", "@ben", points4="", points3="", **online)
    table = open_round(world.event.pk, world.ida).tables.get().live_table
    assert table is not None
    ana, ben = world.people["ana"], world.people["ben"]
    Block.objects.create(account=ana, blocked=ben)
    sit_down(table.pk, ana)
    address = reverse("table", args=[table.pk])
    for reader in (None, account("eve"), world.ida, ben):
        answer = client_of(reader).get(address)
        assert answer.status_code == 200
        html = answer.content.decode()
        assert (reverse("table-sit", args=[table.pk]) in html) == (reader == ben)
        for name in ("table-decline", "table-invite", "table-computer"):
            assert reverse(name, args=[table.pk]) not in html
    sit_down(table.pk, ben)
    assert table.places.count() == 2

"""Acts of an event: each change writes one, in order, and queues its leaf."""

from __future__ import annotations

import pytest

from archive.log.models import Waiting
from audit.event_plans import LATER_KINDS
from events.entrants.entering import (
    enter_oneself,
    leave_event,
    readmit_entrant,
    withdraw_entrant,
)
from events.models import EventAct
from events.organising.arbiters import add_arbiter, remove_arbiter
from events.organising.making import change_event
from events.results.ending import reopen_event
from games.accounts.closing import close
from games.log_outbox import EVENT
from tests.worlds.dumped_events import evening_with_everything
from tests.worlds.evenings import Evening, evening, terms
from web.errors import Conflict, NotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def kinds(world: Evening) -> list[str]:
    return list(EventAct.objects.filter(event=world.event).values_list("kind", flat=True))


def test_every_change_is_an_act_with_a_number_and_a_leaf() -> None:
    world = evening_with_everything()
    acts = list(EventAct.objects.filter(event=world.event))
    assert [act.number for act in acts] == list(range(1, len(acts) + 1))
    assert {act.kind for act in acts} == set(EventAct.Kind.values) - LATER_KINDS - {"ruled"}
    queued = Waiting.objects.filter(kind=EVENT).values_list("records", flat=True)
    assert {pk for row in queued for pk in row} == {str(act.pk) for act in acts}
    assert len({act.salt for act in acts}) == len(acts)


def test_what_changes_nothing_is_no_act() -> None:
    world = evening("@ana")
    before = kinds(world)
    change_event(world.event.pk, world.ida, terms())
    add_arbiter(world.event.pk, world.ida, "ida")
    reopen_event(world.event.pk, world.ida)
    enter_oneself(world.event.pk, world.people["ana"])
    with pytest.raises(Conflict):
        remove_arbiter(world.event.pk, world.ida, world.ida)
    assert kinds(world) == before == ["made", "entered"]


def test_a_changed_points_list_stays_to_be_read() -> None:
    world = evening()
    change_event(world.event.pk, world.ida, terms(points4="9 3 2 1", name="The Cup"))
    first, changed = EventAct.objects.filter(event=world.event)
    assert (first.content["terms"]["points4"], first.text) == ("5 3 2 1", "Thursday at the Anchor")
    assert (changed.content["terms"]["points4"], changed.text) == ("9 3 2 1", "The Cup")


def test_a_player_who_was_let_in_again_may_come_back_alone() -> None:
    world = evening("@ana", open_entry=True)
    key, ana, number = world.event.pk, world.people["ana"], world.entrant("@ana").number
    withdraw_entrant(key, world.ida, number, "loud")
    with pytest.raises(NotAllowed):
        enter_oneself(key, ana)
    readmit_entrant(key, world.ida, number)
    leave_event(key, ana)
    assert enter_oneself(key, ana).is_present
    assert kinds(world)[2:] == ["withdrawn", "returned", "left", "returned"]


def test_who_closes_an_account_leaves_by_acts() -> None:
    world = evening("@ana")
    ana = world.people["ana"]
    add_arbiter(world.event.pk, world.ida, "ana")
    close(ana)
    assert kinds(world)[-2:] == ["left", "no-arbiter"]
    assert not world.event.arbiters.filter(account=ana).exists()

"""An evening of a club: an arbiter, accounts and guests, and results by slip."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.utils import timezone

from events.entrants.entering import enter_people
from events.models import Entrant, Event, EventTable
from events.organising.making import EventTerms, make_event
from events.results.slips import Slip, report_slip
from events.round_tables.tables import seat_by_hand
from games.models import Account
from tests.cast import account

# Yesterday evening: a day that is written out is in the future first, and one day long ago.
STARTS = (timezone.now() - timedelta(days=1)).replace(hour=18, minute=0, second=0, microsecond=0)
TYPED_START = f"{STARTS:%Y-%m-%dT%H:%M}"


@dataclass
class Evening:
    """`ida` is the arbiter, and plays no game unless she is entered."""

    event: Event
    ida: Account
    people: dict[str, Account]

    def entrant(self, name: str) -> Entrant:
        rows = self.event.entrants.select_related("account")
        return next(row for row in rows if row.in_logs == name)

    def enter(self, *names: str) -> list[Entrant]:
        return enter_people(self.event.pk, self.ida, names)

    def seat(self, *names: str) -> EventTable:
        numbers = [self.entrant(name).number for name in names]
        return seat_by_hand(self.event.pk, self.ida, numbers)

    def report(
        self, table: EventTable, *scores: int, reporter: Account | None = None
    ) -> EventTable:
        return report_slip(self.event.pk, table.pk, reporter or self.ida, Slip(scores))


def person(handle: str) -> Account:
    """The account with this handle, which is made if there is none."""
    return Account.objects.filter(username=handle).first() or account(handle)


def terms(**changes: Any) -> EventTerms:
    return EventTerms(**{"name": "Thursday at the Anchor", "starts_at": STARTS, **changes})


def evening(*names: str, **changes: Any) -> Evening:
    """An event with these entrants: ``@ana`` is an account that is made, other names are guests."""
    ida = person("ida")
    people = {name[1:]: person(name[1:]) for name in names if name.startswith("@")}
    world = Evening(make_event(ida, terms(**changes)), ida, people)
    if names:
        world.enter(*names)
    return world

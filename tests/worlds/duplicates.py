"""A duplicate event: entrants with accounts, their shares, and tables of one deal."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta

from django.utils import timezone

from events.deals.rounds import (
    open_deal_share,
    promise_deal_share,
    promise_event_deal,
    stop_promises,
    sweep_deals,
)
from events.models import EventDeal, EventTable
from games.intake.verify import verify_submissions
from games.models import Account, Submission
from tables.lobby.seats import sit_down
from tables.locks import read_table
from tables.models import SharedDeal, Table
from tests.worlds.evenings import Evening, evening
from tests.worlds.tables import play_out, share

HANDLES = ("ana", "ben", "cat", "dan", "eva", "fay", "gus", "hal")


@dataclass
class Duplicate:
    """`shares`: by handle the share that its browser keeps."""

    evening: Evening
    shares: dict[str, str] = field(default_factory=dict)

    @property
    def event_id(self) -> int:
        return self.evening.event.pk

    @property
    def arbiter(self) -> Account:
        return self.evening.ida

    def person(self, handle: str) -> Account:
        return self.evening.people[handle]

    @property
    def row(self) -> EventDeal:
        return EventDeal.objects.select_related("deal", "round").latest("pk")

    @property
    def deal(self) -> SharedDeal:
        return self.row.deal

    def promise(self, *handles: str) -> None:
        """A deal, and the promises of these entrants."""
        promise_event_deal(self.event_id, self.arbiter)
        self.promise_shares(*handles)

    def promise_shares(self, *handles: str) -> None:
        for handle in handles:
            self.shares[handle], promise = share()
            promise_deal_share(self.event_id, self.person(handle), promise)

    def close(self) -> None:
        stop_promises(self.event_id, self.arbiter)

    def open(self, *handles: str) -> None:
        for handle in handles:
            open_deal_share(self.event_id, self.person(handle), self.shares[handle])

    def tables(self) -> list[tuple[EventTable, Table]]:
        """Tables of the last deal, and the site's."""
        round_ = self.row.round
        assert round_ is not None
        rows = round_.tables.select_related("live_table").order_by("number")
        return [(row, read_table(str(row.live_table_id))) for row in rows]

    def sit(self, row: EventTable) -> Table:
        """Everybody sits down at the table; it is dealt."""
        for seat in row.seats.select_related("entrant__account"):
            assert seat.entrant.account is not None
            sit_down(str(row.live_table_id), seat.entrant.account)
        return read_table(str(row.live_table_id))

    def play(self, row: EventTable, seed: int) -> Table:
        return play_out(self.sit(row).pk, seed=seed)

    def time_is_over(self) -> None:
        """The last day of the deal has come."""
        SharedDeal.objects.filter(pk=self.deal.pk).update(
            withheld_until=timezone.now() - timedelta(seconds=1)
        )

    def show(self) -> None:
        """What a sweep does, and the workers that verify logs."""
        sweep_deals()
        verify_all()


def verify_all() -> None:
    waiting = Submission.objects.filter(game=None).order_by("pk")
    verify_submissions(list(waiting.values_list("pk", flat=True)))


def duplicate(*handles: str, sites: str = "AAAAA", **terms: object) -> Duplicate:
    """A duplicate event of tables of two, with these entrants."""
    names = [f"@{handle}" for handle in handles or HANDLES[:4]]
    usual = {"place": "site", "sites": sites, "format": "duplicate", "points4": "", "points3": ""}
    return Duplicate(evening(*names, **usual | terms))


def bound(*handles: str, **terms: object) -> Duplicate:
    """The same with a bound deal: its tables are open, and everybody gave a share."""
    world = duplicate(*handles, **terms)
    people = handles or HANDLES[:4]
    world.promise(*people)
    world.close()
    world.open(*people)
    return world

"""An account's data in events, and its end there when the account is closed: standings keep its
number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.db.models import Model

from events.acts.writing import new_act, write_acts
from events.entrants.entering import undo_deal
from events.models import (
    BroughtGame,
    DivisionPlayer,
    Entrant,
    Event,
    EventAct,
    EventAnnouncement,
    EventArbiter,
    EventRuling,
    EventTable,
    GuestAccount,
    NameReport,
    Series,
    SeriesAct,
    SeriesEvent,
)
from events.organising.arbiters import lock_events
from games.accounts import ExportFile, table_of
from games.models import Account
from games.standing import ensure_player
from web.database_clock import database_time

Kind = EventAct.Kind

EVENT_TEXTS: Final[tuple[tuple[type[Model], str], ...]] = (
    (Event, "name"),
    (Series, "name"),
    (SeriesEvent, "reason"),
    (EventTable, "dispute"),
)
"""Texts in which people mention others by handle. Rulings are written once, and shown with
pseudonyms."""


def export_event_data(account: Account) -> Iterator[ExportFile]:
    """Events that they made or play, and what they did there."""
    events = Event.objects.filter(founder=account)
    yield table_of("events_made", events, "id", "name", "announced_at", "starts_at", "ended_at")
    roles = EventArbiter.objects.filter(account=account)
    yield table_of("event_roles", roles, "event", "since")
    entries = Entrant.objects.filter(account=account)
    yield table_of("event_entries", entries, "event", "number", "entered_at", "withdrawn_at")
    disputes = EventTable.objects.filter(disputed_by=account)
    yield table_of("event_disputes", disputes, "round__event", "id", "dispute")
    rulings = EventRuling.objects.filter(arbiter=account)
    yield table_of("event_rulings", rulings, "event", "kind", "points", "reason", "ruled_at")
    words = EventAnnouncement.objects.filter(arbiter=account)
    yield table_of("event_announcements", words, "event", "text", "announced_at")
    reports = NameReport.objects.filter(account=account, club=None)
    columns = ("event", "entrant", "announcement", "reason", "reported_at", "upheld", "answer")
    yield table_of("event_reports", reports, *columns)
    acts = EventAct.objects.filter(account=account)
    yield table_of("event_acts", acts, "event", "number", "kind", "content", "text", "acted_at")
    games = BroughtGame.objects.filter(account=account)
    series = Series.objects.filter(founder=account)
    yield table_of("series_made", series, "id", "name", "created_at", "first_day", "last_day")
    series_acts = SeriesAct.objects.filter(account=account)
    yield table_of(
        "series_acts", series_acts, "series", "number", "kind", "content", "text", "acted_at"
    )
    names = GuestAccount.objects.filter(account=account)
    yield table_of("guest_names", names, "series", "guest", "named_at", "agreed_at", "declined_at")
    places = DivisionPlayer.objects.filter(account=account)
    yield table_of(
        "division_places", places, "division__series", "division__number", "move", "leaving_at"
    )
    yield table_of("games_brought", games, "table", "game", "outcome", "noted_at")


def leave_all_events(account: Account) -> None:
    """`account` plays no more rounds, and arbitrates nothing."""
    playing = Entrant.objects.filter(account=account, withdrawn_at=None, event__ended_at=None)
    numbers = dict(playing.values_list("event", "number"))
    arbitrated = set(EventArbiter.objects.filter(account=account).values_list("event", flat=True))
    for event in lock_events(numbers.keys() | arbitrated):
        acts = []
        if event.pk in numbers:
            acts.append(new_act(Kind.LEFT, account, {"entrant": numbers[event.pk]}))
            undo_deal(event)
        if event.pk in arbitrated:
            player = ensure_player(account).pk
            acts.append(new_act(Kind.NO_ARBITER, account, {"player": player}))
        write_acts(event, acts)
    playing.update(withdrawn_at=database_time())
    EventArbiter.objects.filter(account=account).delete()

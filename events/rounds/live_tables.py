"""Rounds on the site: a table opens for each of the round's, and its players take their seats."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from events.limits import TIME_TO_COME
from events.models import WITHOUT_RESULT, Event, EventSeat, EventTable, Round
from events.results.rulings import rule_absent
from games.models import Account
from games.models.notice import Kind
from games.notices import PendingNotice, notify_accounts
from tables.lobby import open_reserved_table
from tables.models import Phase, Place, SharedDeal
from tables.terms import Terms
from web.errors import Conflict, ServiceError

logger = logging.getLogger(__name__)


def open_live_tables(
    event: Event,
    round_: Round,
    tables: Sequence[EventTable],
    arbiter: Account,
    deal: SharedDeal | None = None,
) -> None:
    """A table of the site for each table of the round, with the terms of the event; all of them
    with the bound `deal`, if there is one. Raises ``Conflict`` if a guest plays."""
    deadline = round_.deadline or max(round_.opened_at, event.starts_at) + TIME_TO_COME
    if round_.deadline is None:
        round_.deadline = deadline
        round_.save(update_fields=["deadline"])
    terms = Terms(
        preset="custom",
        sites=event.sites,
        modules=tuple(event.module_words),
        profile=event.profile,
        edition=event.edition,
        rated=event.rated,
        pace=event.pace,
        minutes=event.minutes,
        increment=event.increment,
        days=event.days,
    )
    if deal is not None:  # as it was promised: the terms of the event may have changed since
        terms = replace(
            terms,
            sites=deal.sites,
            modules=tuple(deal.modules.split()),
            profile=deal.profile,
            edition=deal.edition,
        )
    for table in tables:
        accounts = []
        for seat in table.seats.select_related("entrant__account"):
            if seat.entrant.account is None:
                words = _("%(name)s is a guest. To play on the site, players need an account.")
                raise Conflict(words % {"name": seat.entrant.guest})
            accounts.append(seat.entrant.account)
        table.live_table = open_reserved_table(arbiter, terms, accounts, deadline, deal)
        table.save(update_fields=["live_table"])


def notify_players(
    event: Event, round_: Round, tables: Sequence[EventTable], arbiter: Account
) -> None:
    """Tell the accounts of a round at which table they sit."""
    seats = EventSeat.objects.filter(table__in=tables, entrant__account__isnull=False)
    rows = seats.order_by("pk").values_list("entrant__account", "table__number")
    notify_accounts(
        PendingNotice(
            account,
            Kind.EVENT,
            by=arbiter.pk,
            facts={"event": event.pk, "round": round_.number, "table": number},
        )
        for account, number in rows
    )


def sweep_event_tables() -> int:
    """Decide the tables whose players did not all come until the deadline: who is absent is paired
    out, the others get the points of a bye. Gives the number of tables. May be called any number
    of times."""
    due = EventTable.objects.filter(
        state__in=WITHOUT_RESULT,
        live_table__phase__in=(Phase.CANCELLED, Phase.ABANDONED),
        live_table__started_at=None,
        round__event__ended_at=None,
    ).select_related("round")
    done = 0
    for table in due.order_by("pk")[:200]:
        came = set(
            Place.objects.filter(table=table.live_table_id).values_list("account", flat=True)
        )
        seats = table.seats.select_related("entrant")
        absent = {seat.entrant.number for seat in seats if seat.entrant.account_id not in came}
        reason = _("absent at the deadline")
        try:
            rule_absent(table.round.event_id, table.pk, None, absent, reason)
        except ServiceError:
            logger.exception("table %s of an event could not be decided", table.pk)
        else:
            done += 1
    return done

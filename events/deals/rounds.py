"""A deal of a duplicate event: promised, bound with the shares of the entrants, played, shown."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from events.acts.writing import table_act, write_acts
from events.deal_calls import notify_of_call, withdraw_call
from events.limits import (
    DEAL_DAYS,
    DEAL_DAYS_LIVE,
    SHARES_OF_ENTRANTS,
    SHARES_OF_ENTRANTS_DAYS,
    TIME_TO_COME,
    TIME_TO_COME_DAYS,
)
from events.models import (
    WITHOUT_RESULT,
    Entrant,
    Event,
    EventAct,
    EventDeal,
    EventFormat,
    EventRuling,
    EventSeat,
    EventTable,
    ResultState,
    Round,
)
from events.organising.arbiters import arbitrated, lock_event, must_run
from events.organising.scoring import scoring_of, seed_of
from events.results.standings import read_book
from events.round_tables.tables import add_round, lay_tables, round_act
from events.rounds.live_tables import notify_players, open_live_tables
from events.seating import SeatingTerms, seat_round
from games.models import Account
from tables.models import Phase, SharedDeal
from tables.shared_deals import (
    bind_deal,
    close_promises,
    is_due_to_bind,
    lock_deal,
    open_entrant_share,
    promise_deal,
    promise_entrant_share,
    reveal_deal_if_ended,
)
from tables.terms import Agreed, Pace
from web.database_clock import database_time
from web.errors import Conflict, NotAllowed, ServiceError

logger = logging.getLogger(__name__)


def promise_event_deal(event_id: int, arbiter: Account) -> EventDeal:
    """The next deal of the event: its secret is fixed, and entrants can promise shares.

    Raises ``NotAllowed``; ``Conflict`` for another kind of event, while the deal before is not
    shown or has tables without a result, and after the last planned one.
    """
    with transaction.atomic():
        event = arbitrated(event_id, arbiter)
        if event.format != EventFormat.DUPLICATE:
            raise Conflict(_("In this event, tables do not share a deal."))
        if event.deals.filter(deal__revealed_at=None).exists():
            raise Conflict(_("The previous deal is not over yet."))
        if EventTable.objects.filter(round__event=event, state__in=WITHOUT_RESULT).exists():
            raise Conflict(
                _("A table has no result yet. Enter the result or decide the table without a game.")
            )
        last = event.deals.aggregate(last=Max("number"))["last"] or 0
        if event.rounds_planned and last >= event.rounds_planned:
            raise Conflict(_("All %d rounds were played.") % last)
        deal = promise_deal(_agreed(event), event.edition)
        row: EventDeal = EventDeal.objects.create(event=event, number=last + 1, deal=deal)
    return row


def promise_deal_share(event_id: int, account: Account, promise: str) -> None:
    """`account`, an entrant who is here, promises a share of the current deal."""
    with transaction.atomic():
        row = _current_deal(event_id)
        _entrant_of(row.event, account)
        promise_entrant_share(row.deal_id, account, promise)


def open_deal_share(event_id: int, account: Account, share: str) -> None:
    """`account` opens the share that it promised. After the last one the tables open."""
    with transaction.atomic():
        row = _current_deal(event_id)
        open_entrant_share(row.deal_id, account, share)
        withdraw_call(row, account)
    bind_if_due(row.pk)


def stop_promises(event_id: int, arbiter: Account) -> EventDeal:
    """The promises stand; browsers of entrants send their shares. Who enters from now on waits for
    the next deal. Raises ``Conflict`` for too few people."""
    with transaction.atomic():
        event = arbitrated(event_id, arbiter)
        row = _current_deal(event_id)
        if len(_seatable(event, row.deal)) < 2 * row.deal.seats:
            raise Conflict(_("A deal needs two tables. Too few players are here."))
        live, was_closed = event.pace == Pace.LIVE, row.deal.closed_at is not None
        close_promises(
            row.deal_id,
            SHARES_OF_ENTRANTS if live else SHARES_OF_ENTRANTS_DAYS,
            timedelta(days=DEAL_DAYS_LIVE if live else DEAL_DAYS),
        )
        if not was_closed:
            notify_of_call(row)
    bind_if_due(row.pk)
    return row


def bind_if_due(event_deal_id: int) -> bool:
    """Bind the deal and open its tables, if all promised shares are here or their time is over.
    True if this did it. May be called any number of times."""
    with transaction.atomic():
        row = EventDeal.objects.select_related("event").get(pk=event_deal_id)
        event = lock_event(row.event_id)
        deal, moment = lock_deal(row.deal_id), database_time()
        if not is_due_to_bind(deal, moment):
            return False
        bind_deal(deal, moment)
        withdraw_call(row)
        entrants = _seatable(event, deal)
        if len(entrants) < deal.seats or event.is_over:
            deal.revealed_at = moment  # called off: nothing was dealt from it
            deal.save(update_fields=["revealed_at"])
            return True
        row.round = _open_round(event, deal, entrants, moment)
        row.save(update_fields=["round"])
    return True


def sweep_deals() -> int:
    """Bind deals whose time for shares is over, show those whose last table has ended, and decide
    their tables that did not finish. Gives how many changed. May be called any number of times."""
    done = 0
    for row in EventDeal.objects.filter(deal__revealed_at=None).order_by("pk")[:200]:
        try:
            done += bind_if_due(row.pk) or reveal_deal_if_ended(row.deal_id)
        except ServiceError:
            logger.exception("deal %s of an event: next step failed", row.pk)
    for table in _unfinished_tables():
        done += _rule_unfinished(table)
    return done


# --- inside -------------------------------------------------------------------


def _agreed(event: Event) -> Agreed:
    sizes = list(scoring_of(event).points)
    return Agreed(
        seats=sizes[0],
        preset="custom",
        sites=event.sites,
        modules=tuple(event.module_words),
        profile=event.profile,
    )


def _current_deal(event_id: int) -> EventDeal:
    """The deal of an event that runs; its rows are locked. Raises ``Conflict``."""
    event = lock_event(event_id)
    must_run(event)
    row = event.deals.filter(deal__revealed_at=None).order_by("-number").first()
    if row is None:
        raise Conflict(_("There is no deal in progress now."))
    row.event, row.deal = event, lock_deal(row.deal_id)
    return row


def _entrant_of(event: Event, account: Account) -> Entrant:
    entrant = event.entrants.filter(account=account, withdrawn_at=None).first()
    if entrant is None:
        raise NotAllowed(_("You are not in this event."))
    return entrant


def _seatable(event: Event, deal: SharedDeal) -> list[Entrant]:
    """Entrants who play the deal: those with an account who were here when its promises were
    closed, and have not left."""
    rows = event.entrants.filter(withdrawn_at=None, account__is_active=True)
    if deal.closed_at is not None:
        rows = rows.filter(entered_at__lte=deal.closed_at)
    return list(rows.select_related("account").order_by("number"))


def _open_round(event: Event, deal: SharedDeal, entrants: list[Entrant], moment: datetime) -> Round:
    """The round of a bound deal, with all its tables; turns are those of the seating."""
    arbiter = event.arbiters.select_related("account").order_by("since", "pk").first()
    host = arbiter.account if arbiter else event.founder
    book = read_book(event, everything=True)
    by_number = {entrant.number: entrant for entrant in entrants}
    seated = seat_round(
        list(by_number),
        book.played_rounds(),
        seed_of(event),
        points={row.entrant: row.points for row in book.rows()},
        terms=SeatingTerms(largest=deal.seats, smallest=deal.seats),
    )
    live = event.pace == Pace.LIVE
    wait = TIME_TO_COME if live else TIME_TO_COME_DAYS
    deadline = max(moment, event.starts_at) + wait
    round_ = add_round(event, host, deadline, on_site=True)
    tables = lay_tables(
        event,
        round_,
        [[by_number[key] for key in table] for table in seated.tables],
        [by_number[key] for key in seated.byes],
    )
    open_live_tables(event, round_, tables, host, deal)
    act = round_act(round_, None, seated.tables, seated.byes, present=list(by_number))
    write_acts(event, [act])
    notify_players(event, round_, tables, host)
    return round_


def _unfinished_tables() -> list[EventTable]:
    """Tables of shown deals that were dealt and ended without a result."""
    rows = EventTable.objects.filter(
        state__in=WITHOUT_RESULT,
        live_table__phase__in=(Phase.CANCELLED, Phase.ABANDONED),
        live_table__started_at__isnull=False,
        round__event_deal__deal__revealed_at__isnull=False,
    )
    return list(rows.select_related("round").order_by("pk")[:200])


def _rule_unfinished(table: EventTable) -> bool:
    """Nobody gets anything for a table that did not finish: the field is the other tables."""
    with transaction.atomic():
        event = lock_event(table.round.event_id)
        seats = list(table.seats.select_related("entrant"))
        for seat in seats:
            seat.came = False
        EventSeat.objects.bulk_update(seats, ["came"])
        moment = database_time()
        ruled = EventTable.objects.filter(pk=table.pk, state__in=WITHOUT_RESULT)
        if not ruled.update(state=ResultState.RULED, changed_at=moment):
            return False
        table.state = ResultState.RULED
        ruling = EventRuling.objects.create(
            event=event,
            kind=EventRuling.Kind.RULED,
            table=table,
            reason=_("did not finish"),
            after=[[seat.entrant.number, None, 0] for seat in seats],
            ruled_at=moment,
        )
        content = {"ruling": ruling.pk}
        write_acts(event, [table_act(EventAct.Kind.RULED, table, None, content, ruling.reason)])
    return True

"""An event ends with its standings, and goes on if it was ended too early."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from events.acts.writing import new_act, write_acts
from events.deal_calls import withdraw_calls_of
from events.models import WITHOUT_RESULT, Event, EventAct, EventTable
from events.organising.arbiters import arbitrated, lock_event, must_arbitrate
from events.results.standings import read_book
from games.models import Account
from ratings.standings import standings_as_json
from web.database_clock import database_time
from web.errors import Conflict

Kind = EventAct.Kind


def end_event(event_id: int, arbiter: Account) -> Event:
    """The event is over, and nothing is hidden any more. Raises ``Conflict`` while a table has no
    result, or a result is disputed."""
    with transaction.atomic():
        event = arbitrated(event_id, arbiter)
        tables = EventTable.objects.filter(round__event=event)
        waiting = tables.filter(state__in=WITHOUT_RESULT).select_related("round")
        if (table := waiting.order_by("round__number", "number").first()) is not None:
            words = _(
                "Round %(round)d, table %(n)d has no result yet. Enter the result or decide the "
                "table without a game."
            )
            raise Conflict(words % {"round": table.round.number, "n": table.number})
        if tables.exclude(disputed_by=None).exists():
            raise Conflict(_("A result is disputed. Decide the dispute first."))
        event.ended_at = database_time()
        event.save(update_fields=["ended_at"])
        withdraw_calls_of(event)
        content = {"standings": standings_as_json(read_book(event).rows())}
        write_acts(event, [new_act(Kind.ENDED, arbiter, content, as_arbiter=True)])
    return event


def reopen_event(event_id: int, arbiter: Account) -> Event:
    """An event that was ended too early goes on."""
    with transaction.atomic():
        event = lock_event(event_id)
        must_arbitrate(event, arbiter)
        if event.is_over:
            event.ended_at = None
            event.save(update_fields=["ended_at"])
            write_acts(event, [new_act(Kind.REOPENED, arbiter, {}, as_arbiter=True)])
    return event

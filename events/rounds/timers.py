"""The common timer of a round, which the wall shows."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from events.models import Event, Round
from events.organising.arbiters import arbitrated
from games.models import Account
from web.database_clock import database_time
from web.errors import Conflict, Invalid

TIMER_MINUTES: Final = range(1, 601)


def start_timer(event_id: int, arbiter: Account, minutes: int) -> Round:
    """The timer of the last round runs for so many minutes from now, also if it ran before."""
    with transaction.atomic():
        event = arbitrated(event_id, arbiter)
        if minutes not in TIMER_MINUTES:
            raise Invalid(_("Choose 1 to %d minutes for the timer.") % TIMER_MINUTES[-1])
        round_ = _last_round(event)
        round_.timer_started_at, round_.timer_minutes = database_time(), minutes
        round_.save(update_fields=["timer_started_at", "timer_minutes"])
    return round_


def stop_timer(event_id: int, arbiter: Account) -> Round:
    """The timer of the last round is gone. Twice is no fault."""
    with transaction.atomic():
        round_ = _last_round(arbitrated(event_id, arbiter))
        round_.timer_started_at = None
        round_.save(update_fields=["timer_started_at"])
    return round_


# --- inside -------------------------------------------------------------------


def _last_round(event: Event) -> Round:
    round_ = event.rounds.order_by("-number").first()
    if round_ is None:
        raise Conflict(_("Open a round first."))
    return round_

"""The deal of a week: begun, bound, played at a table of each account, shown when the week ends."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from hashlib import sha256

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from engine.shared_deal import beacon_name, beacon_seconds
from engine.vocabulary import Site
from events.limits import (
    BEACON_DELAY,
    TIME_FOR_BEACON,
    WEEK_LEVEL,
    WEEK_MOVE_DAYS,
    WEEK_SEATS,
)
from events.models import WeekDeal
from events.weeks.beacon import read_beacon
from games.editions import newest_edition
from games.models import Account
from tables.lobby import open_deal_table
from tables.models import Table
from tables.shared_deals import (
    bind_deal,
    close_promises,
    hand_in_shown_logs,
    lock_deal,
    promise_deal,
    reveal_deal_if_ended,
)
from tables.terms import Agreed, Pace, Terms
from web.database_clock import database_time
from web.errors import Conflict, ServiceError

logger = logging.getLogger(__name__)


def sweep_week_deals() -> int:
    """Begin the deal of this week, bind it when its shares are here, show those whose week is over.
    Gives how many changed. May be called any number of times, and after any pause: a week that no
    worker saw has no deal."""
    changed = hand_in_shown_logs()
    for row in WeekDeal.objects.filter(deal__revealed_at=None).select_related("deal"):
        try:
            changed += _bind_if_due(row)
            if database_time() >= row.ends_at:
                changed += reveal_deal_if_ended(row.deal_id)
        except ServiceError:
            logger.exception("deal of week %s: next step failed", row)
    if settings.WEEKLY_DEAL and begin_week_deal(database_time()):
        changed += 1
    return changed


def begin_week_deal(moment: datetime) -> bool:
    """Fix the secret of the deal of the week in which `moment` lies, and name the round of the
    beacon whose number goes into it. True if this did it; there is one deal a week."""
    year, week, _day = moment.isocalendar()
    if WeekDeal.objects.filter(year=year, week=week).exists():
        return False
    agreed = Agreed(seats=WEEK_SEATS, preset="custom", sites=week_sides(year, week))
    beacon = beacon_name((moment + BEACON_DELAY).timestamp()) if settings.WEEKLY_DEAL_BEACON else ""
    try:
        with transaction.atomic():
            deal = promise_deal(agreed, newest_edition())
            row = WeekDeal(year=year, week=week, level=WEEK_LEVEL, deal=deal)
            row.save(force_insert=True)
            wait = TIME_FOR_BEACON if beacon else timedelta()
            close_promises(deal.pk, wait, row.ends_at - moment, beacon)
    except IntegrityError:  # another worker was quicker
        return False
    if not beacon:
        _bind_if_due(WeekDeal.objects.select_related("deal").get(pk=row.pk))
    return True


def week_sides(year: int, week: int) -> str:
    """Sides A and B of a week, market to obelisks. They follow from its name, so that nobody
    chooses them."""
    digest = sha256(f"imhotep week {year}-W{week:02}".encode()).digest()
    return "".join("AB"[byte % 2] for byte in digest[: len(Site)])


def current_week_deal() -> WeekDeal | None:
    """The deal of this week, if there is one."""
    year, week, _day = database_time().isocalendar()
    return WeekDeal.objects.select_related("deal").filter(year=year, week=week).first()


def table_of_week(row: WeekDeal, account: Account | None) -> Table | None:
    """The table at which `account` plays the deal of the week `row`, or played it."""
    if account is None:
        return None
    return Table.objects.filter(shared_deal=row.deal_id, places__account=account).first()


def play_week_deal(account: Account) -> Table:
    """The table at which `account` plays the deal of this week; opened and dealt, if it is not yet.

    Raises ``NotAllowed`` for a suspended account; ``Conflict`` without a deal, or before it is
    bound.
    """
    row = current_week_deal()
    if row is None:
        raise Conflict(_("There is no deal this week."))
    with transaction.atomic():
        deal = lock_deal(row.deal_id)
        if (table := table_of_week(row, account)) is not None:
            return table
        if deal.bound_at is None:
            raise Conflict(_("This week’s cards are not shuffled yet. Try again in a few minutes."))
        if deal.revealed_at is not None or database_time() >= row.ends_at:
            raise Conflict(_("This week’s deal is over."))
        terms = Terms(
            rated=False, pace=Pace.DAYS.value, days=WEEK_MOVE_DAYS, computers=(row.level,)
        )
        return open_deal_table(account, terms, deal)


# --- inside -------------------------------------------------------------------


def _bind_if_due(row: WeekDeal) -> bool:
    """Bind the deal, if the number of its beacon is here, or the time for it is over. True if this
    did it."""
    deal, digits = row.deal, ""
    if deal.bound_at is not None:
        return False
    if deal.beacon:
        moment = database_time()
        if moment.timestamp() < beacon_seconds(deal.beacon):
            return False
        digits = read_beacon(deal.beacon)
        if not digits and deal.share_deadline is not None and moment < deal.share_deadline:
            return False
    with transaction.atomic():
        locked = lock_deal(row.deal_id)
        if locked.bound_at is not None:
            return False
        bind_deal(locked, database_time(), digits)
    return True

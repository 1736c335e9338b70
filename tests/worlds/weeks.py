"""The deal of the week: begun, played by accounts, its week over."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.utils import timezone

from events.models import WeekDeal
from events.weeks.weekly import begin_week_deal, play_week_deal, sweep_week_deals
from games.models import Account
from tables.models import SharedDeal, Table
from tests.worlds.duplicates import verify_all
from tests.worlds.tables import play_out


def week_deal(moment: datetime | None = None) -> WeekDeal:
    """The deal of the week of `moment`, bound."""
    assert begin_week_deal(moment or timezone.now())
    return WeekDeal.objects.select_related("deal").get()


def played(account: Account, seed: int = 1) -> Table:
    """`account` has played the deal of this week to its end."""
    return play_out(play_week_deal(account).pk, seed=seed)


def end_week(row: WeekDeal) -> None:
    """The week is over, a worker has swept, and logs are judged."""
    past = (datetime.now(UTC) - timedelta(days=7)).isocalendar()
    WeekDeal.objects.filter(pk=row.pk).update(year=past.year, week=past.week)
    SharedDeal.objects.filter(pk=row.deal_id).update(
        withheld_until=timezone.now() - timedelta(seconds=1)
    )
    sweep_week_deals()
    verify_all()

"""Queries of months and seasons, for pages. Each says how many queries it takes."""

from __future__ import annotations

from typing import Final

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from games.models import Player
from games.queries import patterns_off_board
from ratings.models import Period, PeriodStanding, RatingChange
from web.paging import Page, page_of_rows

STANDING_ORDER: Final = ("rank", "player")
PERIOD_ORDER: Final = ("-begins", "-name")


def periods_with_leaders() -> QuerySet[Period]:
    """Months and seasons that rank somebody, each with its first players as its `standings`,
    without players under an open pattern. Two queries."""
    leaders = _listed_standings().filter(rank=1).order_by("player")
    return Period.objects.filter(ranked__gt=0).prefetch_related(Prefetch("standings", leaders))


def period_state() -> str:
    """Why no period ranks a player: ``none`` has no rated game, ``waiting`` is not counted yet,
    ``few`` has no player with enough games. Two queries at most."""
    if Period.objects.filter(is_current=True).exists():
        return "few"
    return "waiting" if RatingChange.objects.exists() else "none"


def period_page(period: Period, cursors: dict[str, str], size: int) -> Page[PeriodStanding]:
    """A page of the ranks of a period, without players under an open pattern. One query. Raises
    ``BadCursor``."""
    rows = _listed_standings().filter(period=period, rank__isnull=False)
    return page_of_rows(rows, STANDING_ORDER, cursors, size)


def near_periods(period: Period, count: int) -> list[Period]:
    """The period with those of its kind before and after it, the latest first: `count` each at
    most. Two queries."""
    rows = Period.objects.filter(ranked__gt=0) | Period.objects.filter(pk=period.pk)
    kind = rows.filter(name__contains="q") if period.is_season else rows.exclude(name__contains="q")
    later = list(kind.filter(begins__gt=period.begins).order_by("begins")[:count])
    return [*later[::-1], *kind.filter(begins__lte=period.begins)[: count + 1]]


def player_months(player: Player, count: int) -> list[PeriodStanding]:
    """A player's results in their last months with rated games, the latest first. One query."""
    rows = PeriodStanding.objects.filter(player=player).exclude(period__name__contains="q")
    return list(rows.select_related("period").order_by("-period_id")[:count])


# --- inside -------------------------------------------------------------------


def _listed_standings() -> QuerySet[PeriodStanding]:
    under_pattern = Exists(patterns_off_board().filter(player=OuterRef("player")))
    return PeriodStanding.objects.filter(~under_pattern).select_related("player__account")

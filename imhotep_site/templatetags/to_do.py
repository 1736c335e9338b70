"""Waiting work of moderators, as their first page counts it."""

from __future__ import annotations

from typing import Final, NamedTuple

from django import template

from events.models import NameReport
from games.models import (
    Account,
    Discrepancy,
    Dispute,
    Game,
    Merge,
    Pattern,
    SeatClaim,
    Status,
    Submission,
)
from games.queries import games_list, open_reports
from tables.models import ChatReport

CONTESTED_GAMES: Final = 5
"""Contested games that are named; the list has all."""

register = template.Library()


class ToDo(NamedTuple):
    """How many of each are open."""

    disputes: int
    claims: int
    reports: int
    name_reports: int
    failed: int
    discrepancies: int
    game_reports: int
    patterns: int
    contested: int
    contested_games: list[Game]


@register.simple_tag
def open_disputes() -> int:
    """For the head of each page of the admin. One query."""
    return Dispute.objects.filter(closed_at=None).count()


@register.simple_tag
def to_do(account: Account) -> ToDo:
    """Numbers of waiting work, and the first contested games. One query a kind."""
    open_claims = SeatClaim.objects.filter(closed_at=None)
    contested = games_list().filter(pk__in=open_claims.values("game"))
    return ToDo(
        open_disputes(),
        Merge.objects.filter(decided_at=None).count(),
        ChatReport.objects.filter(settled_at=None).count(),
        NameReport.objects.filter(settled_at=None).count(),
        Submission.objects.filter(status=Status.FAILED).count(),
        Discrepancy.objects.filter(verdict=None).count(),
        open_reports(account).order_by().count(),
        Pattern.objects.filter(settled_at=None).count(),
        contested.order_by().count(),
        list(contested.order_by("-accepted_at")[:CONTESTED_GAMES]),
    )

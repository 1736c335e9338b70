"""Waiting work of moderators, as their first page counts it."""

from __future__ import annotations

from typing import NamedTuple

from django import template

from games.models import Account, Discrepancy, Dispute, Merge, Pattern, Status, Submission
from games.queries import open_reports
from tables.models import ChatReport

register = template.Library()


class ToDo(NamedTuple):
    """How many of each are open."""

    disputes: int
    claims: int
    reports: int
    failed: int
    discrepancies: int
    game_reports: int
    patterns: int


@register.simple_tag
def open_disputes() -> int:
    """For the head of each page of the admin. One query."""
    return Dispute.objects.filter(closed_at=None).count()


@register.simple_tag
def to_do(account: Account) -> ToDo:
    """Numbers of waiting work. One query a kind."""
    return ToDo(
        open_disputes(),
        Merge.objects.filter(decided_at=None).count(),
        ChatReport.objects.filter(settled_at=None).count(),
        Submission.objects.filter(status=Status.FAILED).count(),
        Discrepancy.objects.filter(verdict=None).count(),
        open_reports(account).order_by().count(),
        Pattern.objects.filter(settled_at=None).count(),
    )

"""What waits for moderators, as their first page counts it."""

from __future__ import annotations

from typing import NamedTuple

from django import template

from games.models import Dispute, Merge, Status, Submission
from tables.models import ChatReport

register = template.Library()


class ToDo(NamedTuple):
    """How many of each are open."""

    disputes: int
    claims: int
    reports: int
    failed: int


@register.simple_tag
def to_do() -> ToDo:
    """What waits. One query a kind."""
    return ToDo(
        Dispute.objects.filter(closed_at=None).count(),
        Merge.objects.filter(decided_at=None).count(),
        ChatReport.objects.filter(settled_at=None).count(),
        Submission.objects.filter(status=Status.FAILED).count(),
    )

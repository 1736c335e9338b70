"""Finds analyses that no worker holds, and has them go on."""

from __future__ import annotations

from django.utils import timezone

from insights.reviews.limits import WAITING
from insights.reviews.models import UNDER_WAY, Review, State
from insights.reviews.services.queue import free, wake


def sweep() -> bool:
    """Send a message if something is due and has waited; whether it did."""
    now = timezone.now()
    due = Review.objects.filter(free(now), state__in=UNDER_WAY)
    waited = due.exclude(state=State.QUEUED, asked_at__gt=now - WAITING)
    return waited.exists() and wake()

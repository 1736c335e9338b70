"""Finds analyses that no worker holds, and has them go on."""

from __future__ import annotations

from django.utils import timezone

from insights.reviews.limits import WAITING
from insights.reviews.models import UNDER_WAY, Review, ReviewState
from insights.reviews.services.queue import leasable_reviews, wake_review_worker


def wake_for_waiting() -> bool:
    """Send a message if something is due and has waited; whether it did."""
    moment = timezone.now()
    due = Review.objects.filter(leasable_reviews(moment), state__in=UNDER_WAY)
    waited = due.exclude(state=ReviewState.QUEUED, asked_at__gt=moment - WAITING)
    return waited.exists() and wake_review_worker()

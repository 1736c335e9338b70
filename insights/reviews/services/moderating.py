"""Moderation of analyses: stop one, repeat a failed one."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from games.action_log import must_moderate
from games.models import Account
from insights.reviews.models import UNDER_WAY, Review, ReviewState
from insights.reviews.services.queue import wake_review_worker_on_commit
from web.errors import Conflict


def stop_review(moderator: Account, review: Review) -> None:
    """It goes no further; a worker that is at it finds out at the next piece.

    Raises ``NotAllowed``, ``Conflict`` if it is not under way.
    """
    must_moderate(moderator)
    reviews = Review.objects.filter(pk=review.pk, state__in=UNDER_WAY)
    if not reviews.update(state=ReviewState.STOPPED, claimed_at=None):
        raise Conflict(_("It is not under way."))


def again(moderator: Account, review: Review) -> None:
    """It goes on where it failed or was stopped. What is done stays as it is.

    Raises ``NotAllowed``, ``Conflict``.
    """
    must_moderate(moderator)
    with transaction.atomic():
        ended = Review.objects.filter(
            pk=review.pk, state__in=(ReviewState.FAILED, ReviewState.STOPPED)
        )
        if not ended.update(state=ReviewState.QUEUED, claimed_at=None, attempts=0, error=""):
            raise Conflict(_("Only what failed or was stopped is done again."))
        wake_review_worker_on_commit()

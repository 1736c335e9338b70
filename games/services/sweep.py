"""Finds the logs that nobody judges any more, and has them judged."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.utils import timezone

from games.limits import MOST_ATTEMPTS, WAITING_SECONDS
from games.models import Status, Submission
from games.services.claim import claimable
from games.services.queue import wake, wake_singly
from games.services.record import FAILED


def sweep() -> int:
    """Send a message again for every log that has been queued or running for too long; one that
    has been tried too often is failed. Gives how many logs it found."""
    now = timezone.now()
    lost = Submission.objects.filter(claimable(now)).order_by("queued_at", "pk")
    hopeless = lost.filter(attempts__gte=MOST_ATTEMPTS).order_by()
    refusal = {"kind": "failed", "message": FAILED, "line": 0}
    failed = hopeless.update(status=Status.FAILED, judged_at=now, refusal=refusal)
    waited = now - timedelta(seconds=WAITING_SECONDS)
    fresh = list(
        lost.filter(status=Status.QUEUED, attempts=0, queued_at__lt=waited).values_list(
            "pk", flat=True
        )
    )
    tried = list(lost.exclude(status=Status.QUEUED, attempts=0).values_list("pk", flat=True))
    wake(fresh)
    wake_singly(tried)
    return failed + len(fresh) + len(tried)


def retry(submissions: Iterable[Submission]) -> int:
    """Have failed logs judged anew, at a moderator's wish. Gives how many there were."""
    pks = [one.pk for one in submissions]
    failed = Submission.objects.filter(pk__in=pks, status=Status.FAILED)
    found = list(failed.values_list("pk", flat=True))
    failed.update(
        status=Status.QUEUED,
        attempts=0,
        queued_at=timezone.now(),
        claimed_at=None,
        judged_at=None,
        refusal=None,
    )
    wake_singly(found)
    return len(found)

"""Finds the logs that no worker holds any more, and has them judged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from games.intake.store_verdicts import FAILED
from games.judging.queue import free, is_empty, wake, wake_singly
from games.limits import MOST_ATTEMPTS, MOST_SENT_AGAIN, WAITING_SECONDS
from games.models import Status, Submission


def sweep() -> int:
    """Send a message again for every log that has been queued or running for too long; one that
    has been tried too often is failed. Gives how many logs it found."""
    now = timezone.now()
    lost = Submission.objects.filter(free(now)).order_by("queued_at", "pk")
    refusal = {"kind": "failed", "message": FAILED, "line": 0}
    hopeless = lost.filter(attempts__gte=MOST_ATTEMPTS).order_by()
    failed = hopeless.update(status=Status.FAILED, judged_at=now, refusal=refusal)
    waited = now - timedelta(seconds=WAITING_SECONDS)
    fresh = lost.filter(status=Status.QUEUED, attempts=0, queued_at__lt=waited)
    tried = lost.exclude(status=Status.QUEUED, attempts=0)
    return failed + _send_again(fresh, wake) + _send_again(tried, wake_singly)


def _send_again(rows: QuerySet[Submission], send: Callable[[Sequence[int]], object]) -> int:
    """All of them if no message is left; else those that have waited longest, for a long queue is
    no lost one."""
    most = None if is_empty() else MOST_SENT_AGAIN
    ids = list(rows.values_list("pk", flat=True)[:most])
    send(ids)
    return len(ids)

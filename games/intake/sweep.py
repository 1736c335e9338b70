"""Finds the logs that no worker holds any more, and has them judged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from games.intake.store_verdicts import FAILED
from games.judging.queue import leasable, queue_is_empty, wake_singly, wake_workers
from games.limits import MAX_ATTEMPTS, MAX_RESENT, WAITING_SECONDS
from games.models import Status, Submission


def sweep_queue() -> int:
    """Send a message again for every log that has been queued or running for too long; one that
    has been tried too often is failed. Gives how many logs it found."""
    current_time = timezone.now()
    lost = Submission.objects.filter(leasable(current_time)).order_by("queued_at", "pk")
    refusal = {"kind": "failed", "message": FAILED, "line": 0}
    hopeless = lost.filter(attempts__gte=MAX_ATTEMPTS).order_by()
    failed = hopeless.update(status=Status.FAILED, judged_at=current_time, refusal=refusal)
    waited = current_time - timedelta(seconds=WAITING_SECONDS)
    fresh = lost.filter(status=Status.QUEUED, attempts=0, queued_at__lt=waited)
    tried = lost.exclude(status=Status.QUEUED, attempts=0)
    return failed + _resend(fresh, wake_workers) + _resend(tried, wake_singly)


def _resend(rows: QuerySet[Submission], send: Callable[[Sequence[int]], object]) -> int:
    """All of them if no message is left; else those that have waited longest, for a long queue is
    no lost one."""
    limit = None if queue_is_empty() else MAX_RESENT
    ids = list(rows.values_list("pk", flat=True)[:limit])
    send(ids)
    return len(ids)

"""The queue as moderators see it: what waits and for how long, what failed, who works."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import datetime

import redis
from django.conf import settings
from django.db.models import Count, Min, QuerySet

from games.models import Status, Submission
from games.models.upload import OPEN

HEARTBEAT = "imhotep:heartbeat"
"""The key that a worker writes every ten seconds: the time, in seconds since 1970."""

SHOWN = 50
"""Rows of each list."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many logs are in a state, and since when the oldest of them waits."""

    status: Status
    number: int
    oldest: datetime | None


@dataclass(frozen=True, slots=True)
class QueueReport:
    """`heartbeat`: seconds since a worker showed itself; ``None`` if none did within a minute, or
    nobody can be asked."""

    waiting: list[Waiting]
    oldest: list[Submission]
    failed: list[Submission]
    heartbeat: int | None


def queue_report() -> QueueReport:
    """Three queries, and a question to Redis that may take two seconds."""
    rows = Submission.objects.filter(status__in=OPEN).order_by().values("status")
    counted = {
        row["status"]: (row["number"], row["oldest"])
        for row in rows.annotate(number=Count("pk"), oldest=Min("queued_at"))
    }
    shown = Submission.objects.select_related("upload__account").defer("source", "upload__raw")
    return QueueReport(
        waiting=[Waiting(status, *counted.get(status, (0, None))) for status in OPEN],
        oldest=list(shown.filter(status__in=OPEN).order_by("queued_at", "pk")[:SHOWN]),
        failed=_failed(shown),
        heartbeat=_heartbeat(),
    )


def _failed(shown: QuerySet[Submission]) -> list[Submission]:
    return list(shown.filter(status=Status.FAILED).order_by("-pk")[:SHOWN])


def _heartbeat() -> int | None:
    client = redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2, decode_responses=True
    )
    try:
        with client:
            written = client.get(HEARTBEAT)
    except redis.RedisError:
        return None
    return max(0, int(time.time() - float(str(written)))) if written is not None else None

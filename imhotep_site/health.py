"""Is it alive, is it ready: for a load balancer, a container's health check, a moderator."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

import redis
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Submission
from games.models.upload import OPEN
from games.services.queue_report import HEARTBEAT

HEARTBEAT_LASTS = 60
"""Seconds; beat asks for one every 10."""
QUEUE_MAY_WAIT = 300
"""Seconds that the oldest open submission may wait before the site counts as not ready."""

log = logging.getLogger(__name__)


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers. Asks nothing of anybody."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """200 if every part is well, else 503; each part with ``ok`` and what there is to say."""
    parts = {name: _asked(part) for name, part in PARTS.items()}
    ready = all(part["ok"] for part in parts.values())
    return JsonResponse({"ready": ready, "parts": parts}, status=200 if ready else 503)


def _asked(part: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    try:
        return part()
    except Exception as failed:  # whatever a driver raises: the part is not well
        log.warning("%s: %s", part.__name__, failed)
        return {"ok": False, "error": type(failed).__name__}


def _database() -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return {"ok": True}


def _queue() -> dict[str, Any]:
    """The rows that wait are the queue; Redis only carries the wake-ups."""
    waiting = Submission.objects.filter(status__in=OPEN)
    oldest = waiting.order_by("queued_at").values_list("queued_at", flat=True).first()
    seconds = int((timezone.now() - oldest).total_seconds()) if oldest else 0
    return {"ok": seconds <= QUEUE_MAY_WAIT, "oldest_seconds": seconds, "open": waiting.count()}


def _redis() -> dict[str, Any]:
    with client() as asked:
        asked.ping()
    return {"ok": True}


def _worker() -> dict[str, Any]:
    """A worker wrote the time not long ago."""
    with client() as asked:
        written = asked.get(HEARTBEAT)
    if written is None:
        return {"ok": False, "heartbeat_seconds": None}
    return {"ok": True, "heartbeat_seconds": max(0, int(time.time() - float(written)))}


def beat() -> None:
    """What a worker writes: the time, forgotten by itself when nobody writes it again."""
    with client() as told:
        told.set(HEARTBEAT, f"{time.time():.0f}", ex=HEARTBEAT_LASTS)


def client() -> redis.Redis:
    """For a question that may be answered within two seconds."""
    made: redis.Redis = redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2, decode_responses=True
    )
    return made


def probes(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware, the first of all: a probe asks by address, whatever ALLOWED_HOSTS says."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        view = PROBES.get(request.path_info)
        return view(request) if view else get_response(request)

    return answer


PROBES: dict[str, Callable[[HttpRequest], HttpResponse]] = {"/healthz": healthz, "/readyz": readyz}
PARTS = {"database": _database, "redis": _redis, "queue": _queue, "worker": _worker}

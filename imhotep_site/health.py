"""Is it alive, is it ready: for a load balancer, a container's health check, a moderator."""

from __future__ import annotations

import logging
import shutil
import tempfile
from collections.abc import Callable
from typing import Any, Final, TypeVar

import redis
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from archive.log.services.append import stands_still
from engine import COMPILED
from games.judging import HEARTBEAT
from games.models import Submission
from games.models.upload import OPEN
from tables.clocks import clock_health
from web.database_clock import database_time
from web.disk_full import RETRY_SECONDS, seconds_since_noted
from web.redis_client import redis_client

HEARTBEAT_LASTS = 60
"""Seconds; beat asks for one every 10."""
PATIENCE = 2.0
"""Seconds within which the database and Redis have to answer."""
QUEUE_MAY_WAIT = 300
"""Seconds that the oldest open submission may wait before the site counts as not ready."""

Reading = TypeVar("Reading")

log = logging.getLogger(__name__)


WELL = b"ok\n"
UNCACHED = "max-age=0, no-cache, no-store, must-revalidate, private"


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers, without database or Redis."""
    return _unsniffed(HttpResponse(WELL, content_type="text/plain"))


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """200 if every part is well, else 503; each part with ``ok`` and what there is to say."""
    report = reading()
    return _unsniffed(JsonResponse(report, status=200 if report["ready"] else 503))


def reading() -> dict[str, object]:
    """Readiness of the site, and its parts."""
    parts = {name: _part_report(part) for name, part in PARTS.items()}
    return {"ready": all(part["ok"] for part in parts.values()), "parts": parts}


def on_own_connection(read: Callable[[], Reading]) -> Reading:
    """Result of `read` on a database connection of its own, that answers in time or not at
    all. For a thread that does nothing else."""
    shared = connections[DEFAULT_DB_ALIAS]
    probe = shared.copy()
    probe.settings_dict["OPTIONS"] = _hurried(probe.vendor, probe.settings_dict["OPTIONS"])
    connections[DEFAULT_DB_ALIAS] = probe
    try:
        return read()
    finally:
        probe.close()
        connections[DEFAULT_DB_ALIAS] = shared


def _hurried(vendor: str, options: dict[str, object]) -> dict[str, object]:
    unpooled = {name: value for name, value in options.items() if name != "pool"}
    if vendor != "postgresql":
        return unpooled | {"timeout": PATIENCE}
    postgres_options = f"{unpooled.get('options', '')} -c statement_timeout={PATIENCE * 1000:.0f}"
    return unpooled | {"connect_timeout": int(PATIENCE), "options": postgres_options}


def _unsniffed(response: HttpResponse) -> HttpResponse:
    """These answers pass no other middleware."""
    response["X-Content-Type-Options"] = "nosniff"
    return response


def _part_report(part: Callable[[], dict[str, object]]) -> dict[str, object]:
    try:
        return part()
    except Exception as failed:  # whatever a driver raises: the part is not well
        log.warning("%s: %s", part.__name__, failed)
        return {"ok": False, "error": type(failed).__name__}


def _database() -> dict[str, object]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return {"ok": True}


def _queue() -> dict[str, object]:
    """The rows that wait are the queue; Redis only carries the wake-ups."""
    waiting = Submission.objects.filter(status__in=OPEN)
    oldest = waiting.order_by("queued_at").values_list("queued_at", flat=True).first()
    seconds = max(0, int((database_time() - oldest).total_seconds())) if oldest else 0
    return {"ok": seconds <= QUEUE_MAY_WAIT, "oldest_seconds": seconds, "open": waiting.count()}


def _redis() -> dict[str, object]:
    with client() as connection:
        connection.ping()
    return {"ok": True}


def _worker() -> dict[str, object]:
    """A worker wrote the time not long ago."""
    heartbeat = last_heartbeat()
    if heartbeat is None:
        return {"ok": False, "heartbeat_seconds": None}
    with client() as connection:
        return {"ok": True, "heartbeat_seconds": max(0, connection.time()[0] - int(heartbeat))}


def last_heartbeat() -> float | None:
    """Seconds since 1970 of a worker's last heartbeat, unless that is long ago. Raises
    ``RedisError``."""
    with client() as connection:
        heartbeat = connection.get(HEARTBEAT)
    return None if heartbeat is None else float(heartbeat)


def beat() -> None:
    """Write a worker's heartbeat: the time by Redis, which expires unless it is written again."""
    with client() as broker:
        broker.set(HEARTBEAT, broker.time()[0], ex=HEARTBEAT_LASTS)


def client() -> redis.Redis:
    """For a question that has to be answered within ``PATIENCE``."""
    connection: redis.Redis = redis_client(
        settings.REDIS_URL,
        socket_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        decode_responses=True,
    )
    return connection


def probes(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware, the first of all: a probe asks by address, whatever ALLOWED_HOSTS says."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        view = PROBES.get(request.path_info)
        return view(request) if view else get_response(request)

    return answer


# --- the machine --------------------------------------------------------------


LEAST_FREE: Final = 16
"""MiB that a disk of ours should have."""


def clock() -> dict[str, object]:
    """Not well while no player can lose on time: the clock has jumped, or no sweep runs. Afterwards
    it says by how much, and when."""
    outage = clock_health()
    return {"ok": not outage["suspended"], **outage}


def disk() -> dict[str, object]:
    """Well if there is space, and nothing was refused for want of it within a minute. That of a
    PostgreSQL is not ours to measure: it is known by what it refuses."""
    places = {"temporary": tempfile.gettempdir()}
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        places["data"] = str(settings.DATA_DIR)
    free = {name: shutil.disk_usage(place).free >> 20 for name, place in places.items()}
    refused = seconds_since_noted()
    well = min(free.values()) >= LEAST_FREE and (refused is None or refused > RETRY_SECONDS)
    return {"ok": well, "free_mib": free, "refused_seconds_ago": refused}


def rules() -> dict[str, object]:
    """The engine of this process: compiled, or as it is written; it is well either way."""
    return {"ok": True, "compiled": COMPILED}


def record() -> dict[str, object]:
    """Not well while the transparency log stands still, because its rows do not belong together."""
    reason = stands_still()
    return {"ok": not reason, "why": reason}


PROBES: dict[str, Callable[[HttpRequest], HttpResponse]] = {"/healthz": healthz, "/readyz": readyz}
PARTS: Final[dict[str, Callable[[], dict[str, Any]]]] = {
    "database": _database,
    "redis": _redis,
    "queue": _queue,
    "worker": _worker,
    "clock": clock,
    "disk": disk,
    "engine": rules,
    "record": record,
}

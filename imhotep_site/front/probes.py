"""``/healthz``, ``/readyz`` and ``/metrics``, outside of all queues: no body, no shared thread."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Generic, TypeVar

from imhotep_site import health
from imhotep_site.front.asgi import Application, Receive, Scope, Send
from imhotep_site.front.metrics_access import may_read_metrics

PATIENCE: Final = 5.0
"""Seconds that a reading may take."""
FRESH: Final = 1.0
"""Seconds for which a reading is given again."""
LATE: Final[dict[str, Any]] = {"ready": False, "parts": {}, "error": "no reading in time"}
METRICS: Final = "/metrics"
METRICS_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

Reading = TypeVar("Reading")


class Probes:
    """Answers them, and hands everything else to `application`."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.readiness = Readings(health.reading, LATE)
        self.metrics = Readings(_read_metrics, b"")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path")
        if scope["type"] != "http" or path not in (*health.PROBES, METRICS):
            await self.application(scope, receive, send)
        elif scope["method"] not in ("GET", "HEAD"):
            await answer(send, 405, b"", "text/plain", [(b"allow", b"GET, HEAD")])
        elif path == "/healthz":
            await answer(send, 200, health.WELL, "text/plain")
        elif path == METRICS:
            await self._answer_metrics(scope, send)
        else:
            report = await self.readiness.latest()
            body = json.dumps(report).encode()
            await answer(send, 200 if report["ready"] else 503, body, "application/json")

    async def _answer_metrics(self, scope: Scope, send: Send) -> None:
        if not may_read_metrics(scope):
            await answer(send, 403, b"The metrics are for the operator.\n", "text/plain")
            return
        text = await self.metrics.latest()
        await answer(send, 200 if text else 503, text, METRICS_TYPE)


def _read_metrics() -> bytes:
    # A site whose metrics are not read does without the library.
    from imhotep_site.metrics.collector import exposition

    return exposition()


class Readings(Generic[Reading]):
    """One reading at a time, in a thread and on a connection of its own, for all who ask; `late`
    where there is none in time."""

    def __init__(self, read: Callable[[], Reading], late: Reading) -> None:
        self._thread = ThreadPoolExecutor(1, "probes")
        self._read, self._late = read, late
        self._reading: asyncio.Future[Reading] | None = None
        self._read_at = 0.0

    async def latest(self) -> Reading:
        loop = asyncio.get_running_loop()
        reading = self._reading
        if reading is None or (reading.done() and loop.time() - self._read_at > FRESH):
            reading = self._reading = loop.run_in_executor(
                self._thread, health.on_own_connection, self._read
            )
            reading.add_done_callback(lambda _: self._note(loop.time()))
        try:
            return await asyncio.wait_for(asyncio.shield(reading), PATIENCE)
        except TimeoutError:
            return self._late

    def _note(self, read_at: float) -> None:
        self._read_at = read_at


async def answer(
    send: Send,
    status: int,
    body: bytes,
    kind: str,
    extra_headers: list[tuple[bytes, bytes]] | None = None,
) -> None:
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", health.UNCACHED.encode()),
        (b"x-content-type-options", b"nosniff"),
        *(extra_headers or []),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})

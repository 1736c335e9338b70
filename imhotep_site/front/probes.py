"""``/healthz`` and ``/readyz``, outside of all queues: no body, no shared thread."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from imhotep_site import health
from imhotep_site.front.asgi import Application, Receive, Scope, Send

PATIENCE: Final = 5.0
"""Seconds that a reading may take."""
FRESH: Final = 1.0
"""Seconds for which a reading is given again."""
LATE: Final[dict[str, Any]] = {"ready": False, "parts": {}, "error": "no reading in time"}


class Probes:
    """Answers them, and hands everything else to `application`."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.readings = Readings()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path")
        if scope["type"] != "http" or path not in health.PROBES:
            await self.application(scope, receive, send)
        elif scope["method"] not in ("GET", "HEAD"):
            await answer(send, 405, b"", "text/plain", [(b"allow", b"GET, HEAD")])
        elif path == "/healthz":
            await answer(send, 200, health.WELL, "text/plain")
        else:
            report = await self.readings.latest()
            body = json.dumps(report).encode()
            await answer(send, 200 if report["ready"] else 503, body, "application/json")


class Readings:
    """One reading at a time, in a thread and on a connection of its own, for all who ask."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "readyz")
        self._reading: asyncio.Future[dict[str, Any]] | None = None
        self._read_at = 0.0

    async def latest(self) -> dict[str, object]:
        """Result of ``health.reading``, or ``LATE``."""
        loop = asyncio.get_running_loop()
        reading = self._reading
        if reading is None or (reading.done() and loop.time() - self._read_at > FRESH):
            reading = self._reading = loop.run_in_executor(
                self._thread, health.reading_on_own_connection
            )
            reading.add_done_callback(lambda _: self._note(loop.time()))
        try:
            return await asyncio.wait_for(asyncio.shield(reading), PATIENCE)
        except TimeoutError:
            return LATE

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

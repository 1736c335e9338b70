"""Waiting for verdicts: outside of the threads, with one question to the database for all."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from typing import Final
from uuid import UUID

from django.db import Error as DatabaseError
from django.db import connections

from games.queries import uploads_still_open

WAITING_PER_PROCESS: Final = 64
"""Uploads of one process that clients wait for; the others are answered at once."""
WAITING_PER_ACCOUNT: Final = 4
FIRST_PAUSE: Final = 0.04
LONGEST_PAUSE: Final = 0.25

_reader = ThreadPoolExecutor(1, "verdicts")

logger = logging.getLogger(__name__)


class Verdicts:
    """Of one event loop. Asks while a client waits."""

    def __init__(self) -> None:
        self._waiting: defaultdict[UUID, set[asyncio.Event]] = defaultdict(set)
        self._by_account: Counter[int] = Counter()
        self._asking: asyncio.Task[None] | None = None
        self._pause = FIRST_PAUSE

    async def wait_for(self, upload: UUID, account: int, seconds: float) -> bool:
        """Returns when every log of `upload` is judged, or after `seconds`. At once, and False,
        if too many wait already."""
        if (
            self._by_account.total() >= WAITING_PER_PROCESS
            or self._by_account[account] >= WAITING_PER_ACCOUNT
        ):
            return False
        self._by_account[account] += 1
        verdict = asyncio.Event()
        self._waiting[upload].add(verdict)
        self._pause = FIRST_PAUSE
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())
        try:
            async with asyncio.timeout(seconds):
                await verdict.wait()
        except TimeoutError:
            pass
        finally:
            self._forget(upload, verdict, account)
        return True

    def _forget(self, upload: UUID, verdict: asyncio.Event, account: int) -> None:
        self._waiting[upload].discard(verdict)
        if not self._waiting[upload]:
            del self._waiting[upload]
        self._by_account[account] -= 1
        if not self._by_account[account]:
            del self._by_account[account]

    async def _ask(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                await asyncio.sleep(self._pause)
                self._pause = min(self._pause * 1.5, LONGEST_PAUSE)
                uploads = list(self._waiting)
                try:
                    still_open = await loop.run_in_executor(_reader, _read, uploads)
                except DatabaseError as error:
                    logger.warning("could not read verdicts: %s", error)
                    continue
                for upload in uploads:
                    if upload not in still_open:
                        for verdict in self._waiting.get(upload, ()):
                            verdict.set()
        finally:
            self._asking = None


def _read(uploads: list[UUID]) -> set[UUID]:
    try:
        return uploads_still_open(uploads)
    finally:
        connections.close_all()

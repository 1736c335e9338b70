"""Whether those who listen may still do so: asked again and again, once for all streams of a
process, and at once when another process says that somebody's pass has ended."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from typing import Final

from django.db import Error as DatabaseError

from games.services.notices import PASSES
from games.services.passes import Pass, ended
from tables.stream.news import in_thread
from tables.stream.notices import Message, Notices

LOOK_EVERY: Final = 3.0
"""Seconds between two looks when nobody tells. A stream ends within five."""
PAUSE: Final = 0.25
"""Seconds between two looks when much is told."""

End = Callable[[], None]
"""Called when the pass of a stream has ended. It must not wait."""

logger = logging.getLogger(__name__)


class Gate:
    """The passes of the open streams. Belongs to one event loop."""

    def __init__(self, notices: Notices) -> None:
        self.notices = notices
        self._open: defaultdict[Pass, set[End]] = defaultdict(set)
        self._told = asyncio.Event()
        self._watch: asyncio.Task[None] | None = None

    @contextlib.asynccontextmanager
    async def watching(self, given: Pass | None, end: End) -> AsyncIterator[None]:
        """While this lasts, `end` is called when `given` ends; None is nobody's, and never ends.

        Raises ``NoNotices``.
        """
        if given is None:
            yield
            return
        self._open[given].add(end)
        try:
            await self.notices.attach(PASSES, self._hear)
            if self._watch is None:
                self._watch = asyncio.create_task(self._look_again())
            yield
        finally:
            self._remove(given, end)

    def _remove(self, given: Pass, end: End) -> None:
        self._open[given].discard(end)
        if not self._open[given]:
            del self._open[given]
        if self._open:
            return
        self.notices.detach(PASSES, self._hear)
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    def _hear(self, message: Message) -> None:
        self._told.set()

    async def _look_again(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._told.wait(), LOOK_EVERY)
            self._told.clear()
            try:
                await self._look()
            except DatabaseError as error:  # nothing can be read, so nothing is told either
                logger.warning("the credentials of streams could not be checked: %s", error)
            await asyncio.sleep(PAUSE)

    async def _look(self) -> None:
        for given in await in_thread(ended, list(self._open)):
            for end in list(self._open.get(given, ())):
                end()

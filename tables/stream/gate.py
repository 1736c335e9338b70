"""Checks the credentials of open streams: again and again, once for all streams of a process, and
at once when another process publishes that a credential has ended."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from typing import Final

from django.db import Error as DatabaseError

from games.accounts import Credential, ended
from tables.stream.snapshots import read_in_thread
from tables.stream.subscriptions import StreamMessage, Subscriptions
from web.publish import CREDENTIALS

LOOK_EVERY: Final = 3.0
"""Seconds between two looks without a message. A stream ends within five."""
PAUSE: Final = 0.25
"""Seconds between two looks at least, however many messages there are."""

End = Callable[[], None]
"""Called when the credential of a stream has ended. It must not wait."""

logger = logging.getLogger(__name__)


class Gate:
    """The credentials of the open streams. Belongs to one event loop."""

    def __init__(self, subscriptions: Subscriptions) -> None:
        self.subscriptions = subscriptions
        self._open: defaultdict[Credential, set[End]] = defaultdict(set)
        self._asked = asyncio.Event()
        self._watch: asyncio.Task[None] | None = None

    @contextlib.asynccontextmanager
    async def watching(self, credential: Credential | None, end: End) -> AsyncIterator[None]:
        """While this lasts, `end` is called when `credential` ends; None never ends.

        Raises ``BrokerUnavailable``.
        """
        if credential is None:
            yield
            return
        self._open[credential].add(end)
        try:
            await self.subscriptions.subscribe(CREDENTIALS, self._on_message)
            if self._watch is None:
                self._watch = asyncio.create_task(self._watch_credentials())
            yield
        finally:
            self._remove(credential, end)

    def _remove(self, credential: Credential, end: End) -> None:
        self._open[credential].discard(end)
        if not self._open[credential]:
            del self._open[credential]
        if self._open:
            return
        self.subscriptions.unsubscribe(CREDENTIALS, self._on_message)
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    def _on_message(self, message: StreamMessage) -> None:
        self._asked.set()

    async def _watch_credentials(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._asked.wait(), LOOK_EVERY)
            self._asked.clear()
            try:
                await self._look()
            except DatabaseError as error:  # nothing can be read, so nothing is sent either
                logger.warning("the credentials of streams could not be checked: %s", error)
            await asyncio.sleep(PAUSE)

    async def _look(self) -> None:
        for credential in await read_in_thread(ended, list(self._open)):
            for end in list(self._open.get(credential, ())):
                end()

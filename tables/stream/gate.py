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

from games.accounts.credentials import Credential, ended
from tables.stream.snapshots import in_thread
from tables.stream.subscriptions import Message, Subscriptions
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
    async def watching(self, given: Credential | None, end: End) -> AsyncIterator[None]:
        """While this lasts, `end` is called when `given` ends; None never ends.

        Raises ``BrokerUnavailable``.
        """
        if given is None:
            yield
            return
        self._open[given].add(end)
        try:
            await self.subscriptions.subscribe(CREDENTIALS, self._on_message)
            if self._watch is None:
                self._watch = asyncio.create_task(self._look_again())
            yield
        finally:
            self._remove(given, end)

    def _remove(self, given: Credential, end: End) -> None:
        self._open[given].discard(end)
        if not self._open[given]:
            del self._open[given]
        if self._open:
            return
        self.subscriptions.unsubscribe(CREDENTIALS, self._on_message)
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    def _on_message(self, message: Message) -> None:
        self._asked.set()

    async def _look_again(self) -> None:
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
        for given in await in_thread(ended, list(self._open)):
            for end in list(self._open.get(given, ())):
                end()

"""The clock of the periodic tasks: Celery's, which a full disk does not end."""

from __future__ import annotations

import logging

from celery.beat import PersistentScheduler

logger = logging.getLogger(__name__)


class Scheduler(PersistentScheduler):
    """Keeps the times of the last runs in memory while its file cannot be written."""

    def sync(self) -> None:
        try:
            super().sync()
        except OSError as error:
            logger.warning("could not store the times of the periodic tasks: %s", error)
            # Python's shelf forgets that it has unwritten entries when writing one of them fails.
            self._store.writeback = True  # type: ignore[attr-defined]

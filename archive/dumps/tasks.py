"""Celery tasks of the dumps."""

from __future__ import annotations

import logging

from celery import shared_task
from django.conf import settings

from archive.dumps.services import publish
from archive.dumps.services.publish import NoDump

logger = logging.getLogger(__name__)

LONGEST = 6 * 3600
"""Seconds."""


@shared_task(
    name="dumps.tasks.publish_dump",
    acks_late=False,
    soft_time_limit=LONGEST - 60,
    time_limit=LONGEST,
)
def publish_dump() -> None:
    """The dump of the night. It takes longer than the queue waits for an answer, so the message is
    taken at once: a dump that is broken off is tried again the next night."""
    if not settings.NIGHTLY_DUMP:
        return
    try:
        publish.publish_dump()
    except NoDump as error:
        logger.error("no dump: %s", error)

"""Signs of life of a web process: by them the sweep knows that players can move.

A process that is paused, has no connection to the database or cannot store anything gives none, and
nobody loses on time until one is given again (``tables.clocks.outages``).
"""

from __future__ import annotations

import logging
import threading
import time
from typing import Final

from django.db import connection, transaction

from tables.clocks import outages
from tables.models import Pace, Phase, Table
from tables.play.publishing import publish_table_change
from web.database_connection import is_passing
from web.disk_full import is_full, seconds_since_noted

SPILLED_ROWS: Final = 20_000
"""Numbers that are sorted in a file, since 64 kB of memory do not hold them: some 300 kB."""

logger = logging.getLogger(__name__)


def begin_signs() -> None:
    """Give a sign every few seconds for as long as this process lives."""
    threading.Thread(target=_give_signs, name="signs-of-life", daemon=True).start()


def give_sign() -> bool:
    """Sign, unless nothing can be stored; pages hear of time that was given back. False if there
    was no sign. Raises ``DatabaseError``."""
    refused = seconds_since_noted()
    if refused is not None and refused < outages.AWAY.total_seconds():
        return False
    _probe_disk()
    if outages.sign_service() is not None:
        live = Table.objects.filter(phase=Phase.PLAYING, pace=Pace.LIVE)
        for table_id in live.values_list("pk", flat=True):
            publish_table_change(table_id, "clock")
    return True


# --- inside -------------------------------------------------------------------


def _give_signs() -> None:
    while True:
        try:
            give_sign()
        except Exception as error:  # the next sign may succeed
            if not (is_passing(error) or is_full(error)):
                logger.exception("the sign of life could not be stored")
        finally:
            connection.close()
        time.sleep(outages.SIGN_SECONDS)


def _probe_disk() -> None:
    """Write a file where PostgreSQL keeps its own, without a row or a line of its journal. With
    SQLite the sign itself is such a write. Raises ``DatabaseError`` on a full disk."""
    if connection.vendor != "postgresql":
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL work_mem = '64kB'")
        cursor.execute(
            "SELECT count(*) FROM (SELECT n FROM generate_series(1, %s) n ORDER BY -n OFFSET 1) s",
            [SPILLED_ROWS],
        )

"""Publishes what happened at a table; sends workers the task to act for a computer player.

The rows are the truth. A message says that it is worth reading them again, and holds nothing
private. A Redis that is away costs the message and nothing else: pages ask, and the sweep of the
tables finds a computer player that has not acted (see ``clock``).
"""

from __future__ import annotations

import json
import logging
from typing import Final, Literal

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import Q

from engine.computer import LEVELS
from games.judging import RETRY
from tables.models import Place, Table
from web.publish import publish_messages

Kind = Literal["entry", "places", "talk", "phase", "clock"]
"""Kind of a message: an entry was written; a player sat down, stood up, promised or opened a share,
was replaced, agreed to cancel; a line was written in the chat; the table moved to another phase;
lost time was given back."""

LOBBY: Final = "lobby"
LOBBY_KINDS: Final = ("places", "phase")
"""Kinds that change the lobby too."""


def table_channel(table_id: str) -> str:
    """The channel on which a table's messages are published."""
    return f"table:{table_id}"


def publish_table_change(table_id: str, kind: Kind, **facts: int | str) -> None:
    """Once the transaction has committed (now, if there is none), publish that `kind` happened.

    The message is a JSON object of `kind` and `facts`, such as ``plies``. The channel ``lobby``
    gets ``{"kind": "lobby"}`` when the lobby has changed, and learns no table from it.
    """
    messages = [(table_channel(table_id), json.dumps({"kind": kind, **facts}))]
    if kind in LOBBY_KINDS:
        messages.append((LOBBY, json.dumps({"kind": "lobby"})))
    transaction.on_commit(lambda: publish_messages(messages), robust=True)


# --- workers, when a computer player is to act --------------------------------


PLAY_QUEUE: Final = "play"

COMPUTER: Final = Q(stand_in__isnull=False) | ~Q(account__computer="")
"""Places where a computer player acts."""

logger = logging.getLogger(__name__)


def wake_if_computer(table: Table, awaited: Place | None) -> None:
    """Has a worker think once the transaction has committed, if the place that `table`, as it was
    just written, waits for is a computer's. ``None``: it waits for no place."""
    if awaited is not None and awaited.is_computer:
        wake_computer(table.pk, table.plies + 1, pause_before(awaited.level))


def pause_before(level: str) -> float:
    """Seconds that people are given to follow before a computer player of `level` acts; those in
    which it thinks are part of them."""
    thinks = LEVELS[level].seconds if level in LEVELS else 0.0
    return max(0.0, settings.COMPUTER_PAUSE_SECONDS - thinks)


def wake_computer(table_id: str, ply: int, seconds: float = 0.0) -> None:
    """Once the transaction has committed (now, if there is none), a worker gets the task to think
    about entry `ply` of the table, `seconds` later."""
    transaction.on_commit(lambda: send_computer_task(table_id, ply, seconds), robust=True)


def send_computer_task(table_id: str, ply: int, seconds: float = 0.0) -> bool:
    """Sends the message now; False if that cannot be done: then a sweep sends it."""
    try:
        current_app.send_task(
            "tables.tasks.think",
            [table_id, ply],
            queue=PLAY_QUEUE,
            countdown=seconds or None,
            retry_policy=RETRY,
        )
    except Exception as error:  # whatever the queue raises: the row is the truth
        logger.warning("no message could be sent, a sweep will: %s", error)
        return False
    return True

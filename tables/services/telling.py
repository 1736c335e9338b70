"""Tells those who look at a table that something happened there.

The rows are the truth, a message only says that it is worth reading them again; nothing that
somebody may not know is ever in one. A Redis that is away costs the notice and nothing else.
"""

from __future__ import annotations

import json
from typing import Final, Literal

from django.db import transaction

from games.services.notices import publish

Kind = Literal["entry", "places", "talk", "phase"]
"""What happened: an entry was written; somebody sat down, stood up, promised or opened a share,
was replaced, agreed to cancel; something was said; the table moved to another phase."""

LOBBY: Final = "lobby"
LOBBY_KINDS: Final = ("places", "phase")
"""What changes the lobby too."""


def channel_of(table_id: str) -> str:
    """The channel on which a table's messages are published."""
    return f"table:{table_id}"


def tell(table_id: str, kind: Kind, **facts: int | str) -> None:
    """Once the transaction has committed (now, if there is none), publish that `kind` happened.

    The message is a JSON object of `kind` and `facts`, such as ``plies``. The channel ``lobby``
    gets ``{"kind": "lobby"}`` when the lobby has changed, and learns no table from it.
    """
    messages = [(channel_of(table_id), json.dumps({"kind": kind, **facts}))]
    if kind in LOBBY_KINDS:
        messages.append((LOBBY, json.dumps({"kind": "lobby"})))
    transaction.on_commit(lambda: publish(messages), robust=True)

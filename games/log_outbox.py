"""Says that records were written or changed which the transparency log has leaves of.

The kinds: ``verification`` (by key), ``standing`` (of a game, by id; also when only a fact
that decides it changed), ``edition`` (by name), ``closing`` (of the books, by key), ``pin`` (of
a game to the verdict of an engine, by key), ``log`` (of a game, by id), ``player`` (by
key), ``deal`` (of a table whose seats are taken), ``broken-off`` (a deal that led to no game),
``shared-deal`` (for many tables, with the promises of its entrants), ``bound-deal`` (the same with
their shares, before a table is dealt),
``entry`` (of the books, by key), ``settings`` (of the site, ``site``), ``predecessor`` (the last
checkpoint of the log before, by its size), ``decision`` (about what counts, by key), ``fold`` (a
run over the games that replaced changes of ratings, by key), ``terms`` (of ratings, by key),
``event`` and ``series`` (an act of an event or a series, by key) and ``member`` (of a club in one
role, by key; also when it ended).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.ports import Records, port

VERIFICATION: Final = "verification"
STANDING: Final = "standing"
EDITION: Final = "edition"
CLOSING: Final = "closing"
PIN: Final = "pin"
LOG: Final = "log"
PLAYER: Final = "player"
DEAL: Final = "deal"
BROKEN_OFF: Final = "broken-off"
SHARED_DEAL: Final = "shared-deal"
BOUND_DEAL: Final = "bound-deal"
ENTRY: Final = "entry"
SETTINGS: Final = "settings"
PREDECESSOR: Final = "predecessor"
DECISION: Final = "decision"
FOLD: Final = "fold"
TERMS: Final = "terms"
EVENT: Final = "event"
MEMBER: Final = "member"
SERIES: Final = "series"


def queue_leaves(kind: str, ids: Iterable[str | int]) -> None:
    """To be called inside the transaction that writes the records. One statement."""
    queue_all_leaves({kind: ids})


def queue_all_leaves(records: Records) -> None:
    """As ``queue_leaves``, of several kinds; one statement for all."""
    port().records_changed(records)

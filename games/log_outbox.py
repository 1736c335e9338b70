"""Says that records were written or changed which the transparency log has leaves of.

Of five kinds: ``verification`` (by key), ``standing`` (of a game, by id; also when only a fact
that decides it changed), ``edition`` (by name), ``closing`` (of the books, by key) and ``pin`` (of
a game to the verdict of an engine, by key).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from django.conf import settings
from django.utils.module_loading import import_string

VERIFICATION: Final = "verification"
STANDING: Final = "standing"
EDITION: Final = "edition"
CLOSING: Final = "closing"
PIN: Final = "pin"

Records = Mapping[str, Iterable[str | int]]
"""Ids by kind."""


def recorded(kind: str, ids: Iterable[str | int]) -> None:
    """To be called inside the transaction that writes the records. One statement."""
    all_recorded({kind: ids})


def all_recorded(records: Records) -> None:
    """As ``recorded``, of several kinds; one statement for all."""
    import_string(settings.RECORDED)(records)

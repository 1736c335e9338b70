"""Leaves of players in the transparency log: what may change in the line of one that has a leaf."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from hashlib import sha256
from typing import Final, NamedTuple

from audit.fields import Line, WrongField, canonical_bytes, moment_field
from audit.leaf_moments import CLOCK_SKEW, SOON

BOT_SINCE: Final = "bot_since"


class LeafChange(NamedTuple):
    """A leaf that says otherwise than the one before it: the digest of that one, its own moment."""

    digest: bytes
    moment: str


class PlayerLeaves:
    """Changes of players' leaves, by the name of the record."""

    def __init__(self) -> None:
        self._changes: dict[str, list[LeafChange]] = defaultdict(list)

    def changed(self, name: str, digest: bytes, moment: str) -> None:
        """The leaf of `moment` says otherwise than the one before it, which had `digest`."""
        if name.startswith("player "):
            self._changes[name].append(LeafChange(digest, moment))

    def is_mark(self, name: str, line: Line) -> bool:
        """True if nothing changed in `line` but that it was marked as a bot's."""
        before = {field: line[field] for field in line if field != BOT_SINCE}
        digest = sha256(canonical_bytes(before)).digest()
        return BOT_SINCE in line and all(change.digest == digest for change in self._changes[name])

    def compare(self, name: str, line: Line, place: str) -> Iterator[str]:
        """A sentence for a mark whose leaf is not of its hour: it was dated back, say. A player
        whose first leaf has the mark was marked within its hour."""
        changes = self._changes.get(name, [])
        if BOT_SINCE in line and changes and not any(map(partial(_is_prompt, line), changes)):
            yield f"{place}: marked as a bot at {line[BOT_SINCE]}, and no leaf of that hour says so"


def _is_prompt(line: Line, change: LeafChange) -> bool:
    """True if the leaf came within the hour of the mark."""
    try:
        marked = datetime.fromisoformat(moment_field(line, BOT_SINCE))
        return -CLOCK_SKEW <= datetime.fromisoformat(change.moment) - marked <= SOON
    except (ValueError, WrongField):
        return False

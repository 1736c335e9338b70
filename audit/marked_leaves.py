"""Leaves in the transparency log of records that are marked once: what may change in a line that
has a leaf. A player is marked as a bot; the row of a club's member ends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from hashlib import sha256
from typing import Final, NamedTuple

from audit.fields import Line, WrongField, canonical_bytes, moment_field
from audit.leaf_moments import CLOCK_SKEW, SOON

MARKS: Final = {"player": ("bot_since", "marked as a bot"), "member": ("until", "ended")}
"""By kind of a leaf the field of the mark's moment, and words for it."""


class LeafChange(NamedTuple):
    """A leaf that says otherwise than the one before it: the digest of that one, its own moment."""

    digest: bytes
    moment: str


class MarkedLeaves:
    """Changes of leaves of the kinds ``MARKS``, by the name of the record."""

    def __init__(self) -> None:
        self._changes: dict[str, list[LeafChange]] = defaultdict(list)

    def changed(self, name: str, digest: bytes, moment: str) -> None:
        """The leaf of `moment` says otherwise than the one before it, which had `digest`."""
        if _kind(name) in MARKS:
            self._changes[name].append(LeafChange(digest, moment))

    def is_mark(self, name: str, line: Line) -> bool:
        """True if nothing changed in `line` but that it was marked."""
        kind = _kind(name)
        field = MARKS.get(kind, ("",))[0]
        if line.get(field) is None:
            return False
        before = {name: content for name, content in line.items() if name != field}
        if kind == "member":
            before[field] = None
        digest = sha256(canonical_bytes(before)).digest()
        return all(change.digest == digest for change in self._changes[name])

    def compare(self, name: str, line: Line, place: str) -> Iterator[str]:
        """A sentence for a mark whose leaf is not of its hour: it was dated back, say. A record
        whose first leaf has the mark was marked within its hour."""
        changes = self._changes.get(name, [])
        field, words = MARKS.get(_kind(name), ("", ""))
        if (
            changes
            and line.get(field) is not None
            and not any(_is_prompt(line, field, change) for change in changes)
        ):
            yield f"{place}: {words} at {line[field]}, and no leaf of that hour says so"


def _kind(name: str) -> str:
    return name.partition(" ")[0]


def _is_prompt(line: Line, field: str, change: LeafChange) -> bool:
    """True if the leaf came within the hour of the mark."""
    try:
        marked = datetime.fromisoformat(moment_field(line, field))
        return -CLOCK_SKEW <= datetime.fromisoformat(change.moment) - marked <= SOON
    except (ValueError, WrongField):
        return False

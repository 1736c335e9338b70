"""Moments of records, compared with those of their first leaves and of the dump."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final

from audit.dump import Dump, file_name, parse_line, read_lines
from audit.fields import MOMENT, AuditDifference, Line, WrongField, moment_field

SOON: Final = timedelta(hours=1)
"""A record may wait so long for its leaf."""

CLOCK_SKEW: Final = timedelta(minutes=1)
"""Clocks of a site's machines may differ by so much."""

RECORD_MOMENT: Final = {
    "verification": "at",
    "standing": "accepted_at",
    "log": "accepted_at",
    "edition": "made_at",
    "closing": "at",
    "terms": "at",
    "entry": "at",
    "fold": "at",
    "pin": "since",
    "deal": "filled_at",
    "decision": "at",
    "event": "at",
    "series": "at",
    "member": "since",
    "broken-off": "ended_at",
    "shared-deal": "closed_at",
    "bound-deal": "bound_at",
}
"""By kind the field of a line that says when its record was first written."""

MOMENT_FIELDS: Final = frozenset(
    {
        *("at", "since", "made_at", "filled_at", "created_at", "started_at"),
        *("closed_at", "bound_at", "revealed_at"),
        *("accepted_at", "decided_at", "ended_at", "merged_at", "bot_since"),
        *("announced_at", "opened_at", "joined_at", "until"),
    }
)
OF_NO_GAME: Final = (
    *("players", "editions", "books", "reasons", "folds"),
    *("events", "event_rounds", "event_acts", "club_members"),
    *("series", "series_acts"),
)
"""Files that are not read game by game."""

LATE_KINDS: Final = ("fold", "member")
"""Kinds whose older records got their leaves when a site was upgraded."""

EPOCH: Final = datetime.fromisoformat("2000-01-01T00:00:00Z")
MICROSECOND: Final = timedelta(microseconds=1)


class PromptLeaves:
    """Leaves within an hour of their records. The leaf of the site's settings, which is made with
    its first dump, comes after those of all records from before the log: only later leaves are
    compared. Folds from before the first leaf of a fold got theirs late; later ones follow each
    other as their leaves do. Members from before the first leaf of a member got theirs within an
    hour of that one: none can be dated back to before it later."""

    def __init__(self) -> None:
        self.began = False
        self._since: dict[str, str] = {}
        self._fold_leaf = 0

    def first(self, kind: str, moment: str) -> bytes:
        """The moment of a record's first leaf as eight bytes; none if it is not compared."""
        self.began = self.began or kind == "settings"
        if kind in LATE_KINDS:
            self._since.setdefault(kind, moment)
        if not self.began or kind not in RECORD_MOMENT:
            return b""
        with contextlib.suppress(ValueError, OverflowError):
            return ((_datetime(moment) - EPOCH) // MICROSECOND).to_bytes(8, "big")
        return b""

    def compare(
        self, kind: str, line: Line, place: str, packed: bytes, number: int
    ) -> Iterator[str]:
        """A sentence for a record whose first leaf is not of its hour; `number`: its last leaf."""
        if not packed or (recorded := line.get(RECORD_MOMENT[kind])) is None:
            return
        if kind == "fold":
            if number < self._fold_leaf:
                yield f"{place}: leaf {number}, and leaf {self._fold_leaf} is of an earlier fold"
            self._fold_leaf = number
        is_late = str(recorded) < self._since.get(kind, "")
        if is_late and kind == "fold":
            return
        leaf_moment = EPOCH + int.from_bytes(packed, "big") * MICROSECOND
        try:
            due = self._since[kind] if is_late else moment_field(line, RECORD_MOMENT[kind])
            age = leaf_moment - _datetime(due)
        except (ValueError, WrongField):
            age = timedelta.max
        if not -CLOCK_SKEW <= age <= SOON:
            stored = f"{leaf_moment:%Y-%m-%dT%H:%M:%SZ}"
            yield f"{place}: written at {recorded}, and its first leaf is of {stored}"


def moments_after_dump(
    dumped_at: str, file: str, number: int, line: Line
) -> Iterator[AuditDifference]:
    """Fields of a line, also within its objects, that name a moment after the dump was made."""
    latest = _latest(dumped_at)
    for name, moment in _moments(line):
        if moment > latest:
            yield AuditDifference(file, number, name, moment, f"{dumped_at} at the latest")


def compare_moments(dump: Dump) -> Iterator[AuditDifference]:
    """Moments after the dump in the files ``OF_NO_GAME``. Raises ``UnreadableDump``."""
    for file in map(file_name, OF_NO_GAME):
        if file in dump.files:
            for number, raw in read_lines(dump, file.partition(".")[0]):
                line = parse_line(raw, file, number)
                yield from moments_after_dump(dump.made_at, file, number, line)


# --- inside -------------------------------------------------------------------


def _moments(line: Line) -> Iterator[tuple[str, str]]:
    for name, content in line.items():
        if isinstance(content, dict):
            yield from _moments(content)
        elif isinstance(content, list) and content and isinstance(content[0], dict):
            for element in content:
                if isinstance(element, dict):
                    yield from _moments(element)
        elif name in MOMENT_FIELDS and isinstance(content, str) and MOMENT.fullmatch(content):
            yield name, content


@lru_cache(maxsize=8)
def _latest(dumped_at: str) -> str:
    """The last moment that clocks allow, as a text."""
    with contextlib.suppress(ValueError, OverflowError):
        latest = _datetime(dumped_at) + CLOCK_SKEW
        return f"{latest:%Y-%m-%dT%H:%M:%S.%f}Z"
    return dumped_at


def _datetime(text: str) -> datetime:
    return datetime.fromisoformat(text)

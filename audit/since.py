"""Changes since a checkpoint that a reader kept: records with a later leaf, records that claim to
be older than it, pins to engines that it does not know. Each with the decisions that say so."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from audit.decisions import NO_DECISION, DecisionIndex
from audit.fields import Line
from audit.leaf_moments import RECORD_MOMENT

BETWEEN: Final = timedelta(seconds=10)
"""A record that is written so shortly before a leaf may have its own leaf behind it."""
LAST: Final = 1 << 62
"""As the number of a leaf: behind all."""


class CheckpointChange(NamedTuple):
    """A change of the record `name`; decisions about `game` between two leaves say why."""

    name: str
    event: str
    game: str
    before: int
    last: int


class CheckpointChanges:
    """Give it every leaf, then ``end`` the leaves, then every record. `size`: leaves of the
    checkpoint; ``None``: none was kept, and nothing is noted."""

    def __init__(self, size: int | None) -> None:
        self.size = size or 0
        self._before: dict[str, bytes] = {}
        self._kinds: set[str] = set()
        self._moment = self._bound = ""
        self._changes: list[CheckpointChange] = []
        self._reasons: dict[str, str] = {}

    def leaf(self, number: int, moment: str, name: str, leaf: bytes) -> None:
        if number < self.size:
            self._before[name], self._moment = leaf, moment
            self._kinds.add(name.partition(" ")[0])
        elif number == self.size and moment <= self._moment:
            event = f"leaf {number} says {moment}, and that checkpoint has a leaf of that moment"
            self._changes.append(CheckpointChange(name, event, _game(name), number - 1, LAST))

    def end(self, last: dict[str, bytes]) -> None:
        """Behind the last leaf; `last`: by record digest and number of its last leaf."""
        for name, leaf in self._before.items():
            if last[name][:32] != leaf[:32]:
                numbers = [int.from_bytes(data[32:40], "big") for data in (leaf, last[name])]
                event = f"leaf {numbers[0]} → {numbers[1]}"
                self._changes.append(CheckpointChange(name, event, _game(name), *numbers))
        if self._moment:
            bound = datetime.fromisoformat(self._moment) - BETWEEN
            self._bound = f"{bound:%Y-%m-%dT%H:%M:%S.%f}Z"

    def record(self, kind: str, line: Line, name: str, number: int, judging: int) -> None:
        """A record's line, and its last leaf; `judging`: the first leaf of a pin's engine."""
        game = str(line.get("game") or _game(name))
        recorded = line.get(RECORD_MOMENT.get(kind, ""))
        new = self.size > 0 and name not in self._before and kind in self._kinds
        if new and isinstance(recorded, str) and recorded < self._bound:
            event = (
                f"written at {recorded}, before that checkpoint, and leaf {number} came after it"
            )
            self._changes.append(CheckpointChange(name, event, game, self.size - 1, LAST))
        if kind == "pin" and self.size and judging >= self.size:
            engine = f"{line.get('engine')}+{line.get('build')}"
            event = f"engine {engine} judged its first leaf {judging} after that checkpoint"
            self._changes.append(CheckpointChange(name, event, "", self.size - 1, LAST))
        if kind == "player":
            self._reasons[name] = _change_of_player(line)
        if kind == "member" and line.get("until") is not None:
            self._reasons[name] = f"it ended at {line['until']}"

    def lines(self, decisions: DecisionIndex) -> Iterator[str]:
        for change in self._changes:
            reason = decisions.explanation(change.game, change.before, change.last)
            reason = reason or self._reasons.get(change.name, "") or NO_DECISION
            yield f"{change.name}: {change.event}: {reason}"


def _game(name: str) -> str:
    """The game that a record is about, by which decisions are found; of the settings empty, as
    decisions about a release have it."""
    kind, _blank, record = name.partition(" ")
    return record if kind in ("standing", "log") else "" if kind == "settings" else name


def _change_of_player(line: Line) -> str:
    """The public fact that a later leaf of a player follows from; empty if there is none."""
    if line.get("merged_into") is not None:
        return f"merged into player {line['merged_into']}"
    if "bot_since" in line:
        return f"marked as a bot at {line['bot_since']}"
    return "" if line.get("salt") else "the account was closed"

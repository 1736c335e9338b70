"""Two dumps of one site: every line that was changed or removed between them, and the decision of
the newer dump that says so, where it has a file of decisions; and the settings that changed.

Lines that were added are counted. About 100 bytes of memory a line of the older dump.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from audit.decisions import DECISIONS, decision_text
from audit.dump import MANIFEST, Dump, file_name, parse_line, read_dump, read_lines
from audit.fields import Line, canonical_bytes
from audit.leaf_kinds import NOT_HASHED

FILES: Final = {
    "games": ("id",),
    "verifications": ("id",),
    "standings": ("game",),
    "tables": ("id",),
    "deals": ("record", "id"),
    "books": ("record", "id"),
    "ledger": ("id",),
    "players": ("id",),
    "folds": ("id",),
    "reasons": ("fold", "game", "cause", "ref", "at"),
    "pins": ("id",),
    "decisions": ("id",),
    "editions": ("name",),
    "event_acts": ("id",),
    "series_acts": ("id",),
}
"""Files that are compared, and the fields that name a line. Present ratings follow from them, and
players who sit in no game of the newer dump may go."""

ENGINE: Final = "engine"
"""The one setting that every release changes; a dump says by which engine it was written."""


class LineChange(NamedTuple):
    """A line that the newer dump has otherwise (`fields`), or no more (none). `decision`: the
    one that says so; empty for none."""

    file: str
    name: str
    fields: tuple[str, ...]
    decision: str

    def __str__(self) -> str:
        change = f"changed: {', '.join(self.fields)}" if self.fields else "removed"
        return f"{self.file}: {self.name}: {change}; {self.decision or 'no decision'}"


class DumpComparison:
    """The changes from the dump in `old` to that in `new`; `added` counts new lines by file after
    ``changes`` was gone through. Raises ``UnreadableDump``."""

    def __init__(self, old: Path, new: Path) -> None:
        self.old, self.new = read_dump(old), read_dump(new)
        self.added: dict[str, int] = defaultdict(int)
        self._decisions: dict[str, list[str]] = defaultdict(list)
        for game, decision in _decisions(self.old, self.new):
            self._decisions[game].append(decision)

    def changes(self) -> Iterator[LineChange]:
        for name in FILES:
            if file_name(name) in self.old.files:
                yield from self._file_changes(name)
        settings = self.new.settings
        changed = [name for name, was in self.old.settings.items() if settings.get(name) != was]
        if names := tuple(sorted({*changed} - {ENGINE})):
            yield LineChange(MANIFEST, "settings", names, "")

    def _file_changes(self, name: str) -> Iterator[LineChange]:
        before = {key: sha256(raw).digest() for key, raw, _ in _lines(self.old, name)}
        changed: dict[str, Line] = {}
        if file_name(name) in self.new.files:
            for key, raw, line in _lines(self.new, name):
                digest = before.pop(key, None)
                if digest is None:
                    self.added[name] += 1
                elif digest != sha256(raw).digest():
                    changed[key] = line
        removed = name == "players" and bool(before)
        seated = _seated(self.new) if removed else frozenset[str]()
        for key, _, line in _lines(self.old, name):
            if key in changed:
                differing = sorted(
                    field
                    for field in line.keys() | changed[key].keys()
                    if line.get(field) != changed[key].get(field)
                )
                yield self._change(name, key, line, tuple(differing))
            elif key in before and (not removed or key in seated):
                yield self._change(name, key, line, ())

    def _change(self, name: str, key: str, line: Line, fields: tuple[str, ...]) -> LineChange:
        game = str(line.get("id" if name == "games" else "game"))
        return LineChange(file_name(name), key, fields, "; ".join(self._decisions.get(game, ())))


# --- inside -------------------------------------------------------------------


def _lines(dump: Dump, name: str) -> Iterator[tuple[str, bytes, Line]]:
    """Lines with their names; one without an own name is named by its digest."""
    for number, raw in read_lines(dump, name):
        line = parse_line(raw, file_name(name), number)
        if name in (
            "event_acts",
            "series_acts",
        ):  # what was hidden is told later, and has its digest in the line
            line = {field: line[field] for field in line if field not in NOT_HASHED["event"]}
            raw = canonical_bytes(line)
        parts = [line.get(field) for field in FILES[name]]
        named = all(part is not None for part in parts)
        yield " ".join(map(str, parts)) if named else sha256(raw).hexdigest(), raw, line


def _seated(dump: Dump) -> frozenset[str]:
    """Players who sit in a game of a dump, as their lines are named."""
    players: set[str] = set()
    for _key, _raw, line in _lines(dump, "games"):
        seats = line.get("seats")
        for seat in seats if isinstance(seats, list) else ():
            players.add(str(seat.get("player")) if isinstance(seat, dict) else "")
    return frozenset(players)


def _decisions(old: Dump, new: Dump) -> Iterator[tuple[str, str]]:
    """Decisions that the newer dump alone has, by the game that they are about."""
    if DECISIONS not in new.files:
        return
    before = set()
    if DECISIONS in old.files:
        before = {sha256(raw).digest() for _, raw in read_lines(old, "decisions")}
    for number, raw in read_lines(new, "decisions"):
        line = parse_line(raw, DECISIONS, number)
        if sha256(raw).digest() not in before and line.get("game") is not None:
            yield str(line["game"]), f"decision: {decision_text(line)}"

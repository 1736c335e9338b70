"""Entries in their order, as far as they fit; forced entries write themselves."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from engine import (
    Chance,
    EngineError,
    Entry,
    IllegalAction,
    LogSyntaxError,
    ReplayError,
    Setup,
    State,
    apply,
    awaited,
    entry_text,
    is_forced,
    legal_actions,
    parse_entry,
    start,
)
from engine.replay import legal_texts, repeats
from engine.vocabulary import BANK, Colour
from tables.recorder.engine.bank import only_outcome


class PlacedEntry(NamedTuple):
    """An entry that stands; `forced`: nothing else could have been written, so it wrote itself."""

    entry: Entry
    forced: bool


class WaitingLine(NamedTuple):
    """A line that may stand later. `forced`: it had written itself where it stood. `line`: its
    number in the text that it comes from, 0 for none."""

    text: str
    forced: bool = False
    line: int = 0


@dataclass
class Course:
    """The entries of a game so far, and the position after each: `positions` has one more."""

    setup: Setup
    placed: list[PlacedEntry] = field(default_factory=list)
    positions: list[State] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.positions:
            self.positions.append(start(self.setup))

    @property
    def state(self) -> State:
        """The position now; it is not changed from elsewhere."""
        return self.positions[-1]

    def upto(self, ply: int) -> Course:
        """The same game after its first `ply` entries."""
        return Course(self.setup, self.placed[:ply], self.positions[: ply + 1])

    def write(self, text: str, line: int = 0) -> None:
        """One entry, with the colour or without, and what then writes itself. Raises
        ``LogSyntaxError`` or ``ReplayError``, with nothing changed."""
        self._write(self.read(text, line), forced=False, line=line)
        self.force()

    def read(self, text: str, line: int = 0) -> Entry:
        """The entry that `text` says; without an actor, of the seat to act. Raises
        ``LogSyntaxError``."""
        try:
            return parse_entry(self.setup, text)
        except LogSyntaxError as error:
            problem = error
        decision = awaited(self.state)
        first, *_words = text.split() or [""]
        if first and first not in Colour.words() and decision is not None and decision.seat != BANK:
            try:
                return parse_entry(self.setup, f"{self.setup.seats[decision.seat].word} {text}")
            except LogSyntaxError as error:
                problem = error
        raise LogSyntaxError(line, problem.message)

    def force(self) -> None:
        """Write the forced entries."""
        while (entry := only_entry(self.state)) is not None:
            self._write(entry, forced=True)

    def fit(self, lines: Iterable[WaitingLine]) -> tuple[list[WaitingLine], EngineError | None]:
        """Write `lines` as far as they fit; those that are left, and why the first of them does
        not stand. What had written itself elsewhere is left out where it no longer fits."""
        waiting = deque(lines)
        while True:
            self._force_along(waiting)
            if not waiting:
                return [], None
            first = waiting[0]
            try:
                self._write(self.read(first.text, first.line), forced=False, line=first.line)
            except (LogSyntaxError, ReplayError) as error:
                if not first.forced and not self._repeated(first):
                    return list(waiting), error
            waiting.popleft()

    def _force_along(self, waiting: deque[WaitingLine]) -> None:
        """Write the forced entries; waiting lines that equal them, or were forced elsewhere, are
        dropped."""
        while (entry := only_entry(self.state)) is not None:
            if waiting and (waiting[0].forced or self._says(waiting[0], entry)):
                waiting.popleft()
            self._write(entry, forced=True)

    def _says(self, line: WaitingLine, entry: Entry) -> bool:
        try:
            return self.read(line.text) == entry
        except LogSyntaxError:
            return False

    def _repeated(self, line: WaitingLine) -> bool:
        """True if it writes out what the engine has answered by itself."""
        try:
            return repeats(self.state, self.read(line.text))
        except LogSyntaxError:
            return False

    def _write(self, entry: Entry, *, forced: bool, line: int = 0) -> None:
        s = self.state.copy()
        s.events = None
        try:
            apply(s, *entry)
        except IllegalAction as cause:
            actor = "bank" if entry.seat == BANK else self.setup.seats[entry.seat].word
            tried = entry_text(self.setup, entry)
            ply = len(self.placed) + 1
            raise ReplayError(cause, line, ply, actor, tried, legal_texts(self.state)) from None
        self.placed.append(PlacedEntry(entry, forced))
        self.positions.append(s)


def only_entry(s: State) -> Entry | None:
    """The one entry that may be written in `s`; ``None`` where there is a choice, and at the
    end."""
    decision = awaited(s)
    if decision is None:
        return None
    if isinstance(decision.item, Chance):
        return only_outcome(s, decision.item)
    return Entry(decision.seat, legal_actions(s)[0]) if is_forced(s) else None

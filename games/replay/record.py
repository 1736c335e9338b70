"""A log played and written down step by step: what changed on the table, and what was said.

Deltas are ``{key: piece | None}``. Applied one after the other to the table before the first
entry they give the table after each entry; ``stage.js`` does the same in the browser.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

from engine import (
    EVERYTHING,
    Log,
    ReplayError,
    State,
    awaited,
    play,
    read_log,
    start,
    steps,
    view,
)
from engine.vocabulary import Source
from games.replay.narration import Narrator
from games.replay.pieces import View
from games.replay.scene import Drawing, Placed, Table, rings

VERSION: Final = "1"
"""Of the drawing and of the payload: another one, another address (see ``page.address``)."""

Delta = dict[str, Placed | None]


class Moment(NamedTuple):
    """One step.

    `seat` wrote it (``BANK`` for chance), in `round` (0: set-up) and as part of player turn
    `turn` (from 1; the bank's entries before it belong to turn 0 of the round); `words` are the
    sentences, `delta` the pieces that changed; `scored` the points by seat and source after it;
    `forced` whether nothing else could have been written.
    """

    ply: int
    seat: int
    round: int
    turn: int
    words: str
    delta: Delta
    scored: tuple[tuple[int, ...], ...]
    forced: bool

    @property
    def points(self) -> list[int]:
        """The points of each seat."""
        return [sum(sources) for sources in self.scored]


@dataclass
class Record:
    """A whole replay. `names`: what a seat is called; `opening`: the table before the first
    entry; `error`: where the log stops being legal, if it does."""

    drawing: Drawing
    names: list[str]
    opening: Table
    moments: list[Moment]
    error: ReplayError | None = None

    @property
    def plies(self) -> int:
        """The number of steps."""
        return len(self.moments)

    def table(self, ply: int) -> Table:
        """Every piece after `ply` steps."""
        table = dict(self.opening)
        for moment in self.moments[:ply]:
            change(table, moment.delta)
        return table

    def sources(self) -> list[Source]:
        """The sources that gave points to anybody."""
        if not self.moments:
            return []
        ever = self.moments[-1].scored
        return [source for source in Source if any(seat[source] for seat in ever)]


def change(table: Table, delta: Delta) -> None:
    """Bring `table` one step further."""
    for key, piece in delta.items():
        if piece is None:
            table.pop(key, None)
        else:
            table[key] = piece


def difference(before: Mapping[str, Placed], after: Mapping[str, Placed]) -> Delta:
    """What has to change to make `after` of `before`."""
    delta: Delta = {key: piece for key, piece in after.items() if before.get(key) != piece}
    delta.update((key, None) for key in before if key not in after)
    return delta


@lru_cache(maxsize=32)
def recorded(text: str) -> Record:
    """The replay of the log `text`; the same text is played once. Raises ``EngineError``."""
    return record(read_log(text))


def record(log: Log) -> Record:
    """Play `log` while it is legal; everything is seen, as in the record of a game."""
    first = start(log.setup)
    last = play(log).state
    colours = [colour.word.capitalize() for colour in log.setup.seats]
    names = [name or colour for name, colour in zip(log.header.names, colours, strict=True)]
    drawing = Drawing(last, view(last, EVERYTHING), names)
    writer = _Writer(drawing, Narrator(names), first)
    found = Record(drawing, names, dict(writer.table), [])
    try:
        for step in steps(log):
            found.moments.append(writer.write(step))
    except ReplayError as error:
        found.error = error
    return found


class _Writer:
    """Writes down one step after the other."""

    def __init__(self, drawing: Drawing, narrator: Narrator, first: State) -> None:
        self.drawing = drawing
        self.narrator = narrator
        shown = view(first, EVERYTHING)
        self.stones = drawing.start(shown)
        self.table = drawing.table(shown, self.stones)
        self.ringed: Table = {}
        self.round = first.round
        self.turn = 0
        self.starts_turn = self._is_turn(first)
        self.only = _one_option(shown)

    def write(self, step: Any) -> Moment:
        s: State = step.state
        shown = view(s, EVERYTHING)
        self.stones.follow(step.events, getattr(step.entry.action, "site", None))
        table = self.drawing.table(shown, self.stones)
        ringed = rings(self.table, table)
        delta = difference({**self.table, **self.ringed}, {**table, **ringed})
        if self.starts_turn:
            self.turn += 1
        moment = Moment(
            ply=step.ply,
            seat=step.entry.seat,
            round=self.round,
            turn=self.turn,
            words=self.narrator.tell(step.entry, step.events, s),
            delta=delta,
            scored=tuple(tuple(player.scored) for player in s.players),
            forced=self.only,
        )
        self._go_on(s, shown, table, ringed)
        return moment

    def _go_on(self, s: State, shown: View, table: Table, ringed: Table) -> None:
        self.table, self.ringed = table, ringed
        if s.round != self.round:
            self.round, self.turn = s.round, 0
        self.starts_turn = self._is_turn(s)
        self.only = _one_option(shown)

    @staticmethod
    def _is_turn(s: State) -> bool:
        """Whether the next entry begins a player's turn."""
        now = awaited(s)
        return now is not None and now.item is None


def _one_option(shown: View) -> bool:
    now = shown["awaited"]
    return now is not None and now["options"] is not None and len(now["options"]) == 1


def payload(found: Record) -> dict[str, Any]:
    """The replay as the browser gets it: see ``docs/decisions/0012-one-drawing.md``."""
    sources = found.sources()
    written: list[dict[str, Any]] = []
    before: list[list[int]] = [[0] * len(sources) for _ in found.names]
    for moment in found.moments:
        now = [[seat[source] for source in sources] for seat in moment.scored]
        written.append(_written(moment, before, now))
        before = now
    return {
        "version": VERSION,
        "names": found.names,
        "colours": [seat.colour for seat in found.drawing.seats],
        "sources": [source.word for source in sources],
        "opening": found.opening,
        "steps": written,
    }


def _written(moment: Moment, before: Any, now: Any) -> dict[str, Any]:
    """A step: short names, and nothing that goes without saying."""
    step: dict[str, Any] = {
        "d": moment.delta,
        "s": moment.words,
        "a": moment.seat,
        "r": moment.round,
        "t": moment.turn,
    }
    if moment.forced:
        step["f"] = 1
    points = list(_points(before, now))
    if points:
        step["p"] = points
    return step


def _points(before: Sequence[Sequence[int]], now: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """[seat, source, points] for every cell of the score table that changed."""
    for seat, (old, new) in enumerate(zip(before, now, strict=True)):
        for source, value in enumerate(new):
            if old[source] != value:
                yield [seat, source, value]

"""A log played and written down step by step: what changed on the table, and what was said.

Deltas are ``{key: piece | None}``. Applied one after the other to the table before the first
entry they give the table after each entry; ``stage.js`` does the same in the browser.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple

from drawing.board.scene import Delta, Drawing, Scene, Table
from drawing.language import cached_by_language, language_looked_up_once
from drawing.language.lines import Changes, Heard, apply_line_changes
from drawing.replay.motion import NO_MOTION, Motion, motion_of
from drawing.replay.reading import Reader, Reading, StepScore
from drawing.replay.viewers import Viewer
from drawing.spoken.table import Spoken
from drawing.text.names import seated
from drawing.text.narration import Narration, Narrator
from engine import (
    EVERYTHING,
    Entry,
    Log,
    ReplayError,
    Setup,
    State,
    Step,
    apply,
    play,
    read_log,
    start,
    steps,
    view,
)
from engine.events import CardPlayed, CardTaken, Event, PrivateShipSailed, ShipSailed
from engine.shown import View
from engine.vocabulary import Source

VERSION: Final = "6"
"""Of the drawing and of the payload: another one, another address (``page.payload_url``)."""

SAILINGS: Final = frozenset[type]({ShipSailed, PrivateShipSailed})
CARDS: Final = frozenset[type]({CardTaken, CardPlayed})
NOTHING_NEW: Final[Changes] = MappingProxyType({})


class Frame(NamedTuple):
    """One step.

    `seat` wrote it (``BANK`` for chance), in `round` (0: set-up) and as part of player turn
    `turn` (from 1; the bank's entries before it belong to turn 0 of the round); `told` is what is
    said of it, `delta` the pieces that changed, `motion` what moved on the way; `forced` whether
    nothing else could have been written, as far as the viewer may know; `sails` and `cards` whether
    a ship sailed, and whether a card was taken or played. `after` is how things stand after it;
    `heard` what changed in the lists that say the position (``drawing.spoken``).
    """

    ply: int
    seat: int
    round: int
    turn: int
    told: Narration
    delta: Delta
    forced: bool
    sails: bool
    cards: bool
    after: StepScore
    motion: Motion = NO_MOTION
    heard: Changes = NOTHING_NEW

    @property
    def words(self) -> str:
        """The sentences."""
        return self.told.words

    @property
    def points(self) -> list[int]:
        """The points of each seat."""
        return self.after.points


@dataclass
class Replay:
    """A whole replay as `viewer` saw it. `names`: what a seat is called; `opening`: the table
    before the first entry, `first` how things stood then, `before` what the lists said; `error`:
    where the log stops being legal, if it does."""

    drawing: Drawing
    viewer: Viewer
    names: list[str]
    opening: Table
    first: StepScore
    before: Heard = field(default_factory=dict)
    frames: list[Frame] = field(default_factory=list)
    error: ReplayError | None = None

    @property
    def plies(self) -> int:
        """The number of steps."""
        return len(self.frames)

    def table(self, ply: int) -> Table:
        """Every piece after `ply` steps."""
        table = dict(self.opening)
        for frame in self.frames[:ply]:
            apply_delta(table, frame.delta)
        return table

    def heard(self, ply: int) -> Heard:
        """Spoken lists after `ply` steps."""
        lists = dict(self.before)
        for frame in self.frames[:ply]:
            apply_line_changes(lists, frame.heard)
        return lists

    def score(self, ply: int) -> StepScore:
        """How things stand after `ply` steps."""
        return self.frames[ply - 1].after if ply else self.first

    def sources(self) -> list[Source]:
        """The sources that gave points to a seat."""
        ever = self.score(self.plies).scored
        return [source for source in Source if any(seat[source] for seat in ever)]


def apply_delta(table: Table, delta: Delta) -> None:
    """Bring `table` one step further."""
    for key, piece in delta.items():
        if piece is None:
            table.pop(key, None)
        else:
            table[key] = piece


@cached_by_language(32)
def cached_replay(text: str, viewer: Viewer = EVERYTHING) -> Replay:
    """The replay of the log `text`; the same text is played once. Raises ``EngineError``."""
    return replay_of(read_log(text), viewer)


@language_looked_up_once()
def replay_of(log: Log, viewer: Viewer = EVERYTHING) -> Replay:
    """Play `log` while it is legal, and write down what `viewer` saw of it. It is drawn once it has
    been played: the last position says how much space it needs."""
    names = seat_names(log)
    reader = Reader(Narrator(names), start(log.setup), viewer)
    opening, first, last = reader.shown, reader.now, start(log.setup)
    readings, error = list[Reading](), None
    try:
        for step in steps(log):
            last = step.state
            readings.append(reader.read(step))
    except ReplayError as refused:
        error = refused
    drawing = Drawing(last, view(last, EVERYTHING), names)
    painter = Painter(drawing, opening)
    replay = Replay(drawing, viewer, names, painter.scene.table, first, painter.spoken.current)
    replay.frames += map(painter.paint, readings)
    replay.error = error
    return replay


def fitting(last: State) -> View:
    """Just the room that the boards need in `last`."""
    return view(last, EVERYTHING)


@language_looked_up_once()
def last_steps(
    log: Log,
    viewer: Viewer = EVERYTHING,
    since: int | None = None,
    room: Callable[[State], View] = fitting,
) -> Replay:
    """The end of a legal `log` written down, for pages that show nothing else: the steps from the
    beginning of the turn in which entry number `since` was written (``None``: the last), and as
    `opening` the table before them. Stones are named anew. `room`: of the last position, a view in
    which the boards are as large as they are to be drawn.
    """
    first, round_, turn = start_of_last_turn(log.setup, log.entries[:since])
    s = start(log.setup)
    for entry in log.entries[:first]:
        apply(s, *entry)
    last = play(log).state
    names = seat_names(log)
    drawing = Drawing(last, room(last), names)
    writer = ReplayWriter(drawing, Narrator(names), s, viewer)
    writer.reader.round, writer.reader.turn = round_, turn
    replay = Replay(drawing, viewer, names, writer.scene.table, writer.score, writer.spoken.current)
    for index, entry in enumerate(log.entries[first:], first + 1):
        s.events = []
        apply(s, *entry)
        replay.frames.append(writer.write(Step(index, 0, entry, tuple(s.events), s)))
    return replay


def start_of_last_turn(setup: Setup, entries: Sequence[Entry]) -> tuple[int, int, int]:
    """How many of `entries` come before the turn of the last one, so that nothing waits for an
    answer there, and the round and the turn that the table is in then (``Frame``)."""
    s = start(setup)
    turn_start = position = (0, s.round, 0)
    for number, entry in enumerate(entries):
        if Reader.is_turn(s):
            turn_start = (number, *position[1:])
            position = (number, position[1], position[2] + 1)
        apply(s, *entry)
        if s.round != position[1]:
            position = (number, s.round, 0)
    return turn_start


def seat_names(log: Log) -> list[str]:
    """Names of the seats (``names.seated``)."""
    return seated(log.header.names, log.setup)


class Painter:
    """Draws one step after the other, and puts the position into lists."""

    def __init__(self, drawing: Drawing, opening: View) -> None:
        self.scene = Scene(drawing, opening)
        self.spoken = Spoken(drawing, self.scene.seen, self.scene.fresh)

    def paint(self, reading: Reading) -> Frame:
        """Changes by `reading` on the table."""
        events, scene = reading.events, self.scene
        scene.stones.follow(events)
        motion = motion_of(scene, events, reading.before)
        delta = scene.lay(reading.shown, motion.voyage.ship if motion.voyage else "")
        return Frame(
            ply=reading.ply,
            seat=reading.seat,
            round=reading.round,
            turn=reading.turn,
            told=reading.told,
            delta=delta,
            forced=reading.forced,
            sails=_any(events, SAILINGS),
            cards=_any(events, CARDS),
            after=reading.after,
            motion=motion,
            heard=self.spoken.say(scene.seen, scene.fresh),
        )


class ReplayWriter:
    """Reads and draws the steps of a game as they come."""

    def __init__(self, drawing: Drawing, narrator: Narrator, first: State, viewer: Viewer) -> None:
        self.reader = Reader(narrator, first, viewer)
        painter = Painter(drawing, self.reader.shown)
        self.paint, self.scene, self.spoken = painter.paint, painter.scene, painter.spoken

    @property
    def score(self) -> StepScore:
        """How things stand."""
        return self.reader.now

    def write(self, step: Step) -> Frame:
        """Frame of `step`."""
        return self.paint(self.reader.read(step))


def _any(events: Iterable[Event], kinds: frozenset[type]) -> bool:
    return not kinds.isdisjoint(map(type, events))

"""A log played and written down step by step: what changed on the table, and what was said.

Deltas are ``{key: piece | None}``. Applied one after the other to the table before the first
entry they give the table after each entry; ``stage.js`` does the same in the browser.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple

from drawing.narration import Narrator
from drawing.pieces import View
from drawing.prospect import Scored, at_sites, ended, scored
from drawing.scene import Drawing, Placed, Table, rings
from drawing.viewers import Viewer
from engine import (
    EVERYTHING,
    Entry,
    Log,
    ReplayError,
    State,
    apply,
    awaited,
    play,
    read_log,
    start,
    steps,
    view,
    view_events,
)
from engine.entries import Keep
from engine.events import CardPlayed, CardTaken, Event, PrivateShipSailed, ShipSailed
from engine.replay import Step
from engine.vocabulary import Site, Source

VERSION: Final = "3"
"""Of the drawing and of the payload: another one, another address (``page.payload_url``)."""

SAILINGS: Final = (ShipSailed, PrivateShipSailed)
CARDS: Final = (CardTaken, CardPlayed)

Delta = dict[str, Placed | None]


class Standing(NamedTuple):
    """`scored`: the points by seat and source; `ended`: those if the game ended here, ``None``
    where the viewer may not know; `stones`: by site and seat."""

    scored: Scored
    ended: Scored | None
    stones: tuple[tuple[int, ...], ...]

    @property
    def points(self) -> list[int]:
        """The points of each seat."""
        return [sum(sources) for sources in self.scored]

    @property
    def prospects(self) -> list[int] | None:
        """The points of each seat if the game ended here."""
        return None if self.ended is None else [sum(sources) for sources in self.ended]


class Moment(NamedTuple):
    """One step.

    `seat` wrote it (``BANK`` for chance), in `round` (0: set-up) and as part of player turn
    `turn` (from 1; the bank's entries before it belong to turn 0 of the round); `words` are the
    sentences, `delta` the pieces that changed; `forced` whether nothing else could have been
    written, as far as the viewer may know; `sails` and `cards` whether a ship sailed, and whether
    a card was taken or played. `after` is how things stand after it.
    """

    ply: int
    seat: int
    round: int
    turn: int
    words: str
    delta: Delta
    forced: bool
    sails: bool
    cards: bool
    after: Standing

    @property
    def points(self) -> list[int]:
        """The points of each seat."""
        return self.after.points


@dataclass
class Record:
    """A whole replay as `viewer` saw it. `names`: what a seat is called; `opening`: the table
    before the first entry, `first` how things stood then; `error`: where the log stops being
    legal, if it does."""

    drawing: Drawing
    viewer: Viewer
    names: list[str]
    opening: Table
    first: Standing
    moments: list[Moment] = field(default_factory=list)
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

    def standing(self, ply: int) -> Standing:
        """How things stand after `ply` steps."""
        return self.moments[ply - 1].after if ply else self.first

    def sources(self) -> list[Source]:
        """The sources that gave points to anybody."""
        ever = self.standing(self.plies).scored
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
def recorded(text: str, viewer: Viewer = EVERYTHING) -> Record:
    """The replay of the log `text`; the same text is played once. Raises ``EngineError``."""
    return record(read_log(text), viewer)


def record(log: Log, viewer: Viewer = EVERYTHING) -> Record:
    """Play `log` while it is legal, and write down what `viewer` saw of it."""
    first = start(log.setup)
    last = play(log).state
    names = called(log)
    drawing = Drawing(last, view(last, EVERYTHING), names)
    writer = Writer(drawing, Narrator(names), first, viewer)
    found = Record(drawing, viewer, names, dict(writer.table), standing(first, viewer))
    try:
        for step in steps(log):
            found.moments.append(writer.write(step))
    except ReplayError as error:
        found.error = error
    return found


def last_steps(log: Log, viewer: Viewer = EVERYTHING) -> Record:
    """The end of a legal `log` written down, for whoever shows nothing else: the steps from the
    beginning of the last turn on, and as `opening` the table before them. Stones are named anew.
    """
    first, round_, turn = _last_turn(log)
    s = start(log.setup)
    for entry in log.entries[:first]:
        apply(s, *entry)
    last = play(log).state
    names = called(log)
    drawing = Drawing(last, view(last, EVERYTHING), names)
    writer = Writer(drawing, Narrator(names), s, viewer)
    writer.round, writer.turn = round_, turn
    found = Record(drawing, viewer, names, dict(writer.table), standing(s, viewer))
    for index, entry in enumerate(log.entries[first:], first + 1):
        s.events = []
        apply(s, *entry)
        found.moments.append(writer.write(Step(index, 0, entry, tuple(s.events), s)))
    return found


def _last_turn(log: Log) -> tuple[int, int, int]:
    """How many entries come before the last turn, so that nothing waits for an answer there, and
    the round and the turn that the table is in then (``Moment``)."""
    s = start(log.setup)
    found = here = (0, s.round, 0)
    for number, entry in enumerate(log.entries):
        if Writer.is_turn(s):
            found = (number, *here[1:])
            here = (number, here[1], here[2] + 1)
        apply(s, *entry)
        if s.round != here[1]:
            here = (number, s.round, 0)
    return found


def called(log: Log) -> list[str]:
    """What each seat is called: its name, else its colour."""
    colours = [colour.word.capitalize() for colour in log.setup.seats]
    return [name or colour for name, colour in zip(log.header.names, colours, strict=True)]


def standing(s: State, viewer: Viewer) -> Standing:
    """How things stand in position `s`, as far as `viewer` may know."""
    boards, seats = s.rules.boards, range(len(s.players))
    lying = [list(boards[site].stones(s.sites[site])) for site in Site]
    stones = tuple(tuple(at.count(seat) for seat in seats) for at in lying)
    return Standing(scored(s), ended(s, viewer), stones)


def seen(s: State, viewer: Viewer) -> View:
    """The position as `viewer` may see it, with what the stones at each site are worth."""
    shown = view(s, viewer)
    for site, worth in at_sites(s).items():
        shown["sites"][site.word]["worth"] = worth
    return shown


class Writer:
    """Writes down one step after the other, from the position before the first entry."""

    def __init__(self, drawing: Drawing, narrator: Narrator, first: State, viewer: Viewer) -> None:
        self.drawing = drawing
        self.narrator = narrator
        self.viewer = viewer
        shown = seen(first, viewer)
        self.stones = drawing.start(shown)
        self.table = drawing.table(shown, self.stones)
        self.ringed: Table = {}
        self.round = first.round
        self.turn = 0
        self.starts_turn = self.is_turn(first)
        self.only = self._one_option(first, shown)

    def write(self, step: Any) -> Moment:
        """What `step` did; `step` is one of ``engine.steps``, or like one."""
        s: State = step.state
        shown = seen(s, self.viewer)
        events = view_events(s, step.events, self.viewer)
        self.stones.follow(events, getattr(step.entry.action, "site", None))
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
            words=self.narrator.tell(self._seen(step.entry, s), events, s),
            delta=delta,
            forced=self.only,
            sails=_any(events, SAILINGS),
            cards=_any(events, CARDS),
            after=standing(s, self.viewer),
        )
        self.table, self.ringed = table, ringed
        if s.round != self.round:
            self.round, self.turn = s.round, 0
        self.starts_turn = self.is_turn(s)
        self.only = self._one_option(s, shown)
        return moment

    def _seen(self, entry: Entry, s: State) -> Entry:
        """`entry` without a card that was kept in secret (``engine.view_entry``)."""
        action = entry.action
        if not isinstance(action, Keep) or self.viewer in (entry.seat, EVERYTHING):
            return entry
        hidden = s.rules.hidden_cards and not s.over and not s.rules.is_red[action.card]
        return entry._replace(action=Keep(None)) if hidden else entry  # type: ignore[arg-type]

    @staticmethod
    def is_turn(s: State) -> bool:
        """Whether the next entry begins a player's turn."""
        now = awaited(s)
        return now is not None and now.item is None

    def _one_option(self, s: State, shown: View) -> bool:
        """Whether only one entry could follow; with hidden cards that is the seat's secret."""
        told = self.viewer == EVERYTHING or s.rules.hidden_cards
        now = (shown if told else view(s, EVERYTHING))["awaited"]
        return now is not None and now["options"] is not None and len(now["options"]) == 1


def _any(events: Iterable[Event], kinds: tuple[type, ...]) -> bool:
    return any(isinstance(event, kinds) for event in events)

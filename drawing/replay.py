"""A log played and written down step by step: what changed on the table, and what was said.

Deltas are ``{key: piece | None}``. Applied one after the other to the table before the first
entry they give the table after each entry; ``stage.js`` does the same in the browser.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from operator import itemgetter
from types import MappingProxyType
from typing import Final, NamedTuple

from drawing.language import kept_by_language, one_language
from drawing.motion import NO_MOTION, Motion, motion_of
from drawing.names import seated
from drawing.narration import Narrator, Told
from drawing.scene import Delta, Drawing, Scene, Table
from drawing.spoken.line import Changes, Heard, follow
from drawing.spoken.table import Spoken
from drawing.viewers import Viewer
from engine import (
    EVERYTHING,
    Entry,
    Log,
    ReplayError,
    State,
    Step,
    apply,
    awaited,
    is_forced,
    play,
    read_log,
    start,
    steps,
    view,
    view_events,
)
from engine.entries import Keep
from engine.events import CardPlayed, CardTaken, Event, PrivateShipSailed, ShipSailed
from engine.outlook import Forecast, Outlook, Points
from engine.shown import SiteView, View
from engine.view import Watch
from engine.vocabulary import BUILDING_SITES, Site, Source

VERSION: Final = "5"
"""Of the drawing and of the payload: another one, another address (``page.payload_url``)."""

SITES: Final = tuple(Site)
SAILINGS: Final = frozenset[type]({ShipSailed, PrivateShipSailed})
CARDS: Final = frozenset[type]({CardTaken, CardPlayed})
of_cards: Final = itemgetter(
    Source.PRIVATE_STONE_QUARRY,
    Source.DECORATIONS,
    Source.STATUES,
    Source.STONE_ORNAMENT,
    Source.UNUSED_BLUE_CARDS,
)
"""Where the points of cards come from."""

BUILT: Final = len(BUILDING_SITES)
"""The first sources are the building sites, in their order."""

SCORED_AT_ONCE: Final = 2
"""Those of them, the first ones, that give points while the game lasts."""


NOTHING_NEW: Final[Changes] = MappingProxyType({})


class Score(NamedTuple):
    """`scored`: the points by seat and source; `ended`: those if the game ended here, ``None``
    where the viewer may not know; `stones`: by site and seat; `worth`: the points that these
    stones give as things stand, in the same order, nothing for a site that gives none; `quarry`:
    by seat the stones left there, ``None`` for endless."""

    scored: Points
    ended: Points | None
    stones: tuple[tuple[int, ...], ...]
    worth: tuple[tuple[int, ...], ...]
    quarry: tuple[int | None, ...] = ()

    @property
    def points(self) -> list[int]:
        """The points of each seat."""
        return [sum(sources) for sources in self.scored]

    @property
    def prospects(self) -> list[int] | None:
        """The points of each seat if the game ended here."""
        return None if self.ended is None else [sum(sources) for sources in self.ended]


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
    told: Told
    delta: Delta
    forced: bool
    sails: bool
    cards: bool
    after: Score
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
    first: Score
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
            change(table, frame.delta)
        return table

    def heard(self, ply: int) -> Heard:
        """What the lists say after `ply` steps."""
        lists = dict(self.before)
        for frame in self.frames[:ply]:
            follow(lists, frame.heard)
        return lists

    def score(self, ply: int) -> Score:
        """How things stand after `ply` steps."""
        return self.frames[ply - 1].after if ply else self.first

    def sources(self) -> list[Source]:
        """The sources that gave points to a seat."""
        ever = self.score(self.plies).scored
        return [source for source in Source if any(seat[source] for seat in ever)]


def change(table: Table, delta: Delta) -> None:
    """Bring `table` one step further."""
    for key, piece in delta.items():
        if piece is None:
            table.pop(key, None)
        else:
            table[key] = piece


@kept_by_language(32)
def cached_replay(text: str, viewer: Viewer = EVERYTHING) -> Replay:
    """The replay of the log `text`; the same text is played once. Raises ``EngineError``."""
    return replay_of(read_log(text), viewer)


@one_language()
def replay_of(log: Log, viewer: Viewer = EVERYTHING) -> Replay:
    """Play `log` while it is legal, and write down what `viewer` saw of it."""
    first = start(log.setup)
    last = play(log).state
    names = called(log)
    drawing = Drawing(last, view(last, EVERYTHING), names)
    writer = Writer(drawing, Narrator(names), first, viewer)
    found = Replay(drawing, viewer, names, writer.scene.table, writer.now, writer.spoken.now)
    try:
        for step in steps(log):
            found.frames.append(writer.write(step))
    except ReplayError as error:
        found.error = error
    return found


def fitting(last: State) -> View:
    """Just the room that the boards need in `last`."""
    return view(last, EVERYTHING)


@one_language()
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
    first, round_, turn = _last_turn(log, since)
    s = start(log.setup)
    for entry in log.entries[:first]:
        apply(s, *entry)
    last = play(log).state
    names = called(log)
    drawing = Drawing(last, room(last), names)
    writer = Writer(drawing, Narrator(names), s, viewer)
    writer.round, writer.turn = round_, turn
    found = Replay(drawing, viewer, names, writer.scene.table, writer.now, writer.spoken.now)
    for index, entry in enumerate(log.entries[first:], first + 1):
        s.events = []
        apply(s, *entry)
        found.frames.append(writer.write(Step(index, 0, entry, tuple(s.events), s)))
    return found


def _last_turn(log: Log, since: int | None) -> tuple[int, int, int]:
    """How many entries come before the turn of entry `since`, so that nothing waits for an answer
    there, and the round and the turn that the table is in then (``Frame``)."""
    s = start(log.setup)
    found = here = (0, s.round, 0)
    for number, entry in enumerate(log.entries[:since]):
        if Writer.is_turn(s):
            found = (number, *here[1:])
            here = (number, here[1], here[2] + 1)
        apply(s, *entry)
        if s.round != here[1]:
            here = (number, s.round, 0)
    return found


def called(log: Log) -> list[str]:
    """What each seat is called (``names.seated``)."""
    return seated(log.header.names, log.setup)


class Writer:
    """Writes down one step after the other, from the position before the first entry; `now` is how
    things stand."""

    def __init__(self, drawing: Drawing, narrator: Narrator, first: State, viewer: Viewer) -> None:
        self.narrator = narrator
        self.viewer = viewer
        self.watch = Watch(viewer)
        self.forecast = Forecast()
        self.sites = dict[str, SiteView]()
        self.now: Score
        self.standing = list[list[int | None]]()
        self.valued: dict[Site, tuple[SiteView, list[int], SiteView]] = {}
        shown = self._look(first)
        self.scene = Scene(drawing, shown)
        self.spoken = Spoken(drawing, self.scene.seen, self.scene.fresh)
        self.round = first.round
        self.turn = 0
        self.starts_turn = self.is_turn(first)
        self.only = self._one_option(first)

    def write(self, step: Step) -> Frame:
        """What `step` did."""
        s = step.state
        before = self.watch.shown
        shown = self._look(s)
        events = view_events(s, step.events, self.viewer)
        self.scene.stones.follow(events)
        motion = motion_of(self.scene, events, before or shown)
        delta = self.scene.lay(shown, motion.voyage.ship if motion.voyage else "")
        if self.starts_turn:
            self.turn += 1
        frame = Frame(
            ply=step.ply,
            seat=step.entry.seat,
            round=self.round,
            turn=self.turn,
            told=self.narrator.narrate(self._seen(step.entry, s), events, s),
            delta=delta,
            forced=self.only,
            sails=_any(events, SAILINGS),
            cards=_any(events, CARDS),
            after=self.now,
            motion=motion,
            heard=self.spoken.say(self.scene.seen, self.scene.fresh),
        )
        if s.round != self.round:
            self.round, self.turn = s.round, 0
        self.starts_turn = self.is_turn(s)
        self.only = self._one_option(s)
        return frame

    def _look(self, s: State) -> View:
        """The position as the viewer sees it, with what the stones at each site are worth. What
        did not change is the same object."""
        last = self.watch.shown
        before = last and last["sites"], self.forecast.found
        seen = self.watch.look(s)
        outlook = self.forecast.of(self.watch)
        quarry = tuple([seat["quarry"] for seat in seen["seats"]])
        if before[0] is not seen["sites"] or before[1] is not outlook:
            self._value(s, seen["sites"], outlook, quarry)
        elif quarry != self.now.quarry:
            self.now = self.now._replace(quarry=quarry)
        return {**seen, "sites": self.sites, "standing": self.standing}

    def _value(
        self,
        s: State,
        sites: dict[str, SiteView],
        outlook: Outlook,
        quarry: tuple[int | None, ...],
    ) -> None:
        """Work out anew what the stones at the sites are worth, and how things stand."""
        self.sites = {
            site.word: self._with_worth(site, sites[site.word], outlook.worth.get(site))
            for site in SITES
        }
        secret = s.rules.hidden_cards and self.viewer != EVERYTHING and not s.over
        stones = tuple([tuple(site["stones"]) for site in self.sites.values()])
        worth = tuple([tuple(outlook.worth.get(site, ())) for site in SITES])
        ended = None if secret else outlook.ended
        self.now = Score(outlook.scored, ended, stones, worth, quarry)
        self.standing = [self._standing(seat, outlook) for seat in range(len(s.players))]

    def _standing(self, seat: int, outlook: Outlook) -> list[int | None]:
        """What a seat would have if the game ended here: for its cards, for each building site,
        and in all. What stones are worth is for everybody to see, cards are not."""
        if self.now.ended is not None:
            points = self.now.ended[seat]
            return [sum(of_cards(points)), *points[:BUILT], sum(points)]
        stones = [outlook.scored[seat][source] for source in range(SCORED_AT_ONCE)]
        rest = [outlook.worth[site][seat] for site in BUILDING_SITES[SCORED_AT_ONCE:]]
        return [None, *stones, *rest, None]

    def _with_worth(self, site: Site, seen: SiteView, worth: list[int] | None) -> SiteView:
        if worth is None:
            return seen
        known = self.valued.get(site)
        if known is None or known[0] is not seen or known[1] != worth:
            known = self.valued[site] = (seen, worth, {**seen, "worth": worth})
        return known[2]

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

    def _one_option(self, s: State) -> bool:
        """Whether only one entry could follow; with hidden cards that is the seat's secret."""
        if s.rules.hidden_cards and self.viewer != EVERYTHING:
            now = awaited(s)
            if now is not None and self.viewer != now.seat:
                return False
        return is_forced(s)


def _any(events: Iterable[Event], kinds: frozenset[type]) -> bool:
    return not kinds.isdisjoint(map(type, events))

"""A game in the making as one viewer sees it, written down entry by entry.

Entries never change, so what was written is kept, for each table and viewer in this process, and
only what is new is worked out. A process that has nothing kept begins with the first entry. The
steps are kept as JSON: they are many, and read once or twice.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Any, Final

from drawing.board.scene import Drawing, Table
from drawing.cards import is_scored
from drawing.language import get_language, language_looked_up_once
from drawing.language.lines import Heard
from drawing.modules import ONLY_WITH
from drawing.play.room import Room, roomy
from drawing.replay.payload import narration_of, step_payload
from drawing.replay.reading import Reader, StepScore
from drawing.replay.replay import VERSION, Frame, Replay, ReplayWriter
from drawing.replay.viewers import Viewer, word_of
from drawing.text.names import seated
from drawing.text.narration import Narrator
from engine import Entry, Rules, Setup, State, Step, apply, start
from engine.vocabulary import Source

CACHED_GAMES: Final = 400
"""Games, each as one viewer sees it, that a process remembers: 0.1 to 0.2 MB each."""


def sources_of(rules: Rules) -> list[Source]:
    """Sources of points in a game with these rules."""
    modules = (None, *rules.setup.modules)
    return [
        source for source in Source if ONLY_WITH.get(source) in modules and is_scored(rules, source)
    ]


class Live:
    """One game, one viewer. `steps`: one an entry, as in a replay's payload, as JSON; `table`:
    all pieces as they lie now; `state`: the position after the last entry that was followed;
    `asked`: what its player may write (``tables.play.updates``), once it was asked for;
    `take_back_count`: how often entries were taken back before. `earlier`: entries before the
    first step, up to the end of a turn; the game is shown from there on."""

    take_back_count = 0

    def __init__(
        self, setup: Setup, names: Sequence[str], viewer: Viewer, earlier: Sequence[Entry] = ()
    ) -> None:
        self.setup = setup
        self.earlier = tuple(earlier)
        self.names = seated(names, setup)
        self.viewer = viewer
        self.lock = Lock()
        self._begin(Room())

    def _begin(self, room: Room) -> None:
        self.room = room
        self.state: State = start(self.setup)
        turn = 0
        for entry in self.earlier:
            turn += Reader.is_turn(self.state)
            round_before = self.state.round
            apply(self.state, *entry)
            if self.state.round != round_before:
                turn = 0
        self.sources = sources_of(self.state.rules)
        self.drawing = Drawing(self.state, roomy(self.state, room), self.names)
        self.writer = ReplayWriter(self.drawing, Narrator(self.names), self.state, self.viewer)
        self.writer.reader.turn = turn
        self.opening: Table = self.writer.scene.table
        self.first = self.now = self.writer.score
        self.before = self.writer.spoken.current
        self.steps: list[str] = []
        self.asked: dict[str, Any] | None = None

    @property
    def layout(self) -> str:
        """Steps of one layout fit together; another one is another drawing, or another viewer."""
        words = [VERSION, word_of(self.viewer, self.setup), self.room.word]
        return ".".join([*words, str(self.take_back_count)] if self.take_back_count else words)

    @property
    def heard(self) -> Heard:
        """Present spoken lists (``drawing.spoken``)."""
        return self.writer.spoken.current

    @property
    def table(self) -> Table:
        """Every piece as it lies now, with the rings around what the last entry moved."""
        return {**self.writer.scene.table, **self.writer.scene.ringed}

    def follow(self, entries: Sequence[Entry]) -> None:
        """Write down those of `entries`, all since the first of the game, that are new."""
        with language_looked_up_once():
            for entry in entries[len(self.earlier) + len(self.steps) :]:
                self._write(entry)
        room = self.room.with_space_for(self.state)
        if room != self.room:
            self._begin(room)
            self.follow(entries)

    def rewrite(self, entries: Sequence[Entry]) -> None:
        """Write down other `entries` than before, from the first on, with the room that there
        is."""
        self._begin(self.room)
        self.follow(entries)

    def _write(self, entry: Entry) -> None:
        self.state.events = []
        apply(self.state, *entry)
        ply = len(self.steps) + 1
        events = tuple(self.state.events)
        frame = self.writer.write(Step(ply, 0, entry, events, self.state))
        step = step_payload(frame, self.now, self.sources)
        self.now = frame.after
        self.steps.append(json.dumps(step, ensure_ascii=False, separators=(",", ":")))

    def since(self, after: int) -> list[dict[str, object]]:
        """The steps after number `after`."""
        return [json.loads(step) for step in self.steps[after:]]

    def replay(self) -> Replay:
        """For the fragments of ``drawing.replay.page``: every step in words, and the last score;
        no pieces."""
        replay = Replay(self.drawing, self.viewer, self.names, {}, self.first, self.before)
        for ply, step in enumerate(self.since(0), 1):
            replay.frames.append(_in_words(ply, step, self.now))
        return replay


def _in_words(ply: int, step: dict[str, Any], after: StepScore) -> Frame:
    step_words = {
        "told": narration_of(step),
        "seat": step["a"],
        "round": step["r"],
        "turn": step["t"],
    }
    forced = bool(step.get("f"))
    return Frame(
        ply=ply, delta={}, forced=forced, sails=False, cards=False, after=after, **step_words
    )


class LiveGames:
    """The games that this process remembers; those not asked for longest are forgotten first."""

    def __init__(self, limit: int) -> None:
        self.most = limit
        self.lock = Lock()
        self.games: OrderedDict[tuple[Any, ...], Live] = OrderedDict()

    def live_game(
        self,
        table_id: str,
        setup: Setup,
        names: Sequence[str],
        viewer: Viewer,
        earlier: Sequence[Entry] = (),
    ) -> Live:
        """Cached drawing of a table as `viewer` sees it, or a new one, which begins after the
        entries `earlier`."""
        key = (table_id, setup, tuple(names), viewer, get_language())
        with self.lock:
            game = self.games.pop(key, None) or Live(setup, names, viewer, earlier)
            self.games[key] = game
            while len(self.games) > self.most:
                self.games.popitem(last=False)
        return game


KEEP: Final = LiveGames(CACHED_GAMES)

"""A game that is written down by hand: forwards, backwards, and changed in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from drawing.play.live import Live
from drawing.text.names import seated
from engine import (
    EVERYTHING,
    EngineError,
    Entry,
    Header,
    IllegalAction,
    Log,
    LogSyntaxError,
    Rule,
    entry_text,
    read_log,
)
from tables.recorder.engine.answer import finished_of, recording_answer
from tables.recorder.engine.replay_edits import Course, PlacedEntry, WaitingLine


class Recording:
    """One game. `course`: what is written; `live`: the same, drawn; `current_ply`: the step that
    is looked at; `waiting_lines`: those that did not fit; `problem`: why the first did not.

    What is refused raises ``EngineError`` and changes nothing. All that changes it gives the
    ``Answer`` for a page (``tables.recorder.engine.answer``): what is new since the one before.
    """

    def __init__(self, header: Header) -> None:
        self.header = header
        self.course = Course(header.setup)
        self.live = Live(header.setup, seated(header.names, header.setup), EVERYTHING)
        self.pictured_entries: list[Entry] = []
        self.current_ply = 0
        self.waiting_lines: list[WaitingLine] = []
        self.problem: EngineError | None = None

    @classmethod
    def opened(cls, text: str) -> Recording:
        """The game of a log, as far as it stands; lines behind that wait. Raises
        ``EngineError`` if its head cannot be read."""
        log, lines, problem = _read(text)
        recording = cls(log.header)
        entries = [
            WaitingLine(entry_text(log.setup, entry), line=log.line(index))
            for index, entry in enumerate(log.entries)
        ]
        recording.waiting_lines, refused = recording.course.fit([*entries, *lines])
        recording.problem = refused or problem
        recording._draw()
        return recording

    # ------------------------------------------------------------------------- what there is

    @property
    def plies(self) -> int:
        """The number of entries."""
        return len(self.course.placed)

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.course.state.over

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All that stands."""
        return tuple([placed.entry for placed in self.course.placed])

    @property
    def lines(self) -> list[str]:
        """The same as a log has it."""
        return [entry_text(self.header.setup, entry) for entry in self.entries]

    def show(self) -> dict[str, object]:
        """The whole ``Answer``, for a page that has nothing yet."""
        return recording_answer(self, 0, afresh=True)

    def log(self) -> dict[str, object]:
        """The log as text, and how the game stands
        (``tables.recorder.engine.answer.finished_of``)."""
        return finished_of(Log(self.header, self.entries), self.course.state)

    # -------------------------------------------------------------------------- what is done

    def do(self, text: str) -> dict[str, object]:
        """Write `text` where the game is looked at: at its end, or in the place of the entry that
        stands there."""
        if self.current_ply < self.plies:
            return self.change(self.current_ply + 1, text)
        self.course.write(text)
        if not self.waiting_lines:
            self.problem = None
        return self._redraw()

    def back(self, count: int = 1) -> dict[str, object]:
        """Take back the last `count` entries that were chosen, and what wrote itself after
        them."""
        ply = self.plies
        for _ in range(count):
            chosen = [index for index in range(ply) if not self.course.placed[index].forced]
            ply = chosen[-1] if chosen else 0
        self.course = self.course.upto(ply)
        self.course.force()
        self.waiting_lines, self.problem = [], None
        return self._redraw()

    def jump(self, ply: int) -> dict[str, object]:
        """Look at the game after its first `ply` entries; nothing is cut."""
        self.current_ply = max(0, min(ply, self.plies))
        return recording_answer(self, self.plies)

    def change(self, ply: int, text: str) -> dict[str, object]:
        """Make entry number `ply` (from 1) `text`, and keep what fits behind it; the first that
        does not is the ``problem``, and waits with the others."""
        if not 0 < ply <= self.plies:
            raise IllegalAction(Rule.GAME_UNFINISHED if ply > self.plies else Rule.NO_DECISION)
        course = self.course.upto(ply - 1)
        course.write(text)
        waiting, problem = course.fit(_waiting(self.course, ply) + self.waiting_lines)
        self.course, self.waiting_lines, self.problem = course, waiting, problem
        return self._redraw()

    def retry_waiting(self) -> dict[str, object]:
        """Try the waiting lines where the game stands: all, or all but the first. Raises
        the refusal if none fits."""
        refused = self.problem
        for lines in (self.waiting_lines, self.waiting_lines[1:]):
            course = self.course.upto(self.plies)
            waiting, problem = course.fit(lines)
            if len(waiting) < len(lines) or not lines:
                self.course, self.waiting_lines, self.problem = course, waiting, problem
                return self._redraw()
            refused = problem or refused
        assert refused is not None
        raise refused

    # ------------------------------------------------------------------------------ drawing

    def _redraw(self) -> dict[str, object]:
        """Draw what is new; the answer for the page."""
        layout = self.live.layout
        standing_steps = self._draw()
        afresh = self.live.layout != layout
        return recording_answer(self, 0 if afresh else standing_steps, afresh=afresh)

    def _draw(self) -> int:
        """Draw the entries. Gives the number of drawn steps that still stand."""
        entries = list(self.entries)
        pairs = zip(self.pictured_entries, entries, strict=False)
        standing_steps = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        if standing_steps < len(self.pictured_entries):
            self.live.rewrite(entries)
        else:
            self.live.follow(entries)
        self.pictured_entries = entries
        self.current_ply = len(entries)
        return standing_steps


def _waiting(course: Course, ply: int) -> list[WaitingLine]:
    """The entries of `course` after number `ply`, to be tried again."""
    placed: Sequence[PlacedEntry] = course.placed[ply:]
    return [WaitingLine(entry_text(course.setup, row.entry), row.forced) for row in placed]


def _read(text: str) -> tuple[Log, list[WaitingLine], EngineError | None]:
    """The log of `text`, up to its first line that cannot be read; the lines from there on, and
    why. Raises ``EngineError`` if that line is one of the head."""
    try:
        return read_log(text), [], None
    except LogSyntaxError as error:
        problem = error
    lines = text.replace("\r\n", "\n").split("\n")
    bad = problem.line
    if not 0 < bad <= len(lines):
        raise problem
    try:
        log = read_log("\n".join(lines[: bad - 1]))
    except EngineError:
        raise problem from None
    waiting = [
        WaitingLine(line.partition("#")[0].strip(), line=number)
        for number, line in enumerate(lines[bad - 1 :], bad)
        if line.partition("#")[0].strip()
    ]
    return log, waiting, problem

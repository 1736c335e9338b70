"""Answers for the page of a recording: a live table's payload, and the question of any seat.

    {"whole": whether the table has to be laid again,
     "kept": so many steps of the answer before still stand, "steps": those after them, as in a
     replay's payload, "entries": of these steps [line, whether it wrote itself],
     "rules": the rules behind these steps,
     "plies", "at": the step that is looked at, "layout", "over",
     "awaited": who writes next there: a seat, -1 the bank, or null,
     "asked": what may be written there (``drawing.play.asked``, ``tables.recorder.engine.bank``),
     with
     "written", what stands there now; null at the end,
     "resigns": seats that may resign there (R2.10),
     "points": {"sources": [word, title], "seats": by seat and source, "totals"},
     "problem": (``tables.recorder.engine.problem``) or null, "rest": lines that do not fit yet}

and, if it is whole, "opening", "first", "heard", "names", "colours", "sources", "seat" as in a
replay's payload, "header": its fields in words, "blocks" and "symbols": the table as markup.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.board.scene import Table
from drawing.play.asked import options_payload
from drawing.play.live import Live, sources_of
from drawing.play.options import options_of
from drawing.replay.page import blocks_of
from drawing.replay.payload import first_of, narration_of, rules_behind
from drawing.replay.replay import apply_delta
from drawing.replay.viewers import ALL
from drawing.text.names import source_name
from engine import Chance, Log, State, awaited, entry_text, result, write_text
from engine.legal import may_resign
from engine.log import header_fields
from tables.recorder.engine.bank import bank_question
from tables.recorder.engine.problem import problem_of

if TYPE_CHECKING:
    from tables.recorder.engine.recording import Recording

Answer = dict[str, object]


def recording_answer(recording: Recording, standing_steps: int, *, afresh: bool = False) -> Answer:
    """The answer described above; the page has the first `standing_steps` steps."""
    live, course = recording.live, recording.course
    steps = live.since(standing_steps)
    s = course.positions[recording.current_ply]
    decision = awaited(s)
    setup = recording.header.setup
    answer: Answer = {
        "whole": afresh,
        "kept": standing_steps,
        "plies": recording.plies,
        "at": recording.current_ply,
        "layout": live.layout,
        "over": recording.over,
        "steps": steps,
        "rules": rules_behind(live.state.rules, map(narration_of, steps)),
        "entries": [
            [entry_text(setup, entry), forced] for entry, forced in course.placed[standing_steps:]
        ],
        "awaited": None if decision is None else decision.seat,
        "asked": _question(recording, s),
        "resigns": [seat for seat in range(len(setup.seats)) if may_resign(s, seat)],
        "points": recording_points(s),
        "problem": _problem(recording),
        "rest": [line.text for line in recording.waiting_lines],
    }  # fmt: skip
    return answer | _beginning(recording) if afresh else answer


def _problem(recording: Recording) -> Answer | None:
    """The reason why the first waiting line does not fit; with its text, if that cannot be read."""
    if recording.problem is None:
        return None
    problem = problem_of(recording.problem)
    return (
        problem
        if problem["tried"] or not recording.waiting_lines
        else problem | {"tried": recording.waiting_lines[0].text}
    )


def recording_points(s: State) -> Answer:
    """The points so far, by source."""
    sources = sources_of(s.rules)
    tally = result(s)
    return {
        "sources": [[source.word, source_name(source)] for source in sources],
        "seats": [[points[source] for source in sources] for points in tally.scored],
        "totals": list(tally.points),
    }


def finished_of(log: Log, s: State) -> Answer:
    """{"text": the log in canonical form, "over", "points", "winners": seats, at the end}."""
    places = result(s).places if s.over else ()
    return {
        "text": write_text(log),
        "over": s.over,
        "points": recording_points(s),
        "winners": [seat for seat, place in enumerate(places) if place == 1],
    }


def _beginning(recording: Recording) -> Answer:
    """Answer from which a page lays the table."""
    live = recording.live
    drawing = live.drawing
    return {
        "opening": live.opening,
        "first": first_of(live.first),
        "heard": live.before,
        "names": live.names,
        "colours": [seat.colour for seat in drawing.seats],
        "sources": [source.word for source in live.sources],
        "seat": ALL,
        "header": dict(header_fields(recording.header)),
        "blocks": blocks_of(drawing, live.names, live.now, live.table, live.heard),
        "symbols": drawing.symbols(),
    }


def _question(recording: Recording, s: State) -> Answer | None:
    """Question in `s`, the position that is looked at."""
    decision = awaited(s)
    if decision is None:
        return None
    if isinstance(decision.item, Chance):
        words = bank_question(s, decision.item, recording.live.drawing)
    else:
        table = _table(recording.live, recording.current_ply)
        words = options_payload(s, options_of(s), recording.live.drawing, table)
        words |= {"verb": "", "pictures": {}, "naming": None}
    stands = recording.course.placed[recording.current_ply : recording.current_ply + 1]
    return {
        "ply": recording.current_ply + 1,
        "seat": decision.seat,
        **words,
        "written": entry_text(recording.header.setup, stands[0].entry) if stands else None,
    }


def _table(live: Live, plies: int) -> Table:
    """Every piece after `plies` steps."""
    steps = live.steps
    if plies == len(steps):
        return live.table
    table = dict(live.opening)
    for step in live.since(0)[:plies]:
        apply_delta(table, step["d"])  # type: ignore[arg-type]
    return table

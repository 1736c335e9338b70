"""What the page of a recording gets: the same payload as a live table, and what is asked of all.

    {"whole": whether the table has to be laid anew,
     "kept": so many steps of the answer before still stand, "steps": those after them, as in a
     replay's payload, "entries": of these steps [line, whether it wrote itself],
     "rules": the rules behind these steps,
     "plies", "at": the step that is looked at, "layout", "over",
     "awaited": who writes next there: a seat, -1 the bank, or null,
     "asked": what may be written there (``drawing.play.asked``, ``tables.recorder.engine.bank``),
     with
     "written", what stands there now; null at the end,
     "points": {"sources": [word, title], "seats": by seat and source, "totals"},
     "problem": (``tables.recorder.engine.problem``) or null, "rest": lines that do not fit yet}

and, if it is whole, "opening", "first", "heard", "names", "colours", "sources", "seat" as in a
replay's payload, "header": its fields in words, "blocks" and "symbols": the table as markup.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.board.scene import Table
from drawing.play.asked import asked
from drawing.play.live import Live, sources_of
from drawing.play.options import options_of
from drawing.replay.page import blocks_of
from drawing.replay.payload import first_of, rules_of, told_of
from drawing.replay.replay import change
from drawing.replay.viewers import ALL
from drawing.text.names import source_name
from engine import Chance, Log, State, awaited, entry_text, result, write_text
from engine.log import header_fields
from tables.recorder.engine.bank import asked_of_bank
from tables.recorder.engine.problem import problem_of

if TYPE_CHECKING:
    from tables.recorder.engine.recording import Recording

Answer = dict[str, object]


def answer_of(found: Recording, kept: int, *, whole: bool = False) -> Answer:
    """The answer described above; the page has the first `kept` steps."""
    live, course = found.live, found.course
    steps = live.since(kept)
    s = course.positions[found.at]
    now = awaited(s)
    setup = found.header.setup
    answer: Answer = {
        "whole": whole,
        "kept": kept,
        "plies": found.plies,
        "at": found.at,
        "layout": live.layout,
        "over": found.over,
        "steps": steps,
        "rules": rules_of(live.state.rules, map(told_of, steps)),
        "entries": [
            [entry_text(setup, one.entry), one.forced] for one in course.written[kept:]
        ],
        "awaited": None if now is None else now.seat,
        "asked": _asked(found, s),
        "points": points_of(s),
        "problem": _problem(found),
        "rest": [line.text for line in found.rest],
    }  # fmt: skip
    return answer | _beginning(found) if whole else answer


def _problem(found: Recording) -> Answer | None:
    """Why the first line that waits does not fit; one that cannot be read is told as it stands."""
    if found.problem is None:
        return None
    told = problem_of(found.problem)
    return told if told["tried"] or not found.rest else told | {"tried": found.rest[0].text}


def points_of(s: State) -> Answer:
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
        "points": points_of(s),
        "winners": [seat for seat, place in enumerate(places) if place == 1],
    }


def _beginning(found: Recording) -> Answer:
    """What a page needs to lay the table."""
    live = found.live
    drawing = live.drawing
    return {
        "opening": live.opening,
        "first": first_of(live.first),
        "heard": live.before,
        "names": live.names,
        "colours": [seat.colour for seat in drawing.seats],
        "sources": [source.word for source in live.sources],
        "seat": ALL,
        "header": dict(header_fields(found.header)),
        "blocks": blocks_of(drawing, live.names, live.now, live.table, live.heard),
        "symbols": drawing.symbols(),
    }


def _asked(found: Recording, s: State) -> Answer | None:
    """What may be written in `s`, the position that is looked at."""
    now = awaited(s)
    if now is None:
        return None
    if isinstance(now.item, Chance):
        words = asked_of_bank(s, now.item, found.live.drawing)
    else:
        table = _table(found.live, found.at)
        words = asked(s, options_of(s), found.live.drawing, table)
        words |= {"verb": "", "pictures": {}, "naming": None}
    stands = found.course.written[found.at : found.at + 1]
    return {
        "ply": found.at + 1,
        "seat": now.seat,
        **words,
        "written": entry_text(found.header.setup, stands[0].entry) if stands else None,
    }


def _table(live: Live, at: int) -> Table:
    """Every piece after `at` steps."""
    steps = live.steps
    if at == len(steps):
        return live.table
    table = dict(live.opening)
    for step in live.since(0)[:at]:
        change(table, step["d"])  # type: ignore[arg-type]
    return table

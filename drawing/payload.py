"""What the browser gets of a replay: see ``docs/decisions/0012-one-drawing.md``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from drawing.record import VERSION, Moment, Record, Standing
from drawing.viewers import word_of
from engine.vocabulary import Source

Cells = Sequence[Sequence[int]]


def payload(found: Record) -> dict[str, object]:
    """The replay as JSON-ready data."""
    sources = found.sources()
    setup = found.drawing.rules.setup
    return {
        "version": VERSION,
        "seat": word_of(found.viewer, setup),
        "names": found.names,
        "colours": [seat.colour for seat in found.drawing.seats],
        "sources": [source.word for source in sources],
        "opening": found.opening,
        "first": _first(found.first),
        "steps": list(_steps(found, sources)),
    }


def _first(first: Standing) -> dict[str, object]:
    return {"e": first.prospects, "c": first.stones}


def _steps(found: Record, sources: list[Source]) -> Iterator[dict[str, object]]:
    before = found.first
    for moment in found.moments:
        yield step_of(moment, before, sources)
        before = moment.after


def step_of(moment: Moment, before: Standing, sources: list[Source]) -> dict[str, object]:
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
    if points := list(changed(_of(before, sources), _of(moment.after, sources))):
        step["p"] = points
    if stones := list(changed(before.stones, moment.after.stones)):
        step["c"] = stones
    if moment.after.prospects != before.prospects:
        step["e"] = moment.after.prospects
    return step


def _of(standing: Standing, sources: list[Source]) -> Cells:
    """The points by seat for `sources` only."""
    return [[seat[source] for source in sources] for seat in standing.scored]


def changed(before: Cells, now: Cells) -> Iterator[list[int]]:
    """[row, column, value] for every cell that changed."""
    for row, (old, new) in enumerate(zip(before, now, strict=True)):
        for column, value in enumerate(new):
            if old[column] != value:
                yield [row, column, value]

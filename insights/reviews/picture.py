"""Shares of wins over time: an area for each seat, one on the other, beside the graph of points."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from drawing.replay.replay import Replay
from drawing.replay.track import HIGH, WIDE, span_of
from drawing.svg import number
from engine.analysis import Analysis


class Area(NamedTuple):
    """The area of a seat in a plot of ``WIDE`` x ``HIGH``; `letter` of its colour."""

    letter: str
    d: str


def areas(found: Replay, analysis: Analysis) -> list[Area]:
    """The areas, the first seat on top: at each step as high as the share of wins."""
    shares = [analysis.entries[0].before.by_seat]
    shares += [one.after.by_seat for one in analysis.entries]
    span = span_of(found)
    edges = [[0.0, *accumulate(row)] for row in shares]
    drawn = found.drawing.seats
    return [
        Area(
            one.letter,
            _between([row[seat] for row in edges], [row[seat + 1] for row in edges], span),
        )
        for seat, one in enumerate(drawn)
    ]


def _between(upper: Sequence[float], lower: Sequence[float], span: int) -> str:
    """The area between two lines of steps."""
    there = _steps(upper, span)
    back = _steps(lower, span)[::-1]
    points = "L".join(f"{number(x)} {number(y)}" for x, y in (*there, *back))
    return f"M{points}Z"


def _steps(line: Sequence[float], span: int) -> list[tuple[float, float]]:
    """Corners of a line that is level, then goes up or down, to the end of the plot."""
    found = [(0.0, HIGH * line[0])]
    for ply in range(1, len(line)):
        if line[ply] != line[ply - 1]:
            x = WIDE * ply / span
            found += [(x, HIGH * line[ply - 1]), (x, HIGH * line[ply])]
    return [*found, (float(WIDE), HIGH * line[-1])]

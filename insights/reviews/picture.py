"""Shares of wins over time: an area for each seat, one on the other, beside the graph of points."""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import NamedTuple

from drawing.replay.replay import Replay
from drawing.replay.track import HIGH, plies
from drawing.svg.charts import Scale, step_area
from engine.analysis import Analysis


class Area(NamedTuple):
    """The area of a seat in a plot of ``WIDE`` x ``HIGH``; `letter` of its colour."""

    letter: str
    d: str


def share_areas(replay: Replay, analysis: Analysis) -> list[Area]:
    """The areas, the first seat on top: at each step as high as the share of wins."""
    shares = [analysis.entries[0].before.by_seat]
    shares += [entry.after.by_seat for entry in analysis.entries]
    edges = list(zip(*([0.0, *accumulate(row)] for row in shares), strict=True))
    x, y = plies(replay), Scale(0, 1, 0, HIGH)
    return [
        Area(seat_drawing.letter, step_area(upper, lower, x, y))
        for seat_drawing, (upper, lower) in zip(replay.drawing.seats, pairwise(edges), strict=True)
    ]

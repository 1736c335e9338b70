"""Arithmetic of charts: scales, marks of an axis, lines and areas.

Charts draw in units of their own, from the upper left corner; each writes its own SVG and words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from drawing.svg import coord

STEPS = (10, 20, 25, 50, 100, 200, 250, 500, 1000)
"""Distances of marks that people count in."""


class AxisLabel(NamedTuple):
    """A word at a place on an axis."""

    at: float
    text: str


class ChartPoint(NamedTuple):
    """A point of a line, with its words."""

    x: float
    y: float
    text: str


class Scale(NamedTuple):
    """Values from `low` to `high`, drawn between the places `start` and `end`."""

    low: float
    high: float
    start: float
    end: float

    def exact(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def at(self, value: float) -> float:
        """The place of `value`, to a tenth."""
        return round(self.exact(value), 1)


def round_ends(low: int, high: int) -> tuple[int, int, int]:
    """Ends of an axis with `low` and `high` on it, and the distance of its marks: four of them
    where it can be, two at least."""
    step = next((step for step in STEPS if high - low <= 4 * step), STEPS[-1])
    bottom, top = low // step * step, -(-high // step) * step
    if top - bottom < 2 * step:
        bottom, top = bottom - step, top + step
    return bottom, top, step


def polyline(points: Sequence[ChartPoint | tuple[float, float]]) -> str:
    """The points of an SVG polyline."""
    return " ".join(f"{point[0]},{point[1]}" for point in points)


def step_path(values: Sequence[float], x: Scale, y: Scale) -> str:
    """A path that is level from each number to the next, then goes up or down, to the end of the
    scale."""
    path = f"M{coord(x.start)} {coord(y.exact(values[0]))}"
    for index in range(1, len(values)):
        if values[index] != values[index - 1]:
            path += f"H{coord(x.exact(index))}V{coord(y.exact(values[index]))}"
    return f"{path}H{coord(x.end)}"


def step_area(upper: Sequence[float], lower: Sequence[float], x: Scale, y: Scale) -> str:
    """The area between two such paths."""
    path = f"{step_path(upper, x, y)}V{coord(y.exact(lower[-1]))}"
    for index in range(len(lower) - 1, 0, -1):
        if lower[index] != lower[index - 1]:
            path += f"H{coord(x.exact(index))}V{coord(y.exact(lower[index - 1]))}"
    return f"{path}H{coord(x.start)}Z"


def thinned(spots: list[ChartPoint], limit: int) -> list[ChartPoint]:
    """At most about `limit`: of each stretch its first, highest, lowest and last."""
    if len(spots) <= limit:
        return spots
    length = -(-4 * len(spots) // limit)
    remaining: list[ChartPoint] = []
    for begin in range(0, len(spots), length):
        part = spots[begin : begin + length]
        ends = {0, len(part) - 1}
        ends.add(min(range(len(part)), key=lambda index: part[index].y))
        ends.add(max(range(len(part)), key=lambda index: part[index].y))
        remaining += [part[index] for index in sorted(ends)]
    return remaining

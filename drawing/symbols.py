"""The symbols that pieces are made of: stones, ships, small things. Cards are in ``cards``.

A symbol is a ``<g id="i-NAME">`` drawn around (0, 0). Colours come from CSS classes, so that the
light and the dark theme share one drawing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from drawing.pieces import LETTERS
from drawing.svg import circle, number, path, rect, tag, text
from engine.vocabulary import Colour

PITCH: Final = 26
"""From one space of a ship to the next."""

MARKS: Final = {
    Colour.BLACK: "M0 -5.2 5.2 0 0 5.2 -5.2 0z",
    Colour.WHITE: "M-4.6 0a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0 -9.2 0z",
    Colour.BROWN: "M0 -5 5.4 4.4H-5.4z",
    Colour.GRAY: "M-5 -2.6H5M-5 2.6H5",
}
"""The sign carved into the stones of a colour: diamond, ring, triangle, two bars."""


def all_symbols(capacities: dict[int, int]) -> str:
    """Every symbol but the cards; `capacities`: the minimum load by the size of a ship."""
    return "".join(
        tag("g", content, id=f"i-{name}")
        for name, content in (*_coloured(), *_ships(capacities), *_things(), *_rings())
    )


def _coloured() -> Iterator[tuple[str, str]]:
    for colour, letter in LETTERS.items():
        fill, mark = f"st st-{letter}", f"mk mk-{letter}"
        small = tag("path", class_=mark, d=MARKS[colour], transform="scale(.6)")
        yield f"s{letter}", _block(fill, 20) + path(MARKS[colour], mark)
        yield f"m{letter}", rect(-5.5, -5.5, 11, 11, fill, 1.5) + small
        yield f"b{letter}", rect(-13, -5, 26, 10, fill, 1.5) + _lit(26, 10) + small
        yield f"c{letter}", _chariot(fill, mark, colour)
        yield f"e{letter}", _scarab(fill, mark)
        for name, d in JOINS.items():
            yield f"{name}{letter}", path(d, f"join join-{letter}")


JOINS: Final = {
    "h": "M-8 0H8",
    "v": "M0 -8V8",
    "x": "M-6 9 6 -9",
    "y": "M-6 -9 6 9",
}
"""What joins two stones of an area: beside, above, and the two slopes of the barrow."""


def _block(fill: str, size: int) -> str:
    half = size / 2
    return rect(-half, -half, size, size, fill, 2.5) + _lit(size, size)


def _lit(width: float, height: float) -> str:
    """Light on the upper edge and shade on the lower one."""
    x, y = width / 2 - 1, height / 2 - 1
    return path(f"M{number(-x)} {number(-y)}H{number(x)}", "lit") + path(
        f"M{number(-x)} {number(y)}H{number(x)}", "shade"
    )


def _chariot(fill: str, mark: str, colour: Colour) -> str:
    body = path("M-9 -7H1q8 1 9 9H-9z", fill)
    sign = tag("path", class_=mark, d=MARKS[colour], transform="translate(-3 -2) scale(.5)")
    return body + sign + circle(-3, 4.5, 4, "wheel") + circle(-3, 4.5, 1, "wheel-hub")


def _scarab(fill: str, mark: str) -> str:
    legs = path("M-7 -4 7 4M-7 4 7 -4M-8 0H8", "legs")
    return legs + tag("ellipse", class_=fill, rx=5.5, ry=7) + path("M0 -7V7M-5 -3H5", mark)


# ------------------------------------------------------------------------------------ ships


def ship_space(capacity: int, space: int) -> float:
    """The x of `space` (from 1, the front) on a ship that begins at x = 0."""
    return 22 + (capacity - space) * PITCH + PITCH / 2


def ship_length(capacity: int) -> int:
    return capacity * PITCH + 44


def _ships(capacities: dict[int, int]) -> Iterator[tuple[str, str]]:
    for capacity, minimum in capacities.items():
        yield f"S{capacity}", _hull(capacity) + _load(minimum)
        yield f"D{capacity}", _moored(capacity)
    yield "P", _moored(1)
    yield (
        "p",
        path("M-12 -4H8q6 1 7 4q-1 3 -7 5H-10q-4 -4 -2 -9z", "hull")
        + rect(-5, -4, 8, 8, "socket", 1),
    )


def _hull(capacity: int) -> str:
    length = ship_length(capacity)
    side = length - 26
    hull = f"M2 -16H{side}q20 3 25 16q-5 13 -25 16H2q7 -16 0 -32z"
    planks = f"M12 -10H{side - 2}M12 10H{side - 2}"
    spaces = "".join(
        rect(ship_space(capacity, n) - 11, -11, 22, 22, "socket", 3) for n in range(1, capacity + 1)
    )
    return path(hull, "hull") + path(planks, "planks") + spaces


def _load(minimum: int) -> str:
    """The fewest stones with which the ship may sail."""
    return text(15, 3.5, str(minimum), "least")


def _moored(capacity: int) -> str:
    """A ship at a dock: 50 wide, with its size as notches."""
    hull = path("M-24 -8H12q9 2 13 8q-4 6 -13 8H-24q4 -8 0 -16z", "hull")
    step = 11.5
    notches = "".join(
        rect(-20.5 + step * n, -5.5, 10.5, 11, "socket", 1.5) for n in range(capacity)
    )
    return hull + notches


# ----------------------------------------------------------------------------------- things


def _things() -> Iterator[tuple[str, str]]:
    yield "o", rect(-11, -11, 22, 22, "socket", 3)
    yield "coin", circle(0, 0, 8, "coin") + path("M0 -4.4V4.4M-3 -2.4H3", "coin-mark")
    yield "F", path("M-6 10q0 -9 4 -11a4.6 4.6 0 1 1 4 0q4 2 4 11z", "figure")
    yield "away", path("M-8 0H6M2 -4 7 0 2 4", "arrow")
    yield "A", rect(1.5, 1.5, 357, 101, "active", 9)
    yield "u", rect(-16, -16, 32, 32, "tile-open", 3)
    yield "z", path("M-7 -7 7 7M-7 7 7 -7", "tile-gone")
    laurel = "M-3 8q-7 -2 -6 -9M3 8q7 -2 6 -9M-9 -1l-3 -3M-8 3l-4 -1M9 -1l3 -3M8 3l4 -1"
    star = "M0 -7 1.8 -2.5 6.5 -2.2 2.9 .9 4 5.5 0 3 -4 5.5 -2.9 .9 -6.5 -2.2 -1.8 -2.5z"
    yield "won", path(laurel, "laurel") + path(star, "star")
    yield "lead", rect(-14, -13, 28, 26.5, "lead", 5)
    yield "now", circle(0, 0, 12, "round-now")


def _rings() -> Iterator[tuple[str, str]]:
    """Around what changed in the step, by the first letter of what it surrounds."""
    yield "Rs", rect(-12.5, -12.5, 25, 25, "ring", 5)
    yield "Rm", rect(-8, -8, 16, 16, "ring", 4)
    yield "Rb", rect(-15, -7, 30, 14, "ring", 4)
    yield "Rc", rect(-33, -41, 66, 82, "ring", 7)
    yield "Rd", rect(-12.5, -16, 25, 32, "ring", 4)

"""Ships: a hull behind the stones that stand in it and one before them, rings for what it needs.

A ship begins at x = 0 and swims on y = 0; its bow is at the right. Stones stand at y = ``CARGO``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from drawing.svg import circle, coord, path, tag

PITCH: Final = 36
"""From one space of a ship to the next."""

CARGO: Final = -13
"""The y on which stones stand in a ship."""

STERN: Final = 30
"""From the stern to the first well."""

HEIGHT: Final = 58
"""From the tips of a ship to the water."""


def ship_space(capacity: int, space: int) -> float:
    """The x of `space` (from 1, the front) on a ship that begins at x = 0."""
    return STERN + PITCH * (capacity - space) + 16


def ship_length(capacity: int) -> int:
    """From the tip of the stern to that of the bow."""
    return STERN + PITCH * capacity + 36


def rings_at(capacity: int) -> float:
    """The x of the middle of the rings on the hull."""
    return STERN + PITCH * capacity / 2


def ship_symbols(capacities: dict[int, int]) -> Iterator[tuple[str, str]]:
    """``Sn`` and ``Bn``: the hull of n spaces behind and before its stones; ``fn``: the line of one
    that is not there; ``Tn``: the line around a whole one; ``Wn``: that of one that lay here a move
    ago; ``nMK``: M rings, K of them filled.
    `capacities`: the fewest stones with which a ship sails, by its size."""
    for capacity in sorted({1, *capacities}):
        yield f"S{capacity}", _behind(capacity)
        yield f"B{capacity}", _before(capacity)
        yield f"f{capacity}", path(_outline(capacity), "ghost")
        yield f"T{capacity}", path(_around(capacity), "target")
        yield f"W{capacity}", path(_outline(capacity), "was-edge") + path(_outline(capacity), "was")
    for needed in sorted(set(capacities.values())):
        for filled in range(needed + 1):
            yield f"n{needed}{filled}", _rings(needed, filled)
    yield "p", tag("g", _behind(1) + _before(1), transform="scale(.42)")


def _behind(capacity: int) -> str:
    end = STERN + PITCH * capacity
    inside = (
        f"M4 -46C10 -32 18 -27 34 -29H{end + 8}C{end + 18} -30 {end + 26} -40 {end + 31} -52"
        f"L{end + 20} -20 14 -16z"
    )
    ribs = "".join(f"M{STERN + PITCH * i - 2} -13l6 -14" for i in range(capacity + 1))
    wells = "".join(
        f"M{coord(ship_space(capacity, space) - 15)} -14h30l6 -12h-30z"
        for space in range(1, capacity + 1)
    )
    return (
        path(f"M-4 4Q{coord(end / 2)} 13 {end + 34} 2Q{coord(end / 2)} 4 -4 4z", "wake")
        + path(inside, "hull-in")
        + path(f"M24 -13L34 -28H{end + 8}L{end + 2} -12z", "deck")
        + path(ribs, "ribs")
        + path(wells, "well")
    )


def _before(capacity: int) -> str:
    end = STERN + PITCH * capacity
    skin = (
        f"M2 -47C5 -28 15 -15 36 -14H{end - 4}C{end + 14} -15 {end + 25} -31 {end + 29} -54"
        f"C{end + 40} -34 {end + 26} 4 {end - 6} 5H34C8 4 -6 -24 2 -47z"
    )
    rail = f"M4 -40C8 -26 17 -13 36 -12H{end - 4}C{end + 12} -13 {end + 24} -28 {end + 29} -47"
    plank = f"M9 -22C14 -10 22 -5 36 -4.5H{end - 4}C{end + 10} -5 {end + 20} -15 {end + 26} -28"
    bound = (
        f"M1 -36l5 -3M2 -30l5 -3M4 -24l5 -3M{end + 33} -42l-6 -3M{end + 33} -36l-6 -3"
        f"M{end + 32} -30l-6 -3"
    )
    eye = f"M{end + 6} -8q6 -5 11 -1q-6 4 -11 1zM{end + 8} -6l-3 4"
    return (
        tag("path", class_="hull", fill="url(#i-g-hull)", d=skin)
        + path(rail, "gunwale")
        + path(plank, "plank")
        + path(bound, "bound")
        + path(eye, "ship-eye")
    )


def _outline(capacity: int) -> str:
    end = STERN + PITCH * capacity
    return f"M2 -24C6 -8 16 -1 36 -1H{end - 4}C{end + 14} -1 {end + 25} -10 {end + 29} -28"


def _around(capacity: int) -> str:
    """The line around a whole ship."""
    end = STERN + PITCH * capacity
    return (
        f"M0 -51C6 -32 16 -29 30 -31H{end + 8}C{end + 18} -33 {end + 24} -44 {end + 31} -57"
        f"C{end + 44} -34 {end + 28} 8 {end - 6} 8H34C6 8 -8 -24 0 -51z"
    )


def _rings(needed: int, filled: int) -> str:
    """As many rings as the ship needs, filled as it loads."""
    first = -8 * (needed - 1)
    return "".join(
        circle(first + 16 * index, 0, 5, "pip pip-on" if index < filled else "pip")
        for index in range(needed)
    )

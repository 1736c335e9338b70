"""Shapes of the tiles on the path of obelisks: every polyomino of two to five cells."""

from __future__ import annotations

from typing import Final

ROWS: Final = {
    "I2": "xx", "I3": "xxx", "L3": "xx x", "I4": "xxxx", "L4": "xxx x", "O4": "xx xx",
    "S4": "xx .xx", "T4": "xxx .x", "F5": ".xx xx .x", "I5": "xxxxx", "L5": "xxxx x",
    "N5": "xxx ..xx", "P5": "xx xx x", "T5": "xxx .x .x", "U5": "xxx x.x", "V5": "xxx x x",
    "W5": "xx .xx ..x", "X5": ".x xxx .x", "Y5": "xxxx .x", "Z5": "xx .x .xx",
}  # fmt: skip
"""Rows from below, each from the left."""

CELLS: Final = {
    name: [
        [column, row]
        for row, line in enumerate(rows.split())
        for column, sign in enumerate(line)
        if sign == "x"
    ]
    for name, rows in ROWS.items()
}


def shape_outline(name: str) -> str:
    """A path of SVG in units of cells, 5 x 3, upside down like all of SVG."""
    return "".join(f"M{x} {3 - y}h1v-1h-1z" for x, y in CELLS[name])

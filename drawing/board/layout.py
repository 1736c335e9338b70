"""Layout of a table's blocks on the quay, in units of the land. Pages may lay them out in other
ways; pictures have this one, and so has a wide screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from drawing.board.background import HEIGHT, RIVER, WIDTH
from drawing.board.seats import SLIM
from drawing.modules.module import STRIP

if TYPE_CHECKING:
    from drawing.board.scene import Drawing

GAP: Final = 6
BELOW: Final = 10
"""Between the players and the lower edge."""

STRIPS: Final = HEIGHT - BELOW - SLIM.height - STRIP - 3
"""The y of the modules above them."""

STRIP_START: Final = (8, STRIPS)
"""Place of a module's block that is not named below."""

FIXED: Final = {
    "land": (0, 0),
    "pyramid": (4, 0),
    "temple": (360, 0),
    "obelisks": (716, 0),
    "market": (266, 436),
    "burial_chamber": (668, 436),
    "harbour": (0, RIVER),
    "piles": (412, 440),
    "prophecies": STRIP_START,
    "favours": (466, STRIPS),
}
"""The left upper corners of blocks."""


def desk(drawing: Drawing) -> dict[str, tuple[float, float]]:
    """The left upper corner of every block, by name; the players side by side in the middle."""
    places: dict[str, tuple[float, float]] = dict(FIXED)
    seats = drawing.seats
    width = seats[0].width
    left = (WIDTH - len(seats) * (width + GAP) + GAP) / 2
    for index, seat in enumerate(seats):
        places[seat.name] = (left + index * (width + GAP), HEIGHT - BELOW - seat.height)
    return {block.name: places.get(block.name, STRIP_START) for block in drawing.blocks}

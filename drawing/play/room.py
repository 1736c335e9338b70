"""How much room a game in the making gets on boards that grow.

The drawing of a finished game knows its last position. Here the boards get room for what lies
there, in steps: as long as it is enough, nothing that has been drawn moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any, Final, NamedTuple

from drawing.board.sites import DRAWINGS
from drawing.board.sites.burial_chamber import BurialChamberADrawing
from drawing.board.sites.great_obelisk import ObelisksCDrawing
from drawing.board.sites.obelisks import ObelisksADrawing
from drawing.board.sites.temple import TempleADrawing
from engine import State, view
from engine.shown import View
from engine.vocabulary import Site

TEMPLE: Final = (11, 16, 24, 36)
CHAMBER: Final = (8, 9, 10, 12, 15, 20, 30, 40)
TOWER: Final = (8, 11, 15, 20, 30)
TILES: Final = (6, 8, 10, 13, 17)


class Room(NamedTuple):
    """`temple`: stones of the highest stack; `chamber`: columns; `tower`: stones of the highest
    obelisk; `tiles`: rows of the highest one of tiles."""

    temple: int = TEMPLE[0]
    chamber: int = CHAMBER[0]
    tower: int = TOWER[0]
    tiles: int = TILES[0]

    def with_space_for(self, s: State) -> Room:
        """This room, or one with more where position `s` needs it."""
        needed = (_temple(s), _chamber(s), _tower(s), _tiles(s))
        steps = (TEMPLE, CHAMBER, TOWER, TILES)
        rooms = zip(self, needed, steps, strict=True)
        return Room(*(max(size, _enough(need, step)) for size, need, step in rooms))

    @property
    def word(self) -> str:
        """Its name: no other room has it."""
        return "-".join(map(str, self))


def _enough(needed: int, steps: tuple[int, ...]) -> int:
    return next((step for step in steps if step >= needed), needed)


def _is(s: State, site: Site, drawing: type) -> bool:
    return issubclass(DRAWINGS[site][s.rules.setup.sides[site]], drawing)


def _temple(s: State) -> int:
    if not _is(s, Site.TEMPLE, TempleADrawing):
        return 0
    board: Any = s.rules.boards[Site.TEMPLE]
    stones: list[int] = s.sites[Site.TEMPLE].stones
    return ceil(len(stones) / int(board.spaces))


def _chamber(s: State) -> int:
    if not _is(s, Site.BURIAL_CHAMBER, BurialChamberADrawing):
        return 0
    board: Any = s.rules.boards[Site.BURIAL_CHAMBER]
    stones: list[int] = s.sites[Site.BURIAL_CHAMBER].stones
    return ceil((len(stones) + 1) / int(board.rows))


def _tower(s: State) -> int:
    if not _is(s, Site.OBELISKS, ObelisksADrawing):
        return 0
    heights: list[int] = s.sites[Site.OBELISKS].heights
    return max(heights)


def _tiles(s: State) -> int:
    if not _is(s, Site.OBELISKS, ObelisksCDrawing):
        return 0
    laid = [cells for tiles in s.sites[Site.OBELISKS].tiles for _, cells in tiles]
    rows = [int(row) for cells in laid for _, row in cells]
    return max(rows, default=0)


def roomy(s: State, room: Room) -> View:
    """A view of `s` for ``scene.Drawing``, in which the boards that grow fill their `room`."""
    full_view = view(s, None)
    temple: Any = s.rules.boards[Site.TEMPLE]
    chamber: Any = s.rules.boards[Site.BURIAL_CHAMBER]
    if _is(s, Site.TEMPLE, TempleADrawing):
        _fill(full_view, Site.TEMPLE, "stones", [0] * (temple.spaces * room.temple))
    if _is(s, Site.BURIAL_CHAMBER, BurialChamberADrawing):
        _fill(full_view, Site.BURIAL_CHAMBER, "stones", [0] * (chamber.rows * room.chamber - 1))
    if _is(s, Site.OBELISKS, ObelisksADrawing):
        _fill(full_view, Site.OBELISKS, "heights", [room.tower])
    if _is(s, Site.OBELISKS, ObelisksCDrawing):
        _fill(full_view, Site.OBELISKS, "tiles", [[(0, [(1, room.tiles)])]])
    return full_view


def _fill(full_view: View, site: Site, part: str, values: Sequence[object]) -> None:
    full_view["sites"][site.word]["board"][part] = values

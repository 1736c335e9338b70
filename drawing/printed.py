"""Where on the drawing of a board each printed number stands: for forms that lie over it.

Keys are those of an edition's table (``corridor.3``, ``further``); a key of several numbers
(``bonus``) is where they stand together. Units are those of the drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import singledispatch
from typing import Final, NamedTuple

from drawing.boards.board import Place, Point
from drawing.boards.burial_chamber import (
    BurialChamberA,
    BurialChamberB,
    BurialChamberC,
    BurialChamberD,
)
from drawing.boards.great_obelisk import ObelisksC
from drawing.boards.market import MarketA, MarketC
from drawing.boards.obelisks import ObelisksA, ObelisksB, ObelisksD
from drawing.boards.pyramid import PyramidA, PyramidB, PyramidC, PyramidD
from drawing.boards.temple import TempleA, TempleD
from engine.vocabulary import PYRAMIDS

BAND: Final = 24
"""From one number of a row to the next, where the drawing has them as words."""


class Where(NamedTuple):
    """The middle of a number or of several. `how` its name stands with it: ``""`` not at all,
    ``over`` it, ``beside`` it; ``stacked`` are its parts over each other. A ``title`` is the name
    of several numbers alone."""

    key: str
    x: float
    y: float
    how: str = ""


@singledispatch
def printed(drawing: object) -> Iterator[Where]:
    """Each number of the `drawing` of a side, in the order in which the edition has them."""
    raise NotImplementedError(type(drawing).__name__)


@printed.register
def _market(drawing: MarketA) -> Iterator[Where]:
    """On the counter how many lie face up; on a pile how many it has."""
    places, up = drawing.places(), int(drawing.board.face_up)
    middle = sum(place.x for place in places[:up]) / up
    yield Where("face_up", middle, 203, "beside")
    for index, (x, y, _depth) in enumerate(places[up:], 1):
        yield Where(f"face_down.{index}", x, y, "over")


@printed.register
def _coins(drawing: MarketC) -> Iterator[Where]:
    """Among the cards, where the coins lie."""
    places = drawing.places()
    count = len(places)
    middle = sum(place.x for place in places) / count, sum(place.y for place in places) / count
    yield Where("coins", *middle, "over")


@printed.register
def _levels(drawing: PyramidA) -> Iterator[Where]:
    base = drawing.sides[0] ** 2
    yield from _plates("points", drawing.spaces[:base])
    for index, (x, y) in enumerate(drawing.plan(), base + 1):
        yield Where(f"points.{index}", x + 3, y - 8.5)
    yield _edge(drawing.edge_at)


@printed.register
def _three(drawing: PyramidB) -> Iterator[Where]:
    for name, places in zip(PYRAMIDS, drawing.spaces, strict=True):
        yield from _plates(name, places[:-1])
        top = places[-1]
        yield Where(f"{name}.{len(places)}", top.x + 4, top.y - 26)
    yield _edge(drawing.edge_at)


@printed.register
def _tiles(drawing: PyramidC) -> Iterator[Where]:
    """The first tile on the highest ledge: they are read from above."""
    count = len(drawing.board.tiles)
    for tile in range(count):
        yield Where(f"tiles.{tile + 1}", 26, drawing.place(count - 1 - tile, 0).y - 12, "title")
        for space in range(drawing.board.size):
            x, y, _depth = drawing.place(count - 1 - tile, space)
            yield Where(f"tiles.{tile + 1}.{space + 1}", x + 4, y - 12, "stacked")
    x = drawing.left + drawing.wide + 8 + 37
    yield Where("majority", x, 131, "beside")
    yield Where("majority_tied", x, 152, "beside")
    yield _edge(drawing.edge_at)


@printed.register
def _corridor(drawing: PyramidD) -> Iterator[Where]:
    yield from _plates("corridor", drawing.spaces)
    yield _edge(drawing.edge_at)


@printed.register
def _bays(drawing: TempleA) -> Iterator[Where]:
    for index in range(len(drawing.board.rewards)):
        yield Where(f"rewards.{index + 1}", drawing.x(index), 99, "stacked")


@printed.register
def _arena(drawing: TempleD) -> Iterator[Where]:
    for index, (x, y, _depth) in enumerate(drawing.track, 1):
        yield Where(f"track.{index}", x, y + 13)
    for index in range(len(drawing.board.arrows)):
        x, y, _depth = drawing.stone_place(index)
        yield Where(f"arrows.{index + 1}", x + 4, y - 7)
    yield Where("round_points", 172, 76)
    yield _edge(drawing.edge_at, "on_goal")


@printed.register
def _areas(drawing: BurialChamberA) -> Iterator[Where]:
    yield from _on_ceiling(len(drawing.board.area_points), 198)


@printed.register
def _rows(drawing: BurialChamberB) -> Iterator[Where]:
    yield Where("row_points", 198, 65)


@printed.register
def _barrow(drawing: BurialChamberC) -> Iterator[Where]:
    """At each end of the lowest level, and where the stones count most."""
    first = drawing.place(0, 0)
    yield Where("base", first.x, first.y - 11, "over")
    highest = min(int(drawing.board.most), int(drawing.board.base)) - 1
    yield Where("most_points_per_stone", 325 - 15 * highest, drawing.place(highest, 0).y - 8,
                "beside")  # fmt: skip
    yield _edge(drawing.edge_at)


@printed.register
def _crypt(drawing: BurialChamberD) -> Iterator[Where]:
    columns, rows = int(drawing.board.columns), int(drawing.board.rows)
    side, low = drawing.place(columns * (rows // 2)), drawing.place(columns * rows - 1)
    middle = drawing.place(columns * (rows // 2) + columns // 2)
    foot = drawing.place(columns * (rows - 1) + columns // 2)
    yield Where("rows", side.x + 12, side.y - 8, "over")
    yield Where("columns", foot.x - drawing.pitch / 2, low.y - 8, "over")
    yield Where("revealed", middle.x - drawing.pitch / 2, middle.y - 14, "over")
    yield from _on_ceiling(len(drawing.board.area_points), 178)
    x, y = drawing.nothing_at
    yield Where("nothing_delivered", x, y + 19, "over")
    yield _edge(drawing.edge_at)


@printed.register
def _heights(drawing: ObelisksA) -> Iterator[Where]:
    yield _sill("points")


@printed.register
def _towers(drawing: ObelisksB) -> Iterator[Where]:
    count = len(drawing.board.tower_points)
    for index in range(count):
        yield Where(f"tower_points.{index + 1}", drawing.tower_x(index), drawing.plinth_y - 10)
    yield Where("tower_height", drawing.tower_x(0) + 12, drawing.plinth_y - 62, "over")
    yield _sill("loose_points")


@printed.register
def _path(drawing: ObelisksC) -> Iterator[Where]:
    """Tiles so close that they would lie on each other take turns up and down."""
    count = len(drawing.board.path)
    close = drawing.path_x(1) - drawing.path_x(0) < BAND - 5 if count > 1 else False
    for index in range(count):
        lift = (-1, 1)[index % 2] * 10 if close else 0
        yield Where(f"path.{index + 1}", drawing.path_x(index), drawing.path_y - 5 + lift)
    half = drawing.cell * drawing.columns / 2
    for seat, key in enumerate(("width", "row_points")):
        yield Where(key, drawing.left(seat) + half, drawing.floor - 24 * (2 - seat) - 40, "over")
    yield _sill("bonus")
    yield _edge(drawing.edge_at)


@printed.register
def _avenue(drawing: ObelisksD) -> Iterator[Where]:
    for index in range(len(drawing.board.places)):
        x = drawing.x(index)
        yield Where(f"places.{index + 1}.1", x + 2, drawing.floor - 52)
        yield Where(f"places.{index + 1}.2", x + 2, drawing.floor - 11)
    yield Where("places", 144, drawing.floor - 31.5, "title")
    yield _sill("unfinished")
    yield _edge(drawing.edge_at)


# --- inside -------------------------------------------------------------------


def _plates(key: str, places: Iterable[Place]) -> Iterator[Where]:
    """On the plates of free spaces."""
    for index, (x, y, _depth) in enumerate(places, 1):
        yield Where(f"{key}.{index}", x + 4, y - 7)


def _edge(at: Point, key: str = "further") -> Where:
    """Where further stones are stacked."""
    x, y = at
    return Where(key, x + 4, y - 7, "over")


def _sill(key: str) -> Where:
    """On the long step at the foot of a far site."""
    return Where(key, 172, 280, "beside")


def _on_ceiling(count: int, middle: float) -> Iterator[Where]:
    """What an area is worth, by its stones, and then each further stone."""
    first = middle - BAND * count / 2
    for index in range(count):
        yield Where(f"area_points.{index + 1}", first + BAND * index, 66)
    further = first + BAND * count + 16
    yield Where("area_points", further - 76, 46, "title")
    yield Where("area_further", further, 66, "over")

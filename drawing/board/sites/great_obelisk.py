"""Obelisks C: a path of tiles in their shapes, and a wall of tiles for each player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from drawing.board.sites.art import plinth, sill
from drawing.board.sites.board import Outline, Place, SiteDrawing, box
from drawing.language import gettext as _
from drawing.svg import coord, group, hint, path, tag, use
from drawing.svg.pieces import MARKS, MINI, OVER, STONES, PlacedSymbol, StoneSpot
from engine.shown import TilesView
from engine.vocabulary import Site

if TYPE_CHECKING:
    from engine import Rules


Cells = frozenset[tuple[int, int]]
"""The cells of a tile, as columns and rows from (1, 1)."""

RIGHT_OF, ABOVE, LEFT_OF, BELOW = 1, 2, 4, 8
"""Neighbouring cells of the same tile: the bits of the name of a cell's symbol."""

LARGEST: Final = 21
"""The largest cell of a wall."""

WALL_ROOM: Final = 144
"""How high a wall may rise."""

FEWEST_ROWS: Final = 6
PATH_WIDE, PATH_ROW, PATH_Y = 296, 25, 229
"""Width of the path, height of one of its two rows, middle of the upper one."""

LARGEST_ON_PATH: Final = 10.0
"""The largest cell of a tile on the path."""


class ObelisksCDrawing(SiteDrawing[TilesView]):
    """The path with its tiles in front; behind each seat's wall, full rows gilded."""

    site = Site.OBELISKS
    floor = 216
    edge_at = 318, 250
    shape = ((2, 288), (2, 60), (20, 24), (324, 24), (342, 60), (342, 288))

    def __init__(self, rules: Rules, last: TilesView) -> None:
        super().__init__(rules, last)
        cells = [cell for tiles in last["tiles"] for _, laid in tiles for cell in laid]
        rows = max((row for _, row in cells), default=1)
        self.columns: int = self.board.width
        self.rows = max(rows, FEWEST_ROWS)
        widest = (340 / self.seats - 26) / self.columns
        self.cell = int(min(LARGEST, widest, WALL_ROOM / self.rows))
        self.depths = self.columns + self.rows
        self.walled: dict[tuple[int, int, Cells, int], list[tuple[str, PlacedSymbol]]] = {}

    # -------------------------------------------------------------------------------- places

    def left(self, seat: int) -> float:
        """The left side of a seat's wall."""
        middle = 344 / self.seats * (seat + 0.5) - 4
        return round(middle - self.cell * self.columns / 2, 1)

    def corner(self, seat: int, column: int, row: int) -> Place:
        """The lower left corner of a cell, from (1, 1)."""
        x = self.left(seat) + self.cell * (column - 1)
        return Place(x, self.floor - 24 - self.cell * (row - 1), column + row - 2)

    @property
    def half(self) -> float:
        """Half the width of a space of the path, which lies in two rows."""
        return PATH_WIDE / 2 / ((len(self.board.path) + 1) // 2)

    def path_place(self, index: int) -> tuple[float, float]:
        """The middle of a space of the path."""
        row, column = divmod(index, (len(self.board.path) + 1) // 2)
        return 4 + self.half * (2 * column + 1), PATH_Y + PATH_ROW * row

    # ------------------------------------------------------------------------------ backdrop

    def symbols(self) -> str:
        """A cell by where its tile goes on, plain and gilded, from its lower left corner."""
        return self._next() + "".join(
            tag("g", _cell(self.cell, goes_on, look), id=f"i-{name}{goes_on}")
            for name, look in (("q", "tile"), ("qg", "tile-full"))
            for goes_on in range(16)
        )

    def _next(self) -> str:
        half, high = self.half - 0.5, PATH_ROW / 2 - 0.5
        edge = f"M{-half:g} {high:g}v{-2 * high:g}h{2 * half:g}v{2 * high:g}z"
        return tag("g", path(edge, "cell-next"), id="i-path-next")

    def ground(self) -> str:
        markup = [sill(self._words(), self._meaning())]
        for seat in range(self.seats):
            wide = self.cell * self.columns
            middle = self.left(seat) + wide / 2
            markup.append(plinth(middle, self.floor, wide / 2 + 5))
            markup.append(use(self.mini(seat), middle - 12, self.floor - 11))
            markup.append(self._outline(seat))
        top, high = PATH_Y - PATH_ROW / 2 - 1, 2 * PATH_ROW + 2
        markup.append(path(f"M2 {top:g}h{PATH_WIDE + 4}v{high:g}h-{PATH_WIDE + 4}z", "path-bed"))
        markup += [self._space(index) for index in range(len(self.board.path))]
        return "".join(markup) + self.edge()

    def _words(self) -> str:
        bonus = " · ".join(str(points) for points in self.board.bonus)
        return _("full row: %(row)s · most rows: %(bonus)s", row=self.board.row_points, bonus=bonus)

    def _meaning(self) -> str:
        return _("Points at the end for each full row, and a bonus for the most full rows")

    def _outline(self, seat: int) -> str:
        """The obelisk that the wall is to become."""
        wide, x, foot = self.cell * self.columns, self.left(seat), self.floor - 24
        top = foot - self.cell * self.rows
        lean, deep = self.cell * 0.28, self.cell * 0.5
        outline = (
            f"M{coord(x)} {foot}V{coord(top)}l{coord(wide / 2 + lean / 2)} -26"
            f"L{coord(x + wide + lean)} {coord(top - deep)}V{coord(foot - deep)}"
            f"L{coord(x + wide)} {foot}z"
        )
        seams = "".join(
            f"M{coord(x + self.cell * column)} {foot}V{coord(top)}"
            for column in range(1, self.columns)
        )
        return path(outline, "needle-out") + path(seams, "needle-seam")

    def _space(self, index: int) -> str:
        """A space of the path, and on it its tile in its shape."""
        (x, y), half, tall = self.path_place(index), self.half - 0.8, PATH_ROW - 1.6
        plate = f"M{coord(x - half)} {coord(y - tall / 2)}h{coord(2 * half)}v{coord(tall)}"
        plate += f"h{coord(-2 * half)}z"
        cells = lying(self.board.path[index])
        across, high = max(x for x, _ in cells), max(y for _, y in cells)
        size = min(LARGEST_ON_PATH, (2 * half - 3) / across, (tall - 2) / high)
        left, foot = x - size * across / 2, y + size * high / 2
        shape = "".join(
            f"M{coord(left + size * (column - 1))} {coord(foot - size * (row - 1))}"
            f"v{-size:g}h{size:g}v{size:g}z"
            for column, row in sorted(cells)
        )
        words = _("a tile of %(cells)s", cells=len(cells))
        return group(hint(words) + path(plate, "plate") + path(shape, "shape"))

    # -------------------------------------------------------------------------------- pieces

    def stones(self, board: TilesView) -> Iterator[StoneSpot]:
        for index, seat in enumerate(board["path"]):
            yield StoneSpot(f"obelisks.{index}", seat, *self.path_place(index), MINI)
        yield from self.on_edge(board["further"])

    def things(self, board: TilesView) -> Iterator[tuple[str, PlacedSymbol]]:
        done = len(board["path"])
        if done < len(self.board.path):
            yield "obelisks.next", PlacedSymbol(MARKS, "path-next", *self.path_place(done))
        for seat, tiles in enumerate(board["tiles"]):
            laid = [(space, frozenset((c, r) for c, r in cells)) for space, cells in tiles]
            full = self.full_rows([cells for _, cells in laid])
            for space, cells in laid:
                filled = min(full, max(row for _, row in cells))
                pieces = self.walled.get((seat, space, cells, filled))
                if pieces is None:
                    pieces = self.walled[seat, space, cells, filled] = [
                        *self._tile(seat, space, cells, filled)
                    ]
                yield from pieces
            yield from self._worth(seat, full)

    def target(self, *numbers: int) -> Outline:
        """A cell of a seat's wall, by column and row from 1."""
        x, y, _depth = self.corner(*numbers)
        return box(x + self.cell / 2, y - self.cell / 2, self.cell, self.cell)

    def full_rows(self, tiles: Sequence[Cells]) -> int:
        """How many rows of a wall are full, from below."""
        heights = [0] * self.columns
        for cells in tiles:
            for column, row in cells:
                heights[column - 1] = max(heights[column - 1], row)
        return min(heights)

    def _tile(
        self, seat: int, space: int, cells: Cells, full: int
    ) -> Iterator[tuple[str, PlacedSymbol]]:
        for index, (column, row) in enumerate(sorted(cells)):
            goes_on = RIGHT_OF * ((column + 1, row) in cells) + ABOVE * ((column, row + 1) in cells)
            goes_on += LEFT_OF * ((column - 1, row) in cells) + BELOW * ((column, row - 1) in cells)
            x, y, depth = self.corner(seat, column, row)
            name = f"{'qg' if row <= full else 'q'}{goes_on}"
            yield f"cell{space}.{index}", PlacedSymbol(STONES, name, x, y, depth=depth)

    def _worth(self, seat: int, full: int) -> Iterator[tuple[str, PlacedSymbol]]:
        """On the plinth: the points of the full rows."""
        middle = self.left(seat) + self.cell * self.columns / 2
        points = str(full * int(self.board.row_points))
        yield f"pay{seat}", PlacedSymbol(OVER, ".pay", middle + 12, self.floor - 5, points)


def lying(outline: Sequence[tuple[Sequence[int], Sequence[int]]]) -> Cells:
    """A tile as it lies on the path: the widest of the ways to lay it."""
    bottoms, counts = max(outline, key=lambda way: len(way[0]))
    return frozenset(
        (column, bottom + row + 1)
        for column, (bottom, count) in enumerate(zip(bottoms, counts, strict=True), 1)
        for row in range(count)
    )


def _cell(size: int, goes_on: int, look: str) -> str:
    """A cell of a tile: front, side and top, and lines where the tile ends."""
    back_x, back_y = round(size * 0.28, 1), round(size * 0.5, 1)
    lines = "" if goes_on & RIGHT_OF else f"M{size} 0v{-size}"
    lines += "" if goes_on & ABOVE else f"M0 {-size}h{size}"
    lines += "" if goes_on & LEFT_OF else f"M0 0v{-size}"
    lines += "" if goes_on & BELOW else f"M0 0h{size}"
    return (
        path(f"M{size} 0l{back_x} {-back_y}v{-size}l{-back_x} {back_y}z", f"{look}-side")
        + path(f"M0 0v{-size}h{size}v{size}z", f"{look}-front")
        + path(f"M0 {-size}l{back_x} {-back_y}h{size}l{-back_x} {back_y}z", f"{look}-top")
        + (path(lines, "tile-edge") if lines else "")
    )

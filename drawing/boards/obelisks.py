"""The obelisks: towers of stones, tiles, an avenue."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from drawing.boards.board import SiteDrawing, edge, on_edge
from drawing.language import gettext as _
from drawing.pieces import COURSE, GROUND, LETTERS, MINI, OVER, STONE, STONES, Piece, Spot
from drawing.svg import group, hint, path, rect, tag, text, use
from engine.shown import AvenueView, HeightsView, TilesView, TowersView
from engine.vocabulary import EMPTY, Site

if TYPE_CHECKING:
    from engine import Rules


class ObelisksA(SiteDrawing[HeightsView]):
    """A tower for each seat."""

    site = Site.OBELISKS

    def __init__(self, rules: Rules, last: HeightsView) -> None:
        super().__init__(rules, last)
        highest = max(self.last["heights"], default=0)
        self.step = min(10.5, 118 / max(highest, 1))

    def x(self, seat: int) -> float:
        seats = len(self.rules.setup.seats)
        return 64 + 284 / seats * (seat + 0.5)

    def ground(self) -> str:
        drawn = []
        for seat in range(len(self.rules.setup.seats)):
            x = self.x(seat)
            drawn.append(path(f"M{x - 15} 172V60L{x} 42 {x + 15} 60V172z", "silhouette"))
            drawn.append(rect(x - 22, 172, 44, 6, "roof", 1))
            drawn.append(use(self.mini(seat), x - 24, 164))
        worth = " · ".join(map(str, self.board.points))
        drawn.append(text(206, 191, f"{_('by height')}: {worth}", "small"))
        return "".join(drawn)

    def stones(self, board: HeightsView) -> Iterator[Spot]:
        for seat, height in enumerate(board["heights"]):
            for level in range(height):
                y = 166.5 - self.step * level
                yield Spot(f"obelisks.{seat}.{level}", seat, self.x(seat), y, COURSE)

    def things(self, board: HeightsView) -> Iterator[tuple[str, Piece]]:
        for seat, height in enumerate(board["heights"]):
            if height:
                y = 156.5 - self.step * (height - 1)
                yield f"height{seat}", Piece(OVER, ".points", self.x(seat), y, str(height))


class ObelisksB(SiteDrawing[TowersView]):
    """Loose stones below, towers above on the best free space."""

    site = Site.OBELISKS

    def tower_x(self, index: int) -> float:
        return 62 + 288 / len(self.board.tower_points) * (index + 0.5)

    def loose_x(self, seat: int) -> float:
        return 62 + 288 / len(self.rules.setup.seats) * (seat + 0.5)

    def ground(self) -> str:
        drawn = []
        for index, points in enumerate(self.board.tower_points):
            x = self.tower_x(index)
            drawn.append(path(f"M{x - 16} 96V50L{x} 34 {x + 16} 50V96z", "silhouette"))
            drawn.append(rect(x - 21, 96, 42, 4, "roof", 1))
            drawn.append(text(x, 115, str(points), "points"))
        for seat in range(len(self.rules.setup.seats)):
            x = self.loose_x(seat)
            drawn.append(rect(x - 30, 128, 60, 44, "space", 4))
            drawn.append(use(self.mini(seat), x - 20, 138))
        worth = f"{_('loose stones')}: +{self.board.loose_points}"
        drawn.append(text(206, 187, worth, "small"))
        return "".join(drawn)

    def stones(self, board: TowersView) -> Iterator[Spot]:
        for index, seat in enumerate(board["towers"]):
            for level in range(self.board.height):
                y = 90 - 10.5 * level
                yield Spot(f"obelisks.t{index}.{level}", seat, self.tower_x(index), y, COURSE)
        for seat, loose in enumerate(board["loose"]):
            step = min(11.0, 33 / max(loose, 1))
            for level in range(loose):
                x, y = self.loose_x(seat) + 8, 165 - step * level
                yield Spot(f"obelisks.l{seat}.{level}", seat, x, y, COURSE)


class ObelisksC(SiteDrawing[TilesView]):
    """The path with its tiles above; below each seat's obelisk, tile by tile."""

    site = Site.OBELISKS

    def __init__(self, rules: Rules, last: TilesView) -> None:
        super().__init__(rules, last)
        cells = [cell for tiles in self.last["tiles"] for _, laid in tiles for cell in laid]
        rows = max((row for _, row in cells), default=1)
        self.cell = min(16.0, 104 / max(rows, 6))
        self.columns: int = self.board.width

    def path_x(self, index: int) -> float:
        return 60 + 264 / len(self.board.path) * (index + 0.5)

    def ground(self) -> str:
        drawn = []
        for index, outline in enumerate(self.board.path):
            x = self.path_x(index)
            drawn.append(rect(x - 8.2, 32, 16.4, 34, "space", 3))
            drawn.append(_shape(outline, x, 42))
        for seat in range(len(self.rules.setup.seats)):
            left = self.left(seat)
            wide = self.cell * self.columns
            drawn.append(rect(left - 2, 72, wide + 4, 104, "silhouette", 2))
            drawn.append(rect(left - 8, 176, wide + 16, 4, "roof", 1))
            drawn.append(use(self.mini(seat), left - 12, 168))
        bonus = " · ".join(str(points) for points in self.board.bonus)
        worth = f"{_('row')} {self.board.row_points}; {_('most rows')} {bonus}"
        drawn.append(text(192, 193, worth, "small"))
        return "".join(drawn) + edge(self.board.further)

    def left(self, seat: int) -> float:
        """The left side of a seat's obelisk."""
        seats = len(self.rules.setup.seats)
        return 60 + 264 / seats * (seat + 0.5) - self.cell * self.columns / 2

    def symbols(self) -> str:
        """Cells in the size that this game needs, and what joins the cells of a tile."""
        cell = self.cell
        drawn = []
        for letter in LETTERS.values():
            half = (cell - 1.6) / 2
            drawn.append(
                tag(
                    "g",
                    rect(-half, -half, 2 * half, 2 * half, f"st st-{letter} thin", 1),
                    id=f"i-q{letter}",
                )
            )
            drawn.append(
                tag(
                    "g",
                    rect(-1.6, -half + 0.6, 3.2, 2 * half - 1.2, f"fill-{letter}"),
                    id=f"i-qh{letter}",
                )
            )
            drawn.append(
                tag(
                    "g",
                    rect(-half + 0.6, -1.6, 2 * half - 1.2, 3.2, f"fill-{letter}"),
                    id=f"i-qv{letter}",
                )
            )
        return "".join(drawn)

    def stones(self, board: TilesView) -> Iterator[Spot]:
        for index, seat in enumerate(board["path"]):
            yield Spot(f"obelisks.{index}", seat, self.path_x(index), 58, MINI)
        yield from on_edge("obelisks", board["further"])

    def things(self, board: TilesView) -> Iterator[tuple[str, Piece]]:
        for seat, tiles in enumerate(board["tiles"]):
            for space, cells in tiles:
                yield from self._tile(seat, space, [(column, row) for column, row in cells])

    def _tile(
        self, seat: int, space: int, cells: list[tuple[int, int]]
    ) -> Iterator[tuple[str, Piece]]:
        letter, cell = self.letters[seat], self.cell
        for number, (column, row) in enumerate(cells):
            x, y = self.left(seat) + cell * (column - 0.5), 176 - cell * (row - 0.5)
            key = f"cell{space}.{number}"
            yield key, Piece(GROUND, f"q{letter}", x, y)
            if (column + 1, row) in cells:
                yield f"{key}h", Piece(STONES, f"qh{letter}", x + cell / 2, y)
            if (column, row + 1) in cells:
                yield f"{key}v", Piece(STONES, f"qv{letter}", x, y - cell / 2)


def _shape(outline: object, x: float, y: float) -> str:
    """A tile of the path as it lies there: the first of the ways to lay it."""
    bottoms, counts = outline[0]  # type: ignore[index]
    size = 4
    high = max(bottom + height for bottom, height in zip(bottoms, counts, strict=True))
    cells = [
        rect(
            x + size * (column - len(counts) / 2),
            y - size * (bottom + row + 1 - high / 2),
            size - 0.5,
            size - 0.5,
            "shape",
        )
        for column, (bottom, height) in enumerate(zip(bottoms, counts, strict=True))
        for row in range(height)
    ]
    return group(hint(_("a tile")) + "".join(cells))


class ObelisksD(SiteDrawing[AvenueView]):
    """An avenue: places of a height, each for one player."""

    site = Site.OBELISKS
    ground_y = 158

    def x(self, place: int) -> float:
        return 60 + 264 / len(self.board.places) * (place + 0.5)

    def y(self, level: int) -> float:
        """The middle of a stone, from 0 at the ground; the tallest obelisk just fits."""
        highest = max(height for height, _ in self.board.places)
        pitch: float = min(21.0, 106 / highest)
        return self.ground_y - pitch * (level + 0.5)

    def ground(self) -> str:
        drawn = []
        for index, (height, points) in enumerate(self.board.places):
            x, top = self.x(index), self.y(height - 1) - 11
            drawn.append(
                path(f"M{x - 13} 159V{top}L{x} {top - 12} {x + 13} {top}V159z", "silhouette")
            )
            drawn += [
                rect(x - 10.5, self.y(level) - 9.5, 21, 19, "slab", 2) for level in range(height)
            ]
            drawn.append(rect(x - 16, 159, 32, 4, "roof", 1))
            drawn.append(text(x, 177, str(points), "points"))
        worth = f"{_('unfinished')}: {self.board.unfinished} {_('a stone')}"
        drawn.append(text(192, 192, worth, "small"))
        return "".join(drawn) + edge(self.board.further)

    def stones(self, board: AvenueView) -> Iterator[Spot]:
        for index, (seat, height) in enumerate(zip(board["owners"], board["heights"], strict=True)):
            if seat != EMPTY:
                for level in range(height):
                    key = f"obelisks.{index}.{level}"
                    yield Spot(key, seat, self.x(index), self.y(level), STONE)
        yield from on_edge("obelisks", board["further"])

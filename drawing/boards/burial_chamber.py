"""The burial chamber: rows, a barrow, a crypt; joined stones are drawn joined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING

from drawing.boards.board import SiteDrawing, edge, on_edge
from drawing.language import gettext as _
from drawing.pieces import GROUND, MINI, STONE, Piece, Spot
from drawing.svg import circle, group, hint, path, rect, signed, text
from engine.shown import BarrowView, CryptView, StonesView
from engine.vocabulary import EMPTY, Site

if TYPE_CHECKING:
    from engine import Rules


Point = tuple[float, float]


class BurialChamberA(SiteDrawing[StonesView]):
    """Three rows, filled column by column; as many columns as the game needs."""

    site = Site.BURIAL_CHAMBER
    columns_drawn = 10

    def __init__(self, rules: Rules, last: StonesView) -> None:
        super().__init__(rules, last)
        needed = ceil(len(last["stones"]) / self.board.rows)
        self.columns = max(self.columns_drawn, needed)
        self.pitch = min(32.0, self.right() / self.columns)

    def right(self) -> float:
        """How far the spaces reach."""
        return 288

    def place(self, index: int) -> Point:
        column, row = divmod(index, self.board.rows)
        return 62 + self.pitch * (column + 0.5), 62 + 36 * row

    def size(self) -> str:
        return STONE if self.pitch >= 21 else MINI

    def ground(self) -> str:
        drawn = [rect(58, 40, 296, 116, "chamber", 6)]
        for index in range(self.columns * self.board.rows):
            x, y = self.place(index)
            drawn.append(rect(x - self.pitch / 2 + 2, y - 15, self.pitch - 4, 30, "space", 3))
        return "".join(drawn) + self.key()

    def key(self) -> str:
        """What an area is worth, by its stones."""
        return areas_key(self.board)

    def stones(self, board: StonesView) -> Iterator[Spot]:
        for index, seat in enumerate(board["stones"]):
            yield Spot(f"burial_chamber.{index}", seat, *self.place(index), self.size())

    def things(self, board: StonesView) -> Iterator[tuple[str, Piece]]:
        rows = self.board.rows
        seats = board["stones"]
        for index, seat in enumerate(seats):
            x, y = self.place(index)
            if index >= rows and seats[index - rows] == seat:
                yield f"joinh{index}", Piece(GROUND, self.join("h", seat), x - self.pitch / 2, y)
            if index % rows and seats[index - 1] == seat:
                yield f"joinv{index}", Piece(GROUND, self.join("v", seat), x, y - 18)

    def join(self, way: str, seat: int) -> str:
        return f"{way}{self.letters[seat]}"


def areas_key(board: object) -> str:
    """A line that says what an area of 1, 2, 3 … stones is worth."""
    points: list[int] = getattr(board, "area_points", [])
    further: int = getattr(board, "area_further", 0)
    words = _("Points of an area by its number of joined stones")
    drawn = [text(62, 178, _("area"), "small-left")]
    for index, value in enumerate(points):
        x = 104 + 40 * index
        drawn.append(rect(x - 10, 166, 16, 16, "times-of", 3))
        drawn.append(text(x - 2, 178, str(index + 1), "count-number"))
        drawn.append(text(x + 17, 178, str(value), "points"))
    drawn.append(text(101 + 40 * len(points), 178, f"+{further} …", "small-left"))
    return group(hint(words) + "".join(drawn))


class BurialChamberB(BurialChamberA):
    """Each row by itself: who has the most stones in it."""

    columns_drawn = 9

    def right(self) -> float:
        return 260

    def key(self) -> str:
        worth = " · ".join(map(str, self.board.row_points))
        drawn = [text(62, 178, f"{_('most stones in a row')}: {worth}", "small-left")]
        first = str(self.board.row_points[0])
        for row in range(self.board.rows):
            drawn.append(path(f"M324 {62 + 36 * row}h6m-4 -4l4 4-4 4", "arrow"))
            drawn.append(text(342, 67 + 36 * row, first, "points"))
        return "".join(drawn)

    def things(self, board: StonesView) -> Iterator[tuple[str, Piece]]:
        return iter(())


class BurialChamberC(SiteDrawing[BarrowView]):
    """A barrow: a stone rests on the ground or on two others."""

    site = Site.BURIAL_CHAMBER
    across, up = 40, 30

    def place(self, level: int, position: int) -> Point:
        return 96 + self.across * (position + level / 2), 174 - self.up * level

    def ground(self) -> str:
        base = self.board.base
        drawn = [path("M60 192 176 34 292 192z", "silhouette"), rect(56, 189, 250, 3, "roof")]
        for level in range(base):
            for position in range(base - level):
                drawn.append(circle(*self.place(level, position), 14, "space"))
            times = min(level + 1, self.board.most)
            x, y = self.place(level, base - level - 1)
            drawn.append(text(x + 32, y + 5, f"×{times}", "small"))
        words = _("An area: its stones times the levels that it spans, four at most")
        drawn.append(group(hint(words) + text(62, 52, _("stones × levels"), "small-left")))
        return "".join(drawn) + edge(self.board.further)

    def stones(self, board: BarrowView) -> Iterator[Spot]:
        for level, seats in enumerate(board["levels"]):
            for position, seat in enumerate(seats):
                if seat != EMPTY:
                    x, y = self.place(level, position)
                    yield Spot(f"burial_chamber.{level}.{position}", seat, x, y)
        yield from on_edge("burial_chamber", board["further"])

    def things(self, board: BarrowView) -> Iterator[tuple[str, Piece]]:
        levels: list[list[int]] = board["levels"]
        for level, seats in enumerate(levels):
            for position, seat in enumerate(seats):
                if seat != EMPTY:
                    yield from self._joins(levels, level, position, seat)

    def _joins(
        self, levels: Sequence[Sequence[int]], level: int, position: int, seat: int
    ) -> Iterator[tuple[str, Piece]]:
        x, y = self.place(level, position)
        letter = self.letters[seat]
        key = f"{level}.{position}"
        if position and levels[level][position - 1] == seat:
            yield f"joinh{key}", Piece(GROUND, f"h{letter}", x - self.across / 2, y)
        if level and levels[level - 1][position] == seat:
            yield f"joinx{key}", Piece(GROUND, f"x{letter}", x - self.across / 4, y + self.up / 2)
        if level and levels[level - 1][position + 1] == seat:
            yield f"joiny{key}", Piece(GROUND, f"y{letter}", x + self.across / 4, y + self.up / 2)


class BurialChamberD(SiteDrawing[CryptView]):
    """A crypt of numbered tiles; some are open in a round."""

    site = Site.BURIAL_CHAMBER

    def place(self, index: int) -> Point:
        row, column = divmod(index, self.board.columns)
        pitch = 264 / self.board.columns
        return 60 + pitch * (column + 0.5), 56 + 36 * row

    def ground(self) -> str:
        board = self.board
        drawn = [rect(58, 37, 268, 36 * board.rows + 2, "chamber", 6)]
        for index in range(board.tiles):
            x, y = self.place(index)
            drawn.append(rect(x - 15.5, y - 16, 31, 32, "tile", 3))
            drawn.append(text(x, y + 4, str(index + 1), "number"))
        words = _("Points for a player without a stone here")
        nothing = text(62, 162, f"{_('no stone')}: {signed(board.nothing_delivered)}", "small-left")
        return (
            "".join(drawn) + group(hint(words) + nothing) + areas_key(board) + edge(board.further)
        )

    def stones(self, board: CryptView) -> Iterator[Spot]:
        for index, seat in enumerate(board["spaces"]):
            if seat != EMPTY:
                yield Spot(f"burial_chamber.{index}", seat, *self.place(index))
        yield from on_edge("burial_chamber", board["further"])

    def things(self, board: CryptView) -> Iterator[tuple[str, Piece]]:
        spaces, columns = board["spaces"], self.board.columns
        for tile in board["revealed"]:
            yield f"open{tile}", Piece(GROUND, "u", *self.place(tile - 1))
        for tile in board["gone"]:
            if spaces[tile - 1] == EMPTY and tile not in board["revealed"]:
                yield f"gone{tile}", Piece(GROUND, "z", *self.place(tile - 1))
        for index, seat in enumerate(spaces):
            if seat == EMPTY:
                continue
            x, y = self.place(index)
            if index % columns and spaces[index - 1] == seat:
                yield f"joinh{index}", Piece(GROUND, f"h{self.letters[seat]}", x - 16.5, y)
            if index >= columns and spaces[index - columns] == seat:
                yield f"joinv{index}", Piece(GROUND, f"v{self.letters[seat]}", x, y - 18)

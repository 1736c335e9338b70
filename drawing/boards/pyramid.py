"""The pyramids: by level, three side by side, on scaffolds, around a corridor."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import TYPE_CHECKING, Final

from drawing.boards.board import SiteDrawing, edge, gives, on_edge, reward, space
from drawing.language import gettext as _
from drawing.pieces import GROUND, OVER, Piece, Spot
from drawing.svg import group, hint, path, tag, text
from drawing.words import PYRAMIDS as NAMES
from engine.shown import CorridorView, PyramidsView, ScaffoldView, StonesView
from engine.vocabulary import PYRAMIDS, Site

if TYPE_CHECKING:
    from engine import Reward


Point = tuple[float, float]
LIFT: Final = 4
"""Where spaces have rewards, stones lie above the middle: what comes with the points stays seen."""


class PyramidA(SiteDrawing[StonesView]):
    """Levels side by side, seen from above: the base, the second level, the top."""

    site = Site.PYRAMID
    cell = 38

    def places(self) -> list[Point]:
        """The centre of each space, in the order in which they are filled."""
        found: list[Point] = []
        left, count = 68.0, len(self.board.points)
        for side in self._sides(count):
            top = 186 - self.cell * side
            found += [
                (left + self.cell * (i // side + 0.5), top + self.cell * (i % side + 0.5))
                for i in range(side * side)
            ]
            left += self.cell * side + 14
        return found

    @staticmethod
    def _sides(count: int) -> list[int]:
        """The lengths of the levels: 14 spaces are 3 x 3, 2 x 2 and 1."""
        side = next(n for n in range(1, 9) if n * (n + 1) * (2 * n + 1) // 6 >= count)
        return list(range(side, 0, -1))

    def ground(self) -> str:
        points = self.board.points
        drawn = [path("M60 186 142 44 148 44 214 100 222 100 322 186z", "silhouette")]
        for (x, y), value in zip(self.places(), points, strict=True):
            drawn.append(space(x, y, self.cell - 4))
            drawn.append(text(x, y + 5, str(value), "points"))
        return "".join(drawn) + edge(self.board.further)

    def stones(self, board: StonesView) -> Iterator[Spot]:
        for index, (seat, (x, y)) in enumerate(zip(board["stones"], self.places(), strict=False)):
            yield Spot(f"pyramid.{index}", seat, x, y)
        yield from on_edge("pyramid", board["further"])


class PyramidB(SiteDrawing[PyramidsView]):
    """Three pyramids, each two by two with a stone on top."""

    site = Site.PYRAMID
    cell = 38

    def places(self) -> list[list[Point]]:
        """By pyramid the centre of each space: columns from the left, from the top; the tip."""
        found = []
        for index, rewards in enumerate(self.board.rewards):
            left = 66 + 88 * index
            base = len(rewards) - 1
            side = isqrt(base)
            top = 170 - self.cell * side
            spaces: list[Point] = [
                (left + self.cell * (i // side + 0.5), top + self.cell * (i % side + 0.5))
                for i in range(base)
            ]
            spaces.append((left + self.cell * side / 2, top - self.cell / 2))
            found.append(spaces)
        return found

    def ground(self) -> str:
        drawn = []
        for name, places, rewards in zip(PYRAMIDS, self.places(), self.board.rewards, strict=True):
            tip_x, tip_y = places[-1]
            drawn.append(
                path(f"M{tip_x - 44} 172 {tip_x} {tip_y - 28} {tip_x + 44} 172z", "silhouette")
            )
            for (x, y), given in zip(places, rewards, strict=True):
                inside = space(x, y, self.cell - 4) + reward(x, y - LIFT, given)
                drawn.append(group(hint(gives(given)) + inside))
            drawn.append(text(tip_x, 187, str(NAMES[name]), "number"))
        return "".join(drawn) + edge(self.board.further)

    def stones(self, board: PyramidsView) -> Iterator[Spot]:
        for index, (seats, places) in enumerate(zip(board["pyramids"], self.places(), strict=True)):
            for number, (seat, (x, y)) in enumerate(zip(seats, places, strict=False)):
                yield Spot(f"pyramid.{index}.{number}", seat, x, y - LIFT)
        yield from on_edge("pyramid", board["further"])


class PyramidC(SiteDrawing[ScaffoldView]):
    """Scaffold tiles, laid one after the other."""

    site = Site.PYRAMID
    cell = 36

    def corners(self) -> list[Point]:
        """The top left corner of each tile: three below, two above."""
        size = 2 * self.cell + 6
        below = [(76 + size * i, 114.0) for i in range(3)]
        above = [(76 + size * (i + 0.5), 36.0) for i in range(2)]
        return [*below, *above]

    def inside(self, number: int) -> Point:
        """The centre of a space of a tile, from its corner: columns from the left."""
        return self.cell * (number // 2 + 0.5), self.cell * (number % 2 + 0.5)

    def symbols(self) -> str:
        return "".join(
            tag("g", self._tile(tile), id=f"i-t{number}")
            for number, tile in enumerate(self.board.tiles, 1)
        )

    def _tile(self, tile: list[Reward]) -> str:
        drawn = [tag("rect", class_="scaffold", width=72, height=72, rx=4)]
        for number, given in enumerate(tile):
            x, y = self.inside(number)
            drawn.append(space(x, y, self.cell - 4) + reward(x, y - LIFT, given))
        return "".join(drawn)

    def ground(self) -> str:
        drawn = [path("M62 190 190 33 318 190z", "silhouette")]
        for x, y in self.corners():
            drawn.append(tag("rect", class_="slot", x=x, y=y, width=72, height=72, rx=4))
        most, tied = self.board.majority, self.board.majority_tied
        words = _("A full tile: points for the most stones on it, and if tied")
        drawn.append(
            group(
                hint(words)
                + text(280, 62, f"{_('most')} {most}", "small")
                + text(280, 76, f"{_('tied')} {tied}", "small")
            )
        )
        return "".join(drawn) + edge(self.board.further)

    def things(self, board: ScaffoldView) -> Iterator[tuple[str, Piece]]:
        for (x, y), tile in zip(self.corners(), board["tiles"], strict=False):
            yield f"tile{tile}", Piece(GROUND, f"t{tile}", x, y)

    def stones(self, board: ScaffoldView) -> Iterator[Spot]:
        corners = self.corners()
        for index, seat in enumerate(board["stones"]):
            tile, number = divmod(index, self.board.size)
            (x, y), (dx, dy) = corners[tile], self.inside(number)
            yield Spot(f"pyramid.{index}", seat, x + dx, y + dy - LIFT)
        yield from on_edge("pyramid", board["further"])


class PyramidD(SiteDrawing[CorridorView]):
    """A corridor around the pyramid, and the figure in it."""

    site = Site.PYRAMID

    def places(self) -> list[Point]:
        """The centre of each space, clockwise from the top left."""
        count = len(self.board.points)
        across = (count + 4) // 4 + ((count + 4) % 4 > 0)
        down = (count + 4) // 2 - across
        step_x, step_y = 248 / across, 156 / down
        ring = [(i, 0) for i in range(across)]
        ring += [(across - 1, i) for i in range(1, down)]
        ring += [(i, down - 1) for i in range(across - 2, -1, -1)]
        ring += [(0, i) for i in range(down - 2, 0, -1)]
        return [(68 + step_x * (x + 0.5), 35 + step_y * (y + 0.5)) for x, y in ring]

    def ground(self) -> str:
        drawn = [path("M124 148 192 78 260 148z", "silhouette")]
        for (x, y), value in zip(self.places(), self.board.points, strict=True):
            drawn.append(space(x, y, 35))
            drawn.append(text(x, y + 5, str(value), "points"))
        return "".join(drawn) + edge(self.board.further)

    def things(self, board: CorridorView) -> Iterator[tuple[str, Piece]]:
        x, y = self.places()[board["figure"]]
        yield "figure", Piece(OVER, "F", x + 15, y - 8)

    def stones(self, board: CorridorView) -> Iterator[Spot]:
        for index, (seat, (x, y)) in enumerate(zip(board["spaces"], self.places(), strict=True)):
            if seat >= 0:
                yield Spot(f"pyramid.{index}", seat, x, y)
        yield from on_edge("pyramid", board["further"])

"""The pyramids: a step pyramid, three small ones, a scaffold, a corridor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import isqrt
from typing import TYPE_CHECKING, ClassVar, Final

from drawing.board.sites.art import (
    STONE_HIGH,
    casing,
    platform,
    points_on_cell,
    transformed,
    valued,
)
from drawing.board.sites.board import Outline, Place, SiteDrawing, outline
from drawing.language import gettext as _
from drawing.language.words import PYRAMIDS as NAMES
from drawing.svg import coord, group, hint, path, svg_text, tag
from drawing.svg.pieces import GROUND, MARKS, OVER, STONE, STONES, UPPER, PlacedSymbol, StoneSpot
from engine.shown import CorridorView, PyramidsView, ScaffoldView, StonesView
from engine.vocabulary import EMPTY, PYRAMIDS, Site

if TYPE_CHECKING:
    from engine import Reward, Rules


SHAPE: Final = (
    (36, 288),
    (40, 254),
    (206, 28),
    (342, 254),
    (342, 288),
)
"""The corners of a building place before a large pyramid."""


class PyramidADrawing(SiteDrawing[StonesView]):
    """Levels on each other, with so much room between the stones of a level that of each stone
    below the sign is seen."""

    site = Site.PYRAMID
    pitch, skew, back = 54, 7, 29
    front: ClassVar[tuple[int, int]] = 64, 274
    edge_at = 306, 278
    plan_at: ClassVar[tuple[int, int]] = 258, 226
    shape = SHAPE

    def __init__(self, rules: Rules, last: StonesView) -> None:
        super().__init__(rules, last)
        self.sides = _sides(len(self.board.points))
        self.depths = sum(self.sides)

    @cached_property
    def spaces(self) -> list[Place]:
        """Each space, in the order in which they are filled: columns from the left, from behind."""
        return list(self._spaces())

    def _spaces(self) -> Iterator[Place]:
        depth = 0
        for level, side in enumerate(self.sides):
            for index in range(side * side):
                column, row = divmod(index, side)
                yield self._place_at(column, row, level, depth + row)
            depth += side

    def _place_at(self, column: int, row: int, level: int, depth: int) -> Place:
        behind = self.sides[0] - 1 - row - level / 2
        x = self.front[0] + self.pitch * (column + level / 2) + self.skew * behind
        return Place(x, self.front[1] - self.back * behind - STONE_HIGH * level, depth)

    def ground(self) -> str:
        side = self.sides[0]
        wide, deep = self.pitch * (side - 1) + 54, self.back * side + 6
        x, y = self.front
        base = zip(self.spaces[: side * side], self.board.points, strict=False)
        return (
            casing()
            + platform(x - 26, y + 8, wide, self.skew * side + 10, deep)
            + "".join(points_on_cell(place.x, place.y, points) for place, points in base)
            + self._plan()
            + self.edge()
        )

    def plan(self) -> Iterator[tuple[int, int]]:
        """Spaces of the upper levels, drawn on the ground."""
        x, y = self.plan_at
        for side in self.sides[1:]:
            for column, row in (divmod(index, side) for index in range(side * side)):
                yield x + 30 * column + 8 * (side - row), y + 19 * row
            x, y = x + 15, y - 19 * side - 2

    def _plan(self) -> str:
        """The values of the upper levels, drawn on the ground: in front the first of them."""
        cells = []
        for points, (x, y) in zip(
            self.board.points[self.sides[0] ** 2 :], self.plan(), strict=False
        ):
            cells.append(path(f"M{x - 15} {y}h28l8 -17h-28z", "plan"))
            cells.append(svg_text(x + 3, y - 3, str(points), "val"))
        return group(hint(_("Points on the upper levels")) + "".join(cells))

    def things(self, board: StonesView) -> Iterator[tuple[str, PlacedSymbol]]:
        """The next space; above the base the plates of the level that is being built."""
        done, first = len(board["stones"]), 0
        for side in self.sides:
            last = first + side * side
            if first <= done < last:
                if first:
                    yield from self._plates(done, last)
                else:
                    x, y, _depth = self.spaces[done]
                    yield "pyramid.next", PlacedSymbol(MARKS, "cell-next", x, y)
            first = last

    def _plates(self, done: int, last: int) -> Iterator[tuple[str, PlacedSymbol]]:
        """Plates for the spaces from `done` to before `last`, which lie on stones."""
        for index in range(done, last):
            x, y, depth = self.spaces[index]
            plate, look = ("next", ".val-next") if index == done else ("plate", ".val")
            points = str(self.board.points[index])
            yield f"pyramid.p{index}", PlacedSymbol(STONES, plate, x, y, depth=depth)
            yield f"pyramid.v{index}", PlacedSymbol(STONES, look, x + 3, y - 1.5, points, depth)

    def stones(self, board: StonesView) -> Iterator[StoneSpot]:
        base = self.sides[0] ** 2
        for index, (seat, (x, y, depth)) in enumerate(
            zip(board["stones"], self.spaces, strict=False)
        ):
            size = STONE if index < base else UPPER
            yield StoneSpot(f"pyramid.{index}", seat, x, y, size, depth)
        yield from self.on_edge(board["further"])


def _sides(spaces: int) -> list[int]:
    """The lengths of the levels, the base first: 14 spaces are 3 x 3, 2 x 2 and 1."""
    side = next(n for n in range(1, 9) if n * (n + 1) * (2 * n + 1) // 6 >= spaces)
    return list(range(side, 0, -1))


class PyramidBDrawing(SiteDrawing[PyramidsView]):
    """Three pyramids, each two by two with a stone on top."""

    site = Site.PYRAMID
    depths = 3
    pitch, skew, back = 46, 7, 29
    apart = 97
    front: ClassVar[tuple[int, int]] = 20, 274
    edge_at = 318, 280
    shape = ((2, 288), (2, 236), (52, 120), (146, 70), (240, 120), (342, 250), (342, 288))

    @cached_property
    def spaces(self) -> list[list[Place]]:
        """By pyramid each space: columns from the left, from behind; the tip."""
        return [
            [*self._base(index, len(rewards) - 1), self._tip(index, len(rewards) - 1)]
            for index, rewards in enumerate(self.board.rewards)
        ]

    def _base(self, index: int, count: int) -> Iterator[Place]:
        side = isqrt(count)
        for number_of in range(count):
            column, row = divmod(number_of, side)
            behind = side - 1 - row
            x = self.front[0] + self.apart * index + self.pitch * column + self.skew * behind
            yield Place(x, self.front[1] - self.back * behind, row)

    def _tip(self, index: int, count: int) -> Place:
        middle = (isqrt(count) - 1) / 2
        x = self.front[0] + self.apart * index + (self.pitch + self.skew) * middle
        return Place(x, self.front[1] - self.back * middle - STONE_HIGH, isqrt(count))

    def ground(self) -> str:
        behind = "".join(
            transformed(casing(), x, y, scale)
            for x, y, scale in self._casings(len(self.board.rewards))
        )
        return behind + "".join(self._pyramids()) + self.edge()

    def _casings(self, count: int) -> Iterator[tuple[float, float, float]]:
        """Finished pyramids behind the building places, those in the middle larger."""
        for index in range(count):
            scale = 0.66 if 0 < index < count - 1 else 0.52
            yield self.front[0] + self.apart * index + 26 - 190 * scale, 244 - 262 * scale, scale

    def _pyramids(self) -> Iterator[str]:
        for index, (name, places, rewards) in enumerate(
            zip(PYRAMIDS, self.spaces, self.board.rewards, strict=True)
        ):
            x, y = self.front[0] + self.apart * index, self.front[1]
            yield platform(x - 22, y + 8, self.pitch + 38, 2 * self.skew + 10, 2 * self.back + 2)
            spaces = zip(places[:-1], rewards[:-1], strict=True)
            cells = [valued(place.x, place.y, reward, 21) for place, reward in spaces]
            yield group(hint(str(NAMES[name])) + "".join(cells))

    def things(self, board: PyramidsView) -> Iterator[tuple[str, PlacedSymbol]]:
        """The next space of each pyramid, and a flag where the top is free."""
        for index, (seats, places) in enumerate(zip(board["pyramids"], self.spaces, strict=True)):
            done, top = len(seats), len(places) - 1
            if done < top:
                x, y, _depth = places[done]
                yield f"pyramid.next{index}", PlacedSymbol(MARKS, "cell-next", x, y)
            if done <= top:
                x, y, _depth = places[top]
                points = str(self.board.rewards[index][top].points)
                yield f"pyramid.flag{index}", PlacedSymbol(OVER, "top-flag", x + 3, y)
                yield (
                    f"pyramid.top{index}",
                    PlacedSymbol(OVER, ".flag-val", x + 15, y - 26.5, points),
                )

    def stones(self, board: PyramidsView) -> Iterator[StoneSpot]:
        for index, (seats, places) in enumerate(zip(board["pyramids"], self.spaces, strict=True)):
            for number_of, (seat, (x, y, depth)) in enumerate(zip(seats, places, strict=False)):
                size = UPPER if number_of == len(places) - 1 else STONE
                yield StoneSpot(f"pyramid.{index}.{number_of}", seat, x, y, size, depth)
        yield from self.on_edge(board["further"])

    def target(self, *numbers: int) -> Outline:
        """A pyramid, from 0."""
        (index,) = numbers
        x, y = self.front[0] + self.apart * index, self.front[1]
        middle = x + self.pitch / 2 + 8
        left, right = x - 20, x + self.pitch + 20
        return outline(
            [
                (left, y + 14),
                (left, y - 10),
                (middle, y - 108),
                (right + 14, y - 40),
                (right, y + 14),
            ]
        )


class PyramidCDrawing(SiteDrawing[ScaffoldView]):
    """A scaffold: a ledge for each tile, which are laid one after the other."""

    site = Site.PYRAMID
    left, foot = 58, 276
    pitch, rise = 44, 47
    edge_at = 304, 278
    shape = SHAPE

    def place(self, tile: int, space: int) -> Place:
        """A space of the tile that was laid as number `tile`; both from 0."""
        return Place(self.left + self.pitch * (space + 0.5), self.foot - self.rise * tile)

    @property
    def wide(self) -> int:
        """The length of a ledge."""
        size: int = self.board.size
        return self.pitch * size + 8

    def symbols(self) -> str:
        """The tiles, from the middle of the lower edge of their first space."""
        return "".join(
            tag("g", self._tile(tile), id=f"i-t{number}")
            for number, tile in enumerate(self.board.tiles, 1)
        )

    def _tile(self, tile: Sequence[Reward]) -> str:
        first = -self.pitch / 2 - 4
        ledge = f"M{coord(first)} 7L{coord(first + 13)} -22h{self.wide}l-13 29z"
        front = f"M{coord(first)} 7h{self.wide}v6h{-self.wide}z"
        plates = "".join(
            valued(self.pitch * index, 0, reward, 18) for index, reward in enumerate(tile)
        )
        return path(ledge, "deck") + path(front, "scaffold-front") + plates

    def ground(self) -> str:
        count = len(self.board.tiles)
        top = self.foot - self.rise * (count - 1)
        left, right = self.left - 2, self.left + self.wide + 2
        poles = f"M{left} 289L{left + 8} {top - 40}M{right} 289L{right + 8} {top - 40}"
        markup = [casing(), path(poles, "scaffold-pole")]
        for tile in range(count):
            x, y, _depth = self.place(tile, 0)
            first = coord(x - self.pitch / 2 - 4)
            ledge = f"M{first} {y + 7}l13 -29h{self.wide}l-13 29z"
            markup.append(path(ledge, "scaffold-free"))
        return "".join(markup) + self._majority() + self.edge()

    def _majority(self) -> str:
        """Points for the most stones on a full tile, on a large flag."""
        words = _(
            "Points for the player with the most stones on a full tile, or for each tied player"
        )
        x = self.left + self.wide + 8
        majority = _("most %(points)s", points=self.board.majority)
        tied = _("tied %(points)s", points=self.board.majority_tied)
        return group(
            hint(words)
            + path(f"M{x} 120h84l-8 22 8 22h-84z", "flag")
            + svg_text(x + 37, 137, majority, "flag-val")
            + svg_text(x + 37, 156, tied, "flag-val")
        )

    def things(self, board: ScaffoldView) -> Iterator[tuple[str, PlacedSymbol]]:
        for index, tile in enumerate(board["tiles"]):
            x, y, _depth = self.place(index, 0)
            yield f"tile{tile}", PlacedSymbol(GROUND, f"t{tile}", x, y)
        done = len(board["stones"])
        if done < len(board["tiles"]) * self.board.size:
            x, y, _depth = self.place(*divmod(done, self.board.size))
            yield "pyramid.next", PlacedSymbol(MARKS, "cell-next", x, y)

    def stones(self, board: ScaffoldView) -> Iterator[StoneSpot]:
        for index, seat in enumerate(board["stones"]):
            x, y, _depth = self.place(*divmod(index, self.board.size))
            yield StoneSpot(f"pyramid.{index}", seat, x, y)
        yield from self.on_edge(board["further"])


class PyramidDDrawing(SiteDrawing[CorridorView]):
    """A corridor around a court, and the figure in it."""

    site = Site.PYRAMID
    pitch, skew, back = 47, 10, 36
    front: ClassVar[tuple[int, int]] = 44, 274
    edge_at = 312, 278
    shape = SHAPE

    def __init__(self, rules: Rules, last: CorridorView) -> None:
        super().__init__(rules, last)
        count = len(self.board.points)
        self.across = (count + 4) // 4 + ((count + 4) % 4 > 0)
        self.down = (count + 4) // 2 - self.across
        self.depths = self.down

    @cached_property
    def spaces(self) -> list[Place]:
        """Each space, clockwise from the one at the left behind."""
        across, down = self.across, self.down
        ring = [(column, 0) for column in range(across)]
        ring += [(across - 1, row) for row in range(1, down)]
        ring += [(column, down - 1) for column in range(across - 2, -1, -1)]
        ring += [(0, row) for row in range(down - 2, 0, -1)]
        return [self._place_at(column, row) for column, row in ring]

    def _place_at(self, column: int, row: int) -> Place:
        behind = self.down - 1 - row
        x = self.front[0] + self.pitch * column + self.skew * behind
        return Place(x, self.front[1] - self.back * behind, row)

    def ground(self) -> str:
        x, y = self.front
        wide, deep = self.pitch * (self.across - 1) + 50, self.back * self.down
        spaces = zip(self.spaces, self.board.points, strict=True)
        return (
            transformed(casing(), 42, -14, 0.8)
            + platform(x - 24, y + 8, wide, self.skew * self.down, deep)
            + self._court()
            + "".join(points_on_cell(place.x, place.y, points) for place, points in spaces)
            + self.edge()
        )

    def _court(self) -> str:
        """The court inside, with arrows that show the way."""
        behind, ahead = self._place_at(1, 1), self._place_at(self.across - 2, self.down - 2)
        left, right = behind.x - 22, ahead.x + 22
        lean = ahead.x - self._place_at(self.across - 2, 1).x
        court = (
            f"M{coord(left + lean)} {ahead.y + 6}H{coord(right)}"
            f"L{coord(right - lean)} {behind.y - 21}H{coord(left)}z"
        )
        middle = (left + right + lean) / 2
        way = (
            f"M{coord(middle - 34)} {behind.y - 8}h56m-7 -6l8 6-8 6"
            f"M{coord(middle + 30)} {ahead.y - 6}h-56m7 -6l-8 6 8 6"
        )
        return group(
            hint(_("The direction around the pyramid")) + path(court, "court") + path(way, "way")
        )

    def things(self, board: CorridorView) -> Iterator[tuple[str, PlacedSymbol]]:
        places, figure = self.spaces, board["figure"]
        x, y, _depth = places[figure]
        yield "figure", PlacedSymbol(OVER, "F", x + 21, y - 6)
        count = len(places)
        for step in range(1, count + 1):
            space = (figure + step) % count
            if board["spaces"][space] == EMPTY:
                yield (
                    "pyramid.next",
                    PlacedSymbol(MARKS, "cell-next", places[space].x, places[space].y),
                )
                return

    def stones(self, board: CorridorView) -> Iterator[StoneSpot]:
        for index, (seat, (x, y, depth)) in enumerate(
            zip(board["spaces"], self.spaces, strict=True)
        ):
            if seat != EMPTY:
                yield StoneSpot(f"pyramid.{index}", seat, x, y, STONE, depth)
        yield from self.on_edge(board["further"])

"""The obelisks: towers before needles, walls of tiles, an avenue."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from drawing.board.sites.art import COURSE_HIGH, STONE_HIGH, STONE_TOP, needle, plinth, signs, sill
from drawing.board.sites.board import Outline, SiteDrawing, course_step, outline, stack
from drawing.language import gettext as _
from drawing.svg import coord, group, hint, path, svg_text, tag, use
from drawing.svg.pieces import OVER, STONE, UPPER, PlacedSymbol, StoneSpot
from engine.outlook import shared_places
from engine.shown import AvenueView, HeightsView, TowersView
from engine.vocabulary import EMPTY, Site

if TYPE_CHECKING:
    from engine import Rules


TOWER_ROOM: Final = 198
"""How high a tower may rise."""

LEAST_RISE: Final = 15
"""Stones on each other show their sign if a tower rises so much with each."""


GROVE: Final = ((2, 288), (2, 60), (20, 30), (324, 30), (342, 60), (342, 288))
"""The corners of the place where the needles stand."""


def tower_step(height: int) -> float:
    """By how much a tower of `height` stones rises with each."""
    step = (TOWER_ROOM - STONE_TOP) / max(1, height - 1)
    if step >= STONE_HIGH:
        return STONE_HIGH
    return round(step, 1) if step >= LEAST_RISE else course_step(height, TOWER_ROOM)


def tower(key: str, seat: int, height: int, x: float, y: float, step: float) -> Iterator[StoneSpot]:
    """The stones of one player on each other."""
    if step <= COURSE_HIGH:
        yield from stack(key, [seat] * height, x, y, step, height + 2)
        return
    for level in range(height):
        size = UPPER if level else STONE
        yield StoneSpot(f"{key}{level}", seat, x, y - step * level, size, level)


class ObelisksADrawing(SiteDrawing[HeightsView]):
    """A needle for each seat, and before it their tower; on the plinth what it is worth now."""

    site = Site.OBELISKS
    floor = 266
    shape = GROVE

    def __init__(self, rules: Rules, last: HeightsView) -> None:
        super().__init__(rules, last)
        highest = max(last["heights"], default=0)
        self.step = tower_step(highest)
        self.depths = max(2, min(highest, 60))

    def x(self, seat: int) -> float:
        return 336 / self.seats * (seat + 0.5)

    def ground(self) -> str:
        markup = []
        for seat in range(self.seats):
            x = round(self.x(seat), 1)
            markup.append(path(f"M{x - 26} {self.floor}h56l24 -12h-28z", "sh"))
            markup.append(needle(x, self.floor - 24, 34) + signs(x, 62))
            markup.append(plinth(x, self.floor, 28) + use(self.mini(seat), x - 16, self.floor - 11))
        worth = " · ".join(map(str, self.board.points))
        words = _("by height: %(points)s", points=worth)
        return sill(words, _("Points at the end, by place; tied players share them")) + "".join(
            markup
        )

    def stones(self, board: HeightsView) -> Iterator[StoneSpot]:
        y = self.floor - 24
        for seat, height in enumerate(board["heights"]):
            yield from tower(f"obelisks.{seat}.", seat, height, self.x(seat) - 1, y, self.step)

    def things(self, board: HeightsView) -> Iterator[tuple[str, PlacedSymbol]]:
        """Worth of each tower if it stays so."""
        ranks = {seat: height for seat, height in enumerate(board["heights"]) if height}
        for seat, points in shared_places(ranks, self.board.points).items():
            x = self.x(seat) + 9
            yield f"pay{seat}", PlacedSymbol(OVER, ".pay", x, self.floor - 5, str(points))


class ObelisksBDrawing(SiteDrawing[TowersView]):
    """Places for towers behind, the best at the left; loose stones on mats in front."""

    site = Site.OBELISKS
    plinth_y, mat_y = 206, 258
    shape = GROVE

    def __init__(self, rules: Rules, last: TowersView) -> None:
        super().__init__(rules, last)
        self.highest = (max(last["loose"], default=0) + 1) // 2
        self.depths = max(int(self.board.height), self.highest, 2)

    def tower_x(self, index: int) -> float:
        return 336 / len(self.board.tower_points) * (index + 0.5)

    def loose_x(self, seat: int) -> float:
        """The left one of the two places on a mat."""
        return 340 / self.seats * (seat + 0.5) - 13

    def ground(self) -> str:
        markup = []
        for index, points in enumerate(self.board.tower_points):
            x = round(self.tower_x(index), 1)
            markup.append(needle(x, self.plinth_y - 24, 44 + 10 * index, 0.9))
            markup.append(plinth(x, self.plinth_y, 23))
            markup.append(svg_text(x, self.plinth_y - 5, str(points), "pay"))
        for seat in range(self.seats):
            x, y = round(self.loose_x(seat), 1), self.mat_y
            markup.append(path(f"M{x - 26} {y + 5}l13 -32h70l-13 32z", "mat"))
            markup.append(use(self.mini(seat), x - 16, y - 5))
        words = _("loose stones: +%(points)s each", points=self.board.loose_points)
        meaning = _("Three stones of a player make a tower on the best free place")
        return sill(words, meaning) + "".join(markup)

    def stones(self, board: TowersView) -> Iterator[StoneSpot]:
        for index, seat in enumerate(board["towers"]):
            key, x = f"obelisks.t{index}.", self.tower_x(index) - 1
            height = self.board.height
            yield from tower(key, seat, height, x, self.plinth_y - 24, STONE_HIGH)
        rise = min(STONE_HIGH, 62 / max(1, self.highest))
        for seat, loose in enumerate(board["loose"]):
            for level in range(loose):
                up, column = divmod(level, 2)
                x, y = self.loose_x(seat) + 7 + 31 * column, self.mat_y - 2 - rise * up
                yield StoneSpot(f"obelisks.l{seat}.{level}", seat, x, y, UPPER if up else STONE, up)


class ObelisksDDrawing(SiteDrawing[AvenueView]):
    """An avenue: places of a height, each for one player; a finished obelisk has a gilded tip."""

    site = Site.OBELISKS
    floor = 266
    edge_at = 316, 264
    shape = ((2, 288), (2, 170), (200, 84), (296, 60), (310, 200), (342, 228), (342, 288))

    def __init__(self, rules: Rules, last: AvenueView) -> None:
        super().__init__(rules, last)
        self.highest: int = max(height for height, _ in self.board.places)
        self.step = tower_step(self.highest)
        self.depths = max(2, self.highest)

    def x(self, place: int) -> float:
        return 288 / len(self.board.places) * (place + 0.5)

    def symbols(self) -> str:
        tip = path("M-15 0L1 -24 4 1z", "cap-l") + path("M4 1L1 -24 21 -9z", "cap-d")
        return tag("g", tip, id="i-tip")

    def top(self, height: int) -> float:
        """Base of the tip of an obelisk of `height` stones."""
        return self.floor - 24 - self.step * (height - 1) - STONE_HIGH

    def ground(self) -> str:
        markup = []
        for index, (height, points) in enumerate(self.board.places):
            x, foot, top = round(self.x(index), 1), self.floor - 24, self.top(height)
            outline = f"M{x - 15} {foot}V{top}L{x + 2} {top - 28} {x + 18} {top - 6}V{foot - 4}"
            seams = "".join(
                f"M{x - 15} {coord(foot - self.step * level)}h32" for level in range(1, height)
            )
            words = _("%(stones)s stones: %(points)s points", stones=height, points=points)
            markup.append(
                group(
                    hint(words)
                    + path(f"{outline}z", "needle-out")
                    + path(seams, "needle-seam")
                    + plinth(x, self.floor, 17)
                    + svg_text(x, self.floor - 5, str(points), "pay")
                )
            )
        words = _("unfinished: +%(points)s a stone", points=self.board.unfinished)
        meaning = _("Points at the end; an unfinished obelisk gives points for each stone")
        return sill(words, meaning) + "".join(markup) + self.edge()

    def stones(self, board: AvenueView) -> Iterator[StoneSpot]:
        y = self.floor - 24
        for index, (seat, height) in enumerate(zip(board["owners"], board["heights"], strict=True)):
            if seat != EMPTY:
                key = f"obelisks.{index}."
                yield from tower(key, seat, height, self.x(index) - 1, y, self.step)
        yield from self.on_edge(board["further"])

    def things(self, board: AvenueView) -> Iterator[tuple[str, PlacedSymbol]]:
        for index, (height, (full, _points)) in enumerate(
            zip(board["heights"], self.board.places, strict=True)
        ):
            if height == full:
                x, y = self.x(index) - 1, self.top(full)
                yield f"tip{index}", PlacedSymbol(OVER, "tip", x, y)

    def target(self, *numbers: int) -> Outline:
        """A place of the avenue, from 1."""
        (place,) = numbers
        x, top = self.x(place - 1), self.top(self.board.places[place - 1][0])
        foot = self.floor + 2
        return outline(
            [(x - 17, foot), (x - 17, top), (x + 2, top - 31), (x + 21, top - 8), (x + 21, foot)]
        )

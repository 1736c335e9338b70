"""The burial chamber: niches in the rock, a barrow, a crypt; clamps join the stones of an area."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING, Final

from drawing.board.sites.board import NEAR, Outline, Place, SiteDrawing, around_stone, outline
from drawing.language import gettext as _
from drawing.svg import coord, group, hint, path, signed_points, svg_text, tag, use
from drawing.svg.pieces import GROUND, MARKS, MINI, OVER, STONE, UPPER, PlacedSymbol, StoneSpot
from engine.outlook import shared_places
from engine.shown import BarrowView, CryptView, StonesView
from engine.vocabulary import EMPTY, Site

if TYPE_CHECKING:
    from engine import Rules


ROW_Y: Final = 110
"""The y on which the stones of the upper row stand."""

ROW_HIGH: Final = 46
WORDS_Y: Final = 65
"""The base line of the words on the ceiling."""

HALL: Final = ((2, 213), (6, 50), (34, 40), (362, 40), (390, 52), (394, 213))
"""The corners of the rock."""

FULL_WIDTH: Final = 36
"""So wide a stone is with its side."""


def niche(x: float, y: float, half: float, look: str) -> str:
    """An arched niche around a stone that stands on (x, y)."""
    across = coord(2 * half - 15)
    d = f"M{coord(x - half)} {y + 2}V{y - 30}q0 -9 9 -9h{across}q9 0 9 9V{y + 2}z"
    return path(d, look)


def rock(words: str, meaning: str, *, narrow: bool = False) -> str:
    """The rock and the painted hall in it; on its ceiling the key to the points, further left if
    something stands next to it (`narrow`)."""
    inside = "M10 208L12 56Q14 50 22 50H374Q382 50 384 56L386 208z"
    return (
        path("M0 214L4 48Q14 38 34 42Q120 34 200 40Q300 34 366 42Q390 40 392 54L396 214z", "rock")
        + tag("path", class_="bu-in", fill="url(#i-g-bu)", d=inside)
        + group(hint(meaning) + svg_text(178 if narrow else 198, WORDS_Y, words, "ceiling"))
        + use("torch", 5, 215)
        + use("torch", 391, 215)
    )


def areas_words(points: Sequence[int], further: int) -> str:
    """Worth of an area, by its stones."""
    return _(
        "joined: %(points)s, then +%(further)s",
        points=" · ".join(map(str, points)),
        further=further,
    )


class BurialChamberADrawing(SiteDrawing[StonesView]):
    """Three rows, filled column by column; as many columns as the game needs."""

    site = Site.BURIAL_CHAMBER
    width, height = NEAR
    shape = HALL
    left, right = 16, 376
    column_count = 9

    def __init__(self, rules: Rules, last: StonesView) -> None:
        super().__init__(rules, last)
        needed = ceil((len(last["stones"]) + 1) / self.board.rows)
        self.columns: int = max(self.column_count, needed)
        self.pitch = (self.right - self.left) / self.columns
        self.size = STONE if self.pitch >= 20 else MINI
        self.depths = 1 if self.pitch >= FULL_WIDTH else min(self.columns, 40)

    def place(self, index: int) -> Place:
        column, row = divmod(index, self.board.rows)
        x = self.left + self.pitch * (column + 0.5) - min(2.0, self.pitch / 18)
        lift = 0 if self.size == STONE else 14
        return Place(x, ROW_Y + ROW_HIGH * row - lift, min(column, self.depths - 1))

    def symbols(self) -> str:
        edge = niche(0, 0, self.half, "niche-next")
        return tag("g", edge, id="i-niche-next")

    @property
    def half(self) -> float:
        """Half the width of a niche."""
        return max(float(self.pitch) / 2 - 2, 7.5)

    def ground(self) -> str:
        niches = [
            niche(self.place(index).x + 2, ROW_Y + ROW_HIGH * (index % self.board.rows), self.half,
                  "niche")
            for index in range(self.columns * self.board.rows)
        ]  # fmt: skip
        return rock(self.words(), self.meaning(), narrow=bool(self.modules)) + "".join(niches)

    def words(self) -> str:
        """On the ceiling: how the stones count."""
        return areas_words(self.board.area_points, self.board.area_further)

    def meaning(self) -> str:
        return _("Points of an area by its number of joined stones")

    def stones(self, board: StonesView) -> Iterator[StoneSpot]:
        for index, seat in enumerate(board["stones"]):
            x, y, depth = self.place(index)
            yield StoneSpot(f"burial_chamber.{index}", seat, x, y, self.size, depth)

    def things(self, board: StonesView) -> Iterator[tuple[str, PlacedSymbol]]:
        done = len(board["stones"])
        if done < self.columns * self.board.rows:
            x, y = self.place(done).x + 2, ROW_Y + ROW_HIGH * (done % self.board.rows)
            yield "burial_chamber.next", PlacedSymbol(GROUND, "niche-next", x, y)
        yield from self.joins(board["stones"])

    def joins(self, seats: Sequence[int]) -> Iterator[tuple[str, PlacedSymbol]]:
        """Clamps between neighbours of one player."""
        rows = self.board.rows
        for index, seat in enumerate(seats):
            x, y, _depth = self.place(index)
            if index >= rows and seats[index - rows] == seat:
                yield f"joinh{index}", PlacedSymbol(OVER, "clamp", x - self.pitch / 2, y - 11)
            if index % rows and seats[index - 1] == seat:
                yield f"joinv{index}", PlacedSymbol(OVER, "clampv", x, y - 40)


class BurialChamberBDrawing(BurialChamberADrawing):
    """Each row by itself: who has the most stones in it."""

    column_count = 8
    right = 332

    def words(self) -> str:
        return _(
            "most stones in each row: %(points)s",
            points=" · ".join(map(str, self.board.row_points)),
        )

    def meaning(self) -> str:
        return _("Points for each row, by place; tied players share them")

    def things(self, board: StonesView) -> Iterator[tuple[str, PlacedSymbol]]:
        """At the end of each row who leads it, and what they get."""
        yield from super().things(board)
        for row in range(self.board.rows):
            yield from self._leaders(row, board["stones"][row :: self.board.rows])

    def joins(self, seats: Sequence[int]) -> Iterator[tuple[str, PlacedSymbol]]:
        """Areas do not count here."""
        return iter(())

    def _leaders(self, row: int, seats: Sequence[int]) -> Iterator[tuple[str, PlacedSymbol]]:
        counts = {seat: seats.count(seat) for seat in sorted(set(seats))}
        if not counts:
            return
        points = shared_places(counts, self.board.row_points)
        leaders = [seat for seat, count in counts.items() if count == max(counts.values())]
        y = ROW_Y + ROW_HIGH * row - 14
        for index, seat in enumerate(leaders):
            up = 9 * (len(leaders) > 2)
            centre = 341 + 16.5 * (index % 2), y + up * (2 * (index // 2) - 1)
            yield f"row{row}.{seat}", PlacedSymbol(OVER, self.mini(seat), *centre)
        x = 374 if len(leaders) > 1 else 362
        yield (
            f"row{row}",
            PlacedSymbol(OVER, ".ceiling-points", x, y + 5.5, str(points.get(leaders[0], 0))),
        )


# ------------------------------------------------------------------------------------ the barrow


class BurialChamberCDrawing(SiteDrawing[BarrowView]):
    """A barrow: a stone rests on the ground or on two others."""

    site = Site.BURIAL_CHAMBER
    width, height = NEAR
    shape = HALL
    across, up = 46, 29
    edge_at = 356, 198

    def __init__(self, rules: Rules, last: BarrowView) -> None:
        super().__init__(rules, last)
        self.depths = max(2, int(self.board.base))

    def place(self, level: int, position: int) -> Place:
        left = 198 - self.across * (int(self.board.base) - 1) / 2
        return Place(left + self.across * (position + level / 2), 200 - self.up * level, level)

    def symbols(self) -> str:
        return tag("g", path("M-15 0V-22H15V0z", "niche-next"), id="i-niche-next")

    def ground(self) -> str:
        base = int(self.board.base)
        markup = [rock("", "")]
        first, _times, last = _("stones × levels").partition("×")
        markup += [
            group(
                hint(self._meaning())
                + svg_text(70, 72, first.strip(), "ceiling")
                + svg_text(70, 90, f"× {last.strip()}", "ceiling")
            )
        ]
        for level in range(base):
            for position in range(base - level):
                x, y, _depth = self.place(level, position)
                markup.append(path(f"M{coord(x - 15)} {y}v-22h30v22z", "niche"))
            times = min(level + 1, self.board.most)
            y = self.place(level, 0).y
            markup.append(svg_text(325 - 15 * level, y - 6, f"×{times}", "ceiling-points"))
        return "".join(markup) + self.edge()

    def _meaning(self) -> str:
        return _(
            "Points of an area: its stones times its levels; at most %(most)s levels count",
            most=self.board.most,
        )

    def stones(self, board: BarrowView) -> Iterator[StoneSpot]:
        for level, seats in enumerate(board["levels"]):
            for position, seat in enumerate(seats):
                if seat != EMPTY:
                    x, y, depth = self.place(level, position)
                    size = UPPER if level else STONE
                    yield StoneSpot(f"burial_chamber.{level}.{position}", seat, x, y, size, depth)
        yield from self.on_edge(board["further"])

    def things(self, board: BarrowView) -> Iterator[tuple[str, PlacedSymbol]]:
        """Clamps, and where a stone may rest next."""
        levels: list[list[int]] = board["levels"]
        for level, seats in enumerate(levels):
            for position, seat in enumerate(seats):
                if seat != EMPTY:
                    yield from self._joins(levels, level, position, seat)
                elif not level or EMPTY not in levels[level - 1][position : position + 2]:
                    x, y, _depth = self.place(level, position)
                    yield f"free{level}.{position}", PlacedSymbol(MARKS, "niche-next", x, y)

    def target(self, *numbers: int) -> Outline:
        """A space by level and position, from 1."""
        level, position = numbers
        x, y, _depth = self.place(level - 1, position - 1)
        return around_stone(x, y)

    def _joins(
        self, levels: Sequence[Sequence[int]], level: int, position: int, seat: int
    ) -> Iterator[tuple[str, PlacedSymbol]]:
        x, y, _depth = self.place(level, position)
        key = f"{level}.{position}"
        if position and levels[level][position - 1] == seat:
            yield f"joinh{key}", PlacedSymbol(OVER, "clamp", x - self.across / 2, y - 11)
        if level and levels[level - 1][position] == seat:
            yield f"joinx{key}", PlacedSymbol(OVER, "clampx", x - self.across / 4, y + 3)
        if level and levels[level - 1][position + 1] == seat:
            yield f"joiny{key}", PlacedSymbol(OVER, "clampy", x + self.across / 4, y + 3)


# ------------------------------------------------------------------------------------- the crypt


class BurialChamberDDrawing(SiteDrawing[CryptView]):
    """A crypt of numbered niches; some are open in a round, others are walled up."""

    site = Site.BURIAL_CHAMBER
    width, height = NEAR
    shape = HALL
    left, right = 16, 340
    edge_at = 358, 196

    @cached_property
    def pitch(self) -> float:
        """From one niche to the next."""
        return (self.right - self.left) / int(self.board.columns)

    @cached_property
    def half(self) -> float:
        return self.pitch / 2 - 2

    def place(self, index: int) -> Place:
        row, column = divmod(index, self.board.columns)
        return Place(self.left + self.pitch * (column + 0.5) - 2, ROW_Y + ROW_HIGH * row)

    def symbols(self) -> str:
        half = self.half
        bricks = f"M{-half:g} 2V-36h{2 * half:g}V2zM{-half:g} -7h{2 * half:g}m0 -10h{-2 * half:g}"
        bricks += f"m0 -10h{2 * half:g}M-8 2v-9m10 0v-10m-10 0v-10m10 0v-9m8 29v-10m0 0v-10"
        return tag("g", niche(0, 0, half, "niche-open"), id="i-niche-open") + tag(
            "g", path(bricks, "bricks"), id="i-bricks"
        )

    def ground(self) -> str:
        board = self.board
        markup = []
        for index in range(board.tiles):
            x, y, _depth = self.place(index)
            markup.append(niche(x + 2, y, self.half, "niche"))
            markup.append(svg_text(x + 2, y - 12, str(index + 1), "ceiling-points"))
        words = areas_words(board.area_points, board.area_further)
        meaning = _("Points of an area by its number of joined stones")
        return (
            rock(words, meaning, narrow=bool(self.modules))
            + "".join(markup)
            + self._nothing()
            + self.edge()
        )

    nothing_at = edge_at[0] + 4, ROW_Y - 26
    """Place of the points for players without a stone here."""

    def _nothing(self) -> str:
        """Points for players without a stone here."""
        points = signed_points(self.board.nothing_delivered)
        words = _("Points for a player without a stone here: %(points)s", points=points)
        x, y = self.nothing_at
        return group(
            hint(words)
            + path(f"M{x - 8} {y - 8}h16v16h-16zm0 16l16 -16", "no-stone")
            + svg_text(x, y + 24, points, "ceiling-points")
        )

    def stones(self, board: CryptView) -> Iterator[StoneSpot]:
        for index, seat in enumerate(board["spaces"]):
            if seat != EMPTY:
                x, y, _depth = self.place(index)
                yield StoneSpot(f"burial_chamber.{index}", seat, x, y)
        yield from self.on_edge(board["further"])

    def things(self, board: CryptView) -> Iterator[tuple[str, PlacedSymbol]]:
        spaces, columns = board["spaces"], self.board.columns
        for tile in board["revealed"]:
            x, y, _depth = self.place(tile - 1)
            yield f"open{tile}", PlacedSymbol(MARKS, "niche-open", x + 2, y)
        for tile in board["gone"]:
            if spaces[tile - 1] == EMPTY and tile not in board["revealed"]:
                x, y, _depth = self.place(tile - 1)
                yield f"gone{tile}", PlacedSymbol(GROUND, "bricks", x + 2, y)
        for index, seat in enumerate(spaces):
            if seat == EMPTY:
                continue
            x, y, _depth = self.place(index)
            if index % columns and spaces[index - 1] == seat:
                yield f"joinh{index}", PlacedSymbol(OVER, "clamp", x - self.pitch / 2, y - 11)
            if index >= columns and spaces[index - columns] == seat:
                yield f"joinv{index}", PlacedSymbol(OVER, "clampv", x, y - 40)

    def target(self, *numbers: int) -> Outline:
        """A niche by the number of its tile, from 1."""
        (tile,) = numbers
        x, y, _depth = self.place(tile - 1)
        left, right = x + 1 - self.half, x + 3 + self.half
        arch = ((left, -30), (left + 7, -41), (right - 7, -41), (right, -30))
        corners = [(x_corner, y + up) for x_corner, up in arch]
        return outline([(left, y + 3), *corners, (right, y + 3)])

"""The temple: bays in which stones are stacked; the arena and its chariots."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING, ClassVar, Final

from drawing.board.sites.art import COURSE_HIGH, cell, gives, reward
from drawing.board.sites.board import Place, SiteDrawing, course_step, stack
from drawing.board.symbols import MARKS as SIGNS
from drawing.language import gettext as _
from drawing.svg import circle, coord, group, hint, path, svg_text, tag
from drawing.svg.pieces import GROUND, LETTERS, MARKS, STONE, STONES, PlacedSymbol, StoneSpot
from engine.shown import ArenaView, StonesView
from engine.vocabulary import Site

if TYPE_CHECKING:
    from engine import Rules


CHEVRON: Final = "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"
LEFT, RIGHT = 19.5, 324.5
"""Between these the bays lie."""

FLOOR: Final = 268
"""The y on which the stones of the bays stand."""

ROOM: Final = 143
"""From the floor to the architrave."""


class TempleADrawing(SiteDrawing[StonesView]):
    """A facade. Over each bay what it gives; in it the stones, of which the top one counts."""

    site = Site.TEMPLE
    shape = ((0, 288), (4, 82), (0, 56), (344, 56), (340, 82), (344, 288))

    def __init__(self, rules: Rules, last: StonesView) -> None:
        super().__init__(rules, last)
        levels = ceil(len(last["stones"]) / self.board.spaces)
        self.step = course_step(levels, ROOM)
        self.depths = 2 if self.step >= COURSE_HIGH else max(3, levels)

    def x(self, index: int) -> float:
        """The middle of a bay."""
        return LEFT + (RIGHT - LEFT) / int(self.board.spaces) * (index + 0.5)

    def ground(self) -> str:
        spaces = int(self.board.spaces)
        pitch = (RIGHT - LEFT) / spaces
        columns = "".join(_column(LEFT + pitch * index) for index in range(spaces + 1))
        bays = [
            group(
                hint(gives(gain))
                + path(f"M{coord(self.x(i) - 23)} 108h46v160h-46z", "bay")
                + reward(self.x(i), 99, gain)
                + cell(self.x(i) - 2, FLOOR - 2, 18, "slot")
            )
            for i, gain in enumerate(self.board.rewards)
        ]
        return _facade() + columns + "".join(bays)

    def stones(self, board: StonesView) -> Iterator[StoneSpot]:
        spaces: int = self.board.spaces
        seats = board["stones"]
        for index in range(min(spaces, len(seats))):
            x = self.x(index) - 2
            lying = stack("", seats[index::spaces], x, FLOOR, self.step, self.depths)
            for level, spot in enumerate(lying):
                yield spot._replace(key=f"temple.{index + spaces * level}")

    def things(self, board: StonesView) -> Iterator[tuple[str, PlacedSymbol]]:
        """While a bay is free: which one is next."""
        done = len(board["stones"])
        if done < self.board.spaces:
            yield "temple.next", PlacedSymbol(MARKS, "cell-next", self.x(done) - 2, FLOOR - 2)


class TempleBDrawing(TempleADrawing):
    """As A, with rewards of its own."""


class TempleCDrawing(TempleADrawing):
    """As A, with rewards of its own."""


def _facade() -> str:
    """Steps, the dark hall, the architrave, the cornice with the winged disc."""
    inside = tag("path", class_="te-in", fill="url(#i-g-te)", d="M14 104H330V262H14z")
    return (
        path("M6 278H338V286H6zM0 286H344V290H0z", "stone-d")
        + path("M12 258L6 278H338L332 258z", "stone-l")
        + inside
        + path("M6 80H338V106H6z", "stone-l")
        + path("M6 104H338V108H6z", "te-b")
        + _cornice(58)
    )


def _cornice(y: float) -> str:
    """A cornice with reeds and a winged disc, 22 high."""
    low, high, last = coord(y + 21), coord(y + 2), coord(y + 22)
    reeds = "".join(f"M{8 + 16 * i} {high}L{10 + 16 * i} {low}" for i in range(7))
    reeds += "".join(f"M{336 - 16 * i} {high}L{334 - 16 * i} {low}" for i in range(7))
    wings = f"M172 {coord(y + 11)}q-16 -12 -54 -5q10 9 40 12zm0 0q16 -12 54 -5q-10 9 -40 12z"
    return (
        path(f"M-2 {coord(y)}Q4 {coord(y + 18)} 6 {last}H338Q340 {coord(y + 18)} 346 "
             f"{coord(y)}z", "te-c")
        + path(reeds, "te-f")
        + path(wings, "wing")
        + circle(172, y + 10, 9, "disc")
    )  # fmt: skip


def _column(x: float) -> str:
    shaft = path("M-6 0L-5 -132H5L6 0z", "col") + path("M2 -132L3 0H6L5 -132z", "col-s")
    head = path("M-5 -132Q-10 -142 -11 -152H11Q10 -142 5 -132z", "col-c")
    return group(shaft + head + path("M-5.5 -124H5.5M-5.5 -118H5.5M-6 -10H6", "te-f"), x, 258)


# ------------------------------------------------------------------------------------ the arena


class TempleDDrawing(SiteDrawing[ArenaView]):
    """An arena: spaces with arrows in front, behind them a course that goes and comes back."""

    site = Site.TEMPLE
    depths = 3
    lanes: ClassVar[tuple[int, int]] = 126, 180
    """The y of the wheels on the way there and on the way back."""
    edge_at = 312, 278
    shape = ((0, 290), (8, 206), (4, 60), (0, 36), (344, 36), (340, 60), (336, 206), (344, 290))

    # ------------------------------------------------------------------------------- places

    @cached_property
    def track(self) -> list[Place]:
        """Place of a chariot on each space, the start first."""
        count = len(self.board.track)
        outward = (count + 1) // 2
        ends = 64
        pitch = (316 - ends) / (outward - 1)
        above = [Place(14 + ends / 2, self.lanes[0])]
        above += [Place(14 + ends + pitch * (i + 0.5), self.lanes[0]) for i in range(outward - 1)]
        back = count - outward
        pitch = (316 - ends) / (back - 1)
        below = [
            Place(330 - pitch * (i + 0.5), self.lanes[1]) for i in range(back - 1)
        ]  # from the right
        return [*above, *below, Place(14 + ends / 2, self.lanes[1])]

    def stone_place(self, index: int) -> Place:
        """A space for a stone: two rows, the one behind first."""
        row_of = (len(self.board.arrows) + 1) // 2
        row, column = divmod(index, row_of)
        pitch = 264 / row_of
        return Place(12 + pitch * (column + 0.5) + 12 * (1 - row), 241 + 36 * row, row)

    # ------------------------------------------------------------------------------ backdrop

    def symbols(self) -> str:
        symbols = []
        for colour, letter in LETTERS.items():
            chariot = _chariot(letter, SIGNS[colour])
            symbols.append(tag("g", chariot, id=f"i-cf{letter}"))
            turned = tag("g", chariot, transform="scale(-1 1)")
            symbols.append(tag("g", turned, id=f"i-cb{letter}"))
        return "".join(symbols)

    def ground(self) -> str:
        return (
            tag("path", class_="te-in", fill="url(#i-g-te)", d="M10 58H334V206H10z")
            + path("M16 204L2 290H342L328 204z", "stone-l")
            + "".join(self._lane())
            + _cornice(38)
            + self._rounds()
            + "".join(self._spaces())
            + self._edge(self.board.on_goal)
        )

    def _lane(self) -> Iterator[str]:
        """Two tiers; the points of each space on its edge; the start, and the goal under a disc."""
        for low in self.lanes:
            yield path(f"M16 {low - 14}H328L336 {low + 3}H8z", "race")
            yield path(f"M8 {low + 3}H336V{low + 22}H8z", "race-edge")
        goal = self.track[-1]
        for end in (self.track[0], goal):
            yield path(f"M{end.x + 31} {end.y - 13}l-7 16v19", "race-line")
        yield path(f"M{goal.x - 28} {goal.y + 3}h52v19h-52z", "race-goal")
        for index, ((x, y, _depth), points) in enumerate(
            zip(self.track, self.board.track, strict=True)
        ):
            look = "val-next" if index == len(self.track) - 1 else "val"
            words = hint(_("Points at the end of the game")) + svg_text(
                x, y + 18, str(points), look
            )
            yield group(words)

    def _rounds(self) -> str:
        """Points for the foremost chariots at the end of a round."""
        points = " · ".join(str(points) for points in self.board.round_points if points)
        return svg_text(172, 78, _("end of a round: %(points)s", points=points), "ceiling")

    def _spaces(self) -> Iterator[str]:
        for index, steps in enumerate(self.board.arrows):
            x, y, _depth = self.stone_place(index)
            words = _("The chariot moves %(steps)s spaces", steps=steps)
            yield group(
                hint(words) + cell(x, y, 18) + svg_text(x + 4, y - 1, CHEVRON * steps, "arrows-of")
            )

    # -------------------------------------------------------------------------------- pieces

    def stones(self, board: ArenaView) -> Iterator[StoneSpot]:
        for index, seat in enumerate(board["stones"]):
            x, y, depth = self.stone_place(index)
            yield StoneSpot(f"temple.{index}", seat, x, y, STONE, depth)
        yield from self.on_edge(board["further"])

    def things(self, board: ArenaView) -> Iterator[tuple[str, PlacedSymbol]]:
        """The chariots, and the next space; on the start and on the goal there may be several."""
        track, outward = self.track, (len(self.board.track) + 1) // 2
        crowd = {0: 0, len(track) - 1: 0}
        for seat, index in enumerate(board["chariots"]):
            x, y, depth = track[index].x, track[index].y, 1
            symbol = f"{'cf' if index < outward else 'cb'}{self.letters[seat]}"
            if index in crowd:
                behind, column = divmod(crowd[index], 2)
                x, y, depth = x + 28 * column - 16 + 4 * behind, y - 15 * behind, 1 - behind
                crowd[index] += 1
            yield f"chariot{seat}", PlacedSymbol(STONES, symbol, x, y, depth=depth)
        done = len(board["stones"])
        if done < len(self.board.arrows):
            x, y, _depth = self.stone_place(done)
            yield "temple.next", PlacedSymbol(GROUND, "cell-next", x, y)


def _chariot(letter: str, sign: str) -> str:
    """A chariot and its horse, driving to the right; wheels on y = 0."""
    spokes = "M-14 -7h14M-7 -14v14"
    return (
        path("M-20 2h38l6 -4h-34z", "sh")
        + path("M2 -11L13 -15", "shaft")
        + path(
            "M5 -16q0 -5 5 -5h5l3 -7 4 -1 4 5-4 1-2 6v9l2 8h-3l-2 -8h-5l-3 8h-3z",
            f"face s-{letter}",
        )
        + tag(
            "path",
            class_=f"face f-{letter}",
            fill=f"url(#i-g-{letter})",
            d="M-19 -8L-18 -27Q-8 -30 1 -26Q3 -16 4 -8z",
        )
        + tag("path", class_=f"m-{letter}", d=sign, transform="translate(-8 -18) scale(.72)")
        + circle(-7, -7, 7, "wheel-rim")
        + path(spokes, "wheel-rim")
    )  # fmt: skip

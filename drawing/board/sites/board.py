"""Base class of all sites' drawings: things next to them, and the places at the edge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from drawing.board.sites.art import COURSE_HIGH, STONE_TOP, pad
from drawing.language import gettext as _
from drawing.language.words import SITES
from drawing.modules import in_play
from drawing.svg import coord, group, hint
from drawing.svg.pieces import (
    COURSE,
    LETTERS,
    MINI,
    STONE,
    UPPER,
    BlockPart,
    PlacedSymbol,
    StoneSpot,
)
from engine.shown import View
from engine.vocabulary import Site

if TYPE_CHECKING:
    from engine import Rules


BoardViewT = TypeVar("BoardViewT")
"""A view of the board: one of the shapes of ``engine.shown``."""

FAR: Final = (344, 290)
"""The size of a site on the far bank."""

NEAR: Final = (396, 219)
"""The size of a site on the near bank; the upper 34 are left to what stands above it."""

EDGE_ROOM: Final = 155
"""How high stones beside a board may be stacked."""


class Place(NamedTuple):
    """Place of a stone: the middle of the lower edge of its front, and how far in front."""

    x: float
    y: float
    depth: int = 0


Point = tuple[float, float]


class Outline(NamedTuple):
    """Something of a block that may be pointed at: the rectangle around it, and its own shape as
    the ``d`` of a path."""

    x: float
    y: float
    width: float
    height: float
    d: str


class SiteDrawing(Generic[BoardViewT]):
    """One side of one site. `rules` are the constants of the game; `last` describes the board at
    the end of the log, so that there is space for all that comes.

    A drawing overrides ``ground`` (what never changes), ``stones`` and ``things``. Its name, its
    side and how many stones lie there stand on the page beside it, not on the drawing.
    """

    site: ClassVar[Site]
    width, height = FAR
    depths = 2
    edge_at: tuple[float, float] = 0, 0
    """Place of further stones, if there are such."""

    def __init__(self, rules: Rules, last: BoardViewT) -> None:
        self.rules = rules
        self.board: Any = rules.boards[self.site]
        self.last = last
        self.name = self.site.word
        self.title = str(SITES[self.site])
        self.side = rules.setup.sides[self.site].word
        self.label = _("%(site)s, side %(side)s", site=self.title, side=self.side)
        self.provisional = rules.confidence[self.site] == "provisional"
        """True if its numbers are a stand-in for the printed ones."""
        self.letters: list[str] = [LETTERS[colour] for colour in rules.setup.seats]
        self.modules = in_play(rules)
        self.parts = tuple(self._parts())

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.rules.setup.seats)

    # ---------------------------------------------------------------------------- backdrop

    def backdrop(self) -> str:
        return "".join([self.ground(), *(module.on_ground(self) for module in self.modules)])

    def ground(self) -> str:
        """The backdrop of the board, which never changes."""
        raise NotImplementedError

    def symbols(self) -> str:
        """Symbols that only this board needs."""
        return ""

    # ------------------------------------------------------------------------------ pieces

    def facts(self, view: View) -> object:
        """Parts of `view` that the block depends on."""
        return view["sites"][self.name]

    def _parts(self) -> Iterator[BlockPart]:
        """The board, and the stones on the fields of modules."""
        yield BlockPart(self._board, self._things, self._stones)
        if self.modules:
            yield BlockPart(
                lambda view: view["sites"][self.name]["wagers"], spots=self._stones_on_fields
            )

    def _board(self, view: View) -> BoardViewT:
        board: BoardViewT = view["sites"][self.name]["board"]
        return board

    def _things(self, view: View) -> Iterator[tuple[str, PlacedSymbol]]:
        return self.things(self._board(view))

    def _stones(self, view: View) -> Iterator[StoneSpot]:
        return self.stones(self._board(view))

    def _stones_on_fields(self, view: View) -> Iterator[StoneSpot]:
        """The stones on the fields of modules."""
        for module in self.modules:
            yield from module.stones_at(self, view["sites"][self.name])

    def mini(self, seat: int) -> str:
        """The small stone of a seat, as a symbol."""
        return f"{MINI}{self.letters[seat]}"

    def stones(self, board: BoardViewT) -> Iterator[StoneSpot]:
        """The stones of the board."""
        return iter(())

    def things(self, board: BoardViewT) -> Iterator[tuple[str, PlacedSymbol]]:
        """Other pieces on the board."""
        return iter(())

    # ------------------------------------------------------------------------ further stones

    def edge(self) -> str:
        """Pad for further stones, with the worth of each."""
        return self._edge(self.board.further)

    def _edge(self, points: int) -> str:
        x, y = self.edge_at
        words = _("Points for each further stone")
        return group(hint(words) + pad(x, y, points, dark=self.site is Site.BURIAL_CHAMBER))

    def on_edge(self, seats: Sequence[int]) -> Iterator[StoneSpot]:
        """The stones that are stacked there."""
        x, y = self.edge_at
        return stack(f"{self.name}.f", seats, x, y, course_step(len(seats), EDGE_ROOM))

    # ----------------------------------------------------------------------------- pointing

    shape: ClassVar[Sequence[Point]] = ()
    """The corners of the site as a whole."""

    def outline(self) -> Outline:
        """The site itself."""
        return outline(self.shape)

    def target(self, *numbers: int) -> Outline:
        """Outline of a thing that an entry names: a space, a pyramid, a niche, numbered as the log
        does."""
        raise NotImplementedError


# --------------------------------------------------------------------------------------- stacks


def course_step(height: int, room: float) -> float:
    """By how much a stack rises with each covered stone, so that `height` stones fit in `room`."""
    return round(min(COURSE_HIGH, (room - STONE_TOP) / max(1, height - 1)), 1)


def stack(
    key: str, seats: Sequence[int], x: float, y: float, step: float, layers: int = 2
) -> Iterator[StoneSpot]:
    """Stones on each other: of those that are covered a course is seen, with its mark. They fill
    `layers` depths; with two, courses must not overlap."""
    top = len(seats) - 1
    for level, seat in enumerate(seats):
        size = COURSE if level < top else UPPER if level else STONE
        depth = min(level, layers - 1) if layers > 2 else level == top
        yield StoneSpot(f"{key}{level}", seat, x, y - step * level, size, int(depth))


# ------------------------------------------------------------------------------------- outlines


def outline(corners: Sequence[Point]) -> Outline:
    """The shape with these corners."""
    across, down = [x for x, _ in corners], [y for _, y in corners]
    left, top = min(across), min(down)
    d = "M" + "L".join(f"{coord(x)} {coord(y)}" for x, y in corners) + "z"
    wide, high = round(max(across) - left, 1), round(max(down) - top, 1)
    return Outline(round(left, 1), round(top, 1), wide, high, d)


def box(x: float, y: float, wide: float, high: float) -> Outline:
    """A rectangle around (x, y)."""
    left, right, top, low = x - wide / 2, x + wide / 2, y - high / 2, y + high / 2
    return outline([(left, top), (right, top), (right, low), (left, low)])


def around_stone(x: float, y: float) -> Outline:
    """Outline of a stone on (x, y)."""
    corners = ((-18, 3), (-18, -24), (-11, -38), (24, -38), (24, -12), (17, 3))
    return outline([(x + dx, y + dy) for dx, dy in corners])

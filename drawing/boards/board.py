"""What the drawings of all sites share: the frame, the dock, the places at the right edge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from drawing.language import gettext as _
from drawing.modules import in_play
from drawing.pieces import GROUND, LETTERS, MINI, OVER, Part, Piece, Spot
from drawing.svg import group, hint, path, rect, signed, tag, text
from drawing.words import SITES
from engine.shown import View
from engine.vocabulary import Site

if TYPE_CHECKING:
    from engine import Reward, Rules


Shown = TypeVar("Shown")
"""What a view says of the board: one of the shapes of ``engine.shown``."""

LEFT, TOP, RIGHT, BOTTOM = 60, 32, 350, 192
"""The part of a block that belongs to the board itself."""


def wave(y: float, width: float) -> str:
    """A line of water."""
    return path(f"M4 {y}" + "q4 -4 8 0t8 0" * int(width / 16), "wave")


class SiteDrawing(Generic[Shown]):
    """One side of one site. `rules` are the constants of the game; `last` describes the board at
    the end of the log, so that there is space for all that comes.

    A drawing overrides ``ground`` (what never changes), ``stones`` and ``things``.
    """

    site: ClassVar[Site]
    width = 360
    height = 200
    depths = 1

    def __init__(self, rules: Rules, last: Shown) -> None:
        self.rules = rules
        self.board: Any = rules.boards[self.site]
        self.last = last
        self.name = self.site.word
        self.title = str(SITES[self.site])
        side = rules.setup.sides[self.site].word
        self.label = _("%(site)s, side %(side)s") % {"site": self.title, "side": side}
        self.letters: list[str] = []
        self.modules = in_play(rules)
        self.parts = tuple(self._parts())

    # ---------------------------------------------------------------------------- backdrop

    def backdrop(self) -> str:
        side = self.rules.setup.sides[self.site].word
        return "".join(
            [
                rect(0.5, 0.5, 359, 199, "block", 10),
                tag(
                    "path",
                    class_="water",
                    d="M.5 30H50q5 20 0 42t0 42 0 42 0 44H10.5a10 10 0 0 1 -10 -10z",
                ),
                *(wave(y, 40) for y in (52, 84, 116)),
                self._title(side),
                *(module.on_ground(self) for module in self.modules),
                self.ground(),
            ]
        )

    def _title(self, side: str) -> str:
        """The name, the letter of the side; a sign where its numbers are a stand-in."""
        words = escape(self.title) + tag("tspan", escape(side), class_="side", dx=6)
        if self.rules.confidence[self.site] == "provisional":
            words += tag("tspan", "≈", class_="doubt", dx=5)
            words += hint(
                _("The numbers of this side are provisional: a stand-in for the printed ones.")
            )
        return tag("text", words, class_="title", x=12, y=21)

    def ground(self) -> str:
        """What of the board never changes."""
        raise NotImplementedError

    # ------------------------------------------------------------------------------ pieces

    def facts(self, view: View) -> object:
        """What of `view` the block shows."""
        return view["sites"][self.name]

    def _parts(self) -> Iterator[Part]:
        """The counts, the board, and the stones beside it."""
        if self.site is not Site.MARKET:
            yield Part(self._counted, self._counts)
        yield Part(self._board, self._things, self._stones)
        yield Part(self._beside, spots=self._around)

    def _counted(self, view: View) -> object:
        shown = view["sites"][self.name]
        return shown["stones"], shown.get("worth")

    def _counts(self, view: View) -> Iterator[tuple[str, Piece]]:
        shown = view["sites"][self.name]
        yield from self._numbers(shown["stones"])
        yield from self._worth(shown.get("worth", ()))

    def _board(self, view: View) -> Shown:
        board: Shown = view["sites"][self.name]["board"]
        return board

    def _things(self, view: View) -> Iterator[tuple[str, Piece]]:
        return self.things(self._board(view))

    def _stones(self, view: View) -> Iterator[Spot]:
        return self.stones(self._board(view))

    def mini(self, seat: int) -> str:
        """The small stone of a seat, as a symbol."""
        return f"{MINI}{LETTERS[self.rules.setup.seats[seat]]}"

    def _numbers(self, stones: list[int]) -> Iterator[tuple[str, Piece]]:
        """How many stones each seat has here."""
        for seat, stones_of in enumerate(stones):
            x = self._column(seat)
            symbol = f"{MINI}{self.letters[seat]}"
            yield f"{self.name}.of{seat}", Piece(OVER, symbol, x + 3, 11)
            yield f"{self.name}.n{seat}", Piece(OVER, ".of", x + 11, 15, str(stones_of))

    def _worth(self, worth: Sequence[int]) -> Iterator[tuple[str, Piece]]:
        """Below that, what the stones are worth now; who leads is marked, unless all lead."""
        for seat, points in enumerate(worth):
            x = self._column(seat) + 10
            leads = points == max(worth) != min(worth)
            yield f"{self.name}.v{seat}", Piece(OVER, ".worth", x, 26.5, signed(points))
            if leads:
                yield f"{self.name}.lead{seat}", Piece(GROUND, "lead", x, 15.5)

    def _column(self, seat: int) -> int:
        """Where the counts of a seat begin."""
        return 352 - 29 * (len(self.rules.setup.seats) - seat)

    def _beside(self, view: View) -> object:
        return view["sites"][self.name]["wagers"]

    def _around(self, view: View) -> Iterator[Spot]:
        """The stones on the fields of modules."""
        for module in self.modules:
            yield from module.stones_at(self, view["sites"][self.name])

    def stones(self, board: Shown) -> Iterator[Spot]:
        """The stones of the board."""
        return iter(())

    def things(self, board: Shown) -> Iterator[tuple[str, Piece]]:
        """What else lies on the board."""
        return iter(())

    def symbols(self) -> str:
        """Symbols that only this board needs."""
        return ""


# ------------------------------------------------------------------------------ parts of boards


def edge(points: int, y: float = TOP + 2) -> str:
    """The right edge, where further stones lie: what each is worth."""
    words = _("Further stones: points for each")
    return group(
        hint(words)
        + rect(328, y, 22, BOTTOM - y, "edge", 4)
        + text(339, y + 13, f"+{points}", "small")
    )


def on_edge(name: str, seats: list[int], y: float = TOP + 2) -> Iterator[Spot]:
    """The stones at the right edge, in two columns."""
    for index, seat in enumerate(seats):
        row, column = divmod(index, 2)
        step = min(11.5, 128 / max(1, (len(seats) + 1) // 2))
        yield Spot(f"{name}.f{index}", seat, 334 + 10.5 * column, y + 24 + step * row, MINI)


def space(x: float, y: float, size: float = 30, look: str = "space") -> str:
    """An empty space around (x, y)."""
    return rect(x - size / 2, y - size / 2, size, size, look, 4)


def reward(x: float, y: float, given: Reward) -> str:
    """What a space gives, around (x, y): points, and what comes with them or instead."""
    if given.or_stones:
        return (
            text(x - 11, y + 5, str(given.points), "points")
            + text(x - 3, y + 4, "/", "gift")
            + text(x + 5, y + 4, str(given.or_stones), "gift")
            + _stone(x + 14, y)
        )
    if given.best_of:
        return _cards(x - 10, y, given.best_of) + text(x + 12, y + 4, "→ 1", "gift")
    if not given.points:
        return _bonus(x, y, given)
    points = text(x, y + 5, str(given.points), "points")
    if given.cards or given.stones or given.load:
        return points + _bonus(x, y + 15, given)
    return points


def _bonus(x: float, y: float, given: Reward) -> str:
    """A card, stones for the sled, or a stone for a ship, around (x, y)."""
    if given.cards:
        return rect(x - 7, y - 5, 14, 9, "gift-card", 2)
    if given.stones:
        return text(x - 4, y + 4, f"+{given.stones}", "gift") + _stone(x + 6, y)
    hull = f"M{x - 2} {y - 3}h10q3 1 4 3q-1 2 -4 3h-10q2 -3 0 -6z"
    return _stone(x - 8, y) + path(hull, "hull")


def _cards(x: float, y: float, number: int) -> str:
    left = x - 2 * (number - 1) - 5
    return "".join(rect(left + 4 * i, y - 7, 10, 14, "gift-card", 2) for i in range(number))


def _stone(x: float, y: float) -> str:
    return rect(x - 4, y - 4, 8, 8, "gift-stone", 1)


def gives(given: Reward) -> str:
    """What a space gives, in words."""
    parts = []
    if given.points and given.or_stones:
        return _("%(points)s points or %(stones)s stones") % {
            "points": given.points,
            "stones": given.or_stones,
        }
    if given.points:
        parts.append(_("%(points)s points") % {"points": given.points})
    if given.cards:
        parts.append(_("a card from the pile"))
    if given.best_of:
        parts.append(_("the best of %(count)s cards") % {"count": given.best_of})
    if given.stones:
        parts.append(_("%(stones)s stones for the sled") % {"stones": given.stones})
    if given.load:
        parts.append(_("place a stone on a ship"))
    return ", ".join(parts)

"""The whole table as blocks: a backdrop for each, and the pieces that lie on them.

A block is an ``<svg>`` of its own; the page lays the blocks out. A piece belongs to a *place*, a
layer of a block: place ``4 * block + layer``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import filterfalse
from typing import Any, Final, NamedTuple, Protocol

from drawing.boards import DRAWINGS
from drawing.boards.board import SiteDrawing
from drawing.faces import card_symbols
from drawing.harbour import Harbour
from drawing.ink import number, tag
from drawing.modules import in_play
from drawing.pieces import LETTERS, MARKS, STONES, Piece, Spot, View, where
from drawing.seats import SeatDrawing
from drawing.stones import Named, Stones
from drawing.supply import Piles
from drawing.symbols import all_symbols
from engine import State
from engine.vocabulary import Site

LAYERS: Final = 4
RINGED: Final = frozenset("smb")

Placed = tuple[int, str, float, float] | tuple[int, str, float, float, str]
"""A piece as the payload has it: place, symbol, x, y, and the word if it is one."""

Table = dict[str, Placed]
"""All pieces of a position by their keys."""

Delta = dict[str, Placed | None]
"""What changes: a piece, or ``None`` where it is gone."""


class Part(Protocol):
    """Pieces of a block that change together."""

    def facts(self, view: View) -> Any:
        """What of `view` the pieces depend on: if it is equal, so are they."""

    def pieces(self, view: View) -> Iterator[tuple[str, Piece]]:
        """What changes, stones left out, by key."""

    def spots(self, view: View, waiting: Sequence[int] = ()) -> Iterator[Spot]:
        """Where stones lie; `waiting`: the seats of those at the dock."""


class Block(Part, Protocol):
    """A part of the table with its own coordinates; one with several parts has `parts`."""

    name: str
    label: str
    width: int
    height: int

    def backdrop(self) -> str:
        """Markup that never changes."""


class Drawing:
    """How one game is drawn. `last` is a late position: it says how much space is needed."""

    def __init__(self, last: State, last_view: View, names: Sequence[str]) -> None:
        rules: Any = last.rules
        self.rules = rules
        self.letters = [LETTERS[colour] for colour in rules.setup.seats]
        self.harbour = Harbour(rules)
        self.sites: list[SiteDrawing] = []
        for site in Site:
            drawing = DRAWINGS[site][rules.setup.sides[site]]
            made = drawing(rules, last_view["sites"][site.word]["board"])
            made.letters = self.letters
            self.sites.append(made)
        self.seats = [SeatDrawing(rules, seat, name) for seat, name in enumerate(names)]
        self.modules = in_play(rules)
        own = [block for module in reversed(self.modules) for block in module.blocks()]
        self.supply: list[Block] = [Piles(rules), *own]
        self.blocks: list[Block] = [self.harbour, *self.sites, *self.seats, *self.supply]

    # ---------------------------------------------------------------------------- backdrop

    def symbols(self) -> str:
        """The contents of ``<defs>``."""
        own = "".join([part.symbols() for part in self.sites])
        own += "".join([module.symbols() for module in self.modules])
        return all_symbols(self.rules.minimum_load) + card_symbols(self.rules) + own

    def block_markup(self, index: int, table: Table | None = None) -> str:
        """A block as an ``<svg>``, with the pieces of `table` that lie on it."""
        block = self.blocks[index]
        layers = []
        for layer in range(LAYERS):
            place = LAYERS * index + layer
            lying = (table or {}).items()
            inside = "".join(piece_markup(key, piece) for key, piece in lying if piece[0] == place)
            layers.append(f'<g data-place="{place}">{inside}</g>')
        return tag(
            "svg",
            block.backdrop() + "".join(layers),
            xmlns="http://www.w3.org/2000/svg",
            class_=f"block-{block.name}",
            viewBox=f"0 0 {block.width} {block.height}",
            role="img",
            aria_label=block.label,
        )

    # ------------------------------------------------------------------------------ pieces

    def start(self, view: View) -> Stones:
        """The stones before the first entry."""
        return Stones(self.letters, view)


class Made(NamedTuple):
    """What was made of a part by `facts`."""

    facts: tuple[Any, list[int]]
    pieces: Table
    spots: list[Spot]


class Scene:
    """The pieces of one game as it goes on. What is not touched is not made again."""

    def __init__(self, drawing: Drawing, view: View) -> None:
        self.drawing = drawing
        self.stones = drawing.start(view)
        self.drawn: list[tuple[int, Part]] = [
            (index, part)
            for index, block in enumerate(drawing.blocks)
            for part in (block.parts if isinstance(block, SeatDrawing) else (block,))
        ]
        self.made: list[tuple[Made | None, Made | None]] = [(None, None) for _ in self.drawn]
        self.block_of: dict[str, int] = {}
        self.lying: list[tuple[Named, Table]] = [({}, {}) for _ in (*self.drawn, None)]
        self.lies: dict[Spot, Placed] = {}
        self.parts: list[Table] = [{} for _ in range(2 * len(self.drawn) + 1)]
        self.ringed: Table = {}
        self.lay(view)
        self.ringed = {}

    def lay(self, view: View) -> Delta:
        """Draw the position after the one before, with rings around what moved. The stones have
        been followed up to it. What has to change is told."""
        old, new = dict[str, Placed](), dict[str, Placed]()
        made = [self._part(index, view) for index in range(len(self.drawn))]
        parts = [one.pieces for one in made] + self._stones([one.spots for one in made])
        for was, now in zip(self.parts, parts, strict=True):
            if was is not now:
                old.update(was)
                new.update(now)
        ringed = rings(dict(filterfalse(old.items().__contains__, new.items())))
        delta = difference({**old, **self.ringed}, {**new, **ringed})
        self.parts, self.ringed = parts, ringed
        return delta

    @property
    def table(self) -> Table:
        """Every piece of the position, the rings left out."""
        found: Table = {}
        for part in self.parts:
            found.update(part)
        return found

    def _part(self, index: int, view: View) -> Made:
        """The pieces and the spots of a part, which often are those of the last time, or, as a
        turn comes and goes, of the time before."""
        block, part = self.drawn[index]
        waiting = self.stones.waiting(part.site) if isinstance(part, SiteDrawing) else []
        facts = (part.facts(view), waiting)
        last, before = self.made[index]
        if last is not None and last.facts == facts:
            return last
        if before is None or before.facts != facts:
            pieces = {key: placed(LAYERS * block, one) for key, one in part.pieces(view)}
            before = Made(facts, pieces, list(part.spots(view, waiting)))
            belong = [where(spot.key)[0] for spot in before.spots]
            self.block_of.update(dict.fromkeys(belong, block))
        self.made[index] = (before, last)
        return before

    def _stones(self, spots: list[list[Spot]]) -> list[Table]:
        """The stones of each block, and at the end those named just now."""
        named = self.stones.name(spots)
        for index, stones in enumerate(named):
            if stones is not self.lying[index][0]:
                self.lying[index] = stones, {name: self._lies(s) for name, s in stones.items()}
        return [table for _, table in self.lying]

    def _lies(self, spot: Spot) -> Placed:
        found = self.lies.get(spot)
        if found is None:
            place = LAYERS * self.block_of[where(spot.key)[0]] + STONES
            symbol = f"{spot.size}{self.drawing.letters[spot.seat]}"
            found = self.lies[spot] = (place, symbol, short(spot.x), short(spot.y))
        return found


@lru_cache(maxsize=8192)
def placed(first: int, piece: Piece) -> Placed:
    """`piece` on the block whose layers begin at place `first`."""
    x, y = short(piece.x), short(piece.y)
    if piece.symbol[0] == ".":
        return first + piece.layer, piece.symbol, x, y, piece.text
    return first + piece.layer, piece.symbol, x, y


def short(value: float) -> float:
    """A coordinate to a tenth; whole numbers as such, which are shorter to write."""
    if type(value) is int:
        return value
    tenth = round(value, 1)
    return int(tenth) if tenth == int(tenth) else tenth


def difference(before: Table, after: Table) -> Delta:
    """What has to change to make `after` of `before`."""
    delta: Delta = dict(filterfalse(before.items().__contains__, after.items()))
    delta.update(dict.fromkeys(filterfalse(after.__contains__, before)))
    return delta


def rings(changed: Table) -> Table:
    """Rings around the stones and cards that the step moved or brought."""
    found: Table = {}
    for piece in changed.values():
        if _is_ringed(piece[1]):
            layer = piece[0] // LAYERS * LAYERS + MARKS
            found[f"ring{len(found)}"] = (layer, f"R{piece[1][0]}", piece[2], piece[3])
    return found


def _is_ringed(symbol: str) -> bool:
    """Stones by their size, cards by their number."""
    return symbol[0] in RINGED or (symbol[0] == "c" and (symbol[1:].isdigit() or symbol == "cx"))


def piece_markup(key: str, piece: Placed) -> str:
    """The element of a piece; ``static/js/replay/stage.js`` makes the same."""
    where = f"translate({number(piece[2])} {number(piece[3])})"
    if len(piece) == 5:
        words = piece[4].replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return f'<text data-key="{key}" class="{piece[1][1:]}" transform="{where}">{words}</text>'
    return f'<use data-key="{key}" href="#i-{piece[1]}" transform="{where}"/>'

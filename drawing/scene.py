"""The whole table as blocks: a backdrop for each, and the pieces that lie on them.

A block is an ``<svg>`` of its own; the page lays the blocks out. A piece belongs to a *place*, a
layer of a block: place ``4 * block + layer``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Protocol

from drawing.boards import DRAWINGS
from drawing.boards.board import SiteDrawing
from drawing.faces import card_symbols
from drawing.harbour import Harbour
from drawing.ink import number, tag
from drawing.pieces import LETTERS, MARKS, STONES, Piece, Spot, View
from drawing.seats import SeatDrawing
from drawing.stones import Stones
from drawing.supply import Favours, Piles, Prophecies
from drawing.symbols import all_symbols
from engine import State
from engine.vocabulary import Card, Module, Site

LAYERS: Final = 4
RINGED: Final = frozenset("smb")

Placed = tuple[int, str, float, float] | tuple[int, str, float, float, str]
"""A piece as the payload has it: place, symbol, x, y, and the word if it is one."""

Table = dict[str, Placed]
"""All pieces of a position by their keys."""


class Block(Protocol):
    """A part of the table with its own coordinates."""

    name: str
    label: str
    width: int
    height: int

    def backdrop(self) -> str:
        """Markup that never changes."""

    def facts(self, view: View) -> Any:
        """What of `view` the pieces depend on: if it is equal, so are they."""

    def pieces(self, view: View) -> Iterator[tuple[str, Piece]]:
        """What changes, stones left out, by key."""

    def spots(self, view: View, waiting: Sequence[int] = ()) -> Iterator[Spot]:
        """Where stones lie; `waiting`: the seats of those at the dock."""


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
        self.supply: list[Piles | Prophecies | Favours] = [Piles(rules)]
        if Module.GOD_PROPHECIES in rules.setup.modules:
            prophecies = Prophecies(rules)
            prophecies.letters = self.letters
            self.supply.append(prophecies)
        if Module.PHARAOHS_FAVORS in rules.setup.modules:
            self.supply.append(Favours(rules))
        self.blocks: list[Block] = [self.harbour, *self.sites, *self.seats, *self.supply]
        self.known: dict[int, tuple[Any, Table, list[Spot]]] = {}

    # ---------------------------------------------------------------------------- backdrop

    def symbols(self) -> str:
        """The contents of ``<defs>``."""
        own = "".join(site.symbols() for site in self.sites)
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
        payments = {
            Card.RAFT: self.rules.raft_payment + 1,
            Card.LOADING_PLANK: self.rules.loading_plank_payment,
        }
        return Stones(self.letters, view, payments)

    def table(self, view: View, stones: Stones) -> Table:
        """Every piece of a position. `stones` has followed the game up to it."""
        found: Table = {}
        places: dict[str, int] = {}
        spots: list[Spot] = []
        for index in range(len(self.blocks)):
            pieces, lying = self._block(index, view, stones)
            found.update(pieces)
            for spot in lying:
                places[spot.key] = LAYERS * index + STONES
            spots += lying
        for name, spot in stones.name(spots).items():
            symbol = f"{spot.size}{self.letters[spot.seat]}"
            found[name] = (places[spot.key], symbol, short(spot.x), short(spot.y))
        return found

    def _block(self, index: int, view: View, stones: Stones) -> tuple[Table, list[Spot]]:
        """The pieces and the spots of a block; most blocks stay as they were for many steps."""
        block = self.blocks[index]
        waiting = stones.waiting(block.site) if isinstance(block, SiteDrawing) else []
        facts = (block.facts(view), waiting)
        known = self.known.get(index)
        if known is None or known[0] != facts:
            first = LAYERS * index
            pieces = {key: placed(first, piece) for key, piece in block.pieces(view)}
            known = self.known[index] = (facts, pieces, list(block.spots(view, waiting)))
        return known[1], known[2]


def placed(first: int, piece: Piece) -> Placed:
    """`piece` on the block whose layers begin at place `first`."""
    x, y = short(piece.x), short(piece.y)
    if piece.symbol[0] == ".":
        return first + piece.layer, piece.symbol, x, y, piece.text
    return first + piece.layer, piece.symbol, x, y


def short(value: float) -> float:
    """A coordinate to a tenth; whole numbers as such, which are shorter to write."""
    tenth = round(value, 1)
    return int(tenth) if tenth == int(tenth) else tenth


def rings(before: Mapping[str, Placed], after: Mapping[str, Placed]) -> Table:
    """Rings around the stones and cards that the step moved or brought."""
    found: Table = {}
    for key, piece in after.items():
        symbol = piece[1]
        if before.get(key) == piece or not _is_ringed(symbol):
            continue
        layer = piece[0] // LAYERS * LAYERS + MARKS
        found[f"ring{len(found)}"] = (layer, f"R{symbol[0]}", piece[2], piece[3])
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

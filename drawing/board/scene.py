"""The whole table as blocks: a backdrop for each, and the pieces that lie on them.

A block is an ``<svg>`` of its own; the page lays the blocks out. A piece belongs to a *place*, a
layer of a block: place ``STRIDE * block + layer``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import filterfalse
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from drawing.board.background import Land
from drawing.board.harbour import Harbour
from drawing.board.seats import SeatDrawing
from drawing.board.sites import DRAWINGS
from drawing.board.sites.art import board_symbols
from drawing.board.sites.board import SiteDrawing
from drawing.board.stones import FRESH, Named, StoneTracker
from drawing.board.symbols import all_symbols
from drawing.cards.faces import SMALL_WIDTH, card_symbols, place_small_cards
from drawing.language import gettext as _
from drawing.modules import in_play
from drawing.svg import coord, group, hint, path, tag, use
from drawing.svg.pieces import (
    GROUND,
    LETTERS,
    MARKS,
    OVER,
    STONES,
    STRIDE,
    BlockPart,
    PlacedSymbol,
    StoneSpot,
    none,
)
from engine import State
from engine.shown import View
from engine.vocabulary import Card, Site

if TYPE_CHECKING:
    from engine import Rules

FIRST: Final = 80
"""The x of the first card of the discard pile."""

READABLE: Final = 18
"""Cards that lie closer together have one number for all of them."""


class Piles:
    """The draw pile, and what can be read on the discard pile."""

    name = "piles"
    width = 246
    height = 32
    depths = 0

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.title = self.label = _("Cards")
        self.parts = (BlockPart(self.facts, self.pieces),)

    def backdrop(self) -> str:
        return group(hint(_("draw pile")) + use("dx", 15, 17) + use("dx", 17, 15)) + group(
            hint(_("discard pile")) + path(f"M{FIRST - 25} 16h8m-4 -4l4 4l-4 4", "arrow")
        )

    def facts(self, view: View) -> object:
        """Parts of `view` that the pieces depend on."""
        return view["pile"]

    def pieces(self, view: View) -> Iterator[tuple[str, PlacedSymbol]]:
        """The cards of one kind lie on each other, with their number; many kinds are one pile."""
        pile = view["pile"]
        yield "draw", PlacedSymbol(OVER, ".pile", 33, 22, str(pile["draw"]))
        lying = [(f"d{Card.read(word).value}", number) for word, number in pile["discard"].items()]
        if pile["unseen"]:
            lying.append(("dx", pile["unseen"]))
        room = self.width - FIRST - SMALL_WIDTH / 2 - 6
        has_numbers = room >= READABLE * (len(lying) - 1)
        if not has_numbers:
            total = sum(number for _symbol, number in lying)
            yield "discard.n", PlacedSymbol(OVER, ".times", FIRST + room, 22, str(total))
            room -= SMALL_WIDTH
        places = place_small_cards([number for _symbol, number in lying], room)
        for (symbol, number), place in zip(lying, places, strict=True):
            yield f"discard.{symbol}", PlacedSymbol(GROUND, symbol, FIRST + place.card, 16)
            if number > 1 and has_numbers:
                x, y = (place.number, 21) if place.has_room else (place.card, 26)
                yield f"discard.{symbol}n", PlacedSymbol(OVER, ".times", FIRST + x, y, str(number))


RINGED: Final = frozenset("sulm")
COLOURED: Final = frozenset(LETTERS.values())
UNSEEN: Final = object()

Read = Callable[[View], object]
"""Reads something of a view."""

Placed = tuple[int, str, float, float] | tuple[int, str, float, float, str]
"""A piece as the payload has it: place, symbol, x, y, and the word if it is one."""

Table = dict[str, Placed]
"""All pieces of a position by their keys."""

Delta = dict[str, Placed | None]
"""Changed pieces; ``None`` where a piece is gone."""


class SceneBlock(Protocol):
    """A part of the table with its own coordinates."""

    name: str
    label: str
    width: int
    height: int

    @property
    def depths(self) -> int:
        """How many layers of stones cover each other."""

    @property
    def parts(self) -> Sequence[BlockPart]:
        """Its pieces, by what they depend on."""

    def facts(self, view: View) -> object:
        """Parts of `view` that it depends on: while they are equal, no part changes."""

    def backdrop(self) -> str:
        """Markup that never changes."""


class Drawing:
    """How one game is drawn. `last` is a late position: it says how much space is needed."""

    def __init__(self, last: State, last_view: View, names: Sequence[str]) -> None:
        rules: Any = last.rules
        self.rules = rules
        self.letters = [LETTERS[colour] for colour in rules.setup.seats]
        self.harbour = Harbour(rules)
        self.sites: list[SiteDrawing[Any]] = []
        for site in Site:
            drawing = DRAWINGS[site][rules.setup.sides[site]]
            site_drawing = drawing(rules, last_view["sites"][site.word]["board"])
            site_drawing.letters = self.letters
            self.sites.append(site_drawing)
        self.seats = [SeatDrawing(rules, seat, name) for seat, name in enumerate(names)]
        self.modules = in_play(rules)
        module_blocks = [block for module in reversed(self.modules) for block in module.blocks()]
        self.supply: list[SceneBlock] = [Piles(rules), *module_blocks]
        self.land = Land(rules)
        self.blocks: list[SceneBlock] = [
            self.land,
            *self.sites,
            self.harbour,
            *self.supply,
            *self.seats,
        ]

    # ---------------------------------------------------------------------------- backdrop

    def symbols(self) -> str:
        """The contents of ``<defs>``."""
        symbols_of_blocks = board_symbols() + "".join([part.symbols() for part in self.sites])
        symbols_of_blocks += "".join([module.symbols() for module in self.modules])
        return all_symbols(self.rules.minimum_load) + card_symbols(self.rules) + symbols_of_blocks

    def block_markup(self, index: int, table: Table | None = None, *, listed: bool = False) -> str:
        """A block as an ``<svg>``, with the pieces of `table` that lie on it. `listed`: a list
        beside it says all that it shows (``drawing.spoken``), so it is not read out itself."""
        block = self.blocks[index]
        inside = {STRIDE * index + layer: "" for layer in layers_of(block)}
        for key, piece in (table or {}).items():
            if piece[0] in inside:
                inside[piece[0]] += piece_markup(key, piece)
        layers = [f'<g data-place="{place}">{pieces}</g>' for place, pieces in inside.items()]
        spoken: dict[str, str | float] = {"aria_hidden": "true"}
        if block.label and not listed:
            spoken = {"role": "img", "aria_label": block.label}
        return tag(
            "svg",
            block.backdrop() + "".join(layers),
            xmlns="http://www.w3.org/2000/svg",
            class_=f"block-{block.name}",
            viewBox=f"0 0 {block.width} {block.height}",
            **spoken,
        )

    # ------------------------------------------------------------------------------ pieces

    def start(self, view: View) -> StoneTracker:
        """The stones before the first entry."""
        return StoneTracker(self.letters, view)


class DrawnPart(NamedTuple):
    """A part as it is drawn: its pieces, and where its stones lie."""

    pieces: Table
    spots: list[StoneSpot]


class Scene:
    """The pieces of one game as it goes on. What is not touched is not made again. `fresh`: the
    blocks that show something else than in the position before."""

    def __init__(self, drawing: Drawing, view: View) -> None:
        self.drawing = drawing
        self.stones = drawing.start(view)
        self.parts: list[tuple[int, BlockPart]] = [
            (index, part) for index, block in enumerate(drawing.blocks) for part in block.parts
        ]
        readers: dict[tuple[str, Read], list[tuple[int, Read]]] = {}
        for number, (index, part) in enumerate(self.parts):
            block = drawing.blocks[index]
            part_readers = readers.setdefault((block.name, part.within or block.facts), [])
            part_readers.append((number, part.facts))
        self.looks = [(*within, part_readers) for within, part_readers in readers.items()]
        self.shown: list[object] = [UNSEEN for _ in self.looks]
        self.facts: list[object] = [UNSEEN for _ in self.parts]
        self.pieces: list[Table] = [{} for _ in self.parts]
        self.drawn: list[dict[object, DrawnPart]] = [{} for _ in self.parts]
        self.lying: dict[int, Table] = {}
        self.lies: dict[StoneSpot, Placed] = {}
        self.ringed: Table = {}
        self.fresh: list[str] = []
        self.seen = view
        self.lay(view)
        self.ringed = {}

    def lay(self, view: View, sailed: str = "") -> Delta:
        """Draw the position after the one before, with rings around what moved, and return what
        has to change. The stones have been followed up to it. `sailed`: the ship that did, after
        ``ship``; where it lay there stays an outline."""
        self.fresh = []
        old, new = dict[str, Placed](), dict[str, Placed]()
        spots: dict[int, list[StoneSpot]] = {}
        view = self.seen = {**view, "waiting": self.stones.waiting()}
        for part in self._changed(view):
            was = self.pieces[part]
            _compare(was, self._draw(part, view, spots), old, new)
        for part, stones in self.stones.name(spots).items():
            was = self.lying.get(part, {})
            _compare(was, self._put(part, stones), old, new)
        ringed = rings(dict(filterfalse(old.items().__contains__, new.items())))
        if sailed and (lay := old.get(f"ship{sailed}")):
            ringed["ring.ship"] = (lay[0], f"W{lay[1][1:]}", lay[2], lay[3])
        delta = table_delta({**old, **self.ringed}, {**new, **ringed})
        self.ringed = ringed
        return delta

    @property
    def table(self) -> Table:
        """Every piece of the position, the rings left out."""
        table: Table = {}
        for pieces in self.pieces:
            table.update(pieces)
        for part in sorted(self.lying, key=lambda part: (part == FRESH, part)):
            table.update(self.lying[part])
        return table

    def _changed(self, view: View) -> Iterator[int]:
        """The numbers of the parts of which `view` shows something else than the view before."""
        for index, (block, look, part_readers) in enumerate(self.looks):
            facts_within, before = look(view), self.shown[index]
            if facts_within is before or facts_within == before:
                continue
            self.shown[index] = facts_within
            if block not in self.fresh:
                self.fresh.append(block)
            for part, read in part_readers:
                facts = read(view)
                if facts != self.facts[part]:
                    self.facts[part] = facts
                    yield part

    def _draw(self, number: int, view: View, spots: dict[int, list[StoneSpot]]) -> Table:
        """The pieces of a part; where its stones lie is added to `spots`."""
        part = self.parts[number][1]
        if part.recurs:
            by_facts, facts = self.drawn[number], self.facts[number]
            part_drawing = by_facts.get(facts) or by_facts.setdefault(
                facts, self._draw_part(number, view)
            )
        else:
            part_drawing = self._draw_part(number, view)
        self.pieces[number] = part_drawing.pieces
        if part.spots is not none:
            spots[number] = part_drawing.spots
        return part_drawing.pieces

    def _draw_part(self, number: int, view: View) -> DrawnPart:
        """A part made anew."""
        block, part = self.parts[number]
        first = STRIDE * block
        spots = list(part.spots(view))
        for spot in spots:
            if spot not in self.lies:
                self.lies[spot] = self._lies(block, spot)
        return DrawnPart(
            {key: placed_piece(first, piece) for key, piece in part.pieces(view)}, spots
        )

    def _put(self, part: int, stones: Named) -> Table:
        """The stones of a part as pieces."""
        lying = self.lying[part] = {name: self.lies[spot] for name, spot in stones.items()}
        return lying

    def _lies(self, block: int, spot: StoneSpot) -> Placed:
        """A stone on a spot of a block."""
        symbol = f"{spot.size}{self.drawing.letters[spot.seat]}"
        return STRIDE * block + STONES + spot.depth, symbol, short(spot.x), short(spot.y)


def layers_of(block: SceneBlock) -> list[int]:
    """The layers of a block, the lowest first."""
    return [*range(STONES + block.depths), OVER]


@lru_cache(maxsize=8192)
def placed_piece(first: int, piece: PlacedSymbol) -> Placed:
    """`piece` on the block whose layers begin at place `first`."""
    x, y = short(piece.x), short(piece.y)
    if piece.symbol[0] == ".":
        return first + piece.layer + piece.depth, piece.symbol, x, y, piece.text
    return first + piece.layer + piece.depth, piece.symbol, x, y


def short(value: float) -> float:
    """A coordinate to a tenth; whole numbers as such, which are shorter to write."""
    if type(value) is int:
        return value
    tenth = round(value, 1)
    return int(tenth) if tenth == int(tenth) else tenth


def _compare(was: Table, after: Table, old: Table, new: Table) -> None:
    """Add to `old` what is in `was` alone, and to `new` what is in `after` alone."""
    if was:
        old.update(filterfalse(after.items().__contains__, was.items()))
    if after:
        new.update(filterfalse(was.items().__contains__, after.items()))


def table_delta(before: Table, after: Table) -> Delta:
    """Changes that make `after` of `before`."""
    delta: Delta = dict(filterfalse(before.items().__contains__, after.items()))
    delta.update(dict.fromkeys(filterfalse(after.__contains__, before)))
    return delta


def rings(changed: Table) -> Table:
    """Halos behind the stones and cards that the step moved or brought: each above whatever lies
    behind its piece."""
    halos: Table = {}
    for piece in changed.values():
        if _is_ringed(piece[1]):
            block, layer = divmod(piece[0], STRIDE)
            behind = STRIDE * block + (MARKS if layer == OVER else max(layer - 1, MARKS))
            halos[f"ring{len(halos)}"] = (behind, f"R{piece[1][0]}", piece[2], piece[3])
    return halos


def _is_ringed(symbol: str) -> bool:
    """Stones by their size, cards by their number."""
    if symbol[0] == "c":
        return symbol[1:].isdigit() or symbol == "cx"
    return len(symbol) == 2 and symbol[0] in RINGED and symbol[1] in COLOURED


def piece_markup(key: str, piece: Placed) -> str:
    """The element of a piece; ``static/js/board/stage.js`` makes the same."""
    shift = f"translate({coord(piece[2])} {coord(piece[3])})"
    if len(piece) == 5:
        words = piece[4].replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return f'<text data-key="{key}" class="{piece[1][1:]}" transform="{shift}">{words}</text>'
    return f'<use data-key="{key}" href="#i-{piece[1]}" transform="{shift}"/>'

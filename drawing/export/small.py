"""A position as a small picture: the scene as it lies, without words, for lists and the first page.

It is an SVG of its own, of the symbols that are in it and no others, by day and by night as the
reader's system has it. What is hidden is not in it: of cards there are only those on the market.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from drawing.board.background import HEIGHT, LEFT, WIDTH
from drawing.board.layout import desk
from drawing.board.scene import Drawing, Table
from drawing.export.themed import themed_sheet_for
from drawing.language import language_looked_up_once
from drawing.replay.replay import ReplayWriter, seat_names
from drawing.svg import coord
from drawing.text.narration import Narrator
from engine import State, apply, read_log, start, view


class Crop(NamedTuple):
    """Of the quay, in its units."""

    x: int
    y: int
    width: int
    height: int


SMALL: Final = Crop(0, 8, WIDTH, 648)
"""The five sites and the river, without the players."""

PANORAMA: Final = Crop(LEFT, -40, WIDTH - LEFT + 36, 704)
"""The same with the land to the left of it: a picture as wide as a page, with room for words."""

QUAY: Final = Crop(0, 8, WIDTH, HEIGHT - 8)
"""Sites, river and players."""

UNSEEN: Final = ("piles",)
"""Blocks that are nothing without their words."""

SHEET: Final = "tally"
"""How keys begin of pieces that are nothing without their numbers: the points of a game."""

SAMPLE_LOG: Final = Path(__file__).parent / "quay.imh"
"""A game of four in its fifth round."""

WORDS: Final = re.compile(
    r"<text\b[^>]*>.*?</text>|<title>.*?</title>| data-[\w-]+=\"[^\"]*\""
    r"|<path\b[^>]* class=\"either\"[^>]*/>"
)
"""Words, and the stroke between two numbers."""
EMPTY: Final = re.compile(r"<g(?: [^>]*)?></g>|<g(?: [^>]*)?/>")
SYMBOL: Final = re.compile(r'<(\w+) id="(i-[\w-]+)"')
NAMED: Final = re.compile(r'(?:href="#|url\(#)(i-[\w-]+)')


def log_picture(log: str, step: int | None = None) -> str:
    """The position after a `step` of the legal `log`, or its last one, as a list shows it. Raises
    ``IndexError`` if there is no such step."""
    read = read_log(log)
    if step is not None and step > len(read.entries):
        raise IndexError(step)
    s = start(read.setup)
    for entry in read.entries[:step]:
        apply(s, *entry)
    return position_picture(s, seat_names(read), SMALL)


@lru_cache(maxsize=1)
def panorama() -> str:
    """The picture of the first page: a position of a real game."""
    read = read_log(SAMPLE_LOG.read_text("utf-8"))
    s = start(read.setup)
    for entry in read.entries:
        apply(s, *entry)
    return position_picture(s, seat_names(read), PANORAMA)


@language_looked_up_once()
def position_picture(
    s: State,
    names: Sequence[str],
    crop: Crop,
    marks: Callable[[Drawing, Table], str] = lambda drawing, table: "",
) -> str:
    """An SVG document: the position as everybody may see it, and on top of it the SVG of
    `marks`."""
    drawing = Drawing(s, view(s, None), names)
    table = ReplayWriter(drawing, Narrator(list(names)), s, None).scene.table
    pieces = {key: piece for key, piece in table.items() if not key.startswith(SHEET)}
    corners = desk(drawing)
    low = crop.y + crop.height
    parts = []
    for index, block in enumerate(drawing.blocks):
        x, y = corners[block.name]
        if y >= low or block.name in UNSEEN:
            continue
        markup = drawing.block_markup(index, pieces)
        inside = WORDS.sub("", markup[markup.index(">") + 1 : -len("</svg>")])
        parts.append(f'<g transform="translate({coord(x)} {coord(y)})">{inside}</g>')
    scene = EMPTY.sub("", EMPTY.sub("", "".join(parts)))
    markup = f"<defs>{used(drawing.symbols(), scene)}</defs>{scene}{marks(drawing, table)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{crop.width}" height="{crop.height}" '
        f'viewBox="{crop.x} {crop.y} {crop.width} {crop.height}">'
        f"<style>{themed_sheet_for(markup)}</style>{markup}</svg>"
    )


def used(symbols: str, scene: str, *, worded: bool = False) -> str:
    """Those of `symbols` that are named in `scene`, or in one that is; `worded`: with their
    words."""
    contents = _contents_by_symbol(symbols, worded=worded)
    reached = dict[str, str]()
    new = set(NAMED.findall(scene))
    while new:
        reached |= {name: contents[name] for name in new if name in contents}
        new = {
            reference for name in new for reference in NAMED.findall(contents.get(name, ""))
        } - reached.keys()
    return "".join(markup for name, markup in contents.items() if name in reached)


@lru_cache(maxsize=64)
def _contents_by_symbol(symbols: str, *, worded: bool) -> dict[str, str]:
    """Each symbol by its id, with or without its words."""
    starts = [(symbol.start(), symbol[2]) for symbol in SYMBOL.finditer(symbols)]
    ends = [*(start for start, _name in starts[1:]), len(symbols)]
    return {
        name: symbols[start:end] if worded else WORDS.sub("", symbols[start:end])
        for (start, name), end in zip(starts, ends, strict=True)
    }

"""One board by itself, before the first round or at a step of a game, and one card: an ``<svg>``
that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from drawing.cards.faces import HEIGHT, WIDTH, card_symbols
from drawing.export.picture import FONT, INK
from drawing.export.style import sheet_for
from drawing.language import cached_by_language
from drawing.language.words import colour_title
from drawing.play.live import Live
from engine import EVERYTHING, Entry, Rules, Setup
from engine.vocabulary import Card, Site

GROUND: Final = "#ecd6a4"
WATER: Final = "#1f7480"
BERTHS: Final = 236
"""Width of the berths in the block of the harbour, which is as wide as the river."""

MARGIN: Final = 12


@cached_by_language(120)
def board_picture(setup: Setup, site: Site) -> str:
    """An SVG document: the side of `site` that is in play, without a stone."""
    return block_picture(setup, (), site.word)


def block_picture(setup: Setup, entries: Sequence[Entry], name: str) -> str:
    """An SVG document: the block `name` of the table after `entries`."""
    live = Live(setup, [colour_title(colour) for colour in setup.seats], EVERYTHING)
    live.follow(entries)
    blocks = live.drawing.blocks
    index = next(i for i, block in enumerate(blocks) if block.name == name)
    block = blocks[index]
    placed = f'<svg x="{MARGIN}" y="{MARGIN}" width="{block.width}" height="{block.height}" '
    inside = live.drawing.block_markup(index, live.table).replace("<svg ", placed, 1)
    if block is live.drawing.harbour:
        return _document(BERTHS, block.height, live.drawing.symbols(), inside, WATER)
    return _document(block.width, block.height, live.drawing.symbols(), inside)


@cached_by_language(20)
def card_picture(rules: Rules, card: Card) -> str:
    """An SVG document: the face of a market card."""
    middle = f"translate({MARGIN + WIDTH / 2} {MARGIN + HEIGHT / 2})"
    inside = f'<use href="#i-c{card.value}" transform="{middle}"/>'
    return _document(WIDTH, HEIGHT, card_symbols(rules), inside)


def _document(width: float, height: float, symbols: str, inside: str, ground: str = GROUND) -> str:
    markup = f'<g class="replay-block"><defs>{symbols}</defs>{inside}</g>'
    wide, high = width + 2 * MARGIN, height + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}" font-family="{FONT}" fill="{INK}">'
        f"<style>{sheet_for(markup)}</style>"
        f'<rect width="{wide}" height="{high}" rx="{MARGIN}" fill="{ground}"/>{markup}</svg>'
    )

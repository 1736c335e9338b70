"""One board by itself, as it lies before the first round: an ``<svg>`` that needs nothing else."""

from __future__ import annotations

from typing import Final

from drawing.export.picture import FONT, INK
from drawing.export.style import sheet_for
from drawing.language import cached_by_language
from drawing.play.live import Live
from engine import EVERYTHING, Setup
from engine.vocabulary import Site

GROUND: Final = "#ecd6a4"
MARGIN: Final = 12


@cached_by_language(40)
def board_picture(setup: Setup, site: Site) -> str:
    """An SVG document: the side of `site` that is in play, without a stone."""
    live = Live(setup, [colour.word for colour in setup.seats], EVERYTHING)
    blocks = live.drawing.blocks
    index = next(i for i, block in enumerate(blocks) if block.name == site.word)
    block = blocks[index]
    placed = f'<svg x="{MARGIN}" y="{MARGIN}" width="{block.width}" height="{block.height}" '
    inside = live.drawing.block_markup(index, live.opening).replace("<svg ", placed, 1)
    markup = f'<g class="replay-block"><defs>{live.drawing.symbols()}</defs>{inside}</g>'
    wide, high = block.width + 2 * MARGIN, block.height + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}" font-family="{FONT}" fill="{INK}">'
        f"<style>{sheet_for(markup)}</style>"
        f'<rect width="{wide}" height="{high}" rx="{MARGIN}" fill="{GROUND}"/>{markup}</svg>'
    )

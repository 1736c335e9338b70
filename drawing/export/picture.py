"""The whole table at a step as one ``<svg>`` that needs nothing else."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.utils.html import escape

from drawing.export.style import sheet_for
from drawing.page import said, where
from drawing.replay import Replay

GAP: Final = 10
COLUMNS: Final = 3
GROUND: Final = "#f7f0e1"
INK: Final = "#2a2118"
FONT: Final = "system-ui, 'Source Sans Pro', 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"


class Sheet(NamedTuple):
    """Markup of `width` by `height` units."""

    markup: str
    width: int
    height: int


def laid_out(found: Replay, ply: int, columns: int = COLUMNS) -> Sheet:
    """The blocks of the table, each in the column that is the shortest so far, with their symbols;
    with three columns that is the order of the page."""
    table = found.table(ply)
    drawing = found.drawing
    parts = [f"<defs>{drawing.symbols()}</defs>"]
    heights = [0] * columns
    for index, block in enumerate(drawing.blocks):
        y = min(heights)
        column = heights.index(y)
        x = column * (block.width + GAP)
        heights[column] += block.height + GAP
        placed = f'<svg x="{x}" y="{y}" width="{block.width}" height="{block.height}" '
        markup = drawing.block_markup(index, table).replace("<svg ", placed, 1)
        parts.append(f'<g class="replay-block">{markup}</g>')
    width = columns * (drawing.blocks[0].width + GAP) - GAP
    return Sheet("".join(parts), width, max(heights) - GAP)


def picture(found: Replay, ply: int) -> str:
    """An SVG document: the table; the words of the step are its title."""
    sheet = laid_out(found, ply)
    wide, high = sheet.width + 2 * GAP, sheet.height + 2 * GAP
    title = escape(f"{where(found, ply)}: {said(found, ply)}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}" role="img" font-family="{FONT}" fill="{INK}">'
        f"<title>{title}</title><style>{sheet_for(sheet.markup)}</style>"
        f'<rect width="{wide}" height="{high}" fill="{GROUND}"/>'
        f'<g transform="translate({GAP} {GAP})">{sheet.markup}</g></svg>'
    )

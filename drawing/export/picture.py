"""The whole table at a step as one ``<svg>`` that needs nothing else."""

from __future__ import annotations

import re
from html import escape
from typing import Final, NamedTuple

from drawing.board.background import HEIGHT, WIDTH
from drawing.board.layout import desk
from drawing.export.plates import site_plates
from drawing.export.style import sheet_for
from drawing.language.words import with_value
from drawing.replay.page import narration_at, place_in_words
from drawing.replay.replay import Replay
from drawing.svg import coord

GROUND: Final = "#f7f0e1"
INK: Final = "#2a1c0e"
FONT: Final = "'Quay Text', 'Source Sans Pro', system-ui, 'Segoe UI', Roboto, sans-serif"
NIGHT: Final = re.compile(r'<(\w+)[^>]*class="(?:[^"]* )?night"[^>]*/>')
"""Elements of the night; pictures are of the day."""


class Sheet(NamedTuple):
    """Markup of `width` by `height` units."""

    markup: str
    width: int
    height: int


def laid_out(replay: Replay, ply: int) -> Sheet:
    """The blocks of the table where they lie on the quay, with their symbols, and the plates."""
    table = replay.table(ply)
    drawing = replay.drawing
    corners = desk(drawing)
    parts = [f"<defs>{drawing.symbols()}</defs>"]
    for index, block in enumerate(drawing.blocks):
        x, y = corners[block.name]
        markup = drawing.block_markup(index, table)
        inside = NIGHT.sub("", markup[markup.index(">") + 1 : -len("</svg>")])
        parts.append(f'<g transform="translate({coord(x)} {coord(y)})">{inside}</g>')
    parts.append(site_plates(replay, ply))
    return Sheet(f'<g class="replay-block">{"".join(parts)}</g>', WIDTH, HEIGHT)


def picture(replay: Replay, ply: int, note: str = "") -> str:
    """An SVG document: the table; the words of the step are its title, and then a `note`."""
    sheet = laid_out(replay, ply)
    title = escape(
        " ".join(
            filter(None, (with_value(place_in_words(replay, ply), narration_at(replay, ply)), note))
        )
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{sheet.width}" height="{sheet.height}" '
        f'viewBox="0 0 {sheet.width} {sheet.height}" role="img" font-family="{FONT}" fill="{INK}">'
        f"<title>{title}</title><style>{sheet_for(sheet.markup)}</style>{sheet.markup}</svg>"
    )

"""The whole table at a step as one ``<svg>`` that needs nothing else."""

from __future__ import annotations

import re
from html import escape
from typing import Any, Final, NamedTuple

from drawing.board.background import HEIGHT, WIDTH
from drawing.board.layout import desk
from drawing.export.style import sheet_for
from drawing.language.words import with_value
from drawing.replay.page import narration_at, place_in_words
from drawing.replay.plates import SITES, plates
from drawing.replay.replay import Replay
from drawing.svg import coord, group, rect, svg_text, use

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


HIGH: Final = 24
LETTER, DIGIT, SMALL = 9.2, 9.5, 8.2
"""How wide a letter of a name is, a digit of a count, a digit of a worth; the first amply."""

STONE: Final = 21
"""The room of a small stone."""

FAR_Y, NEAR_Y = 306, 24
"""The middle of a plate below its board, or above it; units of the block."""


def site_plates(replay: Replay, ply: int) -> str:
    """The plates after `ply` steps, where they stand on the quay."""
    corners = desk(replay.drawing)
    site_facts = plates(replay.drawing, replay.names, replay.score(ply), replay.table(ply))
    markup = []
    for site in SITES:
        site_drawing = replay.drawing.sites[site]
        x, y = corners[site.word]
        middle = FAR_Y if y == 0 else NEAR_Y
        markup.append(group(_plate(site_facts[site.word], site_drawing.width), x, y + middle))
    return "".join(markup)


def _plate(plate: dict[str, Any], width: float) -> str:
    """Around y = 0: the name at the left, the owners at the right."""
    title = f"{plate['title']} {plate['more']}".strip()
    name = f"{title} {plate['side']}"
    wide = LETTER * len(name) + 22
    cart = rect(4, -HIGH / 2, wide, HIGH, f"cart cart-{plate['name']}", HIGH / 2)
    cart += svg_text(4 + wide / 2, 5.5, name, "cart-name")
    owners = "".join(_owners(plate["owners"], width - 6))
    return cart + owners


def _owners(owners: list[dict[str, Any]], right: float) -> list[str]:
    """Side by side, the last one ending at `right`, on a common ground."""
    if not owners:
        return []
    markup, x = [], right - sum(map(_wide, owners))
    ground = rect(x - 3, -HIGH / 2 + 1, right - x + 6, HIGH - 2, "owners-ground", 6)
    for owner in owners:
        count, worth = str(owner["stones"]), str(owner["worth"])
        if owner["most"]:
            markup.append(rect(x, -HIGH / 2 + 2.5, _wide(owner) - 2, HIGH - 5, "owner-most", 5))
        markup.append(use(f"m{owner['letter']}", x + 11, 0))
        markup.append(svg_text(x + STONE + 1, 5.5, count, "owner-count"))
        if worth:
            markup.append(svg_text(x + STONE + 5 + DIGIT * len(count), 5, worth, "owner-worth"))
        x += _wide(owner)
    return [ground, *markup]


def _wide(owner: dict[str, Any]) -> float:
    """The room of an owner."""
    worth = str(owner["worth"])
    room = STONE + 5 + DIGIT * len(str(owner["stones"]))
    return room + (SMALL * len(worth) + 3 if worth else 0)

"""The card of a link to an event, 1200 x 630: its name, its time, and lines such as the podium."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from textwrap import shorten, wrap
from typing import Final

from drawing.export.card import HEIGHT, WIDTH
from drawing.export.picture import FONT, GROUND, INK

EDGE: Final = 80
NAME_SIZE: Final = 68
NAME_CHARACTERS: Final = 30
LINE_SIZE: Final = 42
LINE_CHARACTERS: Final = 44
ACCENT: Final = "#8b4513"


def event_card(name: str, time: str, lines: Sequence[tuple[str, str]]) -> str:
    """An SVG document. `lines`: at most four, each a text and its number, which may be empty."""
    parts = [f'<rect width="16" height="{HEIGHT}" fill="{ACCENT}"/>']
    y = 130
    rows = wrap(shorten(name, 2 * NAME_CHARACTERS, placeholder="…"), NAME_CHARACTERS)
    for row in rows[:2]:
        parts.append(_text(EDGE, y, NAME_SIZE, row, "font-weight='600'"))
        y += NAME_SIZE + 12
    parts.append(_text(EDGE, y, LINE_SIZE, time, f"fill='{ACCENT}'"))
    y += 100
    for text, number in lines[:4]:
        short = text if len(text) <= LINE_CHARACTERS else text[: LINE_CHARACTERS - 1] + "…"
        parts.append(_text(EDGE, y, LINE_SIZE, short))
        if number:
            end = "text-anchor='end' font-weight='600'"
            parts.append(_text(WIDTH - EDGE, y, LINE_SIZE, number, end))
        y += LINE_SIZE + 26
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="{FONT}" fill="{INK}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{GROUND}"/>{"".join(parts)}</svg>'
    )


def _text(x: int, y: int, size: int, text: str, style: str = "") -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" {style}>{escape(text)}</text>'

"""Pictures of outcomes for buttons, made of the symbols of the drawing.

A picture is a ``viewBox`` and the markup in it.
"""

from __future__ import annotations

from typing import Final

from drawing.board.ships import ship_length
from drawing.cards.faces import HEIGHT, WIDTH
from drawing.svg import svg_text, use
from engine import Rules
from engine.vocabulary import Card

Picture = tuple[str, str]

MARGIN: Final = 2
"""Around a card."""

ROW: Final = 66
"""From one ship down to the next."""

TILE: Final = (-34, -48, 210, 68)
"""The ``viewBox`` of a scaffold tile: its first space is at the origin."""

NICHE: Final = (-20, -42, 40, 46)
"""That of a niche of the crypt."""


def picture_of(rules: Rules, verb: str, value: str) -> Picture | None:
    """Picture of `value`, which the bank writes after `verb`; ``None`` if there is no picture
    of it."""
    if verb == "round":
        return _ships([int(size) for size in value.split()])
    if verb == "scaffold":
        return _view(*TILE), use(f"t{value}", 0, 0)
    if verb == "crypt":
        return _view(*NICHE), use("niche-open", 0, 0) + svg_text(0, -13, value, "ceiling-points")
    card = Card.words().get(value)
    if card is None:
        return None
    left, top = -WIDTH / 2 - MARGIN, -HEIGHT / 2 - MARGIN
    return _view(left, top, WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN), use(f"c{card.value}", 0, 0)


def _ships(sizes: list[int]) -> Picture:
    """Two next to each other, and two below, as large as they are to each other."""
    widest = ship_length(max(sizes)) + 10
    shapes = []
    for index, size in enumerate(sizes):
        x, y = widest * (index % 2), ROW * (index // 2)
        shapes += [use(f"S{size}", x, y), use(f"B{size}", x, y)]
    rows = (len(sizes) + 1) // 2
    return _view(-6, -58, 2 * widest, ROW * rows + 4), "".join(shapes)


def _view(x: float, y: float, width: float, height: float) -> str:
    return f"{x:g} {y:g} {width:g} {height:g}"

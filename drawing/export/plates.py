"""The plates of the sites in a picture: names, whose stones lie there and what they are worth. On a
page they are HTML (``drawing.replay.plates``)."""

from __future__ import annotations

from typing import Any, Final

from drawing.board.layout import desk
from drawing.replay.plates import SITES, plates
from drawing.replay.replay import Replay
from drawing.svg import group, rect, svg_text, use

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

"""A choice of a game as a small picture: the position before it, the entry that was played, and one
that could have been played instead, each as an arrow."""

from __future__ import annotations

from math import hypot
from typing import Final

from drawing.board.layout import desk
from drawing.board.scene import Drawing, Table
from drawing.export.small import QUAY, position_picture
from drawing.play.options import option
from drawing.play.spots import Places
from drawing.replay.replay import seat_names
from drawing.svg import coord
from engine import Entry, State, apply, parse_entry, read_log, start
from engine.entries import ChooseCard, Load, Take
from engine.vocabulary import BANK

Box = tuple[float, float, float, float]
"""Left, top, width and height, in units of the quay."""

HEAD: Final = 26
"""Length of an arrow's head."""

BEND: Final = 0.12
"""How far an arrow swings out, as a part of its length."""


def choice_picture(log: str, step: int, instead: str = "") -> str:
    """The position before `step` of the legal `log`, with an arrow for the entry that was played
    and one for `instead`, another entry of that seat, without the colour. Raises ``IndexError`` if
    no player wrote that step, ``EngineError`` if the rules refuse `instead`."""
    read = read_log(log)
    if not 1 <= step <= len(read.entries) or read.entries[step - 1].seat == BANK:
        raise IndexError(step)
    s = start(read.setup)
    for entry in read.entries[: step - 1]:
        apply(s, *entry)
    played = read.entries[step - 1]
    choices = [(played, "choice-played")]
    if instead:
        other = parse_entry(read.setup, f"{read.setup.seats[played.seat].word} {instead}")
        apply(s.copy(), *other)
        choices.insert(0, (other, "choice-better"))

    def marks(drawing: Drawing, table: Table) -> str:
        return "".join(
            _marks(entry, _boxes(entry, s, drawing, table), css, index)
            for index, (entry, css) in enumerate(choices)
        )

    return position_picture(s, seat_names(read), QUAY, marks)


# --- inside -------------------------------------------------------------------


def _boxes(entry: Entry, s: State, drawing: Drawing, table: Table) -> list[Box]:
    """The places of an entry on the quay, in the order in which its words name them."""
    places, corners = Places(drawing, table, s, entry.seat), desk(drawing)
    keys = [word.place_key for word in option(entry.action, s, entry.seat).words]
    if isinstance(entry.action, Load):
        keys.insert(0, ("sled",))
    elif isinstance(entry.action, Take):
        keys.append(("sled",))
    spots = [places.spot_of(key) for key in keys if key]
    return [
        (corners[spot[0]][0] + spot[1], corners[spot[0]][1] + spot[2], spot[3], spot[4])
        for spot in spots
        if spot is not None
    ]


def _marks(entry: Entry, boxes: list[Box], css: str, index: int) -> str:
    """A ring around the place where an entry ends, and an arrow that leads there; a ring around
    each of the cards that are taken."""
    if not boxes:
        return ""
    if isinstance(entry.action, ChooseCard):
        shapes = "".join(map(_ring, boxes))
    else:
        shapes = _ring(boxes[-1])
        if len(boxes) > 1:
            shapes += _curve(_middle(boxes[0]), _middle(boxes[-1]), index)
    return f'<g class="choice-under">{shapes}</g><g class="{css}">{shapes}</g>'


def _ring(box: Box) -> str:
    x, y, width, height = box
    return (
        f'<rect x="{coord(x - 4)}" y="{coord(y - 4)}" width="{coord(width + 8)}" '
        f'height="{coord(height + 8)}" rx="12"/>'
    )


def _middle(box: Box) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def _curve(begin: tuple[float, float], end: tuple[float, float], index: int) -> str:
    """An arrow between two points; the one of `index` 0 swings out to one side, 1 to the other."""
    (x, y), (far_x, far_y) = begin, end
    length = hypot(far_x - x, far_y - y) or 1.0
    across, along = (far_x - x) / length, (far_y - y) / length
    swing = (BEND if index else -BEND) * length
    bend_x, bend_y = (x + far_x) / 2 - along * swing, (y + far_y) / 2 + across * swing
    tip = hypot(far_x - bend_x, far_y - bend_y) or 1.0
    way_x, way_y = (far_x - bend_x) / tip, (far_y - bend_y) / tip
    wings = [
        (far_x - HEAD * (way_x - side * way_y), far_y - HEAD * (way_y + side * way_x))
        for side in (0.6, -0.6)
    ]
    head = " ".join(
        ("M", "L", "L")[place] + f"{coord(point[0])} {coord(point[1])}"
        for place, point in enumerate((wings[0], end, wings[1]))
    )
    return (
        f'<path d="M{coord(x)} {coord(y)}Q{coord(bend_x)} {coord(bend_y)} '
        f'{coord(far_x)} {coord(far_y)}"/><path class="choice-head" d="{head}"/>'
    )

"""The form of a board drawn as the board: each input lies where its number stands on our drawing.

The drawing says where (``drawing.printed``); here is how large what lies there is, in pixels.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from drawing.blank import Blank, blank, blank_prophecies
from drawing.printed import Where
from engine.editions import Tables
from engine.vocabulary import Side, Site
from games.rules.printed import SPECS, Cell, Input, Part, parts
from games.rules.typed import empty
from games.services.numbers import PROPHECIES

ROOM: Final = 808
"""The width of a drawing in pixels: what may be touched is then 44 pixels wide."""

TOUCH: Final = 44
ROW: Final = 104
"""The width of two inputs beside each other."""

NAME_HIGH: Final = 62
"""The height of three lines of words over an input."""

NAME_WIDE: Final = 112
BESIDE: Final = 340


class Group(NamedTuple):
    """Inputs for one player number, or for one space; `head` is before them."""

    inputs: tuple[Input, ...]
    head: str = ""


class Field(NamedTuple):
    """What lies at a place: `name` stands beside it if `how` says so."""

    x: float
    y: float
    width: float
    height: float
    how: str
    name: str
    groups: tuple[Group, ...]


class Together(NamedTuple):
    """The fields of one part of a board."""

    title: str
    fields: tuple[Field, ...]


class Drawn(NamedTuple):
    """A drawing of `width` by `height` pixels, in which it is `scale` times as large as drawn; the
    parts that lie on it, and those that have no place there."""

    blank: Blank
    scale: float
    width: int
    height: int
    parts: tuple[Together, ...]
    rest: tuple[Part, ...]


def drawn(
    board: str, present: Tables, sizes: Mapping[str, str], form: list[Part], compared: bool
) -> Drawn:
    """The `form` of a board, over a drawing with as many spaces. `compared`: what was typed is
    marked where it differs from `present`."""
    ground = ground_of(board, present, sizes)
    scale = ROOM / ground.width
    where = {one.key: one for one in ground.where}
    beside = _values(parts(board, present)) if compared else None
    placed, rest = [], []
    for part in form:
        marked = _marked(part, beside) if beside is not None else part
        if fields := tuple(_fields(marked, where, scale, ground.width)):
            placed.append(Together(part.title, fields))
        else:
            rest.append(marked)
    height = round(ground.height * scale)
    return Drawn(ground, scale, ROOM, height, tuple(placed), tuple(rest))


def ground_of(board: str, present: Tables, sizes: Mapping[str, str]) -> Blank:
    """The drawing with the spaces of the form, each of them as the first of its kind is."""
    if board == PROPHECIES:
        return blank_prophecies()
    table = empty(board, present, sizes, keep=True)
    for spec in SPECS[board]:
        value, old = table.get(spec.key), present.get(spec.key)
        if not isinstance(value, list) or not isinstance(old, list):
            continue
        if spec.of == "reward":
            table[spec.key] = [{"points": 1}] * len(value)
        elif spec.of == "tiles":
            table[spec.key] = [[{"points": 1}] * len(old[0])] * len(value)
        else:
            table[spec.key] = [old[0] if one is None else one for one in value]
    site, _point, side = board.partition(".")
    return blank(Site.read(site), Side.read(side), table)


# --- where fields lie -----------------------------------------------------------


def _fields(part: Part, where: Mapping[str, Where], scale: float, width: float) -> Iterator[Field]:
    """What of `part` has a place on the drawing."""
    at = where.get(part.key)
    if any(cell.head for cell in part.cells):
        if at is not None:
            yield _row(part, at, scale)
        return
    if at is not None and at.how == "title":
        yield _field(at, scale, (), part.title, width)
    for cell in part.cells:
        if (at := where.get(cell.key)) is not None and at.how != "title":
            groups = (Group(cell.inputs),)
            yield _field(at, scale, groups, part.title, width)
        else:
            for one in cell.inputs:
                if (at := where.get(one.name)) is not None:
                    yield _field(at, scale, (Group((one,)),), part.title, width)


def _row(part: Part, at: Where, scale: float) -> Field:
    """A line for all numbers of players."""
    groups = tuple(_by_players(part.cells))
    high = TOUCH + 22
    return Field(0, round(at.y * scale - TOUCH / 2 - 22, 1), ROOM, high, "row", part.title, groups)


def _by_players(cells: tuple[Cell, ...]) -> Iterator[Group]:
    for head in (cell for cell in cells if cell.head):
        line = [cell for cell in cells if cell.row == head.row and not cell.head]
        yield Group(tuple(one for cell in line for one in cell.inputs), head.says)


def _field(at: Where, scale: float, groups: tuple[Group, ...], name: str, width: float) -> Field:
    """What lies around `at`, within the drawing."""
    inputs = sum(len(group.inputs) for group in groups)
    wide, high = (ROW if inputs > 1 else TOUCH), TOUCH
    middle = at.y * scale
    if at.how == "stacked":
        wide, high = (72, 2 * TOUCH + 2) if inputs > 1 else (TOUCH, TOUCH)
    elif at.how == "over":
        wide, high = NAME_WIDE, TOUCH + NAME_HIGH
        middle -= NAME_HIGH / 2
    elif at.how in ("beside", "title"):
        wide = int(min(BESIDE, 2 * scale * min(at.x, width - at.x)))
        high = TOUCH if inputs else 28
    left = min(max(at.x * scale - wide / 2, 2), ROOM - wide - 2)
    said = name if at.how in ("over", "beside", "title") else ""
    top = round(middle - high / 2, 1)
    return Field(round(left, 1), top, wide, high, at.how, said, groups)


# --- what differs -----------------------------------------------------------------


def _values(present: list[Part]) -> dict[str, str]:
    return {
        one.name: _said(one, one.value)
        for part in present
        for cell in part.cells
        for one in cell.inputs
    }


def _said(one: Input, value: str) -> str:
    """A value as the form shows it."""
    return dict(one.options).get(value, value) if one.options else value


def _marked(part: Part, beside: Mapping[str, str]) -> Part:
    """The same, with what the edition has where something else was typed."""
    cells = tuple(
        cell._replace(inputs=tuple(_beside(one, beside.get(one.name, "")) for one in cell.inputs))
        for cell in part.cells
    )
    return part._replace(cells=cells)


def _beside(one: Input, has: str) -> Input:
    if not one.value.strip() or _said(one, one.value.strip()) == has:
        return one
    words = _("%(label)s; the edition has %(number)s")
    return one._replace(label=words % {"label": one.label, "number": has or "–"}, differs=True)

"""Pictures of a list's games in one SVG: the scenery is drawn once, each game adds its stones.

A list has some thirty pictures of 120 pixels. Each game is a ``<view>`` of the sheet, so a page
shows it as ``sheet.svg#game`` and a browser asks for the sheet once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import itemgetter
from typing import Final

from drawing.board.layout import desk
from drawing.board.scene import Drawing
from drawing.export.small import SMALL
from drawing.export.themed import themed_properties
from drawing.replay.replay import seat_names
from drawing.svg.pieces import LETTERS
from engine import play, read_log, view
from engine.shown import View
from engine.vocabulary import Site

SCALE: Final = 4
"""Units of the quay in a unit of the sheet, which are whole numbers."""

WIDTH, HEIGHT = SMALL.width // SCALE, SMALL.height // SCALE

Stone = tuple[int, str, int, int]
"""Depth, letter of the colour, x, y."""

_STONE: Final = 30 // SCALE
_SCENERY: Final = (
    ("sky-2", "M0 0H266V46H0z"),
    ("dune-1", "M0 30q50 -18 95 -4T190 24q40 -16 76 0V46H0z"),
    ("sun-2", "M231 -1a5 5 0 0 1 0 10a5 5 0 0 1 0 -10"),
    ("bank-1", "M0 38H266V71H0z"),
    ("py-l", "M-8 66L15 27 30 50 40 19 51 50 63 27 84 66z"),
    ("py-d", "M15 27L24 51 28 52zM40 19L54 53 48 58zM63 27L84 66H68z"),
    ("wall", "M0 68H266V78H0z"),
    ("water-1", "M0 76H266V162H0z"),
    ("te-dk", "M93 20H173V64H93z"),
    ("te-b", "M90 11H176V16H174V22H92V16H90z"),
    ("te-f", "M92 16H174V21H92z"),
    ("col", "M94 24h3V64h-3zm15 0h3V64h-3zm15 0h3V64h-3zm16 0h3V64h-3zm15 0h3V64h-3zm15 0h3V64h-3z"
     "M91 63H175V68H91z"),
    ("ob-c", "M204 66l3 -44 3 -6 3 6 3 44zM232 66l3 -38 3 -6 3 6 3 38z"),
    ("trunk", "M87 38l1 26h2l-1 -26zM176 42l1 21h2l-1 -21z"),
    ("frond", "M76 43q6 -9 12 -5 8 -5 13 5 -6 -4 -11 -1l-3 -1q-6 -2 -11 2"
     "zM167 46q5 -8 10 -4 6 -4 11 4 -6 -4 -10 -1 -6 -3 -11 1"),
    ("bank-1", "M63 106H266V162H63z"),
    ("stall", "M70 122H162V152H70z"),
    ("aw-2", "M68 114H164V122q-4 3 -8 0 -4 3 -8 0 -4 3 -8 0 -4 3 -8 0 -4 3 -8 0 -4 3 -8 0 -4 3 -8 0"
     " -4 3 -8 0 -4 3 -8 0 -4 3 -8 0 -4 3 -8 0 -4 3 -8 0z"),
    ("aw-1", "M68 114h8v8q-4 3 -8 0zm16 0h8v8q-4 3 -8 0zm16 0h8v8q-4 3 -8 0zm16 0h8v8q-4 3 -8 0z"
     "m16 0h8v8q-4 3 -8 0zm16 0h8v8q-4 3 -8 0z"),
    ("counter", "M68 150H164V160H68z"),
    ("rock", "M168 118q46 -6 98 0V160H168z"),
    ("bu-2", "M171 118H264V158H171z"),
)  # fmt: skip
"""Colours, by custom properties, and shapes: those of the large picture with fewer edges."""


def stone_markup(log: str) -> str:
    """The stones at the sites at the end of the legal `log`, those in front last."""
    read = read_log(log)
    state = play(read).state
    public = view(state, None)
    drawing = Drawing(state, public, seat_names(read))
    # when a game has ended no stone waits to be unloaded
    settled: View = {**public, "waiting": {}}
    corners = desk(drawing)
    letters = [LETTERS[colour] for colour in read.setup.seats]
    stones: list[Stone] = []
    towers = ""
    for site in drawing.sites:
        left, top = corners[site.name]
        lying = [
            (spot.depth, letters[spot.seat], *_place(left + spot.x, top + spot.y))
            for part in site.parts
            for spot in part.spots(settled)
        ]
        if site.name == Site.OBELISKS.word:
            towers = _obelisks(lying)
        stones += lying
    return towers + "".join(_paths(stones))


def thumbnails_svg(stones: Mapping[str, str]) -> str:
    """An SVG document: a ``<view>`` for each game of `stones`, by its id."""
    scenery = "".join(f'<path fill="var(--{colour})" d="{d}"/>' for colour, d in _SCENERY)
    colours = "".join(
        f".{letter}{{stroke:var(--{letter}-f)}}"
        f".{letter}t{{stroke:var(--{letter}-t);transform:translate(1px,-3px)}}"
        for letter in sorted(LETTERS.values())
    )
    rules = (
        f"path{{stroke-linecap:square;stroke-width:{_STONE}px}}.o{{fill:var(--ob-l)}}"
        f".e{{stroke:var(--edge);stroke-width:{_STONE + 2}px}}{colours}"
    )
    games = "".join(
        f'<view id="{name}" viewBox="0 {HEIGHT * row} {WIDTH} {HEIGHT}"/>'
        f'<svg y="{HEIGHT * row}" width="{WIDTH}" height="{HEIGHT}"><use href="#_"/>{markup}</svg>'
        for row, (name, markup) in enumerate(stones.items())
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}"><style>{themed_properties(rules + scenery)}\n{rules}'
        f'</style><defs><g id="_">{scenery}</g></defs>{games}</svg>'
    )


# --- inside -------------------------------------------------------------------


def _place(x: float, y: float) -> tuple[int, int]:
    """A point of the quay on the sheet."""
    return round((x - SMALL.x) / SCALE), round((y - SMALL.y) / SCALE)


def _obelisks(stones: list[Stone]) -> str:
    """An obelisk behind each column of `stones`; a row of stones has one."""
    feet: dict[int, int] = {}
    for _depth, _letter, x, y in sorted(stones, key=itemgetter(2)):
        column = next((place for place in feet if x - place <= _STONE + 2), x)
        feet[column] = max(y, feet.get(column, 0))
    path = "".join(f"M{x - 5} {y + 4}l2 -{y - 16} 3 -6 3 6 2 {y - 16}z" for x, y in feet.items())
    return f'<path class="o" d="{path}"/>' if path else ""


def _paths(stones: list[Stone]) -> Iterator[str]:
    """The stones of one depth and colour together: their edges, their tops, their fronts."""
    groups: dict[tuple[int, str], str] = {}
    for depth, letter, x, y in sorted(stones):
        groups[depth, letter] = groups.get((depth, letter), "") + f"M{x} {y}z"
    for (_depth, letter), path in groups.items():
        for look in ("e", f"{letter}t", letter):
            yield f'<path class="{look}" d="{path}"/>'

"""The symbols that pieces are made of: stones and small things. Ships are in ``ships``, cards in
``cards``.

A symbol is a ``<g id="i-NAME">``. Colours come from CSS classes, so that day and night share one
drawing. Light comes from the upper left; one step back is (+6, -13).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from drawing.board.background import land_paints, land_symbols
from drawing.board.seats import seat_symbols
from drawing.board.ships import ship_symbols
from drawing.svg import circle, path, rect, tag
from drawing.svg.pieces import LETTERS
from engine.vocabulary import Colour

WIDE, HIGH = 30, 22
"""The front of a stone."""

COURSE_HIGH: Final = 10
"""Visible height of a covered stone."""

MARKS: Final = {
    Colour.BLACK: "M0 -7 7 0 0 7 -7 0z",
    Colour.WHITE: "M-6.2 0a6.2 6.2 0 1 0 12.4 0a6.2 6.2 0 1 0 -12.4 0z",
    Colour.BROWN: "M0 -6.8 7.4 5.6H-7.4z",
    Colour.GRAY: "M-7 -3.4H7M-7 3.4H7",
}
"""The sign carved into the stones of a colour: diamond, ring, triangle, two bars."""

GRADIENTS: Final = ("hull", "bu", "te", "sky", "water", "bank", "sand", "fore")
"""From the upper to the lower edge; ``scene.css`` has the colours of both ends."""


def all_symbols(capacities: dict[int, int]) -> str:
    """Every symbol but the cards; `capacities`: the minimum load by the size of a ship."""
    symbols = (
        *_coloured(),
        *ship_symbols(capacities),
        *_things(),
        *_sites(),
        *_halos(),
        *land_symbols(),
        *seat_symbols(),
    )
    return (
        gradients()
        + land_paints()
        + "".join(tag("g", content, id=f"i-{name}") for name, content in symbols)
    )


def gradients() -> str:
    """Gradients of faces: ``i-g-NAME``."""
    names = (*LETTERS.values(), *GRADIENTS)
    return "".join(
        tag(
            "linearGradient",
            tag("stop", class_=f"g1-{name}") + tag("stop", offset=1, class_=f"g2-{name}"),
            id=f"i-g-{name}",
            x2=0,
            y2=1,
        )
        for name in names
    )


def _coloured() -> Iterator[tuple[str, str]]:
    for colour, letter in LETTERS.items():
        upper = _block(letter, HIGH) + _mark(colour, letter, -HIGH / 2)
        yield f"s{letter}", path("M-14 2H15.5L38 -8 31 -15 21 -13z", "sh") + upper
        yield f"u{letter}", upper
        yield f"l{letter}", _course(colour, letter)
        yield f"m{letter}", _tile(colour, letter)
        yield f"end-{letter}", tag("use", href=f"#i-m{letter}")
        yield f"c{letter}", _chariot(colour, letter)
        yield f"e{letter}", _scarab(letter)


def _block(letter: str, high: int) -> str:
    """Side, front and top of a stone that rises `high`."""
    right = WIDE / 2
    return (
        path(f"M15 0L21 -13V{-13 - high}L15 {-high}z", f"face s-{letter}")
        + tag(
            "path",
            class_=f"face f-{letter}",
            fill=f"url(#i-g-{letter})",
            d=f"M{-right:g} 0V{-high}H{right:g}V0z",
        )
        + path(f"M-15 {-high}L-9 {-high - 13}H21L15 {-high}z", f"face rim t-{letter}")
    )


def _mark(colour: Colour, letter: str, y: float, scale: float = 1) -> str:
    moved = f"translate(0 {y:g})" if y else ""
    sized = f"scale({scale:g})" if scale != 1 else ""
    return tag("path", class_=f"m-{letter}", d=MARKS[colour], transform=f"{moved} {sized}".strip())


def _course(colour: Colour, letter: str) -> str:
    """A stone under another one: its side, its front, half a mark."""
    front = f"M-15 0V{-COURSE_HIGH}H15V0z"
    return (
        path(f"M15 0L21 -13V{-13 - COURSE_HIGH}L15 {-COURSE_HIGH}z", f"face s-{letter}")
        + tag("path", class_=f"face f-{letter}", fill=f"url(#i-g-{letter})", d=front)
        + _mark(colour, letter, -COURSE_HIGH / 2, 0.5)
    )


def _tile(colour: Colour, letter: str) -> str:
    """A stone beside words, around (0, 0)."""
    face = tag(
        "rect", class_=f"face f-{letter}", fill=f"url(#i-g-{letter})",
        x=-8, y=-8, width=16, height=16, rx=3,
    )  # fmt: skip
    return face + _mark(colour, letter, 0, 0.72)


def _chariot(colour: Colour, letter: str) -> str:
    body = tag(
        "path", class_=f"face f-{letter}", fill=f"url(#i-g-{letter})",
        d="M-13 -10H2q11 1 12 13H-13z",
    )  # fmt: skip
    sign = tag(
        "path", class_=f"m-{letter}", d=MARKS[colour], transform="translate(-4 -3) scale(.7)"
    )
    return body + sign + circle(-4, 6, 5.5, "wheel") + circle(-4, 6, 1.4, "wheel-hub")


def _scarab(letter: str) -> str:
    legs = path("M-7 -4 7 4M-7 4 7 -4M-8 0H8", "legs")
    body = tag("ellipse", class_=f"face f-{letter}", fill=f"url(#i-g-{letter})", rx=5.5, ry=7)
    return legs + body + path("M0 -7V7M-5 -3H5", f"seam-{letter}")


# ----------------------------------------------------------------------------------- things


def _things() -> Iterator[tuple[str, str]]:
    yield "slot", path("M-15 0h30l6 -13h-30z", "slot")
    yield "next", path("M-15 0h30l6 -13h-30z", "plate plate-next")
    yield "plate", path("M-15 0h30l6 -13h-30z", "plate")
    clamp = "M-9 -5L0 -2L9 -5V5L0 2L-9 5z"
    yield "clamp", path(clamp, "clamp")
    for name, angle in (("clampv", 90), ("clampx", -60), ("clampy", 60)):
        yield name, tag("path", class_="clamp", d=clamp, transform=f"rotate({angle})")
    yield "cube", path("M-6 0V-8L-3 -12H8L5 -8V0zM-6 -8H5V0M5 -8L8 -12V-4L5 0", "cube")
    ankh = "M0 5V-.5M-3 1.2H3M0 -.5a2 2.4 0 1 1 .1 0"
    yield "coin", circle(0, 0, 8, "coin") + path(ankh, "coin-mark")
    yield "F", path("M-8 0q0 -13 5.5 -16a6.4 6.4 0 1 1 5 0q5.5 3 5.5 16z", "figure")
    yield "z", path("M-9 -9 9 9M-9 9 9 -9", "tile-gone")
    laurel = "M-3 8q-7 -2 -6 -9M3 8q7 -2 6 -9M-9 -1l-3 -3M-8 3l-4 -1M9 -1l3 -3M8 3l4 -1"
    star = "M0 -7 1.8 -2.5 6.5 -2.2 2.9 .9 4 5.5 0 3 -4 5.5 -2.9 .9 -6.5 -2.2 -1.8 -2.5z"
    yield "won", path(laurel, "laurel") + path(star, "star-of")
    yield "heap", _heap()
    yield "post", path("M-4 0V-18H4V0z", "trunk") + path("M-5 -18q5 -5 10 0v3h-10z", "rope")
    yield "palm", _palm()
    yield "reeds", _reeds()
    yield "torch", _torch()


def _heap() -> str:
    """The quarry of a player."""
    return (
        path("M-20 12h44l8 -6H-6z", "sh")
        + path("M-22 12V2l5 -6H-3l0 -8 4 -6H14v8l4 -2H25v10l-3 14z", "heap")
        + path(
            "M-22 2l5 -6H-3l-4 6zM-7 -12l4 -6H14l-4 6zM8 -4l4 -6H25l-5 6zM-8 2V12M8 -4V12", "heap-t"
        )
    )


def _palm() -> str:
    return (
        path("M-14 2h40l20 -6h-46z", "sh")
        + path("M-3 0q4 -30 -2 -62l5 -1q7 32 4 63z", "trunk")
        + path(
            "M1 -62q-26 -16 -38 8q16 -12 34 -4q-22 2 -26 24q14 -20 28 -20q10 2 16 22q4 -20 -12 -26"
            "q18 -4 32 10q-6 -24 -32 -16q8 -14 26 -12q-18 -14 -28 12q-4 -18 -22 -18q14 6 22 20z",
            "frond",
        )
    )


def _reeds() -> str:
    blades = (
        "M0 0q-2 -22 -8 -34M4 0q0 -26 2 -42M8 0q4 -20 10 -30M12 0q6 -14 14 -20M-4 0q-6 -14 -14 -20"
    )
    return path(blades, "reed") + path(
        "M-8 -34l-7 -9 2 12zM6 -42l-3 -12 8 1zM18 -30l3 -11 5 7z", "frond"
    )


def _torch() -> str:
    return (
        path("M-2 0L-1 -26H3L4 0z", "trunk")
        + path("M-5 -26H7L4 -20H-2z", "bowl")
        + path("M1 -50q9 12 5 20q-1 5 -5 5q-5 0 -6 -6q0 -8 6 -19z", "flame")
    )


SITE_SIGNS: Final = {
    "market": "M-8 -6H8L9 1q-2.2 3 -4.5 0q-2.2 3 -4.5 0q-2.2 3 -4.5 0q-2.2 3 -4.5 0zM-7 3V8H7V3",
    "pyramid": "M0 -8 9 7H-9zM-4.5 0H4.5",
    "temple": "M-9 -4 0 -9 9 -4zM-6 -3V6M0 -3V6M6 -3V6M-9 7H9",
    "burial_chamber": "M-7 8V-2a7 7 0 0 1 14 0V8zM0 -3V5M-3 0H3",
    "obelisks": "M0 -9 3 -5 4 7H-4L-3 -5zM-7 8H7",
}
"""A sign for each site, of 20 x 20 around the middle."""


def _sites() -> Iterator[tuple[str, str]]:
    for site, d in SITE_SIGNS.items():
        yield f"at-{site}", path(d, "sign")
        yield f"end-{site}", tag("g", path(d, "sign"), class_=f"h-{site}")
    yield "tally", rect(6, 36, 242, 290, "rug", 6) + path("M16 84H238M16 280H238", "tally-line")


def _halos() -> Iterator[tuple[str, str]]:
    """Behind what changed in the step, by the first letter of what it surrounds."""
    for letter, top in (("s", HIGH), ("u", HIGH), ("l", COURSE_HIGH)):
        around = f"M-19 4V{-top - 2}L-12 {-top - 17}H25V-12L18 4z"
        yield f"R{letter}", path(around, "halo-edge") + path(around, "halo")
    yield "Rm", rect(-11, -11, 22, 22, "halo", 5)
    yield "Rc", rect(-43, -55, 86, 110, "halo", 8)
    yield "Rd", rect(-13.5, -17, 27, 34, "halo", 5)

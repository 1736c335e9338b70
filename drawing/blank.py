"""A board by itself with its numbers left out: what a form for them lies over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, Protocol, cast

from drawing.boards import DRAWINGS
from drawing.boards.art import board_symbols
from drawing.export.small import used
from drawing.modules.module import STRIP, tablet
from drawing.printed import Where, printed
from drawing.svg import Markup, group
from drawing.symbols import all_symbols
from engine import Rules, Setup, start, view
from engine.editions import Tables
from engine.vocabulary import Side, Site

SEATS: Final = "black white brown gray"
NUMBERS: Final = re.compile(
    r'<text\b[^>]*>.*?</text>|<title>.*?</title>|<path class="shape"[^>]*/>'
)
"""What is printed, and what says it: words, hints, the shapes of tiles."""

ACROSS, APART = 400, 56
"""The width of a row of three tablets, and from one row to the next."""


class DrawnSide(Protocol):
    """What is asked of the drawing of a side."""

    rules: Rules
    width: int
    height: int

    def ground(self) -> str:
        """What of the board never changes."""

    def symbols(self) -> str:
        """Symbols that only this board needs."""


class Blank(NamedTuple):
    """Markup of `width` by `height` units and the `symbols` that it uses; each number's place."""

    markup: Markup
    symbols: Markup
    width: int
    height: int
    where: tuple[Where, ...]


def blank(site: Site, side: Side, table: Tables) -> Blank:
    """A side of a site with as many spaces as `table` has, for four players."""
    drawing = drawing_of(site, side, table)
    markup = NUMBERS.sub("", drawing.ground())
    known = all_symbols(drawing.rules.minimum_load) + board_symbols() + drawing.symbols()
    return Blank(
        Markup(markup),
        Markup(used(known, markup)),
        drawing.width,
        drawing.height,
        tuple(printed(drawing)),
    )


def blank_prophecies() -> Blank:
    """Tablets: one for each two rounds, and one for each prophecy that counts something."""
    wide = ACROSS / 3
    tablets = (group(tablet(wide * (i % 3), wide - 4), 0, 20 + APART * (i // 3)) for i in range(6))
    markup = Markup("".join(tablets))
    return Blank(markup, Markup(), ACROSS, 20 + 2 * APART, tuple(_prophecies(wide)))


def _prophecies(wide: float) -> Iterator[Where]:
    upper = 20 + STRIP / 2
    yield Where("points", ACROSS / 2, 8, "title")
    for period in range(3):
        for index in (1, 2):
            x = wide * (period + 0.5) + 15 * (2 * index - 3)
            yield Where(f"points.{period + 1}.{index}", x, upper)
    for index, key in enumerate(("amun_red_cards", "thoth_statues", "ptah_stones")):
        yield Where(key, wide * (index + 0.5) - 2, upper + APART, "beside")


def drawing_of(site: Site, side: Side, table: Tables) -> DrawnSide:
    """The drawing with the numbers of `table`, before the first round."""
    setup = Setup.of(SEATS, side.word * len(Site))
    rules = Rules(setup)
    shown: Any = view(start(setup), None)
    board = rules.rulebook.boards[site, side]
    boards = list(rules.boards)
    boards[site] = board(cast(Any, table), len(setup.seats), rules.profile)
    rules.boards = tuple(boards)
    drawing: DrawnSide = DRAWINGS[site][side](rules, shown["sites"][site.word]["board"])
    return drawing

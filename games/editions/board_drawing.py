"""The drawing of a board with a letter in place of each printed number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from string import ascii_lowercase
from typing import Any, Final, NamedTuple, cast

from drawing.board.sites import DRAWINGS
from drawing.board.sites.art import board_symbols
from drawing.board.sites.great_obelisk import ObelisksCDrawing
from drawing.board.sites.market import MarketADrawing
from drawing.board.sites.pyramid import PyramidBDrawing, PyramidCDrawing
from drawing.board.sites.temple import TempleDDrawing
from drawing.board.symbols import all_symbols
from drawing.export.small import used
from drawing.svg import Markup, svg_text
from engine import Rules, Setup, start, view
from engine.editions import ManyShapes, Number, RewardShape, Tables
from engine.vocabulary import PYRAMIDS, Side, Site
from games.editions.board_layout import BoardCell, board_cells, with_values
from games.editions.services.proposals import PROPHECIES

SEATS: Final = "black white brown gray"
TEXT: Final = re.compile(r"(<text\b[^>]*?)(?:/>|>(.*?)</text>)")
NUMBER: Final = re.compile(r"\d+")
HINTS: Final = re.compile(r'<title>.*?</title>|<path class="shape"[^>]*/>')
FIRST_STAND_IN: Final = 999
"""A number that no board has: the drawing shows the cell that has it. The next cells have smaller
ones, since spaces for towers are sorted from the highest."""


class LetteredBoard(NamedTuple):
    """An SVG's content and `symbols`, and the letter of each cell by its key."""

    markup: Markup
    symbols: Markup
    width: int
    height: int
    letters: dict[str, str]


def lettered_board(board: str, table: Tables) -> LetteredBoard | None:
    """A side of a site with as many spaces as `table` has, for four players. The prophecies lie on
    no board."""
    if board == PROPHECIES:
        return None
    cells = board_cells(board, table)
    stand_ins = {cell.key: FIRST_STAND_IN - index for index, cell in enumerate(cells)}
    values = {cell.key: _stand_in(cell, stand_ins[cell.key]) for cell in cells}
    drawing = _drawing(board, with_values(table, values))
    places = dict(_places(drawing))
    ground = HINTS.sub("", drawing.ground())
    on_board = {number for _tag, words in TEXT.findall(ground) for number in NUMBER.findall(words)}
    lettered = [
        key for key, number in stand_ins.items() if str(number) in on_board or key in places
    ]
    letters = dict(zip(lettered, _letters(len(lettered)), strict=True))
    ground = _relabelled(ground, {str(stand_ins[key]): letters[key] for key in letters})
    ground += "".join(svg_text(x, y, letters[key], "reward") for key, (x, y) in places.items())
    available = all_symbols(drawing.rules.minimum_load) + board_symbols() + drawing.symbols()
    symbols = Markup(used(available, ground))
    return LetteredBoard(Markup(ground), symbols, drawing.width, drawing.height, letters)


# --- inside -------------------------------------------------------------------


def _relabelled(ground: str, letters: Mapping[str, str]) -> str:
    """Letters in place of stand-ins; a text without any is left out."""

    def relabel(match: re.Match[str]) -> str:
        words = NUMBER.sub(lambda number: letters.get(number[0], ""), match[2] or "")
        return (
            f"{match[1]}>{words}</text>" if letters.keys() & NUMBER.findall(match[2] or "") else ""
        )

    return TEXT.sub(relabel, ground)


def _stand_in(cell: BoardCell, number: int) -> object:
    """The value of the cell with `number` in place of its points. A count of things stays: so many
    are drawn."""
    if isinstance(cell.shape, RewardShape):
        return {"points": number}
    if isinstance(cell.shape, ManyShapes):
        return [cast(list[int], cell.value)[0], number]
    if isinstance(cell.shape, Number) and cell.shape.low <= 0:
        return number
    return cell.value


def _places(drawing: Any) -> Iterator[tuple[str, tuple[float, float]]]:
    """The places of the numbers that are no text in the drawing."""
    if isinstance(drawing, MarketADrawing):
        for index, (x, y, _depth) in enumerate(drawing.places()[int(drawing.board.face_up) :], 1):
            yield f"face_down.{index}", (x, y)
    elif isinstance(drawing, PyramidBDrawing):
        for name, places in zip(PYRAMIDS, drawing.spaces, strict=True):
            yield f"{name}.{len(places)}", (places[-1].x + 4, places[-1].y - 20)
    elif isinstance(drawing, PyramidCDrawing):
        count = len(drawing.board.tiles)
        for tile in range(count):
            for space in range(drawing.board.size):
                x, y, _depth = drawing.place(count - 1 - tile, space)
                yield f"tiles.{tile + 1}.{space + 1}", (x + 4, y - 4)
    elif isinstance(drawing, TempleDDrawing):
        for index in range(len(drawing.board.arrows)):
            x, y, _depth = drawing.stone_place(index)
            yield f"arrows.{index + 1}", (x + 4, y - 3)
    elif isinstance(drawing, ObelisksCDrawing):
        for index in range(len(drawing.board.path)):
            yield f"path.{index + 1}", drawing.path_place(index)


def _letters(count: int) -> Sequence[str]:
    """a, b … z, aa, ab …"""
    double = (first + second for first in ascii_lowercase for second in ascii_lowercase)
    return [*ascii_lowercase, *double][:count]


def _drawing(board: str, table: Tables) -> Any:
    """The drawing of the side with the numbers of `table`, before the first round."""
    site_word, _point, side_word = board.partition(".")
    site, side = Site.read(site_word), Side.read(side_word)
    setup = Setup.of(SEATS, side.word * len(Site))
    rules = Rules(setup)
    visible: Any = view(start(setup), None)
    boards = list(rules.boards)
    boards[site] = rules.rulebook.boards[site, side](
        cast(Any, table), len(setup.seats), rules.profile
    )
    rules.boards = tuple(boards)
    return DRAWINGS[site][side](rules, visible["sites"][site.word]["board"])

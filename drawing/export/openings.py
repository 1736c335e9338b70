"""The ships of several openings in one SVG: each opening is a ``<view>`` of the sheet, so a page
shows it as ``sheet.svg#name`` and a browser asks for the sheet once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from drawing.board.ships import CARGO, ship_length, ship_space
from drawing.board.symbols import all_symbols
from drawing.export.small import used
from drawing.export.themed import themed_sheet_for
from drawing.svg import use
from drawing.svg.pieces import LETTERS, UPPER

GAP: Final = 10
WIDTH, HEIGHT = 796, 76
WATER_LINE: Final = 68
SIZES: Final = dict.fromkeys((1, 2, 3, 4), 1)


class OpeningShip(NamedTuple):
    """A ship with its `spaces`, from 1: the seat (from 0) of each stone, or none; `sailed`: it has
    left."""

    spaces: tuple[int | None, ...]
    sailed: bool = False

    def loaded(self, space: int, seat: int) -> OpeningShip:
        """This ship with a stone of `seat` on `space`."""
        return self._replace(spaces=(*self.spaces[: space - 1], seat, *self.spaces[space:]))


def ships_sheet(openings: Mapping[str, Sequence[OpeningShip]]) -> str:
    """An SVG document: a ``<view>`` of the ships, the first at the left, for each of `openings`, by
    its name."""
    rows = [_row(ships, HEIGHT * row + WATER_LINE) for row, ships in enumerate(openings.values())]
    views = "".join(
        f'<view id="{name}" viewBox="0 {HEIGHT * row} {WIDTH} {HEIGHT}"/>'
        for row, name in enumerate(openings)
    )
    scene = "".join(rows)
    markup = f"<defs>{used(all_symbols(SIZES), scene)}</defs>{views}{scene}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}"><style>{themed_sheet_for(markup)}</style>{markup}</svg>'
    )


# --- inside -------------------------------------------------------------------


def _row(ships: Sequence[OpeningShip], y: float) -> str:
    lengths = [ship_length(len(ship.spaces)) + GAP for ship in ships]
    lefts = accumulate(lengths, initial=GAP)
    return "".join(_ship(ship, x, y) for ship, x in zip(ships, lefts, strict=False))


def _ship(ship: OpeningShip, x: float, y: float) -> str:
    capacity, letters = len(ship.spaces), tuple(LETTERS.values())
    if ship.sailed:
        return use(f"f{capacity}", x, y)
    stones = "".join(
        use(f"{UPPER}{letters[seat]}", x + ship_space(capacity, space), y + CARGO)
        for space, seat in enumerate(ship.spaces, 1)
        if seat is not None
    )
    return use(f"S{capacity}", x, y) + stones + use(f"B{capacity}", x, y)

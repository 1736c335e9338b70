"""Pieces: all that moves or changes on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from engine.shown import View
from engine.vocabulary import Colour

STRIDE: Final = 64
"""From the first place of a block to the first place of the next."""

GROUND, MARKS, STONES, OVER = 0, 1, 2, STRIDE - 1
"""The layers of a block, the lowest first. Above ``STONES`` lie as many more as the block has
depths: a stone of depth n lies in ``STONES + n``. Pieces of one layer do not cover each other."""

LETTERS: Final = {
    Colour.BLACK: "k",
    Colour.WHITE: "w",
    Colour.BROWN: "b",
    Colour.GRAY: "g",
}
"""The last letter of every symbol in a player's colour."""

STONE, UPPER, COURSE, MINI = "s", "u", "l", "m"
"""A stone on the ground, one on other stones (it throws no shadow), one that is covered (a course
of 10), and the tile of 16 that stands for a stone beside words."""


class PlacedSymbol(NamedTuple):
    """A symbol, or a word, at a place of a block.

    `symbol` names one of ``symbols``; one that begins with a point is a CSS class, and the piece
    is the word `text`. (x, y) is the origin of a symbol; of a word the point where it is anchored.
    `depth` is how many layers above `layer` it lies.
    """

    layer: int
    symbol: str
    x: float
    y: float
    text: str = ""
    depth: int = 0


class StoneSpot(NamedTuple):
    """A place where a stone of `seat` lies. `key` names the place, so that a stone that stays
    there remains the same stone: what it belongs to, a point, and which place of it. `size` is one
    of the kinds above. A stone of greater `depth` covers one of less: it lies further in front, or
    higher."""

    key: str
    seat: int
    x: float
    y: float
    size: str = STONE
    depth: int = 0


def none(view: View) -> tuple[()]:
    """No pieces; no spots."""
    return ()


class BlockPart(NamedTuple):
    """Pieces of a block that change together.

    `facts` says what of the view they depend on: while that is equal, so are they. `pieces` are
    those that change, stones left out, by key; `spots` is where stones lie. `recurs`: the facts
    are few and can be hashed, so that the pieces of each are made once. `within`: what of the view
    the facts are found in, if that is less than all that the block shows: while it is equal, the
    facts are not asked for.
    """

    facts: Callable[[View], object]
    pieces: Callable[[View], Iterable[tuple[str, PlacedSymbol]]] = none
    spots: Callable[[View], Iterable[StoneSpot]] = none
    recurs: bool = False
    within: Callable[[View], object] | None = None


@lru_cache(maxsize=4096)
def owner_and_place(key: str) -> tuple[str, str]:
    """Owner of the place `key` (``sled0``, ``ship2``, a site), and the place within it."""
    belongs, _, place = key.partition(".")
    return belongs, place


def number_symbol(
    layer: int, x: float, y: float, value: int | None, look: str = ".n"
) -> PlacedSymbol:
    """A number as a word; endless where there is none."""
    return PlacedSymbol(layer, look, x, y, "∞" if value is None else str(value))

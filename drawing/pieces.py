"""What moves or changes on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from engine.shown import View
from engine.vocabulary import Colour

GROUND, MARKS, STONES, OVER = range(4)
"""The layers of a block, the lowest first. Pieces of one layer do not cover each other."""

LETTERS: Final = {
    Colour.BLACK: "k",
    Colour.WHITE: "w",
    Colour.BROWN: "b",
    Colour.GRAY: "g",
}
"""The last letter of every symbol in a player's colour."""

STONE, MINI, SLAB = "s", "m", "b"
"""The three sizes of a stone: 20 x 20, 11 x 11, and 26 x 10 for towers."""


class Piece(NamedTuple):
    """A symbol, or a word, at a place of a block.

    `symbol` names one of ``symbols``; one that begins with a point is a CSS class, and the piece
    is the word `text`. (x, y) is the centre of a symbol; of a word the point where it is anchored.
    """

    layer: int
    symbol: str
    x: float
    y: float
    text: str = ""


class Spot(NamedTuple):
    """A place where a stone of `seat` lies. `key` names the place, so that a stone that stays
    there remains the same stone: what it belongs to, a point, and which place of it. `size` is one
    of the three."""

    key: str
    seat: int
    x: float
    y: float
    size: str = STONE


def none(view: View) -> tuple[()]:
    """No pieces; no spots."""
    return ()


class Part(NamedTuple):
    """Pieces of a block that change together.

    `facts` says what of the view they depend on: while that is equal, so are they. `pieces` are
    those that change, stones left out, by key; `spots` is where stones lie.
    """

    facts: Callable[[View], object]
    pieces: Callable[[View], Iterable[tuple[str, Piece]]] = none
    spots: Callable[[View], Iterable[Spot]] = none


@lru_cache(maxsize=4096)
def where(key: str) -> tuple[str, str]:
    """What the place `key` belongs to (``sled0``, ``ship2``, a site), and which place of it."""
    belongs, _, place = key.partition(".")
    return belongs, place


def count(layer: int, x: float, y: float, value: int | None, look: str = ".n") -> Piece:
    """A number as a word; endless where there is none."""
    return Piece(layer, look, x, y, "∞" if value is None else str(value))

"""Spots of an option's words on the drawing, so that they can be pointed at.

A spot is ``[block, x, y, width, height]`` in the units of the block, and a path where it has a
shape of its own; what lies nowhere, or on a card that the drawing does not show, has none and is
reached by its words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from drawing.board.harbour import SHIP_X
from drawing.board.scene import Drawing, Table
from drawing.board.ships import HEIGHT as HEIGHT_OF_SHIP
from drawing.board.ships import ship_length, ship_space
from drawing.board.sites.board import Outline
from drawing.cards.faces import SMALL_HEIGHT, SMALL_WIDTH
from drawing.language.option_words import OptionWord, PlaceKey, Rectangle, around
from drawing.modules import PLACES
from drawing.svg.pieces import STRIDE
from engine import State
from engine.vocabulary import Site

Spot = Rectangle | tuple[str, float, float, float, float, str]
"""The name of a block, a rectangle in it, and the ``d`` of a path in it, where it has a shape of
its own."""

Spots = dict[str, Spot]
"""By the key of a word."""


def spots(
    words: Iterable[OptionWord], drawing: Drawing, table: Table, s: State, seat: int
) -> Spots:
    """The place of each of `words`, of options of `seat`, that has one; by key."""
    places = Places(drawing, table, s, seat)
    spot_by_word = {word.key: places.spot_of(word.place_key) for word in words if word.place_key}
    return {key: spot for key, spot in spot_by_word.items() if spot is not None}


class Places:
    """The places of one position, as `seat` sees them."""

    def __init__(self, drawing: Drawing, table: Table, s: State, seat: int) -> None:
        self.drawing = drawing
        self.table = table
        self.state = s
        self.seat = seat
        self.own = drawing.seats[seat].name

    def spot_of(self, place: PlaceKey) -> Spot | None:
        """Spot of `place`; ``None`` if it is not drawn."""
        kind, *numbers = place
        return KINDS[str(kind)](self, *numbers)

    def site(self, site: int) -> Any:
        """The drawing of a site."""
        return self.drawing.sites[site]

    def _ship(self, number: int) -> Spot:
        capacity = self.state.round_cards[-1][number - 1]
        harbour = self.drawing.harbour
        top = harbour.y(number) - HEIGHT_OF_SHIP
        return harbour.name, SHIP_X - 2, top, ship_length(capacity) + 4, HEIGHT_OF_SHIP + 8

    def _space(self, ship: int, space: int) -> Spot:
        capacity = self.state.round_cards[-1][ship - 1]
        harbour = self.drawing.harbour
        x = SHIP_X + ship_space(capacity, space)
        return around(harbour.name, x + 3, harbour.y(ship) - 24, 36, 48)

    def _site_spot(self, site: int) -> Spot:
        return self._shaped(site, self.site(site).outline())

    def _target(self, site: int, *numbers: int) -> Spot:
        return self._shaped(site, self.site(site).target(*numbers))

    def _shaped(self, site: int, shape: Outline) -> Spot:
        return self.site(site).name, *shape

    def _market(self, space: int) -> Spot:
        return self._target(Site.MARKET, space)

    def lying(
        self, key: str, width: float, height: float, right: float = 0, down: float = 0
    ) -> Rectangle | None:
        """Around a piece that lies on the table now; its middle is so far from its origin."""
        piece = self.table.get(key)
        if piece is None:
            return None
        block = self.drawing.blocks[piece[0] // STRIDE].name
        return around(block, piece[2] + right, piece[3] + down, width, height)

    def _hand(self, card: int) -> Spot | None:
        return self.lying(f"{self.seat}.d{card}", SMALL_WIDTH + 4, SMALL_HEIGHT + 4)

    def _figure(self) -> Spot | None:
        return self.lying("figure", 24, 32, 0, -13)

    def _quarry(self) -> Spot:
        x, y = self.drawing.seats[self.seat].plan.quarry
        return self.own, x - 18, y - 18, 62, 32

    def _sled(self) -> Spot:
        plan = self.drawing.seats[self.seat].plan
        return self.own, 6, plan.sled - 42, plan.reach - 4, 52

    def _pyramid(self, index: int) -> Spot:
        return self._target(Site.PYRAMID, index)

    def _barrow(self, level: int, position: int) -> Spot:
        return self._target(Site.BURIAL_CHAMBER, level, position)

    def _crypt(self, tile: int) -> Spot:
        return self._target(Site.BURIAL_CHAMBER, tile)

    def _cell(self, seat: int, column: int, row: int) -> Spot:
        return self._target(Site.OBELISKS, seat, column, row)

    def _avenue(self, place: int) -> Spot:
        return self._target(Site.OBELISKS, place)


KINDS: Final[dict[str, Callable[..., Spot | None]]] = {
    "ship": Places._ship,
    "space": Places._space,
    "site": Places._site_spot,
    "market": Places._market,
    "hand": Places._hand,
    "figure": Places._figure,
    "quarry": Places._quarry,
    "sled": Places._sled,
    "pyramid": Places._pyramid,
    "barrow": Places._barrow,
    "crypt": Places._crypt,
    "cell": Places._cell,
    "avenue": Places._avenue,
    **PLACES,
}

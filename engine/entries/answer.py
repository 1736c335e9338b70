"""What a player may answer to a decision."""

from __future__ import annotations

from engine.entries.action import Action, ascending, entry
from engine.entries.forms import CARD, PYRAMID, SPACE, TILE, Many, Maybe, number, pair
from engine.vocabulary import Card


@entry("card", Many(SPACE, 1, 2))
class ChooseCard(Action):
    """A market space; with a coin two neighbouring ones, in the order taken (R4)."""

    spaces: tuple[int, ...]


@entry("keep", CARD)
class Keep(Action):
    """The card kept of those looked at (R4.5, R4.7, R7.4)."""

    card: Card


@entry("pyramid", PYRAMID)
class ChoosePyramid(Action):
    """One of the pyramids of side B, by its name (R6.2)."""

    name: str


@entry("decline", Maybe(TILE, 0))
class Decline(Action):
    """Not to place the stone of a bonus (R6.2); or `tile`, by its path space (R9.3)."""

    tile: int = 0


@entry("points")
class ChoosePoints(Action):
    """Points rather than stones (R7.3)."""


@entry("stones")
class ChooseStones(Action):
    """Stones rather than points (R7.3)."""


@entry("space", pair("LEVEL.POSITION"))
class ChooseSpace(Action):
    """A space of the barrow, from the left on its level (R8.3)."""

    level: int
    position: int


@entry("tile", TILE)
class ChooseTile(Action):
    """A crypt tile (R8.4)."""

    tile: int


@entry("build", Many(pair("COLUMN.ROW"), 1, 9))
class Build(Action):
    """An obelisk tile laid on `cells`: (column, row) from the ground, ascending (R13.15)."""

    cells: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        ascending(self, "cells")


@entry("obelisk", number("PLACE"))
class ChooseObelisk(Action):
    """A place of the avenue (R9.4)."""

    place: int

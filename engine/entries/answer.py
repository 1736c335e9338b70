"""Answers of a player to a decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.entries.action import Action, ascending
from engine.entries.forms import (
    CARD,
    PYRAMID,
    SPACE,
    TILE,
    Form,
    ManyWords,
    Maybe,
    pair,
    parse_number,
)
from engine.vocabulary import Card


@dataclass(frozen=True)
class ChooseCard(Action):
    """A market space; with a coin two neighbouring ones, in the order taken (R4)."""

    spaces: tuple[int, ...]


ChooseCard.form = Form("card", ManyWords(SPACE, 1, 2))


@dataclass(frozen=True)
class Keep(Action):
    """The card kept of those looked at (R4.5, R4.7, R7.4)."""

    card: Card


Keep.form = Form("keep", CARD)


@dataclass(frozen=True)
class ChoosePyramid(Action):
    """One of the pyramids of side B, by its name (R6.2)."""

    name: str


ChoosePyramid.form = Form("pyramid", PYRAMID)


@dataclass(frozen=True)
class Decline(Action):
    """Not to place the stone of a bonus (R6.2); or `tile`, by its path space (R9.3)."""

    tile: int = 0


Decline.form = Form("decline", Maybe(TILE, 0))


@dataclass(frozen=True)
class ChoosePoints(Action):
    """Points rather than stones (R7.3)."""


ChoosePoints.form = Form("points")


@dataclass(frozen=True)
class ChooseStones(Action):
    """Stones rather than points (R7.3)."""


ChooseStones.form = Form("stones")


@dataclass(frozen=True)
class ChooseSpace(Action):
    """A space of the barrow, from the left on its level (R8.3)."""

    level: int
    position: int


ChooseSpace.form = Form("space", pair("LEVEL.POSITION"))


@dataclass(frozen=True)
class ChooseTile(Action):
    """A crypt tile (R8.4)."""

    tile: int


ChooseTile.form = Form("tile", TILE)


@dataclass(frozen=True)
class Build(Action):
    """An obelisk tile laid on `cells`: (column, row) from the ground, ascending (R13.15)."""

    cells: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        ascending(self, "cells")


Build.form = Form("build", ManyWords(pair("COLUMN.ROW"), 1, 9))


@dataclass(frozen=True)
class ChooseObelisk(Action):
    """A place of the avenue (R9.4)."""

    place: int


ChooseObelisk.form = Form("obelisk", parse_number("PLACE"))


ANSWERS: Final = (
    *(ChooseCard, Keep, ChoosePyramid, Decline, ChoosePoints, ChooseStones),
    *(ChooseSpace, ChooseTile, Build, ChooseObelisk),
)
"""Actions of a seat that is asked."""

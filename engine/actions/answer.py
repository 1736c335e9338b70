"""What a player may answer to a decision."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions.action import Action, ascending, joined_numbers, joined_pairs
from engine.vocabulary import Card


@dataclass(frozen=True)
class ChooseCard(Action):
    """A market space; with a coin two neighbouring ones, in the order taken (R4)."""

    spaces: tuple[int, ...]

    @property
    def text(self) -> str:
        return f"card {joined_numbers(self.spaces)}"


@dataclass(frozen=True)
class Keep(Action):
    """The card kept of those looked at (R4.5, R4.7, R7.4)."""

    card: Card

    @property
    def text(self) -> str:
        return f"keep {self.card.word}"


@dataclass(frozen=True)
class ChoosePyramid(Action):
    """One of the pyramids of side B, by its name (R6.2)."""

    name: str

    @property
    def text(self) -> str:
        return f"pyramid {self.name}"


@dataclass(frozen=True)
class Decline(Action):
    """Not to place the stone of a bonus (R6.2); or `tile`, by its path space (R9.3)."""

    tile: int = 0

    @property
    def text(self) -> str:
        return f"decline {self.tile}" if self.tile else "decline"


@dataclass(frozen=True)
class ChoosePoints(Action):
    """Points rather than stones (R7.3)."""

    @property
    def text(self) -> str:
        return "points"


@dataclass(frozen=True)
class ChooseStones(Action):
    """Stones rather than points (R7.3)."""

    @property
    def text(self) -> str:
        return "stones"


@dataclass(frozen=True)
class ChooseSpace(Action):
    """A space of the barrow, from the left on its level (R8.3)."""

    level: int
    position: int

    @property
    def text(self) -> str:
        return f"space {self.level}.{self.position}"


@dataclass(frozen=True)
class ChooseTile(Action):
    """A crypt tile (R8.4)."""

    tile: int

    @property
    def text(self) -> str:
        return f"tile {self.tile}"


@dataclass(frozen=True)
class Build(Action):
    """An obelisk tile laid on `cells`: (column, row) from the ground, ascending (R13.15)."""

    cells: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        ascending(self, "cells")

    @property
    def text(self) -> str:
        return f"build {joined_pairs(self.cells)}"


@dataclass(frozen=True)
class ChooseObelisk(Action):
    """A place of the avenue (R9.4)."""

    place: int

    @property
    def text(self) -> str:
        return f"obelisk {self.place}"

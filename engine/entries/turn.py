"""What a player may do with a turn (R2.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.entries.action import Action, Space, ascending
from engine.entries.forms import (
    SHIP,
    SHIP_SPACE,
    SITE,
    SPACE,
    Flag,
    Form,
    Many,
    joined,
)
from engine.vocabulary import Site


@dataclass(frozen=True)
class Take(Action):
    """Take stones (R2.2); `move`: and move the figure on pyramid D (R6.4)."""

    move: bool = False


Take.form = Form("take", Flag("move"))


@dataclass(frozen=True)
class Load(Action):
    """Place a stone on a space of a ship: as a turn (R2.3), or as the bonus of pyramid B."""

    ship: int
    space: int


Load.form = Form("load", SHIP_SPACE)


@dataclass(frozen=True)
class Sail(Action):
    """Sail a ship to a site (R2.4)."""

    ship: int
    site: Site


Sail.form = Form("sail", SHIP, SITE)


@dataclass(frozen=True)
class Pass(Action):
    """Nothing else is legal (R2.5)."""


Pass.form = Form("pass")

# ---------------------------------------------------------------------- a turn: blue cards


@dataclass(frozen=True)
class PlayLever(Action):
    """Sail a ship; `order` names its loaded spaces as they unload (R5.5)."""

    ship: int
    site: Site
    order: tuple[int, ...]


PlayLever.form = Form("play lever", SHIP, SITE, joined("ORDER", SPACE))


@dataclass(frozen=True)
class PlayHammer(Action):
    """Take three stones, then place one (R5.6)."""

    ship: int
    space: int


PlayHammer.form = Form("play hammer", SHIP_SPACE)


@dataclass(frozen=True)
class PlaySail(Action):
    """Place a stone, then sail that ship (R5.7)."""

    ship: int
    space: int
    site: Site


PlaySail.form = Form("play sail", SHIP_SPACE, SITE)


@dataclass(frozen=True)
class PlayChisel(Action):
    """Place two stones (R5.8); `spaces` in ascending order."""

    spaces: tuple[Space, Space]

    def __post_init__(self) -> None:
        ascending(self, "spaces")


PlayChisel.form = Form("play chisel", Many(SHIP_SPACE, 2, 2))


@dataclass(frozen=True)
class PlayRaft(Action):
    """Two stones to the quarry, one straight to a site (R5.9)."""

    site: Site


PlayRaft.form = Form("play raft", SITE)


@dataclass(frozen=True)
class PlayLoadingPlank(Action):
    """One stone to the quarry, then sail a second ship to a site (R5.10)."""

    ship: int
    site: Site


PlayLoadingPlank.form = Form("play loading_plank", SHIP, SITE)


TURNS: Final = (
    *(Take, Load, Sail, Pass),
    *(PlayLever, PlayHammer, PlaySail, PlayChisel, PlayRaft, PlayLoadingPlank),
)
"""What a seat may do when it is its turn."""

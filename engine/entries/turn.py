"""Actions of a turn (R2.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.entries.action import Action
from engine.entries.forms import SHIP, SHIP_SPACE, SITE, Flag, Form
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

TURNS: Final = (Take, Load, Sail, Pass)
"""Actions of a seat in its turn; cards and modules add theirs."""


@dataclass(frozen=True)
class Resign(Action):
    """Give the game up, whichever player is to write (R2.10)."""


Resign.form = Form("resign")

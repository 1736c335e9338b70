"""What a player may do with a turn (R2.1)."""

from __future__ import annotations

from engine.entries.action import Action, Space, ascending, entry
from engine.entries.forms import (
    FIELD,
    PROPHECY,
    SHIP,
    SHIP_SPACE,
    SITE,
    SPACE,
    STONE,
    Flag,
    Many,
    Maybe,
    joined,
)
from engine.vocabulary import Field, Prophecy, Site


@entry("take", Flag("move"))
class Take(Action):
    """Take stones (R2.2); `move`: and move the figure on pyramid D (R6.4)."""

    move: bool = False


@entry("load", SHIP_SPACE)
class Load(Action):
    """Place a stone on a space of a ship: as a turn (R2.3), or as the bonus of pyramid B."""

    ship: int
    space: int


@entry("sail", SHIP, SITE)
class Sail(Action):
    """Sail a ship to a site (R2.4)."""

    ship: int
    site: Site


@entry("pass")
class Pass(Action):
    """Nothing else is legal (R2.5)."""


# ---------------------------------------------------------------------- a turn: blue cards


@entry("play lever", SHIP, SITE, joined("ORDER", SPACE))
class PlayLever(Action):
    """Sail a ship; `order` names its loaded spaces as they unload (R5.5)."""

    ship: int
    site: Site
    order: tuple[int, ...]


@entry("play hammer", SHIP_SPACE)
class PlayHammer(Action):
    """Take three stones, then place one (R5.6)."""

    ship: int
    space: int


@entry("play sail", SHIP_SPACE, SITE)
class PlaySail(Action):
    """Place a stone, then sail that ship (R5.7)."""

    ship: int
    space: int
    site: Site


@entry("play chisel", Many(SHIP_SPACE, 2, 2))
class PlayChisel(Action):
    """Place two stones (R5.8); `spaces` in ascending order."""

    spaces: tuple[Space, Space]

    def __post_init__(self) -> None:
        ascending(self, "spaces")


@entry("play raft", SITE)
class PlayRaft(Action):
    """Two stones to the quarry, one straight to a site (R5.9)."""

    site: Site


@entry("play loading_plank", SHIP, SITE)
class PlayLoadingPlank(Action):
    """One stone to the quarry, then sail a second ship to a site (R5.10)."""

    ship: int
    site: Site


# -------------------------------------------------------------------------- a turn: modules


@entry("private_ship", SITE)
class SailPrivateShip(Action):
    """One stone, on the private ship, to a site (R11.1)."""

    site: Site


@entry("wager", SITE, FIELD)
class Wager(Action):
    """One stone from the quarry onto a betting field (R11.2)."""

    site: Site
    field: Field


@entry("favor two_cards", Many(SPACE, 1, 2))
class TakeTwoCards(Action):
    """The favour ``two_cards``: face-up `spaces` in the order taken (R11.3)."""

    spaces: tuple[int, ...]


@entry("favor place_and_fill_sled", Many(SHIP_SPACE, 0, 1))
class PlaceAndFillSled(Action):
    """The favour ``place_and_fill_sled``: `spaces` holds the space loaded, if any."""

    spaces: tuple[Space, ...]


@entry("favor place_reorder_sail", SHIP, Flag("add"), joined("STONES", STONE), Maybe(SITE))
class PlaceReorderSail(Action):
    """The favour ``place_reorder_sail`` (R13.8).

    `add`: a stone of the sled goes aboard; `arrangement`: what lies on each space afterwards, a
    ``Colour`` or ``EMPTY``; `site`: where the ship sails, ``None`` if it stays.
    """

    ship: int
    add: bool
    arrangement: tuple[int, ...]
    site: Site | None = None


@entry("favor place_two_and_sail", SHIP, joined("SPACES|-", SPACE, 2, none="-"), Maybe(SITE))
class PlaceTwoAndSail(Action):
    """The favour ``place_two_and_sail``: up to two `spaces` of the ship, ascending."""

    ship: int
    spaces: tuple[int, ...]
    site: Site | None = None

    def __post_init__(self) -> None:
        ascending(self, "spaces")


@entry("favor place_three", Many(SHIP_SPACE, 1, 3))
class PlaceThree(Action):
    """The favour ``place_three``: one to three `spaces` in ascending order."""

    spaces: tuple[Space, ...]

    def __post_init__(self) -> None:
        ascending(self, "spaces")


@entry("prophecy", PROPHECY)
class Prophesy(Action):
    """Lay a scarab on a prophecy for the present period (R11.4)."""

    prophecy: Prophecy

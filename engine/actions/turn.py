"""What a player may do with a turn (R2.1)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions.action import Action, Space, ascending, joined_numbers, joined_pairs
from engine.vocabulary import EMPTY, Colour, Favor, Field, Prophecy, Site


@dataclass(frozen=True)
class Take(Action):
    """Take stones (R2.2); `move`: and move the figure on pyramid D (R6.4)."""

    move: bool = False

    @property
    def text(self) -> str:
        return "take move" if self.move else "take"


@dataclass(frozen=True)
class Load(Action):
    """Place a stone on a space of a ship: as a turn (R2.3), or as the bonus of pyramid B."""

    ship: int
    space: int

    @property
    def text(self) -> str:
        return f"load {self.ship}.{self.space}"


@dataclass(frozen=True)
class Sail(Action):
    """Sail a ship to a site (R2.4)."""

    ship: int
    site: Site

    @property
    def text(self) -> str:
        return f"sail {self.ship} {self.site.word}"


@dataclass(frozen=True)
class Pass(Action):
    """Nothing else is legal (R2.5)."""

    @property
    def text(self) -> str:
        return "pass"


# ---------------------------------------------------------------------- a turn: blue cards


@dataclass(frozen=True)
class PlayLever(Action):
    """Sail a ship; `order` names its loaded spaces as they unload (R5.5)."""

    ship: int
    site: Site
    order: tuple[int, ...]

    @property
    def text(self) -> str:
        return f"play lever {self.ship} {self.site.word} {joined_numbers(self.order, ',')}"


@dataclass(frozen=True)
class PlayHammer(Action):
    """Take three stones, then place one (R5.6)."""

    ship: int
    space: int

    @property
    def text(self) -> str:
        return f"play hammer {self.ship}.{self.space}"


@dataclass(frozen=True)
class PlaySail(Action):
    """Place a stone, then sail that ship (R5.7)."""

    ship: int
    space: int
    site: Site

    @property
    def text(self) -> str:
        return f"play sail {self.ship}.{self.space} {self.site.word}"


@dataclass(frozen=True)
class PlayChisel(Action):
    """Place two stones (R5.8); `spaces` in ascending order."""

    spaces: tuple[Space, Space]

    def __post_init__(self) -> None:
        ascending(self, "spaces")

    @property
    def text(self) -> str:
        return f"play chisel {joined_pairs(self.spaces)}"


@dataclass(frozen=True)
class PlayRaft(Action):
    """Two stones to the quarry, one straight to a site (R5.9)."""

    site: Site

    @property
    def text(self) -> str:
        return f"play raft {self.site.word}"


@dataclass(frozen=True)
class PlayLoadingPlank(Action):
    """One stone to the quarry, then sail a second ship to a site (R5.10)."""

    ship: int
    site: Site

    @property
    def text(self) -> str:
        return f"play loading_plank {self.ship} {self.site.word}"


# -------------------------------------------------------------------------- a turn: modules


@dataclass(frozen=True)
class SailPrivateShip(Action):
    """One stone, on the private ship, to a site (R11.1)."""

    site: Site

    @property
    def text(self) -> str:
        return f"private_ship {self.site.word}"


@dataclass(frozen=True)
class Wager(Action):
    """One stone from the quarry onto a betting field (R11.2)."""

    site: Site
    field: Field

    @property
    def text(self) -> str:
        return f"wager {self.site.word} {self.field.word}"


@dataclass(frozen=True)
class TakeTwoCards(Action):
    """The favour ``two_cards``: face-up `spaces` in the order taken (R11.3)."""

    spaces: tuple[int, ...]

    @property
    def text(self) -> str:
        return f"favor {Favor.TWO_CARDS.word} {joined_numbers(self.spaces)}"


@dataclass(frozen=True)
class PlaceAndFillSled(Action):
    """The favour ``place_and_fill_sled``: `spaces` holds the space loaded, if any."""

    spaces: tuple[Space, ...]

    @property
    def text(self) -> str:
        return f"favor {Favor.PLACE_AND_FILL_SLED.word} {joined_pairs(self.spaces)}".rstrip()


@dataclass(frozen=True)
class PlaceReorderSail(Action):
    """The favour ``place_reorder_sail`` (R13.8).

    `add`: a stone of the sled goes aboard; `arrangement`: what lies on each space afterwards, a
    ``Colour`` or ``EMPTY``; `site`: where the ship sails, ``None`` if it stays.
    """

    ship: int
    add: bool
    arrangement: tuple[int, ...]
    site: Site | None

    @property
    def text(self) -> str:
        stones = ",".join("-" if c == EMPTY else Colour(c).word for c in self.arrangement)
        words = [str(self.ship), "add" if self.add else "", stones, _site(self.site)]
        return " ".join(["favor", Favor.PLACE_REORDER_SAIL.word, *filter(None, words)])


@dataclass(frozen=True)
class PlaceTwoAndSail(Action):
    """The favour ``place_two_and_sail``: up to two `spaces` of the ship, ascending."""

    ship: int
    spaces: tuple[int, ...]
    site: Site | None

    def __post_init__(self) -> None:
        ascending(self, "spaces")

    @property
    def text(self) -> str:
        words = [str(self.ship), joined_numbers(self.spaces, ",") or "-", _site(self.site)]
        return " ".join(["favor", Favor.PLACE_TWO_AND_SAIL.word, *filter(None, words)])


@dataclass(frozen=True)
class PlaceThree(Action):
    """The favour ``place_three``: one to three `spaces` in ascending order."""

    spaces: tuple[Space, ...]

    def __post_init__(self) -> None:
        ascending(self, "spaces")

    @property
    def text(self) -> str:
        return f"favor {Favor.PLACE_THREE.word} {joined_pairs(self.spaces)}"


@dataclass(frozen=True)
class Prophesy(Action):
    """Lay a scarab on a prophecy for the present period (R11.4)."""

    prophecy: Prophecy

    @property
    def text(self) -> str:
        return f"prophecy {self.prophecy.word}"


def _site(site: Site | None) -> str:
    return "" if site is None else site.word

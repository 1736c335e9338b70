"""What the bank writes: the outcomes of chance."""

from __future__ import annotations

from dataclasses import dataclass

from engine.entries.action import Outcome, ascending, entry
from engine.entries.forms import CARD, PROPHECY, SHIP, TILE, Many
from engine.vocabulary import Card, Prophecy


@entry("round", Many(SHIP, 1, 9))
class RevealRoundCard(Outcome):
    """The ships of the round, largest first (R1.3)."""

    ships: tuple[int, ...]


@dataclass(frozen=True)
class CardsAction(Outcome):
    """Cards that the bank names."""

    cards: tuple[Card, ...]


@entry("market", Many(CARD, 1, 9), rare=True)
class DealMarket(CardsAction):
    """The face-up cards of a round, by space (R13.1)."""


@entry("refill", Many(CARD, 1, 9), rare=True)
class RefillMarket(CardsAction):
    """Face-up cards for the spaces used, ascending (R13.6)."""


@entry("draw", Many(CARD, 1, 9), rare=True)
class DrawCard(CardsAction):
    """The top card of the pile."""


@entry("look", Many(CARD, 1, 9), rare=True)
class LookAtCards(CardsAction):
    """Cards that somebody looks at and the log has not named yet (R13.3)."""


@entry("scaffold", TILE)
class RevealScaffold(Outcome):
    """The next scaffold tile, by its number in the edition (R6.3)."""

    tile: int


@entry("crypt", Many(TILE, 1, 9))
class RevealCrypt(Outcome):
    """The crypt tiles of a round, ascending (R8.4)."""

    tiles: tuple[int, ...]

    def __post_init__(self) -> None:
        ascending(self, "tiles")


@entry("prophecies", Many(PROPHECY, 1, 7))
class RevealProphecies(Outcome):
    """The prophecies in play, in the order of ``Prophecy`` (R11.4)."""

    prophecies: tuple[Prophecy, ...]

    def __post_init__(self) -> None:
        ascending(self, "prophecies")

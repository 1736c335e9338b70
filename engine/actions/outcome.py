"""What the bank writes: the outcomes of chance."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions.action import Action, ascending, joined_numbers
from engine.vocabulary import Card, Prophecy


@dataclass(frozen=True)
class RevealRoundCard(Action):
    """The ships of the round, largest first (R1.3)."""

    ships: tuple[int, ...]

    @property
    def text(self) -> str:
        return f"round {joined_numbers(self.ships)}"


@dataclass(frozen=True)
class CardsAction(Action):
    """Cards that the bank names."""

    cards: tuple[Card, ...]

    def _text(self, verb: str) -> str:
        return " ".join([verb, *(card.word for card in self.cards)])


@dataclass(frozen=True)
class DealMarket(CardsAction):
    """The face-up cards of a round, by space (R13.1)."""

    @property
    def text(self) -> str:
        return self._text("market")


@dataclass(frozen=True)
class RefillMarket(CardsAction):
    """Face-up cards for the spaces used, ascending (R13.6)."""

    @property
    def text(self) -> str:
        return self._text("refill")


@dataclass(frozen=True)
class DrawCard(CardsAction):
    """The top card of the pile."""

    @property
    def text(self) -> str:
        return self._text("draw")


@dataclass(frozen=True)
class LookAtCards(CardsAction):
    """Cards that somebody looks at and the log has not named yet (R13.3)."""

    @property
    def text(self) -> str:
        return self._text("look")


@dataclass(frozen=True)
class RevealScaffold(Action):
    """The next scaffold tile, by its number in the edition (R6.3)."""

    tile: int

    @property
    def text(self) -> str:
        return f"scaffold {self.tile}"


@dataclass(frozen=True)
class RevealCrypt(Action):
    """The crypt tiles of a round, ascending (R8.4)."""

    tiles: tuple[int, ...]

    def __post_init__(self) -> None:
        ascending(self, "tiles")

    @property
    def text(self) -> str:
        return f"crypt {joined_numbers(self.tiles)}"


@dataclass(frozen=True)
class RevealProphecies(Action):
    """The prophecies in play, in the order of ``Prophecy`` (R11.4)."""

    prophecies: tuple[Prophecy, ...]

    def __post_init__(self) -> None:
        ascending(self, "prophecies")

    @property
    def text(self) -> str:
        return " ".join(["prophecies", *(p.word for p in self.prophecies)])

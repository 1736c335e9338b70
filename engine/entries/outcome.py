"""Entries of the bank: the outcomes of chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.entries.action import Outcome, ascending
from engine.entries.forms import CARD, SHIP, TILE, Form, ManyWords
from engine.vocabulary import Card

CARDS: Final = ManyWords(CARD, 1, 9)


@dataclass(frozen=True)
class RevealRoundCard(Outcome):
    """The ships of the round, largest first (R1.3)."""

    ships: tuple[int, ...]


RevealRoundCard.form = Form("round", ManyWords(SHIP, 1, 9))


@dataclass(frozen=True, init=False)
class CardsAction(Outcome):
    """Cards that the bank names. Each line of a log makes another one: written out, ``__init__``
    is compiled."""

    cards: tuple[Card, ...]

    def __init__(self, cards: tuple[Card, ...]) -> None:
        object.__setattr__(self, "cards", cards)


@dataclass(frozen=True, init=False)
class DealMarket(CardsAction):
    """The face-up cards of a round, by space (R13.1)."""


DealMarket.form = Form("market", CARDS, rare=True)


@dataclass(frozen=True, init=False)
class RefillMarket(CardsAction):
    """Face-up cards for the spaces used, ascending (R13.6)."""


RefillMarket.form = Form("refill", CARDS, rare=True)


@dataclass(frozen=True, init=False)
class DrawCard(CardsAction):
    """The top card of the pile."""


DrawCard.form = Form("draw", CARDS, rare=True)


@dataclass(frozen=True, init=False)
class LookAtCards(CardsAction):
    """Cards that a player looks at and the log has not named yet (R13.3)."""


LookAtCards.form = Form("look", CARDS, rare=True)


@dataclass(frozen=True)
class RevealScaffold(Outcome):
    """The next scaffold tile, by its number in the edition (R6.3)."""

    tile: int


RevealScaffold.form = Form("scaffold", TILE)


@dataclass(frozen=True)
class RevealCrypt(Outcome):
    """The crypt tiles of a round, ascending (R8.4)."""

    tiles: tuple[int, ...]

    def __post_init__(self) -> None:
        ascending(self, "tiles")


RevealCrypt.form = Form("crypt", ManyWords(TILE, 1, 9))


OUTCOMES: Final = (
    *(RevealScaffold, RevealRoundCard, DealMarket, RefillMarket, RevealCrypt),
    *(DrawCard, LookAtCards),
)
"""Actions of the bank."""

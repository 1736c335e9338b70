"""Cargo Sled: more spaces on the sled (R5.11); ``engine.stones`` counts them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards.card import MarketCard
from engine.vocabulary import Card

if TYPE_CHECKING:
    from engine.editions.shapes import CardValues


class CargoSled(MarketCard):
    """Works as long as it is owned."""

    card = Card.CARGO_SLED
    value = 1.2

    def __init__(self, numbers: CardValues) -> None:
        super().__init__(numbers)
        self.spaces: int = numbers["cargo_sled_spaces"]

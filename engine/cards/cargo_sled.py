"""Cargo Sled: more spaces on the sled (R5.11); ``engine.stones`` counts them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.cards.card import MarketCard
from engine.vocabulary import Card


class CargoSled(MarketCard):
    """Works as long as it is owned."""

    card = Card.CARGO_SLED
    value = 1.2

    def __init__(self, numbers: Mapping[str, Any]) -> None:
        super().__init__(numbers)
        self.spaces: int = numbers["cargo_sled_spaces"]

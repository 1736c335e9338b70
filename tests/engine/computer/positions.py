"""Positions of games in which players hide things, to try what a seat makes of them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.dealer import DealtGame
from engine.legal import awaited
from engine.players import random_player
from engine.setup import Setup
from engine.state import State

HIDDEN = "new_dynasty_cards hidden_market_cards"

SETUPS = [
    ("black white", "BACAA", HIDDEN),
    ("black white brown", "DCCBB", f"{HIDDEN} private_ships pharaohs_favors"),
    ("black white brown gray", "DBCDD", ""),
    ("white gray", "CABCC", f"{HIDDEN} god_prophecies stonemasons_wager"),
    ("black white brown gray", "BDDCA", "god_prophecies stonemasons_wager wrath_of_the_pharaoh"),
    ("black white brown", "AABAC", "private_ships pharaohs_favors"),
]
"""All boards and modules between them; the piles, pairs and hands that hide something first."""


def positions(setup: Setup, seed: int, every: int) -> Iterator[tuple[State, int]]:
    """Every so many positions of a random game, each with the seat that is to act."""
    chance = random.Random(seed)
    game = DealtGame(setup, chance)
    number = 0
    while (decision := awaited(game.state)) is not None:
        number += 1
        if number % every == 0:
            yield game.state, decision.seat
        game.act(random_player(game.state, chance))

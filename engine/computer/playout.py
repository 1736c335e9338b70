"""The rest of a round, played quickly: all players look prices up, without a search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.apply import apply
from engine.computer.card_turns import card_turns, holds_card
from engine.computer.prices import Prices
from engine.computer.worth import SLED
from engine.entries import Action, Load, Sail, interned
from engine.legal import legal_actions
from engine.odds import Bank
from engine.state import Ship, State
from engine.stones import can_take
from engine.turns.take import TAKE
from engine.vocabulary import EMPTY, Site

SITES: Final = tuple(Site)

WHIM: Final = 1.5
"""How many points the players of a playout may misjudge a turn by."""
COMPANY: Final = 0.2
"""Added wish to load another stone, for each own stone aboard."""


def finish_round(s: State, prices: Prices, bank: Bank, noise: Iterator[float]) -> None:
    """Play `s` on until the round, or the game, is over."""
    prices.settle(s, bank, noise)
    while not (s.agenda or s.over):
        apply(s, s.turn, quick_turn(s, prices, noise))
        prices.settle(s, bank, noise)


def quick_turn(s: State, prices: Prices, noise: Iterator[float]) -> Action:
    """The best of taking, loading, sailing and blue cards by the prices, a whim added to each."""
    seat = s.turn
    sled = s.players[seat].sled
    free = 0
    for index, dock in enumerate(s.docks):
        if not dock:
            free |= 1 << index
    best: Action | None = None
    best_value = -1e9
    if (stones := can_take(s, seat, s.rules.stones_per_take)) > 0:
        best, best_value = TAKE, SLED[sled + stones] - SLED[sled] + WHIM * next(noise)
    loading = prices.loading(seat, free) - SLED[sled] + SLED[max(0, sled - 1)]
    for number, ship in s.harbour.items():
        spaces = ship.spaces
        cargo = tuple([stone for stone in spaces if stone >= 0])
        if sled and len(cargo) < len(spaces):
            value = loading + COMPANY * cargo.count(seat) + WHIM * next(noise)
            if value > best_value:
                best, best_value = _load(number, ship, next(noise)), value
        if len(cargo) >= ship.minimum:
            gain, site = prices.sailings(cargo, free)[seat]
            value = gain + WHIM * next(noise)
            if value > best_value:
                best, best_value = interned(Sail, number, SITES[site]), value
    if holds_card(s, seat):
        for card_gain, action in card_turns(s, seat, prices):
            card_gain += WHIM * next(noise)
            if card_gain > best_value:
                best, best_value = action, card_gain
    if best is None:  # an action of a module, a pass
        actions = legal_actions(s)
        best = actions[int(next(noise) * len(actions))]
    return best


def _load(number: int, ship: Ship, whim: float) -> Action:
    """Load on any free space of a ship."""
    free = [space for space, stone in enumerate(ship.spaces, 1) if stone == EMPTY]
    return interned(Load, number, free[int(whim * len(free))])

"""The rest of a round, played quickly: all players look prices up, without a search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.apply import apply_all
from engine.computer.card_turns import card_turns, holds_card
from engine.computer.prices import LadenShip, Prices, free_docks
from engine.computer.worth import SLED
from engine.entries import Action
from engine.legal import legal_actions
from engine.odds import Bank
from engine.state import State
from engine.stones import can_take
from engine.turns.take import TAKE

WHIM: Final = 1.5
"""How many points the players of a playout may misjudge a turn by."""


def finish_round(s: State, prices: Prices, bank: Bank, noise: Iterator[float]) -> None:
    """Play `s` on until the round, or the game, is over."""
    apply_all(s, entries_to_come(s, prices, bank, noise))


def entries_to_come(
    s: State, prices: Prices, bank: Bank, noise: Iterator[float]
) -> Iterator[tuple[int, Action]]:
    """Entries of `s` until the round, or the game, is over; each is to be applied before
    the next one is asked for."""
    agenda = s.agenda
    while True:
        if agenda:
            yield from prices.answers(s, bank, noise)
        if agenda or s.over:
            return
        yield s.turn, quick_turn(s, prices, noise)


def quick_turn(s: State, prices: Prices, noise: Iterator[float]) -> Action:
    """The best of taking, loading, sailing and blue cards by the prices, a whim added to each."""
    seat = s.turn
    sled = s.players[seat].sled
    free = free_docks(s)
    best: Action | None = None
    best_value = -1e9
    if (stones := can_take(s, seat, s.rules.stones_per_take)) > 0:
        best, best_value = TAKE, SLED[sled + stones] - SLED[sled] + WHIM * next(noise)
    loading = prices.loading(seat, free) - SLED[sled] + SLED[sled - 1 if sled else 0]
    ships = prices.ships(free)
    for number, ship in s.harbour.items():
        key = (number, *ship.spaces)
        laden = ships.get(key)
        if laden is None:
            laden = ships[key] = LadenShip(number, ship, len(s.players))
        if sled and laden.loads:
            value = loading + laden.company[seat] + WHIM * next(noise)
            if value > best_value:
                loads = laden.loads
                best, best_value = loads[int(next(noise) * len(loads))], value
        if laden.load >= ship.minimum:
            if not laden.sailings:
                laden.sailings = prices.sailings(number, laden.cargo, free)
            gain, sail = laden.sailings[seat]
            value = gain + WHIM * next(noise)
            if value > best_value:
                best, best_value = sail, value
    if holds_card(s, seat):
        for card_gain, action in card_turns(s, seat, prices):
            card_gain += WHIM * next(noise)
            if card_gain > best_value:
                best, best_value = action, card_gain
    if best is None:  # an action of a module, a pass
        actions = legal_actions(s)
        best = actions[int(next(noise) * len(actions))]
    return best

"""The rest of a round, played quickly: all players look prices up, without a search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from benchmarks.opponents.search_3.prices import Prices
from benchmarks.opponents.search_3.worth import SLED
from engine.apply import apply
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
CONTROL: Final = 0.3
"""How far the owner of a stone hopes for the best site rather than for any."""
COMPANY: Final = 0.2
"""Added wish to load another stone, for each own stone aboard."""


def finish_round(s: State, prices: Prices, bank: Bank, noise: Iterator[float]) -> None:
    """Play `s` on until the round, or the game, is over."""
    prices.settle(s, bank, noise)
    while not (s.agenda or s.over):
        apply(s, s.turn, quick_turn(s, prices, noise))
        prices.settle(s, bank, noise)


def quick_turn(s: State, prices: Prices, noise: Iterator[float]) -> Action:
    """The best of taking, loading and sailing by the prices, a whim added to each."""
    seat = s.turn
    sled = s.players[seat].sled
    docks = [site for site in SITES if not s.docks[site]]
    best: Action | None = None
    best_value = -1e9
    if (stones := can_take(s, seat, s.rules.stones_per_take)) > 0:
        best, best_value = TAKE, SLED[sled + stones] - SLED[sled] + WHIM * next(noise)
    loading = _loading(prices.offers((seat,))[seat], docks) - SLED[sled] + SLED[max(0, sled - 1)]
    for number, ship in s.harbour.items():
        spaces = ship.spaces
        cargo = tuple([stone for stone in spaces if stone >= 0])
        if sled and len(cargo) < len(spaces):
            value = loading + COMPANY * spaces.count(seat) + WHIM * next(noise)
            if value > best_value:
                best, best_value = _load(number, ship, next(noise)), value
        if len(cargo) >= ship.minimum:
            offers = prices.offers(cargo)[seat]
            site_offers = [offers[site] for site in docks]
            top = max(site_offers)
            value = top - sum(site_offers) / len(site_offers) + WHIM * next(noise)
            if value > best_value:
                best, best_value = interned(Sail, number, docks[site_offers.index(top)]), value
    if best is None:  # a card, an action of a module, a pass
        actions = legal_actions(s)
        best = actions[int(next(noise) * len(actions))]
    return best


def _loading(offers: list[float], docks: list[Site]) -> float:
    """Promise of a stone aboard, whose owner does not decide alone where it goes."""
    site_offers = [offers[site] for site in docks]
    mean = sum(site_offers) / len(site_offers)
    return mean + CONTROL * (max(site_offers) - mean)


def _load(number: int, ship: Ship, whim: float) -> Action:
    """Load on any free space of a ship."""
    free = [space for space, stone in enumerate(ship.spaces, 1) if stone == EMPTY]
    return interned(Load, number, free[int(whim * len(free))])

"""The replies to an action, searched: the turns that come next are chosen by how such turns ended.

Behind each action that a search tries a tree grows, one step deeper than the last playout went.
At a node the turns are ranked by the prices; the more often it was passed, the more of them are
tried, and each player prefers what ended best for themselves. The worlds differ, so a node stands
for what was done, not for a position (Chaslot and others: Progressive strategies for Monte-Carlo
tree search, 2008; Cowling, Powley, Whitehouse: Information set Monte Carlo tree search, 2012).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log, sqrt
from typing import Final

from engine.apply import apply
from engine.computer.card_turns import best_space, card_turns, holds_card
from engine.computer.prices import SITES, Prices, free_docks
from engine.computer.worth import SLED
from engine.entries import Action, Load, Sail, interned
from engine.odds import Bank
from engine.state import State
from engine.stones import can_take
from engine.turns.take import TAKE

SETTLED: Final = 2
"""How often a node is passed before the turn after it is searched."""
WIDTH: Final = 0.5
"""How many turns are tried at a node: this times the root of its visits, and one more."""
CURIOSITY: Final = 0.25
"""How much a reply that was tried seldom gets the benefit of the doubt."""


class Node:
    """A node of tried actions: how often it was passed, the sum of its results for the seat that
    did the last of it, and what was done next."""

    __slots__ = ("after", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.after: dict[Action, Node] = {}


Passed = list[tuple[Node, int]]
"""The nodes of a playout, each with the seat that chose it."""


def reply(
    s: State, node: Node, depth: int, prices: Prices, bank: Bank, noise: Iterator[float]
) -> Passed:
    """Play at most `depth` turns of `s`, those after `node`, and tell which."""
    prices.settle(s, bank, noise)
    passed: Passed = []
    while len(passed) < depth and node.visits >= SETTLED and not (s.agenda or s.over):
        turns = ranked_turns(s, prices)
        if not turns:
            break
        seat = s.turn
        action = choose_turn(node, turns[: 1 + int(WIDTH * sqrt(node.visits))])
        node = node.after.setdefault(action, Node())
        passed.append((node, seat))
        apply(s, seat, action)
        prices.settle(s, bank, noise)
    return passed


def learn(root: Node, passed: Passed, results: Sequence[float]) -> None:
    """How well a playout ended, by seat, for the nodes that it passed."""
    root.visits += 1
    for node, seat in passed:
        node.visits += 1
        node.total += results[seat]


def choose_turn(node: Node, turns: list[Action]) -> Action:
    """The first of `turns` that was never tried, else the one that may be the best."""
    doubt = CURIOSITY * sqrt(log(node.visits + 1))
    best, best_bound = turns[0], -1e9
    for action in turns:
        reply_node = node.after.get(action)
        if reply_node is None:
            return action
        bound = reply_node.total / reply_node.visits + doubt / sqrt(reply_node.visits)
        if bound > best_bound:
            best, best_bound = action, bound
    return best


def ranked_turns(s: State, prices: Prices) -> list[Action]:
    """Taking, for each ship a load and every free site, and blue cards, the best by the prices
    first."""
    seat = s.turn
    sled = s.players[seat].sled
    free = free_docks(s)
    docks = [site for site in SITES if free >> site & 1]
    ranked: list[tuple[float, int, Action]] = []
    if (stones := can_take(s, seat, s.rules.stones_per_take)) > 0:
        ranked.append((SLED[sled] - SLED[sled + stones], 0, TAKE))
    for number, ship in s.harbour.items():
        cargo = tuple([stone for stone in ship.spaces if stone >= 0])
        waiting = prices.forecast(cargo, free).expected[seat]
        if sled and len(cargo) < len(ship.spaces):
            promise, space, _ = best_space(prices, ship, cargo, seat, free)
            loss = waiting - promise + SLED[sled] - SLED[sled - 1]
            ranked.append((loss, len(ranked), interned(Load, number, space)))
        if len(cargo) >= ship.minimum:
            offers = prices.offers(cargo)[seat]
            for site in docks:
                ranked.append((waiting - offers[site], len(ranked), interned(Sail, number, site)))
    if holds_card(s, seat):
        for gain, action in card_turns(s, seat, prices):
            ranked.append((-gain, len(ranked), action))
    ranked.sort()
    return [action for _, _, action in ranked]

"""Search: try every sensible action in imagined worlds, the promising ones more often.

Each playout imagines what is hidden, does the action, and lets the round be played to its end;
what the position is worth then is its result. All actions are tried in the same worlds, so that
good luck does not decide between them. A strong level searches the replies too
(``benchmarks.opponents.search_3.replies``). Which is tried next follows the upper confidence bound
(Auer, Cesa-Bianchi, Fischer: Finite-time analysis of the multiarmed bandit problem, 2002).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle
from math import log, sqrt
from typing import Any, Final

from benchmarks.opponents.search_3.playout import finish_round
from benchmarks.opponents.search_3.prices import Prices, leads_over_mean
from benchmarks.opponents.search_3.replies import Node, learn, reply
from benchmarks.opponents.search_3.sight import Sight, World
from benchmarks.opponents.search_3.worth import standing, worth
from engine.apply import apply
from engine.cards.sail import PlaySail
from engine.computer.levels import Budget
from engine.entries import Action, Load, Sail
from engine.legal import legal_actions
from engine.odds import Luck
from engine.state import State

CURIOSITY: Final = 0.25
"""How much an action that was tried seldom gets the benefit of the doubt."""
TRIED: Final[Mapping[type[Action], int]] = {Load: 12, Sail: 10, PlaySail: 6}
"""How many actions of a kind are tried, the best by a first look; of the others `TRIED_ELSE`."""
TRIED_ELSE: Final = 5
LOOKED_AT: Final = 60
"""How many actions of a kind get a first look; of more than these, so many by chance."""


class Search:
    """The choice of `seat` in the position `s`, of which it reads what the seat knows; so many
    `replies` after an action are searched too."""

    def __init__(self, s: State, seat: int, chance: Luck, replies: int = 0) -> None:
        self.sight = Sight(s, seat)
        self.seat = seat
        self.chance = chance
        self.worlds: list[World] = [self.sight.imagine(chance)]
        self.prices = Prices(self.worlds[0], chance)
        self.replies = replies
        self.nodes: dict[Action, Node] = {}
        self.scale = 4.0 + 2.5 * (s.rules.rounds - s.round + 1)

    def best(self, *budgets: Budget) -> Action:
        """The action that was tried most often when one of `budgets` is spent; each is tried once
        at least."""
        options = legal_actions(self.sight.state)
        if len(options) == 1:
            return options[0]
        tried = self.candidates(options)
        totals = [self.playout(action, 0) for action in tried]
        counts = [1] * len(tried)
        playouts = len(tried)
        while not any(budget.spent(playouts) for budget in budgets):
            doubt = CURIOSITY * sqrt(log(playouts + 1))
            bounds = [
                total / count + doubt / sqrt(count)
                for total, count in zip(totals, counts, strict=True)
            ]
            index = bounds.index(max(bounds))
            totals[index] += self.playout(tried[index], counts[index])
            counts[index] += 1
            playouts += 1
        ranks = [(count, total) for total, count in zip(totals, counts, strict=True)]
        return tried[ranks.index(max(ranks))]

    def candidates(self, options: Sequence[Action]) -> list[Action]:
        """Those of `options` that are worth a try: of actions that come to the same one, and of
        each kind the best by a first look."""
        by_kind: dict[type[Action], list[Action]] = {}
        for action in options:
            by_kind.setdefault(type(action), []).append(action)
        candidates: list[Action] = []
        for kind, actions in by_kind.items():
            if len(actions) > LOOKED_AT:
                self.chance.shuffle(actions)
                del actions[LOOKED_AT:]
            looks: dict[Any, tuple[float, Action]] = {}
            for action in actions:
                value, likeness = self.first_look(action)
                looks.setdefault(likeness, (value, action))
            ranked = sorted(looks.values(), key=lambda look: -look[0])
            candidates += [action for _, action in ranked[: TRIED.get(kind, TRIED_ELSE)]]
        return candidates

    def first_look(self, action: Action) -> tuple[float, object]:
        """The lead just after `action`, and what is alike for actions that come to the same."""
        world = self.worlds[0]
        s = world.state.copy()
        apply(s, self.seat, action)
        self.prices.settle(s, world.bank(self.chance), cycle(world.noise))
        values = worth(s)
        ships = sorted((ship.minimum, *ship.spaces) for ship in s.harbour.values())
        cards = [tuple(player.cards) for player in s.players]
        stones = [tuple(site.key()) for site in s.sites]
        return leads_over_mean(values)[self.seat], (*values, *ships, *cards, *stones)

    def playout(self, action: Action, number: int) -> float:
        """How well the round ends after `action` in the world of this number, from -1 to 1."""
        while len(self.worlds) <= number:
            self.worlds.append(self.sight.imagine(self.chance))
        world = self.worlds[number]
        s = world.state.copy()
        bank, noise = world.bank(self.chance), cycle(world.noise)
        apply(s, self.seat, action)
        if not self.replies:
            finish_round(s, self.prices, bank, noise)
            return standing(worth(s), self.seat, self.scale)
        node = self.nodes.setdefault(action, Node())
        passed = reply(s, node, self.replies, self.prices, bank, noise)
        finish_round(s, self.prices, bank, noise)
        values = worth(s)
        results = [standing(values, seat, self.scale) for seat in range(len(values))]
        learn(node, passed, results)
        return results[self.seat]

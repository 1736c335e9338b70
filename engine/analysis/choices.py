"""Losses of choices: alternatives tried in the same imagined worlds, by the seat's knowledge.

All are tried at first; then, step by step, the better half of them in more worlds (sequential
halving: Karnin, Koren, Somekh, Almost optimal exploration in multi-armed bandits, 2013). What was
played is never dropped, so that in the end it has been tried as often as the best. Even worlds and
odd worlds are two independent halves: each says what the best of the other half gains.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import ceil, log2
from typing import Final, NamedTuple

from engine import State, apply, legal_actions
from engine.analysis.shares import DIGITS, mean_and_error, played_out, rounded
from engine.computer.prices import Prices
from engine.computer.replies import Node
from engine.computer.sight import Sight, World
from engine.entries import Action

LOOKED_AT: Final = 60
"""How many alternatives of a kind are tried; of more than these, so many by chance."""
BEST: Final = 3
"""How many of the best alternatives are told."""
THRESHOLDS: Final = (0.05, 0.10, 0.20)
"""Losses from which a choice is an inaccuracy, a mistake, a blunder."""
DOUBTED_LOSS: Final = 0.025
"""A loss that still seems so great by half of the second playouts is judged by all of them."""
NEAR: Final = 0.02
"""A loss so near to a threshold is judged by twice the playouts, and among three or four players,
where less can be foreseen, by ``SEVERAL`` times as many."""
SEVERAL: Final = 3


class PlayoutBudget(NamedTuple):
    """How many playouts a choice is judged by: `first` for all its alternatives together, half of
    `second` where it seems to have lost `threshold` of a win or more, all of them where it still
    seems to have lost ``DOUBTED_LOSS``, and more where the loss is ``NEAR`` one of
    ``THRESHOLDS``."""

    first: int
    second: int
    threshold: float


USUAL: Final = PlayoutBudget(400, 1_600, 0.015)
TENFOLD: Final = PlayoutBudget(4_000, 16_000, 0.015)


class Alternative(NamedTuple):
    """An action in words of the log, the shares by seat after it, and the half width of the 95 %
    interval of the share of the seat that chooses."""

    text: str
    shares: tuple[float, ...]
    error: float


class WeighedChoice(NamedTuple):
    """A choice. `loss`: the best alternative less what was played, by all worlds; the best by one
    half of them or by the other is the best. `halves`: the same by each half, with the best of the
    other half, below 0 where that is worse there; `lead`: by how much, in each half, what was
    played is better than any other alternative; `best`: the best, first, and what was `played`."""

    loss: float
    halves: tuple[float, float]
    lead: tuple[float, float]
    best: tuple[Alternative, ...]
    played: Alternative


class Trial:
    """An action, the shares by seat after it in each world, and what was learned of replies."""

    def __init__(self, action: Action) -> None:
        self.action = action
        self.node = Node()
        self.ends: list[list[float]] = []
        self._before: State | None = None
        self._after: State | None = None

    def after(self, world: World, seat: int) -> State:
        """The position after the action of `seat` in `world`; where nothing is hidden all worlds
        have the same position."""
        s = self._after
        if s is None or world.state is not self._before:
            s = world.state.copy()
            apply(s, seat, self.action)
            self._before, self._after = world.state, s
        return s.copy()

    def mean(self, seat: int) -> float:
        return sum([end[seat] for end in self.ends]) / len(self.ends)

    def half(self, seat: int, odd: int) -> float:
        """The mean in even worlds, or in `odd` ones."""
        ends = self.ends[odd::2]
        return sum([end[seat] for end in ends]) / len(ends)


def weigh(
    s: State, seat: int, played: Action, seed: str, budget: PlayoutBudget
) -> WeighedChoice | None:
    """Loss of `seat` in `s` by doing `played`; ``None`` without an alternative.

    It depends on what the seat knows of `s`, on `seed` and `budget` alone; `s` is not changed.
    """
    weighing = Weighing(s, seat, played, seed)
    if len(weighing.trials) == 1:
        return None
    weighing.halve(budget.first)
    for part, least in ((2, budget.threshold), (1, DOUBTED_LOSS)):
        if weighing.loss() < least:
            break
        weighing.top_up(budget.second // part)
    weighed = weighing.weighed()
    if any(abs(weighed.loss - least) < NEAR for least in THRESHOLDS):
        weighing.top_up((2 if len(s.players) == 2 else SEVERAL) * budget.second)
        weighed = weighing.weighed()
    return weighed


def on_scale_of(
    after: Sequence[float], loss: float, weighed: WeighedChoice, seat: int
) -> tuple[Alternative, ...]:
    """The best alternatives, told beside `after`, the shares after what was played: each has what
    it is better or worse by in the same worlds, the first of them `loss` more."""
    alternatives = []
    played = weighed.played.shares
    for place, other in enumerate(weighed.best):
        if other.text == weighed.played.text:
            alternatives.append(other._replace(shares=tuple(after)))
            continue
        gain = loss if not place else min(loss, other.shares[seat] - played[seat])
        seat_share = round(min(max(after[seat] + gain, 0.0), 1.0), DIGITS)
        rivals = [
            max(0.0, share + tried - fallback)
            for share, tried, fallback in zip(after, other.shares, played, strict=True)
        ]
        alternatives.append(other._replace(shares=_with_share(seat, seat_share, rivals)))
    first, *rivals_of_first = alternatives
    rivals_of_first.sort(key=lambda other: -other.shares[seat])
    return (first, *rivals_of_first)


def _with_share(seat: int, seat_share: float, rivals: Sequence[float]) -> tuple[float, ...]:
    """Shares: `seat` has `seat_share`, the others what is left in proportion to `rivals`."""
    parts = [0.0 if number == seat else rival for number, rival in enumerate(rivals)]
    if not any(parts):
        parts = [float(number != seat) for number in range(len(rivals))]
    remainder = round(1 - seat_share, DIGITS)
    shares = [round(part * remainder / sum(parts), DIGITS) for part in parts]
    greatest = max((n for n in range(len(parts)) if n != seat), key=shares.__getitem__)
    shares[greatest] = round(shares[greatest] + remainder - sum(shares), DIGITS)
    shares[seat] = seat_share
    return tuple(shares)


class Weighing:
    """The alternatives of one choice, on trial."""

    def __init__(self, s: State, seat: int, played: Action, seed: str) -> None:
        self.chance = random.Random(seed)
        self.seat = seat
        self.sight = Sight(s, seat)
        self.worlds: list[World] = []
        self.played = Trial(played)
        self.trials = [self.played, *map(Trial, self._alternatives(played))]
        self.spent = 0

    def _alternatives(self, played: Action) -> list[Action]:
        by_kind: dict[type[Action], list[Action]] = {}
        for action in legal_actions(self.sight.state):
            # by text: compiled, ``!=`` of two actions asks whether they are one object
            if action.text != played.text:
                by_kind.setdefault(type(action), []).append(action)
        alternatives: list[Action] = []
        for actions in by_kind.values():
            if len(actions) > LOOKED_AT:
                actions = self.chance.sample(actions, LOOKED_AT)
            alternatives += actions
        return alternatives

    def halve(self, playouts: int) -> None:
        """Spend about so many `playouts`, ever more of them on ever fewer trials."""
        steps = max(1, ceil(log2(len(self.trials))))
        each = playouts // steps
        for _ in range(steps):
            extra = max(1, each // len(self.trials) // 2)
            self.extend(self.trials, len(self.played.ends) + 2 * extra)
            self.drop(max(2, ceil(len(self.trials) / 2)))

    def drop(self, number: int) -> None:
        """Keep the best `number`, and what was played."""
        ranked = sorted(self.trials, key=lambda trial: -trial.mean(self.seat))
        self.trials = ranked[:number]
        if self.played not in self.trials:
            self.trials.append(self.played)

    def extend(self, trials: Sequence[Trial], worlds: int) -> None:
        """Try each of `trials` in the first so many worlds."""
        while len(self.worlds) < worlds:
            self.worlds.append(self.sight.imagine(self.chance))
        if not self.spent:
            self.prices = Prices(self.worlds[0], self.chance)
        for trial in trials:
            for world in self.worlds[len(trial.ends) : worlds]:
                trial.ends.append(self.playout(trial, world))
                self.spent += 1

    def playout(self, trial: Trial, world: World) -> list[float]:
        s = trial.after(world, self.seat)
        return played_out(s, trial.node, world, self.prices, self.chance)

    def top_up(self, playouts: int) -> None:
        """Spend up to so many `playouts` in all, on those that are left."""
        playouts_left = (playouts - self.spent) // len(self.trials) // 2 * 2
        if playouts_left > 0:
            self.extend(self.trials, len(self.played.ends) + playouts_left)

    def loss(self) -> float:
        """The best less what was played, by all worlds."""
        return max(t.mean(self.seat) for t in self.trials) - self.played.mean(self.seat)

    def weighed(self) -> WeighedChoice:
        seat, played = self.seat, self.played
        halves, leads, candidates = [], [], []
        for odd in (0, 1):
            best = max(self.trials, key=lambda trial: trial.half(seat, 1 - odd))
            candidates.append(best)
            played_mean = played.half(seat, odd)
            halves.append(best.half(seat, odd) - played_mean)
            alternative_means = [t.half(seat, odd) for t in self.trials if t is not played]
            leads.append(played_mean - max(alternative_means))
        first = max(candidates, key=lambda trial: trial.mean(seat))
        loss = first.mean(seat) - played.mean(seat)
        if loss <= 0 or sum(halves) <= 0:
            first, loss = played, 0.0
        ranked = [trial for trial in self.trials if trial is not first]
        ranked.sort(key=lambda trial: -trial.mean(seat))
        best_trials = [first, *ranked][:BEST]
        return WeighedChoice(
            round(loss, DIGITS),
            (halves[0], halves[1]),
            (leads[0], leads[1]),
            tuple([self.alternative(trial) for trial in best_trials]),
            self.alternative(played),
        )

    def alternative(self, trial: Trial) -> Alternative:
        means, errors = mean_and_error(trial.ends)
        error = round(errors[self.seat], DIGITS)
        return Alternative(trial.action.text, rounded(means), error)

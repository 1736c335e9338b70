"""The share of wins to be expected: of the first place, a shared one split."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import cycle
from math import sqrt
from typing import Final, NamedTuple

from engine import Chance, State, apply
from engine.analysis.estimate import estimate, pooled, rounds_left, true_shares
from engine.analysis.weights import POOL
from engine.computer.levels import ROUND
from engine.computer.playout import finish_round
from engine.computer.prices import Prices
from engine.computer.replies import Node, learn, reply
from engine.computer.sight import Sight, World
from engine.computer.worth import standing, worth
from engine.entries import CardsAction, RevealScaffold
from engine.odds import Bank, turned_up
from engine.vocabulary import BANK

PLAYOUTS: Final = 48
"""Playouts of the rest of a round that the shares of a position are made of."""
LAST_ROUND: Final = 4
"""How many times as many playouts a position of the last round has, where replies are searched."""
END_SCALE: Final = 6.5
"""A lead at the end that a player of a playout thinks much better than a lead of half of it."""
BRANCHES: Final = 8
"""Number of imagined outcomes where the bank is to write."""
DIGITS: Final = 4
"""Decimal places that shares are kept with."""


class Shares(NamedTuple):
    """By seat the share of the first place to be expected, their sum 1; and the half width of its
    95 % interval, as far as playouts make it uncertain."""

    by_seat: tuple[float, ...]
    error: tuple[float, ...]


def win_shares(s: State, seed: str, playouts: int = PLAYOUTS) -> Shares:
    """The shares in the position `s`, from what a spectator can know of it; `s` is not changed.

    They depend on that, on `seed` and on `playouts` alone. At the end of the game they are those
    of the result.
    """
    if s.over:
        true = true_shares(s)
        return Shares(rounded(true), (0.0,) * len(true))
    sight = Sight(s, None)
    chance = random.Random(seed)
    estimated = _mean_estimate(sight, chance)
    if not rounds_left(s):
        playouts *= LAST_ROUND
    playout_rows = list(playout_shares(sight, chance, playouts))
    means, errors = mean_and_error(playout_rows)
    shares = pooled(s, means, playouts, estimated)
    # what an error of the mean comes to, by the logarithms that are pooled
    part = POOL[len(s.players)][rounds_left(s)][0]
    errors = [
        part * error * p * (1 - p) / max(x * (1 - x), p * (1 - p))
        for error, x, p in zip(errors, means, shares, strict=True)
    ]
    return Shares(rounded(shares), tuple([round(min(1.0, error), DIGITS) for error in errors]))


def _mean_estimate(sight: Sight, chance: random.Random) -> list[float]:
    """The estimate of a position as it is; hidden cards are imagined several times."""
    if not any(sight.hidden):
        return estimate(sight.state)
    estimates = [estimate(sight.imagine(chance).state) for _ in range(BRANCHES)]
    return [sum(column) / BRANCHES for column in zip(*estimates, strict=True)]


def mean_and_error(values: Sequence[Sequence[float]]) -> tuple[list[float], list[float]]:
    """By seat the mean of several independent `values`, and half the width of its 95 % interval."""
    number = len(values)
    means, errors = [], []
    for column in zip(*values, strict=True):
        mean = sum(column) / number
        spread = sum((value - mean) ** 2 for value in column)
        means.append(mean)
        errors.append(1.96 * sqrt(spread / max(1, number - 1) / number))
    return means, errors


def rounded(shares: Sequence[float]) -> tuple[float, ...]:
    """`shares` with so many ``DIGITS``, the greatest such that their sum is 1."""
    digits = [round(share, DIGITS) for share in shares]
    greatest = digits.index(max(digits))
    digits[greatest] = round(1 - (sum(digits) - digits[greatest]), DIGITS)
    return tuple(digits)


def playout_shares(sight: Sight, chance: random.Random, playouts: int) -> Iterator[list[float]]:
    """The shares at the end of each of so many playouts."""
    if not _bank_is_due(sight.state):
        node = Node()
        prices: Prices | None = None
        for _ in range(playouts):
            world = sight.imagine(chance)
            prices = prices or Prices(world, chance)
            yield played_out(world.state.copy(), node, world, prices, chance)
        return
    for number in range(min(BRANCHES, playouts)):
        world = _after_the_bank(sight.imagine(chance), chance)
        each = len(range(number, playouts, BRANCHES))
        if world.state.over:
            yield from [true_shares(world.state)] * each
            continue
        node = Node()
        prices = Prices(world, chance)
        for _ in range(each):
            cards = world.cards.copy()
            chance.shuffle(cards)
            shuffled = World(world.state, cards, chance)
            yield played_out(world.state.copy(), node, shuffled, prices, chance)


def played_out(
    s: State, node: Node, world: World, prices: Prices, chance: random.Random
) -> list[float]:
    """The shares when the round has been played from `s` to its end in `world`; `s` is changed. In
    the last round all replies behind `node` are searched, and it learns from them."""
    bank, noise = world.bank(chance), cycle(world.noise)
    if rounds_left(s):
        finish_round(s, prices, bank, noise)
        return estimate(s)
    passed = reply(s, node, ROUND, prices, bank, noise)
    finish_round(s, prices, bank, noise)
    values = worth(s)
    learn(node, passed, [standing(values, seat, END_SCALE) for seat in range(len(values))])
    return true_shares(s)


def _bank_is_due(s: State) -> bool:
    return bool(s.agenda) and isinstance(s.agenda[-1], Chance)


def _after_the_bank(world: World, chance: random.Random) -> World:
    """`world` when the bank has written all that is due."""
    s = world.state.copy()
    bank = world.bank(chance)
    while _bank_is_due(s):
        write_for_bank(s, bank, chance)
    return World(s, bank.cards, chance)


def write_for_bank(s: State, bank: Bank, chance: random.Random) -> None:
    """One entry of the bank: cards and scaffold tiles are those of `bank`, all else is drawn."""
    item = s.agenda[-1]
    assert isinstance(item, Chance)
    is_imaginable = issubclass(item.expects, (CardsAction, RevealScaffold))
    apply(s, BANK, bank.outcome(s, item) if is_imaginable else turned_up(s, item, chance))

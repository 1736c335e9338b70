"""Evaluation of a position for each seat, in points: scored and expected ones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from math import tanh
from typing import Final

from engine.computer.prospects import BY_SITE, STONE, prospects
from engine.state import CARDS, Player, State

SLED: Final = [STONE * stones - 0.02 * stones * (stones - 1) for stones in range(16)]
"""Worth of a number of stones on the sled while there are rounds to come."""

RIVAL: Final = 0.6
"""How much the best opponent counts beside the mean of all."""


def worth(s: State) -> list[float]:
    """By seat; at the end of the game the points, stones on the sled deciding ties (R10.2)."""
    if s.over:
        return [player.points + player.sled / 100 for player in s.players]
    ahead = s.rules.rounds - s.round + 1
    values = [player.points + hand_worth(s, player, ahead) for player in s.players]
    for by_seat in prospects(s, ahead):
        for seat, value in enumerate(by_seat):
            values[seat] += value
    for module in s.rules.in_play:
        for seat, value in enumerate(module.promise(s, ahead)):
            values[seat] += value
    return values


def worth_at_site(s: State, site: int) -> list[float]:
    """By seat ``worth`` without what is expected of the stones at other sites than `site`."""
    if s.over:
        return worth(s)
    ahead = s.rules.rounds - s.round + 1
    rows = [[player.points + hand_worth(s, player, ahead) for player in s.players]]
    prospect = BY_SITE[site][s.rules.setup.sides[site]]
    if prospect is not None:
        rows.append(prospect(s, s.rules.boards[site], ahead))
    rows += [list(module.promise(s, ahead)) for module in s.rules.in_play]
    return [sum(column) for column in zip(*[row for row in rows if row], strict=True)]


def standing(values: Sequence[float], seat: int, scale: float) -> float:
    """How well `values`, by seat, are for `seat`, from -1 to 1; a lead of `scale` is much."""
    rival_values = [*values[:seat], *values[seat + 1 :]]
    rival = RIVAL * max(rival_values) + (1 - RIVAL) * sum(rival_values) / len(rival_values)
    return tanh((values[seat] - rival) / scale)


def hand_worth(s: State, player: Player, ahead: int) -> float:
    """Stones on the sled, cards and coins of a player."""
    value = SLED[player.sled] + player.coins * min(1.0, ahead / 2)
    cards = player.cards
    for index in compress(range(CARDS), cards):
        value += s.rules.cards[index].hand_worth(s, player, cards[index], ahead)
    return value

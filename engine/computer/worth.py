"""Evaluation of a position for each seat, in points: scored and expected ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp, tanh
from typing import TYPE_CHECKING, Any, Final

from engine.computer.prospects import STONE, prospects, spread_of
from engine.state import Player, State
from engine.stones import stones_at
from engine.vocabulary import BUILDING_SITES, EMPTY, Module

if TYPE_CHECKING:
    from engine.modules.favors import PharaohsFavors, Used
    from engine.modules.private_ships import Fleet, PrivateShips
    from engine.modules.prophecies import Foretold, GodProphecies
    from engine.modules.wager import Fields, StonemasonsWager
    from engine.modules.wrath import WrathOfThePharaoh


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
        promise = BY_MODULE[module.module]
        if promise is not None:
            for seat, value in enumerate(promise(s, module, s.modules[module.module], ahead)):
                values[seat] += value
    return values


def standing(values: Sequence[float], seat: int, scale: float) -> float:
    """How well `values`, by seat, are for `seat`, from -1 to 1; a lead of `scale` is much."""
    rival_values = [*values[:seat], *values[seat + 1 :]]
    rival = RIVAL * max(rival_values) + (1 - RIVAL) * sum(rival_values) / len(rival_values)
    return tanh((values[seat] - rival) / scale)


def hand_worth(s: State, player: Player, ahead: int) -> float:
    """Stones on the sled, cards and coins of a player."""
    value = SLED[player.sled] + player.coins * min(1.0, ahead / 2)
    for card, copies in zip(s.rules.cards, player.cards, strict=True):
        if copies:
            value += card.hand_worth(s, player, copies, ahead)
    return value


# ----------------------------------------------------------------------------- the modules


def private_ships(s: State, module: PrivateShips, fleet: Fleet, ahead: int) -> list[float]:
    """A ship that waits."""
    return [1.5 * unused for unused in fleet.unused]


def favors(s: State, module: PharaohsFavors, used: Used, ahead: int) -> list[float]:
    """A favour to come."""
    return [1.2 * (seat not in used.by) for seat in range(len(s.players))]


def wager(s: State, module: StonemasonsWager, laid: Fields, ahead: int) -> list[float]:
    """A wager by how likely its site is to have the most stones; one to be made, by a little."""
    values = [0.0] * len(s.players)
    counts = {site: len(stones_at(s, site)) for site in BUILDING_SITES}
    chances = {
        site: exp((count - max(counts.values())) / spread_of(ahead))
        for site, count in counts.items()
    }
    bettors = set()
    for site, likely in chances.items():
        for index, seat in enumerate(laid.fields[site]):
            if seat != EMPTY:
                bettors.add(seat)
                points = module.most[index]
                values[seat] += points * likely / sum(chances.values())
    for seat in range(len(values)):
        values[seat] += (seat not in bettors) * min(1.0, ahead / 3)
    return values


def prophecies(s: State, module: GodProphecies, foretold: Foretold, ahead: int) -> list[float]:
    """Worth of prophecies, by their present truth and the changes still possible."""
    values = [0.0] * len(s.players)
    for prophecy, scarabs in zip(foretold.prophecies, foretold.scarabs, strict=True):
        for seat, period in enumerate(scarabs):
            if period:
                fulfilled, failed = module.points[period - 1]
                holds = module.fulfilled(s, prophecy, seat)
                likely = 1 - 0.07 * ahead if holds else 0.06 * ahead
                values[seat] += likely * fulfilled + (1 - likely) * failed
    return values


def wrath(s: State, module: WrathOfThePharaoh, storage: object, ahead: int) -> list[float]:
    """The penalty, less likely the more rounds are left to come to each monument."""
    builders = [stones_at(s, site) for site in BUILDING_SITES]
    missing = [sum(seat not in stones for stones in builders) for seat in range(len(s.players))]
    return [module.points * (1 - (1 - 0.5**ahead) ** sites) for sites in missing]


Promise = Callable[[State, Any, Any, int], list[float]]

PROMISES: Final[Mapping[Module, Promise]] = {
    Module.PRIVATE_SHIPS: private_ships,
    Module.STONEMASONS_WAGER: wager,
    Module.PHARAOHS_FAVORS: favors,
    Module.GOD_PROPHECIES: prophecies,
    Module.WRATH_OF_THE_PHARAOH: wrath,
}
"""Promises of modules in play for each seat; the others promise nothing."""

BY_MODULE: Final[list[Promise | None]] = [PROMISES.get(module) for module in Module]

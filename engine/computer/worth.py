"""What a position is worth to each seat, in points: those it has, and those it may expect."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp, tanh
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from engine.cards.final import DECORATIONS, stones_at
from engine.computer.prospects import STONE, prospects, spread_of
from engine.state import Player, State
from engine.vocabulary import BUILDING_SITES, EMPTY, Card, Module

if TYPE_CHECKING:
    from engine.modules.favors import PharaohsFavors, Used
    from engine.modules.private_ships import Fleet, PrivateShips
    from engine.modules.prophecies import Foretold, GodProphecies
    from engine.modules.wager import Fields, StonemasonsWager
    from engine.modules.wrath import WrathOfThePharaoh


SLED: Final = [STONE * stones - 0.02 * stones * (stones - 1) for stones in range(16)]
"""What a number of stones on the sled is worth while there are rounds to come."""

BLUE: Final = frozenset(
    {Card.LEVER, Card.HAMMER, Card.SAIL, Card.CHISEL, Card.RAFT, Card.LOADING_PLANK}
)
"""Cards that are worth a point if they are not played (R5.12)."""

CARD_WORTH: Final = {
    Card.LEVER: 1.8,
    Card.HAMMER: 2.4,
    Card.SAIL: 2.3,
    Card.CHISEL: 2.0,
    Card.CARGO_SLED: 1.2,
    Card.STONE_ORNAMENT: 3.5,
    Card.RAFT: 1.6,
    Card.LOADING_PLANK: 1.8,
    Card.PRIVATE_STONE_QUARRY: 2.6,
    Card.ENTRANCE: 2.2,
    Card.SARCOPHAGUS: 2.2,
    Card.PAVED_PATH: 2.6,
}
"""What a card is worth with rounds to come; statues and decorations depend on more."""

RIVAL: Final = 0.6
"""How much the best opponent counts beside the mean of all."""

OTHERS: Final = [card for card in Card if card is not Card.STATUE]
OTHER_CARDS: Final = itemgetter(*OTHERS)


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
    others = [*values[:seat], *values[seat + 1 :]]
    rival = RIVAL * max(others) + (1 - RIVAL) * sum(others) / len(others)
    return tanh((values[seat] - rival) / scale)


def hand_worth(s: State, player: Player, ahead: int) -> float:
    """Stones on the sled, cards and coins of a player."""
    value = SLED[player.sled] + player.coins * min(1.0, ahead / 2)
    cards = player.cards
    if any(cards):
        value += statues_worth(s, cards[Card.STATUE], ahead)
        for card, count in zip(OTHERS, OTHER_CARDS(cards), strict=True):
            if count:
                value += count * card_worth(s, card, player, ahead)
    return value


def statues_worth(s: State, count: int, ahead: int) -> float:
    """So many statues, and a part of the step to one more."""
    table = [0, *s.rules.statue_points]
    table += [table[-1] + s.rules.statue_further * more for more in range(1, count + 2)]
    step = table[count + 1] - table[count]
    return table[count] + (step * min(0.3, 0.08 * ahead) if count else 0)


def card_worth(s: State, card: Card, player: Player, ahead: int) -> float:
    """What one more copy of `card` is worth to `player`."""
    if card is Card.STATUE:
        count = player.cards[card]
        return statues_worth(s, count + 1, ahead) - statues_worth(s, count, ahead)
    if card in DECORATIONS:
        growth = ahead * (0.8 + 0.25 * len(s.players))
        stones = len(stones_at(s, DECORATIONS[card])) + growth
        return stones / s.rules.decoration_stones_per_point - 0.3
    if s.rules.is_red[card] and player.cards[card]:
        return 0.3  # kept, its work is done
    return CARD_WORTH[card] if ahead > 1 else (CARD_WORTH[card] + (card in BLUE)) / 2


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
    made = set()
    for site, likely in chances.items():
        for index, seat in enumerate(laid.fields[site]):
            if seat != EMPTY:
                made.add(seat)
                points = module.most[index]
                values[seat] += points * likely / sum(chances.values())
    for seat in range(len(values)):
        values[seat] += (seat not in made) * min(1.0, ahead / 3)
    return values


def prophecies(s: State, module: GodProphecies, foretold: Foretold, ahead: int) -> list[float]:
    """What was foretold, by whether it holds now and how much may still change."""
    values = [0.0] * len(s.players)
    for prophecy, scarabs in zip(foretold.prophecies, foretold.scarabs, strict=True):
        for seat, period in enumerate(scarabs):
            if period:
                fulfilled, failed = module.points[period - 1]
                holds = module.fulfilled(s, prophecy, seat)
                likely = 1 - 0.07 * ahead if holds else 0.06 * ahead
                values[seat] += likely * fulfilled + (1 - likely) * failed
    return values


def wrath(s: State, module: WrathOfThePharaoh, kept: object, ahead: int) -> list[float]:
    """The penalty, less likely the more rounds are left to come to each monument."""
    builders = [stones_at(s, site) for site in BUILDING_SITES]
    missing = [sum(seat not in at for at in builders) for seat in range(len(s.players))]
    return [module.points * (1 - (1 - 0.5**ahead) ** sites) for sites in missing]


Promise = Callable[[State, Any, Any, int], list[float]]

PROMISES: Final[Mapping[Module, Promise]] = {
    Module.PRIVATE_SHIPS: private_ships,
    Module.STONEMASONS_WAGER: wager,
    Module.PHARAOHS_FAVORS: favors,
    Module.GOD_PROPHECIES: prophecies,
    Module.WRATH_OF_THE_PHARAOH: wrath,
}
"""What a module in play promises each seat; the others promise nothing."""

BY_MODULE: Final[list[Promise | None]] = [PROMISES.get(module) for module in Module]

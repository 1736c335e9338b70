"""What a position is worth to each seat, in points: those it has, and those it may expect."""

from __future__ import annotations

from math import exp
from operator import itemgetter
from typing import Final

from engine.cards.final import DECORATIONS, stones_at
from engine.computer.prospects import PROSPECTS, STONE, spread_of
from engine.modules.prophecies import FULFILLED
from engine.state import Player, State
from engine.vocabulary import BUILDING_SITES, EMPTY, Card, Field, Module

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

OTHERS: Final = [card for card in Card if card is not Card.STATUE]
OTHER_CARDS: Final = itemgetter(*OTHERS)


def worth(s: State) -> list[float]:
    """By seat; at the end of the game the points, stones on the sled deciding ties (R10.2)."""
    if s.over:
        return [player.points + player.sled / 100 for player in s.players]
    ahead = s.rules.rounds - s.round + 1
    values = [player.points + hand_worth(s, player, ahead) for player in s.players]
    for board in s.rules.boards:
        prospect = PROSPECTS.get(type(board))
        if prospect:
            for seat, value in enumerate(prospect(s, board, ahead)):
                values[seat] += value
    for seat, value in enumerate(_modules(s, ahead)):
        values[seat] += value
    return values


def hand_worth(s: State, player: Player, ahead: int) -> float:
    """Stones on the sled, cards, coins and the private ship of a player."""
    value = SLED[player.sled] + player.coins * min(1.0, ahead / 2)
    if player.private_ship:
        value += 1.5
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


def _modules(s: State, ahead: int) -> list[float]:
    """What the modules in play promise."""
    values = [0.0] * len(s.players)
    if s.favors:
        values = [value + (seat not in s.favors) * 1.2 for seat, value in enumerate(values)]
    if any(s.rules.wager_fields):
        _wagers(s, values, ahead)
    for prophecy, scarabs in zip(s.prophecies, s.scarabs, strict=True):
        for seat, period in enumerate(scarabs):
            if period:
                fulfilled, failed = s.rules.prophecy_points[period - 1]
                likely = 1 - 0.07 * ahead if FULFILLED[prophecy](s, seat) else 0.06 * ahead
                values[seat] += likely * fulfilled + (1 - likely) * failed
    if Module.WRATH_OF_THE_PHARAOH in s.rules.setup.modules:
        builders = [stones_at(s, site) for site in BUILDING_SITES]
        for seat in range(len(values)):
            missing = sum(seat not in stones for stones in builders)
            values[seat] += s.rules.wrath_points * (1 - (1 - 0.5**ahead) ** missing)
    return values


def _wagers(s: State, values: list[float], ahead: int) -> None:
    """A wager by how likely its site is to have the most stones; one to be made, by a little."""
    counts = {site: len(stones_at(s, site)) for site in BUILDING_SITES}
    chances = {
        site: exp((count - max(counts.values())) / spread_of(ahead))
        for site, count in counts.items()
    }
    made = set()
    for site, likely in chances.items():
        for index, seat in enumerate(s.wagers[site]):
            if seat != EMPTY:
                made.add(seat)
                points = s.rules.wager_points["most"][Field(index).word]
                values[seat] += points * likely / sum(chances.values())
    for seat in range(len(values)):
        values[seat] += (seat not in made) * min(1.0, ahead / 3)

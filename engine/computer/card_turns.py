"""Turns that play a blue card, for quick players and for replies: a few of each card, weighed."""

from __future__ import annotations

from typing import Final

from engine.cards.chisel import PlayChisel
from engine.cards.hammer import PlayHammer
from engine.cards.lever import PlayLever
from engine.cards.sail import PlaySail
from engine.computer.prices import SITES, Cargo, Prices, free_docks
from engine.computer.worth import SLED
from engine.entries import Action, interned
from engine.state import Ship, State
from engine.stones import can_take
from engine.vocabulary import EMPTY, Card

SAIL: Final[int] = int(Card.SAIL)
HAMMER: Final[int] = int(Card.HAMMER)
CHISEL: Final[int] = int(Card.CHISEL)
LEVER: Final[int] = int(Card.LEVER)
HAMMER_STONES: Final = 3
"""Stones that a Hammer is expected to bring."""

RankedTurn = tuple[float, Action]
"""Gain of a turn over waiting for the others, and the turn."""


def holds_card(s: State, seat: int) -> bool:
    """True if `seat` has a card that can be played as a turn and is weighed here."""
    cards = s.players[seat].cards
    return bool(cards[SAIL] or cards[HAMMER] or cards[CHISEL] or cards[LEVER])


def card_turns(s: State, seat: int, prices: Prices) -> list[RankedTurn]:
    """The turns with a blue card that are worth a look: for each ship at most one of each card."""
    player = s.players[seat]
    cards, sled = player.cards, player.sled
    free = free_docks(s)
    turns: list[RankedTurn] = []
    loads: list[tuple[float, int, int]] = []
    for number, ship in s.harbour.items():
        cargo = tuple([stone for stone in ship.spaces if stone >= 0])
        waiting = prices.forecast(cargo, free).expected[seat]
        if len(cargo) < len(ship.spaces):
            promise, space, laden = best_space(prices, ship, cargo, seat, free)
            loads.append((promise - waiting, number, space))
            if cards[SAIL] and sled and len(laden) >= ship.minimum:
                site = prices.forecast(laden, free).best[seat]
                gain = prices.offers(laden)[seat][site] - waiting + SLED[sled - 1] - SLED[sled]
                turns.append((gain, interned(PlaySail, number, space, SITES[site])))
        if cards[LEVER] and len(cargo) >= ship.minimum:
            turns += _lever_turns(number, ship, cargo, seat, prices, free, waiting)
    if cards[HAMMER]:
        stones = sled + can_take(s, seat, HAMMER_STONES)
        if stones:
            for load_gain, number, space in loads:
                turns.append(
                    (load_gain + SLED[stones - 1] - SLED[sled], interned(PlayHammer, number, space))
                )
    if cards[CHISEL] and sled > 1 and len(loads) > 1:
        loads.sort(reverse=True)
        (first, *first_space), (second, *second_space) = loads[:2]
        spaces = (tuple(first_space), tuple(second_space))
        pair = (min(spaces), max(spaces))
        gain = first + second + SLED[sled - 2] - SLED[sled]
        turns.append((gain, interned(PlayChisel, pair)))
    return [(gain - _card_worth(s, seat, action), action) for gain, action in turns]


CARD_OF: Final[dict[type[Action], Card]] = {
    PlaySail: Card.SAIL,
    PlayHammer: Card.HAMMER,
    PlayChisel: Card.CHISEL,
    PlayLever: Card.LEVER,
}


def _card_worth(s: State, seat: int, action: Action) -> float:
    """Worth of the card that `action` plays, if it stays in the hand."""
    ahead = s.rules.rounds - s.round + 1
    if ahead == 1:
        return s.rules.unused_blue_points
    return s.rules.cards[CARD_OF[type(action)]].copy_worth(s, s.players[seat], ahead)


def _lever_turns(
    number: int,
    ship: Ship,
    cargo: Cargo,
    seat: int,
    prices: Prices,
    free: int,
    waiting: float,
) -> list[RankedTurn]:
    """A ship unloaded with own stones first, and with own stones last."""
    spaces = [index + 1 for index, stone in enumerate(ship.spaces) if stone != EMPTY]
    seat_spaces = [space for space, stone in zip(spaces, cargo, strict=True) if stone == seat]
    rival_spaces = [space for space, stone in zip(spaces, cargo, strict=True) if stone != seat]
    turns: list[RankedTurn] = []
    if seat_spaces and rival_spaces:
        for order in (tuple(seat_spaces + rival_spaces), tuple(rival_spaces + seat_spaces)):
            if list(order) != spaces:
                unloaded = tuple([ship.spaces[space - 1] for space in order])
                site = prices.forecast(unloaded, free).best[seat]
                gain = prices.offers(unloaded)[seat][site] - waiting
                turns.append((gain, interned(PlayLever, number, SITES[site], order)))
    return turns


def best_space(
    prices: Prices, ship: Ship, cargo: Cargo, seat: int, free: int
) -> tuple[float, int, Cargo]:
    """Of the first and the last free space the better one: what the cargo then promises, the
    space, from 1, and the cargo."""
    spaces = [space for space, stone in enumerate(ship.spaces) if stone == EMPTY]
    best_promise, best, best_cargo = -1e9, 0, cargo
    for space, before in ((spaces[0], spaces[0]), (spaces[-1], spaces[-1] - len(spaces) + 1)):
        laden = (*cargo[:before], seat, *cargo[before:])
        promise = prices.forecast(laden, free).expected[seat]
        if promise > best_promise:
            best_promise, best, best_cargo = promise, space + 1, laden
    return best_promise, best, best_cargo

"""Blue cards: a turn each, then to the discard pile (R5.4–R5.10)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import ClassVar, Final

from engine.agenda import Step, then
from engine.entries import (
    PlayChisel,
    PlayHammer,
    PlayLever,
    PlayLoadingPlank,
    PlayRaft,
    PlaySail,
)
from engine.errors import IllegalAction, Rule
from engine.events import CardPlayed, StoneSent
from engine.pile import discard
from engine.state import Ship, State
from engine.stones import can_take, pay_stones, take_stones
from engine.turns.load import (
    check_space,
    check_spaces,
    free_spaces,
    place_on_ship,
    ship_in_harbour,
)
from engine.turns.sail import check_dock, check_load, open_docks, sail_away, unload
from engine.vocabulary import EMPTY, Card, Origin, Site

LEVER: Final = Card.LEVER
HAMMER: Final = Card.HAMMER
SAIL: Final = Card.SAIL
CHISEL: Final = Card.CHISEL
RAFT: Final = Card.RAFT
LOADING_PLANK: Final = Card.LOADING_PLANK


class PlayedCard(Step):
    """A played card reaches the discard pile when its whole action is resolved (R13.5)."""

    facts: ClassVar[tuple[str, ...]] = ("card",)
    __slots__ = facts

    def __init__(self, card: Card) -> None:
        self.card = card

    def run(self, s: State) -> None:
        discard(s, self.card)


def check_owned(s: State, seat: int, card: Card) -> None:
    if not s.players[seat].cards[card]:
        raise IllegalAction(Rule.CARD_NOT_OWNED, card.word)


def play(s: State, seat: int, card: Card) -> None:
    """Lay the card down; what it does follows, then ``done``."""
    s.players[seat].cards[card] -= 1
    if s.events is not None:
        s.events.append(CardPlayed(seat, card))


def done(s: State, card: Card) -> None:
    then(s, 0, PlayedCard(card))


# --------------------------------------------------------------------------------- lever


def lever(s: State, seat: int, action: PlayLever) -> None:
    check_owned(s, seat, LEVER)
    ship = ship_in_harbour(s, action.ship)
    check_dock(s, action.site)
    check_load(ship, ship.load)
    if sorted(action.order) != loaded(ship):
        raise IllegalAction(Rule.LEVER_ORDER)
    play(s, seat, LEVER)
    sail_away(s, seat, action.ship, action.site, action.order)
    done(s, LEVER)


def levers(s: State, seat: int) -> Iterator[PlayLever]:
    if s.players[seat].cards[LEVER]:
        for number, ship in s.harbour.items():
            if ship.load >= ship.minimum:
                for site in open_docks(s):
                    for order in permutations(loaded(ship)):
                        yield PlayLever(number, site, order)


def loaded(ship: Ship) -> list[int]:
    """The loaded spaces, from 1."""
    return [index + 1 for index, stone in enumerate(ship.spaces) if stone != EMPTY]


# -------------------------------------------------------------------------------- hammer


def hammer(s: State, seat: int, action: PlayHammer) -> None:
    check_owned(s, seat, HAMMER)
    check_space(s, action.ship, action.space)
    if not has_stone_after_taking(s, seat):
        raise IllegalAction(Rule.SLED_EMPTY)
    play(s, seat, HAMMER)
    take_stones(s, seat, s.rules.hammer_stones)
    place_on_ship(s, seat, action.ship, action.space)
    done(s, HAMMER)


def hammers(s: State, seat: int) -> Iterator[PlayHammer]:
    if s.players[seat].cards[HAMMER] and has_stone_after_taking(s, seat):
        for ship, space in free_spaces(s):
            yield PlayHammer(ship, space)


def has_stone_after_taking(s: State, seat: int) -> bool:
    return s.players[seat].sled + can_take(s, seat, s.rules.hammer_stones) > 0


# ---------------------------------------------------------------------------------- sail


def sail_card(s: State, seat: int, action: PlaySail) -> None:
    check_owned(s, seat, SAIL)
    check_spaces(s, seat, [(action.ship, action.space)])
    check_dock(s, action.site)
    ship = s.harbour[action.ship]
    check_load(ship, ship.load + 1)
    play(s, seat, SAIL)
    place_on_ship(s, seat, action.ship, action.space)
    sail_away(s, seat, action.ship, action.site)
    done(s, SAIL)


def sail_cards(s: State, seat: int) -> Iterator[PlaySail]:
    if s.players[seat].cards[SAIL] and s.players[seat].sled:
        for number, space in free_spaces(s):
            ship = s.harbour[number]
            if ship.load + 1 >= ship.minimum:
                for site in open_docks(s):
                    yield PlaySail(number, space, site)


# -------------------------------------------------------------------------------- chisel


def chisel(s: State, seat: int, action: PlayChisel) -> None:
    check_owned(s, seat, CHISEL)
    check_spaces(s, seat, action.spaces)
    play(s, seat, CHISEL)
    for ship, space in action.spaces:
        place_on_ship(s, seat, ship, space)
    done(s, CHISEL)


def chisels(s: State, seat: int) -> Iterator[PlayChisel]:
    if s.players[seat].cards[CHISEL] and s.players[seat].sled > 1:
        for first, second in combinations(free_spaces(s), 2):
            yield PlayChisel((first, second))


# ---------------------------------------------------------------------------------- raft


def raft(s: State, seat: int, action: PlayRaft) -> None:
    check_owned(s, seat, RAFT)
    if s.players[seat].sled <= s.rules.raft_payment:
        raise IllegalAction(Rule.SLED_EMPTY)
    check_serves(s, action.site)
    play(s, seat, RAFT)
    pay_stones(s, seat, s.rules.raft_payment)
    s.players[seat].sled -= 1
    if s.events is not None:
        s.events.append(StoneSent(seat, Origin.SLED, action.site))
    deliver_one(s, seat, action.site)
    done(s, RAFT)


def rafts(s: State, seat: int) -> Iterator[PlayRaft]:
    player = s.players[seat]
    if player.cards[RAFT] and player.sled > s.rules.raft_payment:
        for site in serving(s):
            yield PlayRaft(site)


def deliver_one(s: State, seat: int, site: Site) -> None:
    """One stone to `site`; before the round's ordinary ship the market is refilled (R4.9)."""
    unload(s, site, (seat,))
    if not s.docks[site]:
        s.rules.boards[site].served(s)


def serving(s: State) -> list[Site]:
    """The sites at which a stone would get something (R4.10)."""
    return [site for site in Site if s.rules.boards[site].serves(s)]


def check_serves(s: State, site: Site) -> None:
    if not s.rules.boards[site].serves(s):
        raise IllegalAction(Rule.MARKET_WITHOUT_CARDS)


# -------------------------------------------------------------------------- loading plank


def loading_plank(s: State, seat: int, action: PlayLoadingPlank) -> None:
    check_owned(s, seat, LOADING_PLANK)
    if s.players[seat].sled < s.rules.loading_plank_payment:
        raise IllegalAction(Rule.SLED_EMPTY)
    ship = ship_in_harbour(s, action.ship)
    check_load(ship, ship.load)
    if seat not in ship.spaces:
        raise IllegalAction(Rule.NO_OWN_STONE)
    if len(s.docks[action.site]) != 1:
        raise IllegalAction(Rule.DOCK_NOT_SHARED, action.site.word)
    check_serves(s, action.site)
    play(s, seat, LOADING_PLANK)
    pay_stones(s, seat, s.rules.loading_plank_payment)
    sail_away(s, seat, action.ship, action.site)
    done(s, LOADING_PLANK)


def loading_planks(s: State, seat: int) -> Iterator[PlayLoadingPlank]:
    player = s.players[seat]
    if player.cards[LOADING_PLANK] and player.sled >= s.rules.loading_plank_payment:
        for number, ship in s.harbour.items():
            if ship.load >= ship.minimum and seat in ship.spaces:
                for site in serving(s):
                    if len(s.docks[site]) == 1:
                        yield PlayLoadingPlank(number, site)

"""The Pharaoh's Favors: five special actions, each once, one a player (R11.3, P3, P4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, permutations
from typing import cast

from engine.agenda import then
from engine.entries import (
    PlaceAndFillSled,
    PlaceReorderSail,
    PlaceThree,
    PlaceTwoAndSail,
    TakeTwoCards,
)
from engine.errors import IllegalAction, Rule
from engine.events import FavorUsed, ShipRearranged
from engine.sites.market import Market, Refill
from engine.state import Ship, State
from engine.stones import sled_capacity, take_stones
from engine.turns.load import check_spaces, free_spaces, place_on_ship, ship_in_harbour
from engine.turns.sail import check_dock, open_docks, sail_away
from engine.vocabulary import EMPTY, NOBODY, Favor, Site


def check_favor(s: State, seat: int, favor: Favor) -> None:
    if not s.favors:
        raise IllegalAction(Rule.MODULE_NOT_IN_PLAY, "pharaohs_favors")
    if s.favors[favor] != EMPTY or seat in s.favors:
        raise IllegalAction(Rule.FAVOR_USED)
    if not s.players[seat].quarry:
        raise IllegalAction(Rule.QUARRY_EMPTY)


def is_open(s: State, seat: int, favor: Favor) -> bool:
    unused = bool(s.favors) and s.favors[favor] == EMPTY and seat not in s.favors
    return unused and s.players[seat].quarry > 0


def use(s: State, seat: int, favor: Favor) -> None:
    """The stone for the favour comes from the quarry."""
    s.players[seat].quarry -= 1
    s.favors[favor] = seat
    if s.events is not None:
        s.events.append(FavorUsed(seat, favor))


# ---------------------------------------------------------------------------- two cards


def two_cards(s: State, seat: int, action: TakeTwoCards) -> None:
    check_favor(s, seat, Favor.TWO_CARDS)
    if action.spaces not in set(card_choices(s)):
        raise IllegalAction(Rule.TWO_CARDS_SPACES)
    use(s, seat, Favor.TWO_CARDS)
    cast(Market, s.rules.boards[Site.MARKET]).take_face_up(s, seat, action.spaces)
    then(s, 0, Refill(action.spaces))


def two_cards_options(s: State, seat: int) -> Iterator[TakeTwoCards]:
    if is_open(s, seat, Favor.TWO_CARDS):
        for spaces in card_choices(s):
            yield TakeTwoCards(spaces)


def card_choices(s: State) -> Iterator[tuple[int, ...]]:
    """Two face-up cards in any order where two are there, else one; P4: or one."""
    lying = [i + 1 for i, card in enumerate(s.sites[Site.MARKET].up) if card != EMPTY]
    two = min(s.rules.favor_cards, len(lying))
    fewest = 1 if s.rules.profile.one_of_two_cards else max(two, 1)
    return chain.from_iterable(permutations(lying, count) for count in range(fewest, two + 1))


# --------------------------------------------------------------------- place, fill the sled


def place_and_fill_sled(s: State, seat: int, action: PlaceAndFillSled) -> None:
    check_favor(s, seat, Favor.PLACE_AND_FILL_SLED)
    check_spaces(s, seat, action.spaces)
    use(s, seat, Favor.PLACE_AND_FILL_SLED)
    for ship, space in action.spaces:
        place_on_ship(s, seat, ship, space)
    take_stones(s, seat, sled_capacity(s, seat))


def place_and_fill_sled_options(s: State, seat: int) -> Iterator[PlaceAndFillSled]:
    if is_open(s, seat, Favor.PLACE_AND_FILL_SLED):
        yield PlaceAndFillSled(())
        if s.players[seat].sled:
            for space in free_spaces(s):
                yield PlaceAndFillSled((space,))


# --------------------------------------------------------------------- place, reorder, sail


def place_reorder_sail(s: State, seat: int, action: PlaceReorderSail) -> None:
    check_favor(s, seat, Favor.PLACE_REORDER_SAIL)
    ship = ship_in_harbour(s, action.ship)
    if action.add and not s.players[seat].sled:
        raise IllegalAction(Rule.SLED_EMPTY)
    stones = _stones_aboard(ship, seat, action.add)
    colours = s.rules.setup.seats
    if len(stones) > len(ship.spaces):
        raise IllegalAction(Rule.SPACE_TAKEN, "the ship is full")
    wanted = [s.rules.seat_of.get(colour, NOBODY) for colour in action.arrangement]
    if sorted(wanted) != sorted(stones + [EMPTY] * (len(ship.spaces) - len(stones))):
        raise IllegalAction(Rule.REORDER_STONES, ", ".join(colours[i].word for i in stones))
    check_destination(s, ship, len(stones), action.site)
    use(s, seat, Favor.PLACE_REORDER_SAIL)
    if action.add:
        place_on_ship(s, seat, action.ship, ship.spaces.index(EMPTY) + 1)
    ship.spaces = wanted
    if s.events is not None:
        s.events.append(ShipRearranged(action.ship, tuple(wanted)))
    if action.site is not None:
        sail_away(s, seat, action.ship, action.site)


def place_reorder_sail_options(s: State, seat: int) -> Iterator[PlaceReorderSail]:
    if not is_open(s, seat, Favor.PLACE_REORDER_SAIL):
        return
    colours = [*s.rules.setup.seats, EMPTY]  # the seat EMPTY (-1) is the last
    for number, ship in s.harbour.items():
        for add in (False, True) if s.players[seat].sled else (False,):
            stones = _stones_aboard(ship, seat, add)
            empty = len(ship.spaces) - len(stones)
            if empty < 0:
                continue
            orders = sorted(set(permutations(stones + [EMPTY] * empty)))
            for site in destinations(s, ship, len(stones)):
                for order in orders:
                    arrangement = tuple(colours[stone] for stone in order)
                    yield PlaceReorderSail(number, add, arrangement, site)


def _stones_aboard(ship: Ship, seat: int, add: bool) -> list[int]:
    return [stone for stone in ship.spaces if stone != EMPTY] + [seat] * add


def check_destination(s: State, ship: Ship, stones: int, site: Site | None) -> None:
    """A ship with its minimum aboard must sail; another stays, if it may (P3, R13.8)."""
    if stones < ship.minimum:
        if site is not None or not s.rules.profile.favor_ship_may_stay:
            raise IllegalAction(Rule.SHIP_TOO_LIGHT, f"{stones} of {ship.minimum}")
    elif site is None:
        raise IllegalAction(Rule.FAVOR_MUST_SAIL)
    else:
        check_dock(s, site)


def destinations(s: State, ship: Ship, stones: int) -> Sequence[Site | None]:
    """Where a ship with `stones` aboard may go by a favour; ``None``: it stays."""
    if stones >= ship.minimum:
        return open_docks(s)
    return (None,) if s.rules.profile.favor_ship_may_stay else ()


# ------------------------------------------------------------------------- place two, sail


def place_two_and_sail(s: State, seat: int, action: PlaceTwoAndSail) -> None:
    check_favor(s, seat, Favor.PLACE_TWO_AND_SAIL)
    ship = ship_in_harbour(s, action.ship)
    spaces = [(action.ship, space) for space in action.spaces]
    check_spaces(s, seat, spaces)
    check_destination(s, ship, ship.load + len(spaces), action.site)
    use(s, seat, Favor.PLACE_TWO_AND_SAIL)
    for _, space in spaces:
        place_on_ship(s, seat, action.ship, space)
    if action.site is not None:
        sail_away(s, seat, action.ship, action.site)


def place_two_and_sail_options(s: State, seat: int) -> Iterator[PlaceTwoAndSail]:
    if not is_open(s, seat, Favor.PLACE_TWO_AND_SAIL):
        return
    most = min(s.rules.favor_place_two, s.players[seat].sled)
    for number, ship in s.harbour.items():
        free = [space for ship_number, space in free_spaces(s) if ship_number == number]
        for count in range(min(most, len(free)) + 1):
            for spaces in combinations(free, count):
                for site in destinations(s, ship, ship.load + count):
                    yield PlaceTwoAndSail(number, spaces, site)


# ------------------------------------------------------------------------------ place three


def place_three(s: State, seat: int, action: PlaceThree) -> None:
    check_favor(s, seat, Favor.PLACE_THREE)
    check_spaces(s, seat, action.spaces)
    use(s, seat, Favor.PLACE_THREE)
    for ship, space in action.spaces:
        place_on_ship(s, seat, ship, space)


def place_three_options(s: State, seat: int) -> Iterator[PlaceThree]:
    if is_open(s, seat, Favor.PLACE_THREE):
        most = min(s.rules.favor_place_three, s.players[seat].sled)
        for count in range(1, most + 1):
            for spaces in combinations(free_spaces(s), count):
                yield PlaceThree(spaces)
